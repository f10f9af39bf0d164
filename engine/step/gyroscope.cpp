// A body of revolution in the frame that does not spin: ω = ω_⊥ + ω₃ e, L = I₁ ω_⊥ + I₃ ω₃ e. Between impulses a free
// body nods by x = h I₃ ω₃ / I₁; where x is beyond π what a joint learns of it a step apart means nothing, and the
// momentum of its impulses tears it from its foot. So the gyroscopic torque is taken as the mean of both velocities,
//   I (ω⁺ − ω) + h ½(ω + ω⁺) × I₃ ω₃ e = τ,
// which does no work whatever the step, nods by 2 atan(x/2) and precesses by the formula. The body turns by h ω₃ about
// e, then by h ω_⊥⁺, which takes e along and leaves ω_⊥⁺ at right angles to it: kinetic energies join exactly.
//
// The matrix I + W, W ω = −½ h I₃ ω₃ e × ω, is not symmetric. Solved is I + E, E = −W² / I₁, with (E − W) ω̃ on the
// right, ω̃ the turning of the trial (turning.h).
#include "engine/step/gyroscope.h"

#include <cmath>

#include "engine/cross_matrix.h"
#include "engine/step/rotation.h"

namespace spook {

namespace {

constexpr double min_nutation = 0.5;    // rad a step: below it impulses and free motion take turns well
constexpr double min_of_spheres = 1.5;  // whose free motion is steady turning
constexpr double max_nodding = 0.3;     // rad a step: what is flung about is no top
constexpr double roundness = 1e-3;      // of the inertia: how far from a body of revolution

// the principal axis it is round about; of a sphere the one it turns about; −1: none
int axis_of_revolution(const Vec3& principal, const Vec3& body_omega) {
  int found = -1;
  double fastest = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double i1 = principal[(axis + 1) % 3], i2 = principal[(axis + 2) % 3];
    if (std::abs(i1 - i2) > roundness * std::max(i1, i2) || std::abs(body_omega[axis]) <= fastest) continue;
    found = axis, fastest = std::abs(body_omega[axis]);
  }
  return found;
}

bool is_ball(const BodyDesc& desc) {
  return desc.shapes.size() == 1 && desc.shapes[0].type == ShapeType::sphere && desc.shapes[0].pose.position.isZero();
}

// E − W
Mat3 fed_back(const Gyroscope& g) {
  return g.half * g.half / g.across * (Mat3::Identity() - g.axis * g.axis.transpose()) + g.half * cross_matrix(g.axis);
}

}  // namespace

void find_gyroscope(WorldData& world, int slot, bool touched) {
  const Body& body = world.bodies[slot];
  BodyWork& work = world.scratch.bodies[slot];
  Gyroscope& g = work.gyroscope;
  g.spins = false;
  if (!work.jointed && !touched) return;
  const Vec3 omega = body.state.pose.orientation.conjugate() * body.state.omega;
  if (!(world.scratch.h * omega.norm() > 0.1)) return;
  const int axis = axis_of_revolution(body.principal, omega);
  if (axis < 0) return;
  const double across = 0.5 * (body.principal[(axis + 1) % 3] + body.principal[(axis + 2) % 3]);
  const Vec3 axis_now = body.state.pose.orientation * Vec3::Unit(axis);
  const double along = body.principal[axis], rate = omega[axis];
  const bool spherical = std::abs(along - across) < roundness * along;
  const double slowest = spherical ? min_of_spheres : min_nutation;
  if (!(world.scratch.h * along * std::abs(rate) > slowest * across)) return;
  // what tumbles rather than spins, and a ball that rolls
  if (!(std::abs(rate) > 0.9 * omega.norm())) return;
  if (!(world.scratch.h * (body.state.omega - rate * axis_now).norm() < max_nodding)) return;
  if (!work.jointed && is_ball(body.desc)) return;
  g.spins = true;
  g.axis = axis_now;
  g.across = across, g.along = along;
  g.half = 0.5 * world.scratch.h * along * rate;
}

void add_gyroscope(const BodyWork& work, BodyBlock& block) {
  const Gyroscope& g = work.gyroscope;
  block.inertia += g.half * g.half / g.across * (Mat3::Identity() - g.axis * g.axis.transpose());
  block.momentum.tail<3>() += g.half * g.axis.cross(work.row.velocity.tail<3>());
}

Vec3 gyroscope_feedback(const Gyroscope& g, const Vec3& omega) {
  return fed_back(g) * (omega - g.axis.dot(omega) * g.axis);
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
