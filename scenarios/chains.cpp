// Chains: links of a kilogram with up to a hundred tonnes at the end.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene chain(const ScenarioValues& values) {
  Scene scene;
  const int links = whole(values, "links");
  const double load = values.at("load"), pitch = 0.25, length = links * pitch, angle = values.at("angle") * degrees;
  const bool hinges = on(values, "hinge");
  // straight from the hook, at an angle from hanging
  const double radius = 0.3, reach = length + radius;
  const Vec3 hook(0, 0, reach + 0.7), along(std::sin(angle), 0, -std::cos(angle));
  const Quat lie = turn(Vec3::UnitY(), -angle);
  ground(scene);
  // a mast behind the swing, and an arm out to the hook
  const double mast = 1.1, high = hook.z() + 0.28;
  fixture(scene, "hook",
          {box({0.1, 0.1, 0.1}, {0, 0, 0.1 + 0.08}), box({0.1, mast / 2 + 0.1, 0.1}, {0, mast / 2, 0.38}),
           box({0.14, 0.14, high / 2}, {0, mast, 0.28 - high / 2})},
          hook, upright(), "concrete");
  std::string above;
  const auto hang = [&](const std::string& name, int place) {
    joint(scene, hinges ? JointType::hinge : JointType::ball, "joint_" + std::to_string(place), name, above,
          hook + along * (place * pitch), Vec3::UnitY());
  };
  for (int i = 0; i < links; ++i) {
    const std::string name = "link_" + std::to_string(i);
    body(scene, name, {capsule(0.04, 0.075)}, hook + along * ((i + 0.5) * pitch), lie, "metal").mass =
        values.at("link_mass");
    hang(name, i);
    above = name;
  }
  body(scene, "load", {sphere(radius)}, hook + along * reach, lie, "red").mass = load;
  hang("load", links);
  for (int i = 0; i < std::min(links, 3); ++i) scene.no_collide.push_back({"link_" + std::to_string(i), "hook"});
  if (values.at("push") > 0) push(scene, "load", {values.at("push"), 0, 0}, 0, 1);
  camera(scene, {0.3 * reach, -1.8 * reach - 1, 0.95 * reach}, {0, 0, 0.5 * reach + 0.4}, 0.8);
  return scene;
}

// a heavy ball held out on a thin chain: it swings through a tower of light boxes
Scene heavy_ball_chain(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int links = whole(values, "links");
  const double pitch = 0.3, radius = 0.35, reach = links * pitch + radius, angle = values.at("angle") * degrees;
  const Vec3 hook(0, 0, reach + radius + 0.25), along(-std::sin(angle), 0, -std::cos(angle));
  const Quat lie = turn(Vec3::UnitY(), angle);
  fixture(scene, "gallows",
          {box({0.1, 0.5, 0.1}, {0, 0.25, 0.2}), box({0.1, 0.1, hook.z() / 2 + 0.15}, {0, 0.85, 0.15 - hook.z() / 2})},
          hook, upright(), "wood");
  std::string above;
  for (int i = 0; i < links; ++i) {
    const std::string name = "link_" + std::to_string(i);
    body(scene, name, {capsule(0.05, pitch / 2 - 0.07)}, hook + along * ((i + 0.5) * pitch), lie, "metal").mass =
        values.at("link_mass");
    joint(scene, JointType::ball, "joint_" + std::to_string(i), name, above, hook + along * (i * pitch));
    above = name;
  }
  body(scene, "ball", {sphere(radius)}, hook + along * reach, lie, "red").mass = values.at("ball");
  joint(scene, JointType::ball, "joint_end", "ball", above, hook + along * (links * pitch));
  for (int i = 0; i < whole(values, "boxes"); ++i)
    body(scene, "box_" + std::to_string(i), {box({0.2, 0.2, 0.15})}, {0.6, 0, 0.15 + 0.3 * i}, upright(), "wood").mass =
        2;
  camera(scene, {0.6, -2.0 * reach, 0.8 * reach}, {-0.1 * reach, 0, 0.52 * reach}, 0.8);
  return scene;
}

// planks hung along a circular arc between two towers, every seam held by two ball joints: it sags a little and swings
Scene rope_bridge(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].density = 600;
  const int planks = whole(values, "planks") | 1;
  const double pitch = 0.3, half_width = 0.5, sag = 35 * degrees, step = 2 * sag / planks, height = 2.6;
  const double radius = pitch / (2 * std::sin(step / 2)), span = radius * std::sin(sag);
  const auto seam = [&](int i) {
    const double angle = -sag + i * step;
    return Vec3(radius * std::sin(angle), 0, height + radius * (std::cos(sag) - std::cos(angle)));
  };
  for (int side : {-1, 1})
    fixture(scene, side < 0 ? "tower_w" : "tower_e", {box({0.4, half_width + 0.2, height / 2})},
            {side * (span + 0.45), 0, height / 2}, upright(), "rock");
  for (int i = 0; i < planks; ++i) {
    const double angle = -sag + (i + 0.5) * step;
    body(scene, "plank_" + std::to_string(i), {box({pitch / 2 - 0.02, half_width, 0.03})},
         0.5 * (seam(i) + seam(i + 1)), turn(Vec3::UnitY(), -angle), "wood");
  }
  for (int i = 0; i <= planks; ++i)
    for (int side : {-1, 1})
      joint(scene, JointType::ball, "knot_" + std::to_string(i) + (side < 0 ? "_s" : "_n"),
            i < planks ? "plank_" + std::to_string(i) : "", i > 0 ? "plank_" + std::to_string(i - 1) : "",
            seam(i) + Vec3(0, side * half_width, 0));
  // the load stands on the level plank in the middle
  const double floor = seam(planks / 2).z() + 0.03;
  for (int i = 0; i < whole(values, "boxes"); ++i)
    body(scene, "box_" + std::to_string(i), {box({0.12, 0.2, 0.12})}, {0, 0, floor + 0.12 + 0.24 * i}, upright(),
         "metal")
        .mass = values.at("box_mass");
  camera(scene, {0.8 * span, -2.6 * span, height + 0.5 * span}, {0, 0, height - 0.3 * span}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> chains() {
  return {
      {"heavy_ball_chain",
       "Field",
       "A 500 kg ball on a chain of 2 kg links swings through a tower of boxes.",
       {count("links", 10, 2, 20, "links"), number("ball", 500, 1, 1e5, "kg", "mass of the ball"),
        number("angle", 70, 10, 90, "deg", "how far it is drawn back"), count("boxes", 3, 0, 10, "in its way"),
        number("link_mass", 2, 0.5, 10, "kg", "of a link")},
       heavy_ball_chain},
      {"rope_bridge",
       "Field",
       "A bridge of planks tied at their corners carries a stack of weights.",
       {count("planks", 21, 7, 41, "planks, made odd"), count("boxes", 3, 0, 5, "weights in the middle"),
        number("box_mass", 50, 1, 200, "kg", "of a weight")},
       rope_bridge},
      {"chain",
       "Field",
       "Twenty links of 1 kg swing a load of a tonne and stay a chain.",
       {count("links", 20, 1, 60, "links"), number("link_mass", 1, 0.1, 10, "kg", "of a link"),
        number("load", 1000, 1, 1e5, "kg", "at the end"), toggle("hinge", false, "hinges instead of ball joints"),
        number("angle", 90, 0, 165, "deg", "from hanging, at release: 90 is level"),
        number("push", 0, 0, 5000, "N", "sideways on the load for the first second")},
       chain},
  };
}

}  // namespace spook::families
