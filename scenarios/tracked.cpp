// A tracked vehicle: two endless chains of hinged plates around driven wheels.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// The hinges of a track lie on a stadium: `arcs` chords of equal length round each end, `flats` along each straight.
struct Track {
  int arcs = 8, flats = 9;
  double radius = 0.4, thick = 0.05, half_width = 0.18;
  double pitch() const { return 2 * radius * std::sin(pi / (2 * arcs)); }
  double wheelbase() const { return flats * pitch(); }
  // a chord's middle is nearer to the axle than its ends: there the plates touch the wheel
  double wheel() const { return radius * std::cos(pi / (2 * arcs)) - thick / 2; }
  int plates() const { return 2 * (arcs + flats); }
  Vec2 hinge(int i) const {
    const double half = wheelbase() / 2;
    i = i % plates();
    if (i < flats) return {-half + i * pitch(), radius};  // along the top, forward
    i -= flats;
    if (i < arcs) return {half + radius * std::sin(pi * i / arcs), radius * std::cos(pi * i / arcs)};
    i -= arcs;
    if (i < flats) return {half - i * pitch(), -radius};
    i -= flats;
    return {-half - radius * std::sin(pi * i / arcs), -radius * std::cos(pi * i / arcs)};
  }
};

void add_track(Scene& scene, const std::string& side, const Track& track, const Vec3& centre, double speed,
               double effort) {
  const int plates = track.plates();
  const auto at = [&](const Vec2& p) { return Vec3(centre.x() + p.x(), centre.y(), centre.z() + p.y()); };
  const auto name = [&](int i) { return side + "_plate_" + std::to_string((i + plates) % plates); };
  for (int i = 0; i < plates; ++i) {
    const Vec2 from = track.hinge(i), to = track.hinge(i + 1), along = (to - from).normalized();
    body(scene, name(i), {with_material(box({track.pitch() / 2 - 0.012, track.half_width, track.thick / 2}), "track")},
         at(0.5 * (from + to)), turn(Vec3::UnitY(), -std::atan2(along.y(), along.x())), "metal")
        .mass = 4;
  }
  for (int i = 0; i < plates; ++i)
    joint(scene, JointType::hinge, side + "_hinge_" + std::to_string(i), name(i), name(i - 1), at(track.hinge(i)),
          Vec3::UnitY());
  // end wheels and road wheels are all driven; they reach the plates they stand on, exactly
  const int wheels = 4;
  for (int i = 0; i < wheels; ++i) {
    const bool end = i == 0 || i == wheels - 1;
    const double along = -track.wheelbase() / 2 + track.wheelbase() * i / (wheels - 1);
    // over a straight the plates lie a little lower than at the middle of an arc's chord
    const double radius = end ? track.wheel() : 0.55 * track.wheel(), lowest = track.radius - track.thick / 2;
    const Vec3 axle(centre.x() + along, centre.y(), centre.z() + (end ? 0.0 : radius - lowest));
    const std::string wheel = side + "_wheel_" + std::to_string(i);
    body(scene, wheel, {with_material(cylinder(radius, 0.7 * track.half_width, Vec3::UnitY()), "wheel")}, axle,
         upright(), "metal")
        .mass = 20;
    joint(scene, JointType::hinge, side + "_axle_" + std::to_string(i), wheel, "hull", axle, Vec3::UnitY()).motor =
        MotorDesc{speed / (radius + track.thick / 2), effort};
    for (int j = 0; j < i; ++j) scene.no_collide.push_back({side + "_wheel_" + std::to_string(j), wheel});
  }
}

Scene tracked_vehicle(const ScenarioValues& values) {
  Scene scene;
  material(scene, "track", 0.8), material(scene, "wheel", 1.0), material(scene, "floor", 0.8);
  pair(scene, "track", "wheel", 1.5);
  ground(scene, "floor");
  const Track track;
  const double axle = track.radius + track.thick / 2, gauge = 0.75, speed = values.at("speed");
  const double reach = track.wheelbase() / 2 + track.radius;
  body(scene, "hull",
       {box({reach, gauge - track.half_width - 0.06, 0.22}, {0, 0, 0.12}), box({0.5, 0.42, 0.15}, {-0.15, 0, 0.49}),
        capsule(0.06, 0.5, Vec3::UnitX(), {0.85, 0, 0.5})},
       {0, 0, axle}, upright(), "green")
      .mass = values.at("mass");
  const double effort =
      400 * std::max(1.0, values.at("mass") / 800);  // N m a wheel: enough to climb with what it carries
  add_track(scene, "left", track, {0, gauge, axle}, speed, effort);
  add_track(scene, "right", track, {0, -gauge, axle}, speed * (1 - values.at("turn")), effort);
  // something to climb over
  const double height = values.at("step");
  for (int i = 0; i < 4; ++i)
    fixture(scene, "log_" + std::to_string(i), {with_material(cylinder(height, 2.0, Vec3::UnitY()), "floor")},
            {2.6 + 1.3 * i, 0, 0}, upright(), "wood");
  camera(scene, {5.2, -7.4, 3.4}, {2.6, 0, 0.2}, 0.75);
  return scene;
}

std::vector<ScenarioControl> track_controls() {
  ScenarioControl throttle{"throttle", 'W', 'S', {}}, steer{"steer", 'A', 'D', {}};
  const Track track;
  for (int i = 0; i < 4; ++i) {
    const double radius = (i == 0 || i == 3 ? track.wheel() : 0.55 * track.wheel()) + track.thick / 2;
    for (const char* side : {"left", "right"}) {
      const std::string axle = std::string(side) + "_axle_" + std::to_string(i);
      throttle.targets.push_back({axle, 1.5 / radius});
      steer.targets.push_back({axle, (side[0] == 'l' ? -1.0 : 1.0) / radius});
    }
  }
  return {throttle, steer};
}

}  // namespace

std::vector<Scenario> tracked() {
  return {
      {"tracked_vehicle",
       "Field",
       "A vehicle on two tracks of hinged plates drives over half-buried logs.",
       {number("speed", 1, 0, 2, "m/s", "of the tracks"),
        number("turn", 0, 0, 0.5, "", "how much slower the right track runs"),
        number("step", 0.12, 0.02, 0.2, "m", "height of the logs"),
        number("mass", 800, 300, 3000, "kg", "of the hull")},
       tracked_vehicle,
       track_controls()},
  };
}

}  // namespace spook::families
