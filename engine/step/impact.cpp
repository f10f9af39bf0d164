// Stage 3: impacts (numerics §2). Impulses at fixed positions between the synchronised velocities v + ½ h M⁻¹ f.
#include <algorithm>

#include "engine/step/problem_builder.h"
#include "engine/step/rotation.h"
#include "engine/step/rounds.h"
#include "engine/step/step.h"
#include "engine/step/tie_islands.h"

namespace spook {

namespace {

// The compliance of a row would cost a heavy ball part of its bounce (T m of it); an impulse needs only enough of it to
// keep the problem strictly convex.
constexpr double impact_softness = 1e-3;

// A contact so near takes part in the impulse of an impact, moving or not: balls at rest in a row are hit through.
constexpr double touching = 1e-5;  // m

// a contact as the impact stage judges it
struct Approach {
  double speed = 0.0;       // N v of the synchronised velocities
  double free_speed = 0.0;  // N v at the end of the step if nothing happened
  bool reaches = false;     // touches, or will within the step
  bool bounces = false;     // fast enough, and has restitution
};

// rows of the synchronised velocities
void synchronise(WorldData& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    BodyWork& scratch = world.scratch.bodies[i];
    scratch.row.velocity << body.state.velocity, body.state.omega;
    if (!body.moves_freely()) continue;
    scratch.inertia = world_inertia(body.state.pose.orientation, body.principal);
    scratch.row.velocity += 0.5 * world.scratch.h * velocity_per_force(world, static_cast<int>(i));
  }
}

Approach approach_of(const WorldData& world, const ContactPoint& point) {
  const ContactBody a = contact_body(world, point.body_a), b = contact_body(world, point.body_b);
  Approach approach;
  const double h = world.scratch.h;
  approach.speed = contact_velocity(point, a, b)[0];
  const Vec6 of_a = velocity_per_force(world, point.body_a), of_b = velocity_per_force(world, point.body_b);
  const double acceleration = contact_velocity(point, {a.centre, a.index, of_a}, {b.centre, b.index, of_b})[0];
  approach.free_speed = approach.speed + 0.5 * h * acceleration;
  approach.reaches = point.gap <= touching || point.gap + h * approach.free_speed <= 0.0;
  const double slowest = std::max(world.parameters.restitution_threshold, -h * acceleration);
  approach.bounces = approach.reaches && point.restitution > 0.0 && approach.speed < -slowest;
  return approach;
}

// what a contact becomes in an impact problem: Newton's law with e, or a plain stop
struct ImpactRules {
  WorldData& world;
  bool restitution = true;                             // false: e = 0 everywhere
  const std::vector<double>* decompression = nullptr;  // impulses given back, a contact point (Poisson)

  void body(int index, StepProblem& problem) const {
    const BodyWork& scratch = world.scratch.bodies[index];
    BodyBlock block;
    block.mass = world.bodies[index].mass;
    block.inertia = scratch.inertia;
    block.velocity = scratch.row.velocity;
    block.momentum << block.mass * block.velocity.head<3>(), block.inertia * block.velocity.tail<3>();
    problem.bodies.push_back(block);
  }

  void joint(int index, StepProblem& problem) const {
    const Joint& joint = world.joints[index];
    const Parameters& p = world.parameters;
    const JointNumbers numbers{world.scratch.h, joint.desc.compliance.value_or(p.joint_compliance),
                               joint.desc.relaxation_steps.value_or(p.joint_relaxation_steps), 0.0};
    visit_joint_rows(
        world, joint,
        [&](const ConstraintRows& rows, std::span<const RowBody> sides) {
          add_joint_impact_rows(joint.desc, numbers, rows, sides, problem);
        },
        [&](const ConstraintRows& row, std::span<const RowBody> sides) {
          add_coordinate_impact_rows(joint.desc, numbers, row, sides, problem);
        });
  }

  void hand(int, StepProblem&) const {}

  bool takes_part(int index, StepProblem& problem) const {
    if (!world.scratch.chosen_contact[index]) return false;
    if (!decompression) return true;
    // the impulse of the decompression acts before the rest is solved
    const ContactPoint& point = world.scratch.points[index];
    const Vec3 pull = (*decompression)[index] * point.frame.row(0).transpose();
    const auto arm = [&](int body) -> Vec3 { return point.point - world.bodies[body].state.pose.position; };
    push(problem, row_body(world, point.body_a).index, pull, arm(point.body_a));
    push(problem, row_body(world, point.body_b).index, -pull, arm(point.body_b));
    return true;
  }

  ContactRow contact(int index) const {
    const ContactPoint& point = world.scratch.points[index];
    const ContactBody a = contact_body(world, point.body_a), b = contact_body(world, point.body_b);
    const Parameters& p = world.parameters;
    const FrictionNumbers friction{p.friction_law, p.friction_compliance, p.friction_viscosity};
    const double e = restitution && approach_of(world, point).bounces ? std::min(point.restitution, 1.0) : 0.0;
    ContactRow row = impact_row(point, a, b, world.scratch.h, friction, e);
    row.compliance *= impact_softness;
    return row;
  }

  static void push(StepProblem& problem, int body, const Vec3& impulse, const Vec3& arm) {
    if (body < 0) return;
    problem.bodies[body].momentum.head<3>() += impulse;
    problem.bodies[body].momentum.tail<3>() += arm.cross(impulse);
  }
};

// islands of what is chosen; builds, solves, and moves the synchronised velocities
void solve_impact(WorldData& world, const ImpactRules& rules) {
  StepWork& scratch = world.scratch;
  lay_out(world, scratch.impact_islands, scratch.chosen_island, scratch.impact_layout);
  build_problem(world, scratch.impact_layout, rules, scratch.impact_problem);
  scratch.impact_problem.impact = true;
  SolveOptions options = options_of(world.parameters);
  options.factorisation_budget = impact_budget(world), options.warm_start = false, options.pool = &world.pool;
  spook::solve(scratch.impact_problem, options, world.impact_memory, scratch.impact_solution, scratch.again);
  add_work(scratch.again, world.report.impact);
  for (std::size_t i = 0; i < scratch.impact_layout.bodies.size(); ++i) {
    const int body = scratch.impact_layout.bodies[i].index;
    scratch.bodies[body].row.velocity = scratch.impact_solution.velocity[i];
    scratch.struck[body] = 1;
  }
}

// velocities of the chosen bodies, in the order of the problem
void gather_velocities(const WorldData& world, std::vector<Vec6>& velocities) {
  velocities.clear();
  for (const IslandPlace& place : world.scratch.impact_layout.bodies)
    velocities.push_back(world.scratch.bodies[place.index].row.velocity);
}

void put_velocities(WorldData& world, const std::vector<Vec6>& velocities) {
  for (std::size_t i = 0; i < velocities.size(); ++i)
    world.scratch.bodies[world.scratch.impact_layout.bodies[i].index].row.velocity = velocities[i];
}

// (½) uᵀ M v over an island's bodies
double product(const StepProblem& problem, const IslandRange& island, const std::vector<Vec6>& u,
               const std::vector<Vec6>& v) {
  double sum = 0.0;
  for (int i = island.first_body; i < island.first_body + island.body_count; ++i)
    sum += problem.bodies[i].mass * u[i].head<3>().dot(v[i].head<3>()) +
           u[i].tail<3>().dot(problem.bodies[i].inertia * v[i].tail<3>());
  return 0.5 * sum;
}

// a racket gives energy, as it should
bool is_struck_by_kinematic(const WorldData& world, const IslandRange& island) {
  for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
    const ContactPoint& point = world.scratch.points[world.scratch.impact_layout.contact_of[row]];
    for (const int body : {point.body_a, point.body_b})
      if (world.bodies[body].desc.motion == Motion::kinematic) return true;
  }
  return false;
}

bool gains_energy(const WorldData& world, const IslandRange& island, const std::vector<Vec6>& before,
                  const std::vector<Vec6>& after) {
  const StepProblem& problem = world.scratch.impact_problem;
  const double had = product(problem, island, before, before);
  return product(problem, island, after, after) > had * (1.0 + 1e-9) && !is_struck_by_kinematic(world, island);
}

// Newton's and Poisson's laws with friction may give energy (Kane's pendulum; a rod thrown at the floor with e = 1
// gained a tenth). Where an island would, its answer is drawn toward the plastic one, which never does, as far as it
// takes: impulses of both are in the cone, and so is what lies between; neither approaches any more.
void give_no_energy(WorldData& world, const std::vector<Vec6>& before, const std::vector<Vec6>& plastic,
                    const std::vector<Vec6>& after) {
  StepWork& scratch = world.scratch;
  const StepProblem& problem = scratch.impact_problem;
  for (const IslandRange& island : problem.islands) {
    if (!gains_energy(world, island, before, after)) continue;
    const double had = product(problem, island, before, before), most = product(problem, island, after, after);
    const double least = product(problem, island, plastic, plastic), crossed = product(problem, island, plastic, after);
    double low = 0.0, high = 1.0;  // share of the bouncing answer
    for (int round = 0; round < 50; ++round) {
      const double s = 0.5 * (low + high), rest = 1.0 - s;
      (rest * rest * least + 2.0 * s * rest * crossed + s * s * most > had ? high : low) = s;
    }
    for (int i = island.first_body; i < island.first_body + island.body_count; ++i)
      scratch.bodies[scratch.impact_layout.bodies[i].index].row.velocity = (1.0 - low) * plastic[i] + low * after[i];
  }
}

// Newton's law with e, and without where that would give energy
void solve_bounce(WorldData& world) {
  std::vector<Vec6>&before = world.scratch.impact_before, &plastic = world.scratch.impact_plastic,
  &after = world.scratch.impact_after;
  lay_out(world, world.scratch.impact_islands, world.scratch.chosen_island, world.scratch.impact_layout);
  gather_velocities(world, before);
  solve_impact(world, {world, true, nullptr});
  gather_velocities(world, after);
  const auto gains = [&](const IslandRange& island) { return gains_energy(world, island, before, after); };
  const std::vector<IslandRange>& islands = world.scratch.impact_problem.islands;
  if (std::none_of(islands.begin(), islands.end(), gains)) return;
  put_velocities(world, before);
  solve_impact(world, {world, false, nullptr});
  gather_velocities(world, plastic);
  put_velocities(world, after);
  give_no_energy(world, before, plastic, after);
}

// ties what touches or will touch, and marks the islands that something hits
bool find_impacts(WorldData& world) {
  StepWork& scratch = world.scratch;
  bool any = false;
  scratch.chosen_contact.assign(scratch.points.size(), 0);
  for (std::size_t i = 0; i < scratch.points.size(); ++i) {
    const Approach approach = approach_of(world, scratch.points[i]);
    scratch.chosen_contact[i] = approach.reaches ? 1 : 0;
    any = any || approach.bounces;
  }
  return any;
}

void find_impact_islands(WorldData& world) {
  StepWork& scratch = world.scratch;
  const int count = static_cast<int>(world.bodies.size());
  scratch.member.resize(count);
  for (int i = 0; i < count; ++i) scratch.member[i] = world.bodies[i].moves_freely();
  tie_islands(world, scratch.impact_islands, [&](auto tie) {
    for (std::size_t i = 0; i < scratch.points.size(); ++i)
      if (scratch.chosen_contact[i]) tie(scratch.points[i].body_a, scratch.points[i].body_b);
  });
}

void choose_hit_islands(WorldData& world) {
  StepWork& scratch = world.scratch;
  scratch.chosen_island.assign(scratch.impact_islands.count(), 0);
  for (std::size_t i = 0; i < scratch.points.size(); ++i) {
    const ContactPoint& point = scratch.points[i];
    const int island = scratch.impact_islands.of(point.body_a, point.body_b);
    if (island >= 0 && scratch.chosen_contact[i] && approach_of(world, point).bounces)
      scratch.chosen_island[island] = 1;
  }
}

// impulses of the last impact solve, a contact point
void gather_compression(WorldData& world) {
  StepWork& scratch = world.scratch;
  scratch.compression.assign(scratch.points.size(), 0.0);
  for (std::size_t row = 0; row < scratch.impact_layout.contact_of.size(); ++row) {
    const int point = scratch.impact_layout.contact_of[row];
    scratch.compression[point] = scratch.points[point].restitution * scratch.impact_solution.contact_impulse[row][0];
  }
}

void newton_law(WorldData& world) {
  find_impact_islands(world);
  choose_hit_islands(world);
  solve_bounce(world);
}

// compression to a stop, then e of each contact's impulse given back
void poisson_law(WorldData& world) {
  find_impact_islands(world);
  choose_hit_islands(world);
  StepWork& scratch = world.scratch;
  lay_out(world, scratch.impact_islands, scratch.chosen_island, scratch.impact_layout);
  gather_velocities(world, scratch.impact_before);
  solve_impact(world, {world, false, nullptr});
  gather_velocities(world, scratch.impact_plastic);
  gather_compression(world);
  solve_impact(world, {world, false, &scratch.compression});
  gather_velocities(world, scratch.impact_after);
  give_no_energy(world, scratch.impact_before, scratch.impact_plastic, scratch.impact_after);
}

// One pair at a time, the fastest first, until none approaches; a bounded count, then Newton's law ends it.
void sequential_law(WorldData& world) {
  StepWork& scratch = world.scratch;
  const std::vector<ContactPair>& pairs = scratch.contacts->pairs;
  const int most = 20 * static_cast<int>(pairs.size()) + 20;
  for (int round = 0; round < most; ++round) {
    int fastest = -1;
    double speed = 0.0;
    for (int pair = 0; pair < static_cast<int>(pairs.size()); ++pair)
      for (int i = pairs[pair].first; i < pairs[pair].first + pairs[pair].count; ++i) {
        const Approach approach = approach_of(world, scratch.points[i]);
        if (approach.bounces && approach.speed < speed) fastest = pair, speed = approach.speed;
      }
    if (fastest < 0) return;
    std::fill(scratch.chosen_contact.begin(), scratch.chosen_contact.end(), 0);
    for (int i = pairs[fastest].first; i < pairs[fastest].first + pairs[fastest].count; ++i)
      scratch.chosen_contact[i] = approach_of(world, scratch.points[i]).reaches;
    find_impact_islands(world);
    choose_hit_islands(world);
    solve_bounce(world);
  }
  find_impacts(world);
  newton_law(world);
}

// back from the synchronised velocities to those of the state; spin as momentum
void restart_from_impact(WorldData& world) {
  for (int i = 0; i < static_cast<int>(world.bodies.size()); ++i) {
    Body& body = world.bodies[i];
    if (!world.scratch.struck[i]) continue;
    const BodyWork& scratch = world.scratch.bodies[i];
    const Vec6 velocity = scratch.row.velocity - 0.5 * world.scratch.h * velocity_per_force(world, i);
    if (!velocity.allFinite()) continue;  // the step itself will find and contain it
    body.state.velocity = velocity.head<3>();
    set_momentum(body, body.state.angular_momentum + scratch.inertia * (velocity.tail<3>() - body.state.omega));
  }
}

}  // namespace

void stage::impact(WorldData& world) {
  world.report.impact = {};
  world.scratch.struck.assign(world.bodies.size(), 0);
  const auto bouncy = [](const ContactPoint& point) { return point.restitution > 0.0; };
  if (std::none_of(world.scratch.points.begin(), world.scratch.points.end(), bouncy)) return;
  synchronise(world);
  if (!find_impacts(world)) return;
  world.report.energy.onset = true;
  switch (world.parameters.impact_law) {
    case ImpactLaw::newton:
      newton_law(world);
      break;
    case ImpactLaw::poisson:
      poisson_law(world);
      break;
    case ImpactLaw::sequential:
      sequential_law(world);
      break;
  }
  restart_from_impact(world);
}

}  // namespace spook
