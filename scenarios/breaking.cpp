// What gives way: joints with a strength.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// the bridge of planks, each knot with a strength, and a weight that falls on it
Scene brittle_bridge(const ScenarioValues& values) {
  Scene scene = build_scenario(*find_scenario("rope_bridge"), {{"boxes", 0}});
  scene.name.clear(), scene.description.clear();  // its own
  // the blow goes through all knots alike: those in the middle are the weak ones, and both ends stay hanging
  const double middle = 0.5 * double(scene.joints.size() - 2);
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const std::size_t first_of_pair = i / 2 * 2;
    const double aside = std::abs(double(first_of_pair) - middle) / middle;
    scene.joints[i].break_force = 1000.0 * values.at("strength") * (1.0 + 10.0 * aside);
  }
  const double radius = 0.3;
  body(scene, "weight", {sphere(radius)}, {0.2, 0.05, 2.4 + values.at("height")}, upright(), "red").mass =
      values.at("weight");
  scene.camera->position += Vec3(0, -1.5, 0.8);
  return scene;
}

}  // namespace

std::vector<Scenario> breaking() {
  return {
      {"brittle_bridge",
       "Field",
       "A bridge whose knots have a strength: it carries itself until a weight falls on it.",
       {number("strength", 3.0, 0.5, 100, "kN", "what a knot in the middle carries before it breaks"),
        number("weight", 150, 10, 2000, "kg", "mass of the ball"), number("height", 3.0, 0.2, 10, "m", "of its fall")},
       brittle_bridge,
       {},
       1.3}};
}

}  // namespace spook::families
