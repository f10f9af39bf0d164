// Chains: links of a kilogram with up to a hundred tonnes at the end.
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
  fixture(scene, "hook", {box({0.15, 0.15, 0.1}, {0, 0, 0.1 + 0.08})}, hook, upright(), "metal");
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
  body(scene, "load", {sphere(radius)}, hook + along * reach, lie, "metal").mass = load;
  hang("load", links);
  if (values.at("push") > 0) push(scene, "load", {values.at("push"), 0, 0}, 0, 1);
  camera(scene, {0, -2.3 * reach - 1, 0.9 * reach}, {0, 0, 0.5 * reach + 0.4}, 0.8);
  return scene;
}

}  // namespace

std::vector<Scenario> chains() {
  return {
      {"chain",
       "Field",
       "Twenty links of 1 kg swing a load of a tonne and stay a chain.",
       {count("links", 20, 1, 60, "links"), number("link_mass", 1, 0.1, 10, "kg", "of a link"),
        number("load", 1000, 1, 1e5, "kg", "at the end"), toggle("hinge", false, "hinges instead of ball joints"),
        number("angle", 90, 0, 120, "deg", "from hanging, at release: 90 is level"),
        number("push", 0, 0, 5000, "N", "sideways on the load for the first second")},
       chain},
  };
}

}  // namespace spook::families
