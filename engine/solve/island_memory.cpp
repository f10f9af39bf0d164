// Symbolic factorisations are kept while the graph of an island stays.
#include "engine/solve/island_memory.h"

#include <algorithm>

namespace spook {

namespace {

void make_pattern(const StepProblem& problem, const IslandRange& island, IslandMemory& memory) {
  BlockPattern& pattern = memory.pattern;
  pattern.clear();
  pattern.body_count = island.body_count;
  memory.joint_of_rows.clear();
  memory.edge_of_pair.assign(island.pair_count, -1);
  const auto local = [&](int body) { return body < 0 ? -1 : body - island.first_body; };
  for (int p = 0; p < island.pair_count; ++p) {
    const PairBlock& pair = problem.pairs[island.first_pair + p];
    if (pair.body_a < 0 || pair.body_b < 0) continue;
    memory.edge_of_pair[p] = static_cast<int>(pattern.edges.size());
    pattern.edges.push_back({local(pair.body_a), local(pair.body_b)});
  }
  for (int j = 0; j < island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[island.first_joint + j];
    RowPattern rows;
    rows.body_count = joint.body_count;
    rows.row_count = joint.row_count;
    bool free = false;
    for (int k = 0; k < joint.body_count; ++k) {
      rows.bodies[k] = local(joint.bodies[k]);
      free = free || joint.bodies[k] >= 0;
    }
    if (!free) continue;
    memory.joint_of_rows.push_back(j);
    pattern.rows.push_back(rows);
  }
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdull;
}

}  // namespace

void FactorModes::take(const StepProblem& problem, const IslandRange& island, const Workspace& work) {
  const auto begin = work.contact_mode.begin() + island.first_contact;
  contacts.assign(begin, begin + island.contact_count);
  rows.clear();
  for_island_rows(problem, island, [&](int r) { rows.push_back(work.row_mode[r]); });
  told = mix(contacts.size(), rows.size());
  for (const ContactMode& mode : contacts)
    told = mix(told, 2 * static_cast<std::uint64_t>(mode.friction) + (mode.normal ? 1 : 0));
  for (const RowMode mode : rows) told = mix(told, static_cast<std::uint64_t>(mode));
}

bool FactorModes::are(const StepProblem& problem, const IslandRange& island, const Workspace& work) const {
  if (contacts.size() != static_cast<std::size_t>(island.contact_count)) return false;
  if (!std::equal(contacts.begin(), contacts.end(), work.contact_mode.begin() + island.first_contact)) return false;
  return rows_are(problem, island, work);
}

bool FactorModes::rows_are(const StepProblem& problem, const IslandRange& island, const Workspace& work) const {
  std::size_t k = 0;
  bool same = true;
  for_island_rows(problem, island, [&](int r) {
    same = same && k < rows.size() && rows[k] == work.row_mode[r];
    ++k;
  });
  return same && k == rows.size();
}

std::uint64_t island_key(const StepProblem& problem, const IslandRange& island) {
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(island.body_count));
  const auto body = [&](int index) {
    hash = mix(hash, static_cast<std::uint64_t>(index < 0 ? -1 : index - island.first_body));
  };
  for (int p = island.first_pair; p < island.first_pair + island.pair_count; ++p) {
    body(problem.pairs[p].body_a), body(problem.pairs[p].body_b);
  }
  for (int j = island.first_joint; j < island.first_joint + island.joint_count; ++j) {
    const JointBlock& joint = problem.joints[j];
    hash = mix(hash, static_cast<std::uint64_t>(joint.row_count));
    for (int k = 0; k < joint.body_count; ++k) body(joint.bodies[k]);
  }
  return hash;
}

void analyse_island(const StepProblem& problem, const IslandRange& island, IslandMemory& memory) {
  make_pattern(problem, island, memory);
  memory.factor[0].analyse(memory.pattern);
  memory.factor[1].analyse(memory.factor[0].shared_tree());
  const FrontTree& tree = memory.factor[0].tree();
  memory.factor_bytes = 2 * sizeof(double) * static_cast<std::size_t>(tree.panel_size + tree.stack_size);
}

IslandPast IslandMemory::remember() const {
  IslandPast past{key, last_used, factor_bytes, more_solves, {}, {}, joints_made.share(), joints.remember()};
  for (int i = 0; i < 2; ++i) past.matrix[i] = factor[i].remember(), past.made[i] = made[i].share();
  return past;
}

void IslandMemory::recall(const IslandPast& past) {
  key = past.key, last_used = past.last_used, factor_bytes = past.factor_bytes, more_solves = past.more_solves;
  for (int i = 0; i < 2; ++i) factor[i].recall(past.matrix[i]), made[i].take(past.made[i]);
  joints.recall(past.joints), joints_made.take(past.joints_made);
}

}  // namespace spook
