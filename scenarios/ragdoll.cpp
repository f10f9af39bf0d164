// Ragdolls: fifteen limbs on joints with limits, thrown down a flight of stairs.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// Standing upright, feet on z = 0, facing −y. Lengths of a person of 1.75 m.
void add_ragdoll(Scene& scene, const std::string& name, const Vec3& feet, const Quat& turned) {
  const auto place = [&](const Vec3& p) -> Vec3 { return feet + turned * p; };
  const auto limb = [&](const std::string& part, ShapeDesc shape, const Vec3& centre, double mass,
                        const std::string& look) {
    BodyDesc& added = body(scene, name + part, {std::move(shape)}, place(centre), turned, look);
    added.mass = mass;
    added.angular_damping = 2.0;  // flesh
  };
  const auto hinge = [&](const std::string& part, const std::string& to, const Vec3& at, double low, double high) {
    JointDesc& knee = joint(scene, JointType::hinge, name + part + "_joint", name + part, name + to, place(at),
                            turned * Vec3::UnitX());
    knee.limits = {{low, high}};
    knee.friction_effort = 2;
  };
  const auto cross = [&](const std::string& part, const std::string& to, const Vec3& at) {
    JointDesc& socket = joint(scene, JointType::universal, name + part + "_joint", name + part, name + to, place(at),
                              turned * Vec3::UnitX());
    socket.axis2 = turned * Vec3::UnitY();
  };
  limb("_pelvis", box({0.15, 0.09, 0.09}), {0, 0, 0.95}, 11, "navy");
  limb("_belly", box({0.13, 0.08, 0.09}), {0, 0, 1.14}, 9, "blue");
  limb("_chest", box({0.17, 0.1, 0.12}), {0, 0, 1.36}, 16, "blue");
  limb("_head", capsule(0.09, 0.04), {0, 0, 1.64}, 5, "skin");
  hinge("_belly", "_pelvis", {0, 0, 1.045}, -0.4, 1.0);
  hinge("_chest", "_belly", {0, 0, 1.235}, -0.4, 0.6);
  cross("_head", "_chest", {0, 0, 1.5});
  for (int side : {-1, 1}) {
    const std::string s = side < 0 ? "_r" : "_l";
    const double arm = side * 0.235, leg = side * 0.095;
    limb(s + "_upper_arm", capsule(0.045, 0.1), {arm, 0, 1.32}, 2.2, "blue");
    limb(s + "_forearm", capsule(0.04, 0.1), {arm, 0, 1.03}, 1.5, "skin");
    limb(s + "_hand", box({0.025, 0.045, 0.07}), {arm, 0, 0.815}, 0.5, "skin");
    limb(s + "_thigh", capsule(0.07, 0.14), {leg, 0, 0.66}, 8, "navy");
    limb(s + "_shin", capsule(0.05, 0.14), {leg, 0, 0.255}, 4, "navy");
    limb(s + "_foot", box({0.045, 0.12, 0.03}), {leg, -0.06, 0.03}, 1.1, "rubber");
    cross(s + "_upper_arm", "_chest", {arm, 0, 1.465});
    hinge(s + "_forearm", s + "_upper_arm", {arm, 0, 1.175}, -2.4, 0.05);
    hinge(s + "_hand", s + "_forearm", {arm, 0, 0.888}, -0.8, 0.8);
    cross(s + "_thigh", "_pelvis", {leg, 0, 0.87});
    hinge(s + "_shin", s + "_thigh", {leg, 0, 0.458}, -0.05, 2.3);
    hinge(s + "_foot", s + "_shin", {leg, 0, 0.06}, -0.6, 0.5);
    // what would rub at the joints, and does not in a body of flesh
    scene.no_collide.push_back({name + s + "_upper_arm", name + "_belly"});
    scene.no_collide.push_back({name + s + "_thigh", name + "_belly"});
  }
  scene.no_collide.push_back({name + "_r_thigh", name + "_l_thigh"});
  scene.no_collide.push_back({name + "_r_shin", name + "_l_shin"});
  scene.no_collide.push_back({name + "_chest", name + "_pelvis"});
}

Scene ragdolls(const ScenarioValues& values) {
  Scene scene;
  // hands and feet whip round by half a radian in a frame, and limbs knot: every direct solve runs to its end
  scene.parameters.substeps = 2;
  ground(scene);
  const int steps = 8, dolls = whole(values, "dolls");
  const double rise = 0.2, tread = 0.32, half = 1.5;
  for (int i = 0; i < steps; ++i) {
    const double height = rise * (steps - i);
    fixture(scene, "step_" + std::to_string(i), {box({half, tread / 2, height / 2})}, {0, -tread * i, height / 2},
            upright(), "concrete");
  }
  // the landing above the stairs
  fixture(scene, "landing", {box({half, 1.2, rise * steps / 2})}, {0, tread / 2 + 1.2, rise * steps / 2}, upright(),
          "concrete");
  for (int i = 0; i < dolls; ++i) {
    const std::string name = "doll_" + std::to_string(i);
    const int row = i / 3, column = i % 3;
    const Vec3 feet((column - 0.5 * (std::min(dolls, 3) - 1)) * 0.9, 0.7 + 0.8 * row, rise * steps);
    const std::size_t first = scene.bodies.size();
    add_ragdoll(scene, name, feet, turn(Vec3::UnitZ(), values.at("turned") * degrees * std::sin(2.0 * i + 0.5)));
    for (std::size_t b = first; b < scene.bodies.size(); ++b) scene.bodies[b].velocity = {0, -values.at("push"), 0};
  }
  camera(scene, {3.6, -6.2, 3.4}, {0, -1.1, 0.8}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> ragdoll() {
  return {
      {"ragdoll",
       "Field",
       "Ragdolls with jointed limbs are pushed down a flight of stairs.",
       {count("dolls", 3, 1, 6, "ragdolls"), number("push", 2, 0.5, 4, "m/s", "at the start"),
        number("turned", 15, 0, 90, "deg", "how differently they face")},
       ragdolls},
  };
}

}  // namespace spook::families
