// Contacts that nothing foresaw. Collision looks as far as the velocities before the step lead; what is hit in the
// step moves on at metres a second, a tenth of a metre a step, into what it was not near to, and what is spun meets it
// with other corners. So where velocities changed much the poses the solution leads to are looked at; overlaps there
// that no row knew of get one, and the step is solved again. Such a row is speculative (numerics §1, b = c/h), with the
// gap that makes its linear prediction tell what the end poses showed: c = c_end − h N v⁺. What has all but gone
// through by then is pushed on by its end poses, not held: such pairs are looked at on the way, c = c_t − t N v⁺.
#include <algorithm>

#include "engine/solve/rows.h"
#include "engine/step/ends.h"
#include "engine/step/features.h"
#include "engine/step/linearise.h"
#include "engine/step/problem_builder.h"
#include "engine/step/rounds.h"
#include "engine/step/step.h"

namespace spook {

namespace {

// in a feature: beside the one of the same name at the step's beginning, and beside that of an earlier look
constexpr std::uint64_t ahead = 1ull << 63, another = 1ull << 56;

// does this body end elsewhere than collision was told?
bool surprised(const WorldData& world, int body) {
  const Body& own = world.bodies[body];
  const BodyWork& work = world.scratch.bodies[body];
  if (!own.alive || work.row.index < 0) return false;
  const Vec6& velocity = world.scratch.solution.velocity[work.row.index];
  const double h = world.scratch.h, turn = h * velocity.tail<3>().norm();
  const double shift = h * (velocity.head<3>() - own.state.velocity).norm();
  const double spun = h * own.size * (velocity.tail<3>() - own.state.omega).norm();
  return std::max({shift, spun, 0.5 * own.size * turn * turn}) > world.scratch.options.surprise && velocity.allFinite();
}

bool find_surprised(WorldData& world) {
  LookWork& look = world.scratch.look;
  look.surprised.assign(world.bodies.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    any |= (look.surprised[i] = surprised(world, static_cast<int>(i))) != 0;
  if (!any) return false;
  look.poses.resize(world.bodies.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    look.poses[i] = world.bodies[i].alive ? pose_after_step(world, static_cast<int>(i)) : world.bodies[i].state.pose;
  return true;
}

double closing_speed(const WorldData& world, const ContactPoint& point) {
  return contact_velocity(point, body_after_step(world, point.body_a), body_after_step(world, point.body_b))[0];
}

// run of the pair in the sorted set
std::pair<int, int> run_of(const ContactSet& set, int a, int b) {
  const auto at = std::lower_bound(
      set.pairs.begin(), set.pairs.end(), std::pair(a, b),
      [](const ContactPair& pair, const auto& key) { return std::pair(pair.body_a, pair.body_b) < key; });
  if (at == set.pairs.end() || at->body_a != a || at->body_b != b) return {0, 0};
  return {at->first, at->count};
}

// the smallest gap that the rows of a pair predict at the step's end
double predicted_gap(WorldData& world, std::pair<int, int> run) {
  double smallest = 1e30;
  for (int i = run.first; i < run.first + run.second; ++i) {
    const ContactPoint& point = world.scratch.points[i];
    smallest = std::min(
        smallest, point.gap + world.scratch.h * closing_speed(world, point) + contact_turning(world, point).ahead[0]);
  }
  return smallest;
}

double turning(const WorldData& world, int body) {
  const int row = world.scratch.bodies[body].row.index;
  return row < 0 ? 0.0 : world.scratch.solution.velocity[row].tail<3>().squaredNorm();
}

// The contact at the poses there, a share of the step on, as a row of the step's beginning: one point for both bodies,
// so that no momentum is made, with the arm that the one that turns more has there. False: its bodies do not close in
// there, or by too little to have come in that way.
bool carry_back(const WorldData& world, double share, Contact& contact) {
  const LookWork& look = world.scratch.look;
  const int body = turning(world, contact.body_a) > turning(world, contact.body_b) ? contact.body_a : contact.body_b;
  const Vec3 arm = 0.5 * (contact.point_a + contact.point_b) - look.poses[body].position;
  contact.point_a = contact.point_b = world.bodies[body].state.pose.position + arm;
  const double there = contact.gap;
  const double speed = closing_speed(world, contact_point(world, contact));
  const double before = there - share * world.scratch.h * speed;
  contact.gap = std::max(before, 0.0);
  return speed < 0.0 && before > world.scratch.options.passed_through * there;
}

double tolerance(const WorldData& world, const ContactPair& pair) {
  double size = 1e30;
  for (const int body : {pair.body_a, pair.body_b})
    if (world.bodies[body].moves_freely()) size = std::min(size, world.bodies[body].size);
  return std::min(world.scratch.options.unseen_overlap, world.scratch.options.unseen_of_size * size);
}

// of a run of contacts those that overlap and close in; false: none does
bool add_unseen(WorldData& world, const ContactSet& there, const ContactPair& pair, double share) {
  std::vector<Contact>& unseen = world.scratch.look.unseen;
  const std::size_t before = unseen.size();
  for (int i = pair.first; i < pair.first + pair.count; ++i) {
    Contact contact = there.contacts[i];
    if (contact.gap < 0.0 && carry_back(world, share, contact)) unseen.push_back(contact);
  }
  return unseen.size() > before;
}

// overlaps at the end that the rows there are do not prevent → look.unseen; what has gone through → look.passed
void gather_unseen(WorldData& world, const ContactSet& there) {
  LookWork& look = world.scratch.look;
  look.unseen.clear(), look.passed.clear();
  for (const ContactPair& pair : there.pairs) {
    const double worth = tolerance(world, pair);
    const auto first = there.contacts.begin() + pair.first, last = first + pair.count;
    const double deepest =
        std::min_element(first, last, [](const Contact& a, const Contact& b) { return a.gap < b.gap; })->gap;
    if (deepest > -worth) continue;
    const auto run = run_of(*world.scratch.contacts, pair.body_a, pair.body_b);
    if (deepest > predicted_gap(world, run) - worth) continue;
    if (!add_unseen(world, there, pair, 1.0)) look.passed.emplace_back(pair.body_a, pair.body_b);
  }
}

const ContactSet& look_at(WorldData& world) {
  const LookWork& look = world.scratch.look;
  return world.collision.look_ahead(look.poses, look.surprised, world.pool.threads(), &world.pool);
}

// What leaves one another at the end though nothing foresaw it has passed through: as late on the way as it closes.
void look_on_the_way(WorldData& world) {
  LookWork& look = world.scratch.look;
  if (look.passed.empty()) return;
  look.surprised.assign(world.bodies.size(), 0);
  for (const auto& [a, b] : look.passed) look.surprised[a] = look.surprised[b] = 1;
  for (const double share : {0.75, 0.5, 0.25}) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      if (!world.bodies[i].alive) continue;
      const Pose &from = world.bodies[i].state.pose, &to = pose_after_step(world, static_cast<int>(i));
      look.poses[i].position = from.position + share * (to.position - from.position);
      look.poses[i].orientation = from.orientation.slerp(share, to.orientation);
    }
    const ContactSet& there = look_at(world);
    std::erase_if(look.passed, [&](const auto& bodies) {
      const auto [first, count] = run_of(there, bodies.first, bodies.second);
      return count > 0 && add_unseen(world, there, {bodies.first, bodies.second, first, count}, share);
    });
    if (look.passed.empty()) return;
  }
}

// A name of its own for each: what an earlier look found is kept, for bodies that spin by half a radian in a step would
// come back to it.
void name_unseen(WorldData& world) {
  const std::vector<Contact>& known = world.scratch.contacts->contacts;
  const auto is_known = [&](const ContactKey& key) {
    const auto same = std::lower_bound(known.begin(), known.end(), key,
                                       [](const Contact& c, const ContactKey& sought) { return c.key < sought; });
    return same != known.end() && same->key == key;
  };
  std::vector<Contact>& unseen = world.scratch.look.unseen;
  for (Contact& contact : unseen) {
    if (is_known(contact.key)) contact.key.feature |= ahead;
    while (is_known(contact.key)) contact.key.feature += another;
  }
  std::sort(unseen.begin(), unseen.end(), [](const Contact& a, const Contact& b) { return a.key < b.key; });
}

// contacts and points with what was unseen among them; points tell the row they had
void merge_unseen(WorldData& world) {
  StepWork& work = world.scratch;
  LookWork& look = work.look;
  const std::vector<Contact>& known = work.contacts->contacts;
  for (ContactPoint& point : work.points) point.row = -1;
  for (std::size_t row = 0; row < work.layout.contact_of.size(); ++row)
    work.points[work.layout.contact_of[row]].row = static_cast<int>(row);
  ContactSet& merged = look.merged[look.turn ^= 1];
  merged.contacts.clear(), look.points.clear();
  const auto put = [&](const Contact& contact, const ContactPoint& point) {
    merged.contacts.push_back(contact), look.points.push_back(point);
  };
  auto unseen = look.unseen.begin();
  for (std::size_t i = 0; i <= known.size(); ++i) {
    for (; unseen != look.unseen.end() && (i == known.size() || unseen->key < known[i].key); ++unseen) {
      put(*unseen, contact_point(world, *unseen));
      look.points.back().seen_ahead = true;
    }
    if (i < known.size()) put(known[i], work.points[i]);
  }
  find_pairs(merged);
  work.contacts = &merged;
  work.points.swap(look.points);
}

// ---- the solution, carried over to a problem of other islands

void list_blocks(const StepWork& work, std::vector<BlockPlace>& blocks) {
  blocks.clear();
  for (std::size_t i = 0; i < work.sources.size(); ++i) {
    const BlockSource& source = work.sources[i];
    blocks.push_back({source.grip, source.joint, static_cast<int>(i), work.problem.joints[i].first_row,
                      work.problem.joints[i].row_count});
  }
  std::sort(blocks.begin(), blocks.end());
}

void set_aside(WorldData& world) {
  StepWork& work = world.scratch;
  LookWork& look = work.look;
  list_blocks(work, look.blocks_before);
  look.velocity.assign(world.bodies.size(), Vec6::Zero());
  for (std::size_t row = 0; row < work.layout.bodies.size(); ++row)
    look.velocity[work.layout.bodies[row].index] = work.solution.velocity[row];
  look.before = work.solution;
}

// marks the islands with new rows, and those whose rows, put anew about the motion found, tell that it misses them
void take_up_again(WorldData& world) {
  StepWork& work = world.scratch;
  LookWork& look = work.look;
  StepSolution& solution = work.solution;
  const StepProblem& problem = work.problem;
  solution.velocity.resize(problem.bodies.size());
  for (std::size_t row = 0; row < work.layout.bodies.size(); ++row)
    solution.velocity[row] = look.velocity[work.layout.bodies[row].index];
  list_blocks(work, look.blocks_after);
  solution.joint_impulse.assign(problem.rows.size(), 0.0);
  for (std::size_t i = 0; i < std::min(look.blocks_before.size(), look.blocks_after.size()); ++i)
    for (int row = 0; row < std::min(look.blocks_before[i].row_count, look.blocks_after[i].row_count); ++row)
      solution.joint_impulse[look.blocks_after[i].first_row + row] =
          look.before.joint_impulse[look.blocks_before[i].first_row + row];
  solution.contact_impulse.assign(problem.contacts.size(), Vec3::Zero());
  solution.contact_state.assign(problem.contacts.size(), ContactState::open);
  work.open.assign(problem.islands.size(), 0);
  std::size_t island = 0;
  for (std::size_t row = 0; row < problem.contacts.size(); ++row) {
    const int contact = work.layout.contact_of[row], before = work.points[contact].row;
    const auto past = [&](const IslandRange& range) {
      return static_cast<int>(row) >= range.first_contact + range.contact_count;
    };
    while (past(problem.islands[island])) ++island;
    if (before < 0) {
      work.open[island] = 1;
      continue;
    }
    solution.contact_impulse[row] = look.before.contact_impulse[before];
    solution.contact_state[row] = look.before.contact_state[before];
    const ContactRow& told = problem.contacts[row];
    const double miss =
        contact_slack(told, contact_velocity(told, solution.velocity), solution.contact_impulse[row])[0];
    if (work.h * miss < -work.options.unseen_overlap) work.open[island] = 1;
  }
}

}  // namespace

bool look_ahead(WorldData& world) {
  StepWork& work = world.scratch;
  LookWork& look = work.look;
  if (world.parameters.contact_source != ContactSource::exact || work.crowd.is || !find_surprised(world)) return false;
  gather_unseen(world, look_at(world));
  look_on_the_way(world);
  if (look.unseen.empty()) return false;
  int rounds = 0;
  for (const IslandRounds& island : work.rounds) rounds = std::max(rounds, island.rounds);
  set_aside(world);
  name_unseen(world);
  merge_unseen(world);
  stage::islands(world);
  linearise(world, &look.velocity);
  work.rounds.assign(work.problem.islands.size(), {});
  take_up_again(world);
  for (std::size_t i = 0; i < work.open.size(); ++i)
    work.rounds[i] = {rounds, work.open[i] ? RoundReason::new_contact : RoundReason::none};
  return true;
}

}  // namespace spook
