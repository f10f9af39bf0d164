// One step problem becomes two over the same bodies: what is solved directly, and what is swept. Each sees the other's
// impulses as momentum.
#include "engine/solve/marked_split.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/solve_observer.h"
#include "engine/solve/sweeps.h"

namespace spook {
namespace {

constexpr double moved_little = 1e-4;  // of the largest swept impulse; chosen: rounds are few anyway

// a part of the problem: all its bodies and joint rows, some of its joint blocks and contacts
struct Part {
  StepProblem problem;
  std::vector<int> contact_of;  // where its contacts stand in the whole
};

bool is_swept(SolveBy by, SolverKind kind) {
  return by == SolveBy::iterative || (by == SolveBy::automatic && kind == SolverKind::sweeps);
}

template <typename Joint, typename Contact>
Part part_of(const StepProblem& whole, Joint takes_joint, Contact takes_contact) {
  Part part;
  StepProblem& p = part.problem;
  p.time_step = whole.time_step, p.positional_friction = whole.positional_friction, p.impact = whole.impact;
  p.bodies = whole.bodies, p.rows = whole.rows, p.jacobians = whole.jacobians;
  for (const IslandRange& from : whole.islands) {
    IslandRange island = from;
    island.first_joint = int(p.joints.size()), island.first_pair = int(p.pairs.size());
    island.first_contact = int(p.contacts.size());
    for (int j = from.first_joint; j < from.first_joint + from.joint_count; ++j)
      if (takes_joint(j)) p.joints.push_back(whole.joints[j]);
    for (int k = from.first_pair; k < from.first_pair + from.pair_count; ++k) {
      PairBlock pair = whole.pairs[k];
      const int first = pair.first_contact, count = pair.contact_count;
      pair.first_contact = int(p.contacts.size());
      for (int c = first; c < first + count; ++c)
        if (takes_contact(c)) p.contacts.push_back(whole.contacts[c]), part.contact_of.push_back(c);
      pair.contact_count = int(p.contacts.size()) - pair.first_contact;
      if (pair.contact_count > 0) p.pairs.push_back(pair);
    }
    island.joint_count = int(p.joints.size()) - island.first_joint;
    island.pair_count = int(p.pairs.size()) - island.first_pair;
    island.contact_count = int(p.contacts.size()) - island.first_contact;
    p.islands.push_back(island);
  }
  return part;
}

struct MarkedSplit {
  const StepProblem& whole;
  const SolveOptions& options;
  SolverMemory& memory;
  StepSolution& solution;
  SolveReport& report;

  Part direct{}, swept{};
  StepSolution of_direct{}, of_swept{};
  Workspace work{};
  double moved = 0.0;  // by the last sweeps, of the largest impulse

  void run() {
    take_apart();
    begin();
    const int rounds = std::max(1, options.couplings);
    solve_direct(options.same_matrix, options.start_from_solution);
    const bool any_swept = !swept.problem.joints.empty() || !swept.problem.contacts.empty();
    for (int round = 0; any_swept && round < rounds; ++round) {
      sweep();
      solve_direct(true, true);
      if (moved <= moved_little) break;
    }
    finish();
  }

  SolveBy by(const std::vector<SolveBy>& marks, int i) const {
    return marks.empty() ? SolveBy::automatic : marks[std::size_t(i)];
  }

  void take_apart() {
    const auto joint_swept = [&](int j) { return is_swept(by(whole.joint_by, j), options.kind); };
    const auto contact_swept = [&](int c) { return is_swept(by(whole.contact_by, c), options.kind); };
    swept = part_of(whole, joint_swept, contact_swept);
    direct = part_of(
        whole, [&](int j) { return !joint_swept(j); }, [&](int c) { return !contact_swept(c); });
  }

  bool takes_part(int island) const { return options.chosen.empty() || options.chosen[std::size_t(island)]; }

  // impulses to begin with: those of the step before, or of the solution there is
  void begin() {
    solution.velocity.resize(whole.bodies.size());
    solution.joint_impulse.resize(whole.rows.size());
    solution.contact_impulse.resize(whole.contacts.size(), Vec3::Zero());
    solution.contact_state.resize(whole.contacts.size());
    of_direct = part_solution(direct), of_swept = part_solution(swept);
    if (!options.start_from_solution) {
      for (std::size_t c = 0; c < of_swept.contact_impulse.size(); ++c)
        of_swept.contact_impulse[c] = options.warm_start ? Vec3(swept.problem.contacts[c].warm) : Vec3(Vec3::Zero());
      for (std::size_t r = 0; r < whole.rows.size(); ++r)
        of_swept.joint_impulse[r] =
            std::clamp(options.warm_start ? whole.rows[r].warm : 0.0, whole.rows[r].lower, whole.rows[r].upper);
    }
    work.resize(swept.problem);
    for (std::size_t c = 0; c < swept.problem.contacts.size(); ++c)
      work.block[c] = contact_block(swept.problem.contacts[c], work.inverse);
  }

  StepSolution part_solution(const Part& part) const {
    StepSolution own = solution;
    own.contact_impulse.clear(), own.contact_state.clear();
    for (const int c : part.contact_of)
      own.contact_impulse.push_back(solution.contact_impulse[c]),
          own.contact_state.push_back(solution.contact_state[c]);
    return own;
  }

  // with the swept impulses as momentum
  void solve_direct(bool same_matrix, bool go_on) {
    std::vector<Vec6> push(whole.bodies.size(), Vec6::Zero());
    for (std::size_t c = 0; c < swept.problem.contacts.size(); ++c)
      add_contact_impulse(swept.problem.contacts[c], of_swept.contact_impulse[c], push);
    for (const JointBlock& joint : swept.problem.joints)
      add_joint_impulse(swept.problem, joint, block_impulse(joint, of_swept.joint_impulse), push);
    for (std::size_t b = 0; b < push.size(); ++b)
      direct.problem.bodies[b].momentum = whole.bodies[b].momentum + push[b];
    SolveOptions own = options;
    if (own.kind == SolverKind::sweeps) own.kind = SolverKind::direct_iterative;  // of what is marked direct
    own.same_matrix = same_matrix, own.start_from_solution = go_on;
    own.record_history = false, own.observer = nullptr;
    SolveReport told;
    solve(direct.problem, own, memory, of_direct, told);
    add_work(told, report);
    look(true, told.pivots, told.factorisations);
  }

  void sweep() {
    of_swept.velocity = of_direct.velocity;
    const std::vector<Vec3> before = of_swept.contact_impulse;
    const std::vector<double> rows_before = of_swept.joint_impulse;
    for (int i = 0; i < options.sweeps; ++i) {
      for (std::size_t k = 0; k < swept.problem.islands.size(); ++k)
        if (takes_part(int(k)))
          sweep_scalar(swept.problem, swept.problem.islands[k], options.sweep_kind, true, work, of_swept);
      if (options.record_history) look(false, 0, 0);
    }
    double largest = 0.0, change = 0.0;
    for (std::size_t c = 0; c < before.size(); ++c) {
      largest = std::max(largest, of_swept.contact_impulse[c].norm());
      change = std::max(change, (of_swept.contact_impulse[c] - before[c]).norm());
    }
    for (const JointBlock& joint : swept.problem.joints)
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) {
        largest = std::max(largest, std::abs(of_swept.joint_impulse[r]));
        change = std::max(change, std::abs(of_swept.joint_impulse[r] - rows_before[r]));
      }
    moved = largest > 0.0 ? change / largest : 0.0;
  }

  // the whole's solution from the parts'; velocities are those that came last
  void put_together(const std::vector<Vec6>& velocity) {
    for (std::size_t i = 0; i < whole.islands.size(); ++i) {
      if (!takes_part(int(i))) continue;
      const IslandRange& island = whole.islands[i];
      std::copy_n(velocity.begin() + island.first_body, island.body_count,
                  solution.velocity.begin() + island.first_body);
      put_part(direct, of_direct, int(i));
      put_part(swept, of_swept, int(i));
    }
  }

  void put_part(const Part& part, const StepSolution& own, int i) {
    const IslandRange& island = part.problem.islands[i];
    for_island_rows(part.problem, island, [&](int r) { solution.joint_impulse[r] = own.joint_impulse[r]; });
    for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
      solution.contact_impulse[part.contact_of[c]] = own.contact_impulse[c];
      solution.contact_state[part.contact_of[c]] = own.contact_state[c];
    }
  }

  // who looks on is told of all islands at once
  void look(bool is_direct, int pivots, int factorisations) {
    if (!options.record_history) return;
    put_together(is_direct ? of_direct.velocity : of_swept.velocity);
    SweepRecord record;
    record.direct = is_direct, record.pivots = pivots, record.factorisations = factorisations;
    record.residual = contact_residual(whole, solution);
    report.history.push_back(record);
    if (!options.observer) return;
    for (std::size_t i = 0; i < whole.islands.size(); ++i) {
      record.island = int(i);
      options.observer->look(whole, whole.islands[i], solution, record);
    }
  }

  void finish() {
    for (std::size_t c = 0; c < of_swept.contact_impulse.size(); ++c) {
      const Vec3& impulse = of_swept.contact_impulse[c];
      const double bound = swept.problem.contacts[c].friction * impulse[0];
      of_swept.contact_state[c] = !(impulse[0] > 0.0)                               ? ContactState::open
                                  : impulse.tail<2>().norm() < (1.0 - 1e-9) * bound ? ContactState::sticking
                                                                                    : ContactState::sliding;
    }
    put_together(of_direct.velocity);
    if (!options.record_history) return;
    report.state_changes.assign(whole.contacts.size(), 0);
    report.residual_end = contact_residual(whole, solution);
  }
};

}  // namespace

void solve_marked(const StepProblem& problem, const SolveOptions& options, SolverMemory& memory, StepSolution& solution,
                  SolveReport& report) {
  report = {};
  MarkedSplit{problem, options, memory, solution, report}.run();
}

}  // namespace spook
