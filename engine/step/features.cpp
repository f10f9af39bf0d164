#include "engine/step/features.h"

#include <algorithm>

#include "engine/step/ends.h"
#include "engine/step/rotation.h"

namespace spook {

namespace {

// rad a step: what turns less bends the way of a metre by half a picometre, less than the slack of contacts at rest
constexpr double unturned = 1e-6;

Vec3 turn_rate(const WorldData& world, int body) {
  const BodyWork& work = world.scratch.bodies[body];
  return work.row.index < 0 ? world.bodies[body].state.omega
                            : Vec3(world.scratch.solution.velocity[work.row.index].tail<3>());
}

}  // namespace

bool turns(const WorldData& world, int body) {
  const double h = world.scratch.h;
  const double fastest = std::max(turn_rate(world, body).squaredNorm(), world.bodies[body].state.omega.squaredNorm());
  return h * h * fastest > unturned * unturned;
}

namespace {

// A side's arm: what turns with its body, and the axis about which the rest of it may roll without being carried along.
struct Feature {
  Vec3 carried = Vec3::Zero(), round = Vec3::Zero();
  Vec3 rolls_about = Vec3::Zero();  // zero: about any axis (a ball)
};

// a cap lies on what it touches and turns with its body; a side rolls on it
constexpr double cap = 0.7;  // cosine between normal and axis: 45°

Feature feature_of(const Body& body, int shape_index, const Vec3& point, const Vec3& normal) {
  const ShapeDesc& shape = body.desc.shapes[shape_index];
  const Pose& pose = body.state.pose;
  const Vec3 arm = point - pose.position;
  Feature feature;
  if (shape.type == ShapeType::sphere) {
    feature.carried = pose.orientation * shape.pose.position;
  } else if (shape.type == ShapeType::capsule || shape.type == ShapeType::cylinder || shape.type == ShapeType::cone) {
    const Vec3 axis = pose.orientation * (shape.pose.orientation * Vec3::UnitZ());
    const Vec3 centre = pose.orientation * shape.pose.position;
    double along = axis.dot(arm - centre);
    if (shape.type == ShapeType::capsule) along = std::clamp(along, -shape.half_length, shape.half_length);
    feature.carried = centre + along * axis;
    if (shape.type != ShapeType::capsule) feature.rolls_about = axis;
    if (shape.type != ShapeType::capsule && std::abs(axis.dot(normal)) > cap) feature.carried = arm;
  } else {
    feature.carried = arm;
  }
  feature.round = arm - feature.carried;
  return feature;
}

// what a turn adds to an arm beyond h ω × arm
Vec3 beyond_chord(const Quat& turn, const Vec3& way_of_turn, const Vec3& arm) {
  return turn * arm - arm - way_of_turn.cross(arm);
}

// of one side: R the turn of its body, h ω what its row knows of it
Vec3 side_turning(const Feature& feature, const Quat& turn, const Vec3& way) {
  Vec3 sum = beyond_chord(turn, way, feature.carried);
  if (feature.rolls_about.isZero(0.0) || feature.round.isZero(0.0)) return sum;
  // without its spin about the axis, by which it rolls
  const Vec3 across = way - feature.rolls_about.dot(way) * feature.rolls_about;
  return sum + beyond_chord(rotate(Quat::Identity(), across, 1.0), across, feature.round);
}

}  // namespace

ContactTurning contact_turning(WorldData& world, const ContactPoint& point) {
  ContactTurning turning;
  if (point.seen_ahead || !world.parameters.follow_motion) return turning;
  const double h = world.scratch.h;
  const auto add = [&](int body, int shape, double sign) {
    if (!turns(world, body)) return;
    const Body& own = world.bodies[body];
    const Feature feature = feature_of(own, shape, point.point, point.frame.row(0).transpose());
    turning.ahead += sign * side_turning(feature, turn_after_step(world, body), h * turn_rate(world, body));
    turning.behind -= sign * side_turning(feature, turn_before_step(world, body), -h * own.state.omega);
  };
  add(point.body_a, point.shape_a, 1.0);
  add(point.body_b, point.shape_b, -1.0);
  turning.ahead = point.frame * turning.ahead, turning.behind = point.frame * turning.behind;
  return turning;
}

}  // namespace spook
