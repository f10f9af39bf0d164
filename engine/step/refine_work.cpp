// The work of joints. By G v⁺ = r − T λ the equations of a joint add λ·G (v⁺ + v)/2 to the synchronised energy of
// numerics §2 in a step. A violation that opens under load takes energy, and closing it gives that back; but where
// links turn by radians in a step violations come from nowhere, and pulling them shut against tonnes tears everything
// apart. So joints keep an account: what they took lately is theirs to give. A step in which they would give more is
// drawn towards one in which violations stay as they are (r = 0, an inelastic impact), which only ever takes.
#include <Eigen/Cholesky>
#include <algorithm>

#include "engine/solve/rows.h"
#include "engine/step/refine.h"

namespace spook {

namespace {

constexpr double closed_gap = 1e-5;       // m, rad: a joint that began apart closes before it is watched
constexpr double lifting_speed = 0.02;    // m/s: the power there always is, that of lifting all there hangs so fast
constexpr double free_energy = 5e-5;      // J/kg: a hundredth of a metre a second
constexpr double share_of_motion = 1e-4;  // of the kinetic energy, in a step
constexpr double most_credit = 0.1;       // of the kinetic energy
constexpr double wild_turn = 1.0;         // rad a step
constexpr double most_of_failed = 0.01;   // of the kinetic energy: what a solve that stopped early may make
constexpr double credit_kept = 0.99;      // a step

struct IslandWork {
  double work = 0.0, allowed = 0.0;
};

bool is_watched(const WorldData& world, const BlockSource& source) {
  return source.joint >= 0 && source.holds && world.joints[source.joint].memory.closed;
}

// calls use(row index, row source) for every watched equation of the island
template <typename Use>
void for_watched_rows(const WorldData& world, const IslandRange& island, Use use) {
  const StepScratch& scratch = world.scratch;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = scratch.sources[block];
    if (!is_watched(world, source)) continue;
    const JointBlock& rows = scratch.problem.joints[block];
    for (int i = 0; i < rows.row_count; ++i) use(rows.first_row + i, source.rows[i]);
  }
}

// twice the mean G v over the step
double speeds(const JointRow& row, const RowSource& source, double rhs, double impulse) {
  return rhs + source.given - row.compliance * impulse + source.speed;
}

double kinetic(const WorldData& world, const IslandRange& island) {
  double sum = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    sum += kinetic_energy(world.bodies[world.scratch.layout.bodies[row].index]);
  return sum;
}

double work_of(const WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  double work = 0.0;
  for_watched_rows(world, island, [&](int row, const RowSource& source) {
    const JointRow& own = scratch.problem.rows[row];
    const double impulse = scratch.solution.joint_impulse[row];
    work += 0.5 * impulse * speeds(own, source, own.rhs, impulse);
  });
  return work + swing_work(world, island) + balancing_work(world, island);
}

double credit_of(const WorldData& world, const IslandRange& island) {
  double credit = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
    if (is_watched(world, world.scratch.sources[block]))
      credit += world.joints[world.scratch.sources[block].joint].memory.credit;
  return credit;
}

double allowed_work(const WorldData& world, const IslandRange& island) {
  double mass = 0.0;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row)
    mass += world.bodies[world.scratch.layout.bodies[row].index].mass;
  const double lifting = world.parameters.gravity.norm() * lifting_speed * world.scratch.h;
  return credit_of(world, island) + mass * (lifting + free_energy) + share_of_motion * kinetic(world, island);
}

// the largest share s of the full solution whose work, a quadratic w₀ + s (…) + s² (…), is allowed
double allowed_share(double at_none, double crossed, double at_all, double allowed) {
  if (!(at_none < allowed)) return 0.0;
  double low = 0.0, high = 1.0;
  for (int round = 0; round < 40; ++round) {
    const double s = 0.5 * (low + high), rest = 1.0 - s;
    (rest * rest * at_none + 2.0 * s * rest * crossed + s * s * at_all > allowed ? high : low) = s;
  }
  return low;
}

// the solution becomes (1 − s) × itself + s × the full one
void draw_towards(WorldData& world, const IslandRange& island, double s) {
  StepScratch& scratch = world.scratch;
  const StepSolution& full = scratch.refine.other;
  StepSolution& mixed = scratch.solution;
  const auto mix = [&](auto& held, const auto& freely) { held = (1.0 - s) * held + s * freely; };
  for (int body = island.first_body; body < island.first_body + island.body_count; ++body)
    mix(mixed.velocity[body], full.velocity[body]);
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const JointBlock& rows = scratch.problem.joints[block];
    for (int row = rows.first_row; row < rows.first_row + rows.row_count; ++row) {
      mix(mixed.joint_impulse[row], full.joint_impulse[row]);
      mix(scratch.problem.rows[row].rhs, scratch.refine.rhs[row]);
    }
  }
  for (int contact = island.first_contact; contact < island.first_contact + island.contact_count; ++contact)
    mix(mixed.contact_impulse[contact], full.contact_impulse[contact]);
}

void limit_island(WorldData& world, const IslandRange& island, const IslandWork& wanted) {
  const StepScratch& scratch = world.scratch;
  double crossed = 0.0;
  for_watched_rows(world, island, [&](int row, const RowSource& source) {
    const JointRow& own = scratch.problem.rows[row];
    const double held = scratch.solution.joint_impulse[row], freely = scratch.refine.other.joint_impulse[row];
    crossed += 0.25 * (held * speeds(own, source, scratch.refine.rhs[row], freely) +
                       freely * speeds(own, source, own.rhs, held));
  });
  draw_towards(world, island, allowed_share(work_of(world, island), crossed, wanted.work, wanted.allowed));
  forget_ends(world);
}

// what all impulses together made: kinetic energy less the work of the forces, of the solution with its impulses × s
struct ImpulseWork {
  double linear = 0.0, squared = 0.0;  // w = s linear + s² squared
  double at(double s) const { return s * (linear + s * squared); }
};

Vec6 free_velocity(const BodyBlock& body) {
  Vec6 velocity;
  velocity << body.momentum.head<3>() / body.mass, body.inertia.ldlt().solve(body.momentum.tail<3>());
  return velocity;
}

ImpulseWork impulse_work(const WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  ImpulseWork work;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const int body = scratch.layout.bodies[row].index;
    const BodyScratch& own = scratch.bodies[body];
    const Vec6 free = free_velocity(scratch.problem.bodies[row]), added = scratch.solution.velocity[row] - free;
    Vec6 weighed;  // M times what the impulses added
    weighed << world.bodies[body].mass * added.head<3>(), own.inertia * added.tail<3>();
    work.squared += 0.5 * added.dot(weighed);
    work.linear += free.dot(weighed) - 0.5 * scratch.h * own.force.dot(added);
  }
  return work;
}

// jointed bodies that turn so far in a step mean nothing any more
bool turns_wildly(const WorldData& world, const IslandRange& island) {
  if (island.joint_count == 0) return false;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const Gyroscope& gyroscope = world.scratch.bodies[world.scratch.layout.bodies[row].index].gyroscope;
    Vec3 omega = world.scratch.solution.velocity[row].tail<3>();
    if (gyroscope.spins) omega -= gyroscope.axis.dot(omega) * gyroscope.axis;
    if (!(world.scratch.h * omega.norm() <= wild_turn)) return true;
  }
  return false;
}

void scale_impulses(WorldData& world, const IslandRange& island, double s) {
  StepScratch& scratch = world.scratch;
  for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
    const Vec6 free = free_velocity(scratch.problem.bodies[row]);
    scratch.solution.velocity[row] = free + s * (scratch.solution.velocity[row] - free);
  }
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const JointBlock& rows = scratch.problem.joints[block];
    for (int row = rows.first_row; row < rows.first_row + rows.row_count; ++row)
      scratch.solution.joint_impulse[row] *= s;
  }
  for (int contact = island.first_contact; contact < island.first_contact + island.contact_count; ++contact)
    scratch.solution.contact_impulse[contact] *= s;
}

void keep_accounts(WorldData& world, const IslandRange& island) {
  if (island.joint_count == 0) return;
  const StepScratch& scratch = world.scratch;
  const double left = std::clamp(credit_kept * credit_of(world, island) - work_of(world, island), 0.0,
                                 most_credit * kinetic(world, island));
  int watched = 0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block)
    watched += is_watched(world, scratch.sources[block]);
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = scratch.sources[block];
    if (source.joint < 0 || !source.holds) continue;
    JointMemory& memory = world.joints[source.joint].memory;
    if (memory.closed) {
      memory.credit = left / watched;
      continue;
    }
    double widest = 0.0;
    for (int i = 0; i < scratch.problem.joints[block].row_count; ++i) {
      const RowSource& row = source.rows[i];
      const double rate = row.speed - 0.5 * scratch.h * row.curvature;
      widest = std::max({widest, std::abs(row.violation), scratch.h * std::abs(rate)});
    }
    memory.closed = widest < closed_gap;
  }
}

}  // namespace

namespace {

// what motors and hands put in is theirs to give
double work_of_drives(const WorldData& world, const IslandRange& island) {
  const StepScratch& scratch = world.scratch;
  const StepProblem& problem = scratch.problem;
  double work = 0.0;
  for (int block = island.first_joint; block < island.first_joint + island.joint_count; ++block) {
    const BlockSource& source = scratch.sources[block];
    if (source.joint >= 0 && !source.extras) continue;
    const JointBlock& rows = problem.joints[block];
    Vec6 speeds = joint_velocity(problem, rows, scratch.solution.velocity);
    for (int b = 0; b < rows.body_count; ++b)
      speeds += problem.jacobians[rows.first_jacobian + b] * problem.bodies[rows.bodies[b]].velocity;
    work += 0.5 * speeds.dot(block_impulse(rows, scratch.solution.joint_impulse));
  }
  return std::max(work, 0.0);
}

}  // namespace

void limit_wild_impulses(WorldData& world) {
  const bool failed = world.report.solve.failed > 0;
  for (const IslandRange& island : world.scratch.problem.islands) {
    if (!failed && !turns_wildly(world, island)) continue;
    const ImpulseWork work = impulse_work(world, island);
    const double allowed =
        allowed_work(world, island) + work_of_drives(world, island) + most_of_failed * kinetic(world, island);
    if (!(work.at(1.0) > allowed)) continue;
    double low = 0.0, high = 1.0;
    for (int round = 0; round < 40; ++round) {
      const double s = 0.5 * (low + high);
      (work.at(s) > allowed ? high : low) = s;
    }
    scale_impulses(world, island, low);
    forget_ends(world);
  }
}

void limit_joint_work(WorldData& world) {
  StepScratch& scratch = world.scratch;
  RefineScratch& refine = scratch.refine;
  StepProblem& problem = scratch.problem;
  refine.chosen.assign(problem.islands.size(), 0);
  refine.wanted.resize(problem.islands.size());
  bool any = false;
  for (std::size_t i = 0; i < problem.islands.size(); ++i) {
    const IslandRange& island = problem.islands[i];
    if (island.joint_count == 0) continue;
    const IslandWork wanted{work_of(world, island), allowed_work(world, island)};
    refine.wanted[i] = {wanted.work, wanted.allowed};
    refine.chosen[i] = wanted.work > wanted.allowed;
    any = any || refine.chosen[i];
  }
  if (any) {
    refine.other = scratch.solution;
    refine.rhs.resize(problem.rows.size());
    for (std::size_t row = 0; row < problem.rows.size(); ++row) refine.rhs[row] = problem.rows[row].rhs;
    for (std::size_t i = 0; i < problem.islands.size(); ++i)
      if (refine.chosen[i])
        for_watched_rows(world, problem.islands[i],
                         [&](int row, const RowSource& source) { problem.rows[row].rhs = -source.given; });
    solve_again(world, true);
    for (std::size_t i = 0; i < problem.islands.size(); ++i)
      if (refine.chosen[i]) limit_island(world, problem.islands[i], {refine.wanted[i][0], refine.wanted[i][1]});
  }
  for (const IslandRange& island : problem.islands) keep_accounts(world, island);
}

}  // namespace spook
