// The scene of assets/scenes/TUTORIAL.md, as it is built there: assets/scenes/tutorial.json with a parameter.
#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene tutorial(const ScenarioValues& values) {
  Scene scene;
  material(scene, "brick", 0.6, 0.0, 1800);
  material(scene, "steel", 0.4, 0.2, 7800).compliance = 1e-9;
  ground(scene);
  for (int i = 0; i < whole(values, "bricks"); ++i)
    body(scene, "brick_" + std::to_string(i), {with_material(box({0.25, 0.15, 0.125}), "brick")},
         {0, 0, 0.125 + 0.25 * i}, upright(), "brick");
  body(scene, "ball", {with_material(sphere(0.2), "steel")}, {-1.95, 0, 2}, upright(), "metal").mass = 150;
  joint(scene, JointType::hinge, "pivot", "ball", "", {-0.45, 0, 2}, Vec3::UnitY());
  camera(scene, {1.5, -4.5, 2.2}, {-0.5, 0, 0.9});
  return scene;
}

}  // namespace

std::vector<Scenario> tutorials() {
  return {{"tutorial",
           "Basics",
           "A pendulum knocks over a little tower.",
           {count("bricks", 4, 2, 8, "bricks in the tower")},
           tutorial}};
}

}  // namespace spook::families
