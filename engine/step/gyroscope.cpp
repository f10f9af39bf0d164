// A body of revolution in the frame that does not spin: ω = ω_⊥ + ω₃ e, L = I₁ ω_⊥ + I₃ ω₃ e. Between impulses a free
// body nods by x = h I₃ ω₃ / I₁; where x is beyond π what a joint learns of it a step apart means nothing, and the
// momentum of its impulses tears it from its foot. So the gyroscopic torque is taken as the mean of both velocities,
//   I (ω⁺ − ω) + h ½(ω + ω⁺) × I₃ ω₃ e = τ,
// which does no work whatever the step, nods by 2 atan(x/2) and precesses by the formula. The body turns by h ω₃ about
// e, then by h ω_⊥⁺, which takes e along and leaves ω_⊥⁺ at right angles to it: kinetic energies join exactly.
//
// The matrix I + W, W ω = −½ h I₃ ω₃ e × ω, is not symmetric. Solved is I + E, E = −W² / I₁, with (E − W) ω̃ on the
// right, ω̃ a guess of ω⁺, until both agree: a secant in the plane across e, since the problem is linear but for what
// slips.
#include "engine/step/gyroscope.h"

#include <Eigen/Dense>
#include <cmath>

#include "engine/step/rotation.h"

namespace spook {

namespace {

constexpr double least_nutation = 0.5;    // rad a step: below it impulses and free motion take turns well
constexpr double least_of_spheres = 1.5;  // whose free motion is steady turning
constexpr double most_nodding = 0.3;      // rad a step: what is flung about is no top
constexpr double roundness = 1e-3;        // of the inertia: how far from a body of revolution
constexpr double settled = 1e-10;         // of the body's kinetic energy: the work left out
constexpr double settled_turn = 1e-5;     // of the fed back momentum
constexpr int most_rounds = 6;

// the principal axis it is round about; of a sphere the one it turns about; −1: none
int axis_of_revolution(const Vec3& principal, const Vec3& body_omega) {
  int found = -1;
  double most = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double i1 = principal[(axis + 1) % 3], i2 = principal[(axis + 2) % 3];
    if (std::abs(i1 - i2) > roundness * std::max(i1, i2) || std::abs(body_omega[axis]) <= most) continue;
    found = axis, most = std::abs(body_omega[axis]);
  }
  return found;
}

bool is_ball(const BodyDesc& desc) {
  return desc.shapes.size() == 1 && desc.shapes[0].type == ShapeType::sphere && desc.shapes[0].pose.position.isZero();
}

Mat3 cross(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

// E − W
Mat3 fed_back(const Gyroscope& g) {
  return g.half * g.half / g.across * (Mat3::Identity() - g.axis * g.axis.transpose()) + g.half * cross(g.axis);
}

// the next guess: from the last answers in the plane across the axis the one whose answer is itself
Vec3 next_guess(Gyroscope& g, const Vec3& answer) {
  g.guesses[g.rounds % 3] = g.guess, g.answers[g.rounds % 3] = answer;
  ++g.rounds;
  const int differences = std::min(g.rounds - 1, 2);
  if (differences < 2) return answer;
  const Vec3 left = answer - g.guess;
  Eigen::Matrix<double, 3, 2> misses, steps;
  for (int i = 0; i < 2; ++i) {
    const int older = (g.rounds - 2 - i) % 3;
    misses.col(i) = left - (g.answers[older] - g.guesses[older]);
    steps.col(i) = answer - g.answers[older];
  }
  const Eigen::ColPivHouseholderQR<Eigen::Matrix<double, 3, 2>> qr(misses);
  if (qr.rank() < 2) return answer;
  return answer - steps * qr.solve(left);
}

}  // namespace

void find_gyroscope(WorldData& world, int slot, bool touched) {
  const Body& body = world.bodies[slot];
  BodyScratch& scratch = world.scratch.bodies[slot];
  Gyroscope& g = scratch.gyroscope;
  g.spins = false;
  if (!scratch.jointed && !touched) return;
  const Vec3 omega = body.state.pose.orientation.conjugate() * body.state.omega;
  if (!(world.scratch.h * omega.norm() > 0.1)) return;
  const int axis = axis_of_revolution(body.principal, omega);
  if (axis < 0) return;
  const double across = 0.5 * (body.principal[(axis + 1) % 3] + body.principal[(axis + 2) % 3]);
  const Vec3 axis_now = body.state.pose.orientation * Vec3::Unit(axis);
  const double along = body.principal[axis], rate = omega[axis];
  const bool spherical = std::abs(along - across) < roundness * along;
  const double least = spherical ? least_of_spheres : least_nutation;
  if (!(world.scratch.h * along * std::abs(rate) > least * across)) return;
  // what tumbles rather than spins, and a ball that rolls
  if (!(std::abs(rate) > 0.9 * omega.norm())) return;
  if (!(world.scratch.h * (body.state.omega - rate * axis_now).norm() < most_nodding)) return;
  if (!scratch.jointed && is_ball(body.desc)) return;
  g.spins = true;
  g.axis = axis_now;
  g.across = across, g.along = along;
  g.half = 0.5 * world.scratch.h * along * rate;
  g.guess = body.state.omega - rate * g.axis;
  g.rounds = 0;
}

void add_gyroscope(const BodyScratch& scratch, BodyBlock& block) {
  const Gyroscope& g = scratch.gyroscope;
  block.inertia += g.half * g.half / g.across * (Mat3::Identity() - g.axis * g.axis.transpose());
  block.momentum.tail<3>() += g.half * g.axis.cross(scratch.row.velocity.tail<3>()) + fed_back(g) * g.guess;
}

bool settle_gyroscopes(WorldData& world) {
  StepScratch& scratch = world.scratch;
  StepProblem& problem = scratch.problem;
  scratch.refine.chosen.assign(problem.islands.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < problem.islands.size(); ++i) {
    const IslandRange& island = problem.islands[i];
    for (int row = island.first_body; row < island.first_body + island.body_count; ++row) {
      const int slot = scratch.layout.bodies[row].index;
      Gyroscope& g = scratch.bodies[slot].gyroscope;
      if (!g.spins || g.rounds >= most_rounds) continue;
      const Vec3 omega = scratch.solution.velocity[row].tail<3>(), across = omega - g.axis.dot(omega) * g.axis;
      const Mat3 fed = fed_back(g);
      const Vec3 left = fed * (across - g.guess);
      const double kinetic = kinetic_energy(world.bodies[slot]);
      if (left.norm() * across.norm() <= settled * kinetic && left.norm() <= settled_turn * (fed * across).norm())
        continue;
      const Vec3 guess = next_guess(g, across);
      problem.bodies[row].momentum.tail<3>() += fed * (guess - g.guess);
      g.guess = guess;
      scratch.refine.chosen[i] = 1, any = true;
    }
  }
  return any;
}

Quat gyroscope_orientation(const Gyroscope& g, const Quat& orientation, const Vec3& omega, double h) {
  const Vec3 spin = g.axis.dot(omega) * g.axis;
  return rotate(rotate(orientation, spin, h), omega - spin, h);
}

Vec3 gyroscope_momentum(const Body& body, const Gyroscope& g, const Vec3& omega, double h) {
  const double spin = g.axis.dot(omega);
  const Vec3 across = omega - spin * g.axis;
  const Vec3 axis = rotate(Quat::Identity(), across, h) * g.axis;
  return momentum_from_omega(gyroscope_orientation(g, body.state.pose.orientation, omega, h), body.principal,
                             across + spin * axis);
}

}  // namespace spook
