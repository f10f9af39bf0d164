// Stage 7, the one safety of the step. Energy is judged from the trial alone: what the impulses of an island made
// beyond what its forces, drives and springs gave. Where that is more than is allowed, rows did not tell the motion
// (bodies that turn by radians in a step, a solve that stopped early), and the trial is drawn towards the plastic
// answer, in which joints neither open nor close: G v⁺ = 0, an inelastic impact, which only ever takes. How far is one
// closed form: the energy of what lies between two answers is a quadratic of the share.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/constraint/spook_row.h"
#include "engine/solve/rows.h"
#include "engine/solve/sweep_wide.h"
#include "engine/step/ends.h"
#include "engine/step/problem_builder.h"
#include "engine/step/quadratic.h"
#include "engine/step/rounds.h"
#include "engine/step/step.h"
#include "engine/step/tension.h"
#include "engine/step/turning.h"

namespace spook {

namespace {

template <typename World, typename Use>
void for_each_body(World& world, const IslandRange& island, Use use) {
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const int slot = world.scratch.layout.bodies[row].index;
    use(row, world.bodies[slot], world.scratch.bodies[slot]);
  }
}

// u·M v of one body, without what damping and tension add to its block
double product(const Body& body, const BodyWork& work, const Vec6& u, const Vec6& v) {
  return body.mass * u.head<3>().dot(v.head<3>()) + u.tail<3>().dot(work.inertia * v.tail<3>());
}

// what a row that drives may put in: by the speed there was, and the one it asks for
double work_of_row(const JointRow& row, double before, double after, double impulse) {
  const double fastest = std::max(std::abs(before), std::abs(row.rhs));
  return std::max(0.0, 0.5 * impulse * (before + std::clamp(after, -fastest, fastest)));
}

// what motors, hands and moving obstacles put in is theirs to give
double work_of_drives(const WorldData& world, const IslandRange& island) {
  const StepWork& work = world.scratch;
  double sum = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = work.sources[block];
    const JointBlock& rows = work.problem.joints[block];
    const Vec6 impulse = block_impulse(rows, work.solution.joint_impulse);
    const Vec6 after = joint_velocity(work.problem, rows, work.solution.velocity);
    Vec6 before = Vec6::Zero();
    for (int b = 0; b < rows.body_count; ++b)
      before += work.problem.jacobians[rows.first_jacobian + b] * work.problem.bodies[rows.bodies[b]].velocity;
    for (int i = 0; i < rows.row_count; ++i) {
      const bool drives = source.grip >= 0 || (source.extras && source.slot[i] == motor_slot);
      if (drives) sum += work_of_row(work.problem.rows[rows.first_row + i], before[i], after[i], impulse[i]);
      if (!source.extras) sum += std::max(0.0, -impulse[i] * source.rows[i].given);
    }
  }
  for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
    const ContactPoint& point = work.points[work.layout.contact_of[row]];
    for (const int body : {point.body_a, point.body_b}) {
      if (world.bodies[body].desc.motion != Motion::kinematic) continue;
      const Vec3 given = point.frame * contact_body(world, body).velocity_at(point.point);
      sum += std::abs(given.dot(work.solution.contact_impulse[row]));
    }
  }
  return sum;
}

double mass_of(const WorldData& world, const IslandRange& island) {
  double mass = 0.0;
  for_each_body(world, island, [&](int, const Body& body, const BodyWork&) { mass += body.mass; });
  return mass;
}

// J that overlaps, and joints that stand apart where the step is solved, may set free: what their compliance holds,
// ½ c²/ε, and no more than moving all of the island at the speed a row asks for, (4/h) φ c. Where it is not solved,
// last step's impulses and slips tell nothing: overlaps close slowly.
double held_by_gaps(const WorldData& world, const IslandRange& island, bool solved) {
  const StepWork& work = world.scratch;
  double held = 0.0, fastest = 0.0, placed = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count && solved; ++block) {
    const BlockSource& source = work.sources[block];
    if (!source.follows || world.joints[source.joint].desc.type == JointType::spring) continue;
    const JointDesc& desc = world.joints[source.joint].desc;
    const SpookRow constants =
        spook_row(desc.compliance.value_or(world.parameters.joint_compliance),
                  desc.relaxation_steps.value_or(world.parameters.joint_relaxation_steps), work.h);
    for (int i = 0; i < work.problem.joints[block].row_count; ++i) {
      if (desc.max_only && source.rows[i].violation < 0.0) continue;  // a rope that hangs loose
      const double gap = std::abs(source.rows[i].violation) + work.h * std::abs(source.rows[i].came);
      held += 0.5 * gap * gap / std::max(desc.compliance.value_or(world.parameters.joint_compliance), min_compliance);
      if (source.rows[i].angular) continue;
      double& speed = world.joints[source.joint].memory.as_placed ? placed : fastest;
      speed = std::max(speed, 8.0 / work.h * constants.phi * std::abs(gap));  // and as fast again: it may swing
    }
  }
  fastest = std::max(std::min(fastest, work.options.max_closing), placed);
  for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
    const ContactPoint& point = work.points[work.layout.contact_of[row]];
    const double depth = std::max(-point.gap, 0.0), slip = point.slip.norm();
    const double asked = 4.0 / work.h * spook_row(point.compliance, point.relaxation_steps, work.h).phi;
    // an overlap that last step's impulse tells of is a spring's; another closes as slowly as gaps of joints
    const double told = solved ? std::min(depth, point.compliance * point.impulse[0] / work.h) : 0.0;
    const double held_slip = solved ? slip : 0.0;
    fastest = std::max({fastest, asked * told, asked * held_slip, std::min(asked * depth, work.options.max_closing)});
    held += 0.5 * depth * depth / std::max(point.compliance, min_compliance) +
            0.5 * slip * slip / std::max(world.parameters.friction_compliance, min_compliance);
  }
  return std::min(held, 0.5 * mass_of(world, island) * fastest * fastest);
}

// J that a lock holds which stands off where it is told to be: a spring of its compliance, and beyond its effort a
// weight
double held_by_lock(const WorldData& world, const Joint& joint, double off) {
  const double compliance = std::max(joint.desc.compliance.value_or(world.parameters.joint_compliance), min_compliance);
  const double x = std::abs(off), most = joint.desc.lock->max_effort, bends = std::min(x, compliance * most);
  return 0.5 * bends * bends / compliance + (x > bends ? most * (x - bends) : 0.0);
}

// by how much a joint's coordinate ends elsewhere, of all that differ by whole turns what is nearest to `expected`
double moved_by(WorldData& world, const Joint& joint, double expected) {
  const double moved = coordinate_after_step(world, joint) - joint_position(joint, world.bodies);
  if (joint_type_info(joint.desc.type).coordinate != JointCoordinate::angle) return moved;
  constexpr double turn = 2.0 * std::numbers::pi;
  return moved + turn * std::round((expected - moved) / turn);
}

// ½ k m² of springs, m the synchronised length beyond rest (numerics §1), and what locks hold, at the end of the trial
// less at the beginning
double wound_up(WorldData& world, const IslandRange& island) {
  const StepWork& work = world.scratch;
  double sum = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = work.sources[block];
    if (source.joint < 0) continue;
    const Joint& joint = world.joints[source.joint];
    const JointBlock& rows = work.problem.joints[block];
    for (int i = 0; i < rows.row_count && source.extras; ++i) {
      if (source.slot[i] != lock_slot) continue;
      // half a step earlier, as springs are; but what swings through from afar held nothing there
      const double off = source.rows[i].violation, half = 0.5 * work.h;
      const double earlier = off - std::clamp(half * source.rows[i].came, -std::abs(off), std::abs(off));
      const double goes = work.h * joint_velocity(work.problem, rows, work.solution.velocity)[i];
      sum += held_by_lock(world, joint, off + 0.5 * moved_by(world, joint, goes)) - held_by_lock(world, joint, earlier);
    }
    if (source.extras || joint.desc.type != JointType::spring) continue;
    const RowSource& row = source.rows[0];
    const double before = row.violation - 0.5 * work.h * row.came;
    const double after = 0.5 * (row.violation + violations_after_step(world, joint)[0]);
    sum += 0.5 * joint.desc.stiffness * (after * after - before * before);
  }
  return sum;
}

// what impulses made of motion, ½ v⁺ᵀ M v⁺ − ½ vᵀ M v − h f·v̄: a bilinear form of v⁺. Of a body that was struck it
// begins at its synchronised velocity (impact.cpp), which rows let pass: forces have half of the step to go.
double made_by_impulses(const WorldData& world, const IslandRange& island, const std::vector<Vec6>& u,
                        const std::vector<Vec6>& v) {
  double sum = 0.0;
  for_each_body(world, island, [&](int row, const Body& body, const BodyWork& work) {
    const int slot = world.scratch.layout.bodies[row].index;
    const bool struck = world.scratch.struck[slot];
    const double left = struck ? 0.5 * world.scratch.h : world.scratch.h;
    const Vec6 before = velocity_at_start(world, slot);
    sum += 0.5 * product(body, work, u[row], v[row]) - 0.5 * product(body, work, before, before) -
           0.5 * left * work.force.dot(before + 0.5 * (u[row] + v[row]));
  });
  return sum;
}

// J that no one sees
double noise_of(const WorldData& world, const IslandRange& island, bool solved) {
  const StepOptions& options = world.scratch.options;
  double kinetic = 0.0, mass = 0.0;
  for_each_body(world, island, [&](int, const Body& body, const BodyWork& work) {
    kinetic += 0.5 * product(body, work, work.row.velocity, work.row.velocity);
    mass += body.mass;
  });
  return (solved ? 1.0 : options.strictness) * (options.allowed_gain * kinetic + options.allowed_noise * mass);
}

IslandEnergy judge_energy(WorldData& world, const IslandRange& island, bool solved) {
  IslandEnergy energy;
  const std::vector<Vec6>& velocity = world.scratch.solution.velocity;
  energy.motion = made_by_impulses(world, island, velocity, velocity);
  energy.made = energy.motion + wound_up(world, island);
  energy.noise = energy.allowed = noise_of(world, island, solved);
  if (!(energy.made <= energy.allowed))
    energy.allowed += held_by_gaps(world, island, solved) + work_of_drives(world, island);
  return energy;
}

// Joints neither open nor close, and nothing is pushed out of where it is: of a row that pushes one way, rhs is the
// speed at which it asks to be left.
void put_plastic(WorldData& world, const IslandRange& island) {
  StepWork& work = world.scratch;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = work.sources[block];
    if (source.joint < 0) continue;
    const JointBlock& rows = work.problem.joints[block];
    for (int i = 0; i < rows.row_count; ++i) {
      JointRow& row = work.problem.rows[rows.first_row + i];
      RowSource& made = work.sources[block].rows[i];
      if (!source.extras) {  // … in the turning of its rows
        row.rhs += made.turning - made.foreseen;
        made.turning = made.foreseen;
      }
      if (!source.extras && world.joints[source.joint].desc.type == JointType::spring) continue;
      const double still = source.extras ? 0.0 : -made.given;
      if (source.extras && source.slot[i] == motor_slot) continue;
      if (row.lower == 0.0)
        row.rhs = std::min(row.rhs, still);
      else if (row.upper == 0.0)
        row.rhs = std::max(row.rhs, still);
      else
        row.rhs = still;
    }
  }
  put_first_momenta(world, island);
  for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
    const ContactPoint& point = work.points[work.layout.contact_of[row]];
    if (point.gap < 0.0) work.problem.contacts[row].bias = std::max(work.problem.contacts[row].bias, 0.0);
  }
}

// velocities alone: impulses of the other answer are what no row can be believed to hold
void mix(StepWork& work, const IslandRange& island, const StepSolution& full, double share) {
  for (int body = island.first_body; body < island.first_body + island.body_count && share > 0.0; ++body)
    work.solution.velocity[body] = (1.0 - share) * work.solution.velocity[body] + share * full.velocity[body];
}

// made by impulses and wound up by springs, with the velocities there are
double made_in_all(WorldData& world, const IslandRange& island) {
  const std::vector<Vec6>& velocity = world.scratch.solution.velocity;
  for_each_body(world, island, [&](int, const Body&, BodyWork& own) { own.end_known = false; });
  return made_by_impulses(world, island, velocity, velocity) + wound_up(world, island);
}

// All bodies sticking together as they would move without one another: the most plastic answer there is. What hangs
// stands still, and so does what winds up springs by that motion alone.
void stick_together(WorldData& world, const IslandRange& island, double allowed) {
  std::vector<Vec6>& velocity = world.scratch.solution.velocity;
  for_each_body(world, island, [&](int row, const Body& body, const BodyWork& own) {
    velocity[row] = own.row.velocity;
    velocity[row].head<3>() += world.scratch.h / body.mass * own.force.head<3>();
  });
  const RigidMotion common =
      hangs_from_the_world(world, island) ? RigidMotion{} : common_motion(world, island, velocity, false);
  for_each_body(world, island, [&](int row, const Body& body, const BodyWork&) {
    velocity[row] = common.of(body.state.pose.position);
  });
  if (!(made_in_all(world, island) <= allowed))
    for_each_body(world, island, [&](int row, const Body&, const BodyWork&) { velocity[row].setZero(); });
}

// Where even the plastic answer gains (springs that turn by radians wind up as they like), or is no number: as far as
// it takes towards sticking together.
void draw_together(WorldData& world, const IslandRange& island, double allowed) {
  StepWork& work = world.scratch;
  std::vector<Vec6>& velocity = work.solution.velocity;
  if (made_in_all(world, island) <= allowed) return;
  std::vector<Vec6>& together = work.mean_velocity;
  together = velocity;
  stick_together(world, island, allowed);
  std::swap(velocity, together);
  // springs are where the answer leads them: a few times
  for (int round = 0; round < work.options.max_rounds && !(made_in_all(world, island) <= allowed); ++round) {
    const double wound = wound_up(world, island);
    const Quadratic between{made_by_impulses(world, island, together, together),
                            made_by_impulses(world, island, together, velocity),
                            made_by_impulses(world, island, velocity, velocity)};
    const double share = std::isfinite(wound) ? between.largest_share(allowed - wound) : 0.0;
    for_each_body(world, island, [&](int row, const Body&, const BodyWork&) {
      velocity[row] = share > 0.0 ? Vec6(together[row] + share * (velocity[row] - together[row])) : together[row];
    });
  }
  for_each_body(world, island, [&](int, const Body&, BodyWork& own) { own.end_known = false; });
}

// J that contacts make because they are not solved: impulses of rows that part, and of friction that pushes along.
double made_by_misses(const StepWork& work, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
    const ContactRow& contact = work.problem.contacts[row];
    const Vec3& impulse = work.solution.contact_impulse[row];
    const Vec3 slack = contact_slack(contact, contact_velocity(contact, work.solution.velocity), impulse);
    sum += std::max(0.0, impulse[0] * slack[0]) + std::max(0.0, impulse.tail<2>().dot(slack.tail<2>()));
  }
  return sum;
}

// Solved contacts alone make no more than pushing out of overlaps does, and what rolls over one another within a step:
// 4e-4 of a scene's energy in the worst step of any. Where sweeps were the end of it, a wall of a thousand bricks
// gained 1 % as it was hit.
bool contacts_are_solved(const WorldData& world, const IslandRange& island) {
  if (island.joint_count > 0) return false;
  if (world.report.solve.failed == 0 || island.contact_count < WideSweeps::min_contacts) return true;
  return made_by_misses(world.scratch, island) <= noise_of(world, island, false);
}

}  // namespace

void stage::guard(WorldData& world) {
  if (!world.parameters.guard) return;
  StepWork& work = world.scratch;
  std::vector<IslandEnergy>& energies = work.energies;
  energies.assign(work.problem.islands.size(), {});
  bool any = false;
  for (std::size_t i = 0; i < energies.size(); ++i) {
    work.open[i] = 0;
    if (contacts_are_solved(world, work.problem.islands[i])) continue;
    energies[i] = judge_energy(world, work.problem.islands[i], work.rounds[i].solved);
    work.open[i] = work.rounds[i].guarded = !(energies[i].made <= energies[i].allowed);
    any = any || work.open[i];
  }
  if (!any) return;
  const StepSolution full = work.solution;
  for (std::size_t i = 0; i < energies.size(); ++i)
    if (work.open[i]) put_plastic(world, work.problem.islands[i]);
  solve_open(world, true, FrictionBounds::swept);  // far from the trial
  for (std::size_t i = 0; i < energies.size(); ++i) {
    if (!work.open[i]) continue;
    const IslandRange& island = work.problem.islands[i];
    const std::vector<Vec6>& plastic = work.solution.velocity;
    const Quadratic between{made_by_impulses(world, island, plastic, plastic),
                            made_by_impulses(world, island, plastic, full.velocity), energies[i].motion};
    mix(work, island, full,
        between.largest_share(energies[i].allowed - energies[i].noise - (energies[i].made - energies[i].motion)));
    draw_together(world, island, energies[i].allowed - energies[i].noise);
  }
  world.report.flags.emplace_back("guard: a group of bodies was held back from gaining energy");
}

}  // namespace spook
