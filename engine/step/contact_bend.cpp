#include "engine/step/contact_bend.h"

#include <algorithm>

namespace spook {

namespace {

Vec3 speed_at(const Body& body, const Vec3& point) {
  return body.state.velocity + body.state.omega.cross(point - body.state.pose.position);
}

// of two estimates of one number the lesser; where they contradict, nothing
double agreed(double first, double second) {
  if (first * second <= 0.0) return 0.0;
  return std::abs(first) < std::abs(second) ? first : second;
}

}  // namespace

constexpr double coriolis = 1.0 / 3.0;

// What turning can make is believed, no more: a feature may have changed under the same name, and where nothing turns
// nothing bends (so a pile at rest has none of it).
Vec3 contact_bend(const WorldData& world, const ContactPoint& point, const CarriedContact& old) {
  constexpr double most_turn = 0.4, least_turn = 1e-14;  // rad a step: less bends by 1e-28 of an arm
  const double h = world.scratch.h;
  const auto rests = [&](int body) {
    return h * h * world.bodies[body].state.omega.squaredNorm() < least_turn * least_turn;
  };
  if (rests(point.body_a) && rests(point.body_b)) return Vec3::Zero();
  double reach = 0.0, most = 0.0;
  for (const int body : {point.body_a, point.body_b}) {
    const BodyState& state = world.bodies[body].state;
    const double turn = h * state.omega.norm(), arm = (point.point - state.pose.position).norm();
    if (!(turn < most_turn)) return Vec3::Zero();
    reach += turn * arm, most += 0.5 * turn * turn * arm;
  }
  const Body &a = world.bodies[point.body_a], &b = world.bodies[point.body_b];
  const double moved = (a.state.pose.to_parent(old.local_point) - point.point).norm();
  if (!(most > 0.0) || moved > 2.0 * reach + h * (speed_at(a, point.point) - speed_at(b, point.point)).norm())
    return Vec3::Zero();
  // as seen by who turns about the normal with both
  const Vec3 normal = point.frame.row(0).transpose();
  const double spin = 0.5 * h * normal.dot(a.state.omega + b.state.omega);
  const Vec3 before = Eigen::AngleAxisd(spin, normal) * old.speed;
  Vec3 bend = 0.5 * h * point.frame * (speed_at(a, point.point) - speed_at(b, point.point) - before);
  bend.tail<2>() = Eigen::Rotation2Dd(coriolis * spin) * bend.tail<2>();
  bend[0] = agreed(bend[0], point.gap - old.next_gap);
  const double length = bend.norm();
  return length > most ? Vec3(most / length * bend) : bend;
}

}  // namespace spook
