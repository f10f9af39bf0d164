// Card houses as anybody might lay them: other sizes, leans and frictions than the scenario's, all at default settings.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

using namespace build;

struct House {
  double length, thickness, lean, friction, density;  // m, m, degrees
};

// Pairs meet at their upper inner edges; lying cards reach from apex to apex, so that pairs stand a card apart.
Scene card_house_of(const House& house) {
  Scene scene;
  scene.name = "cards of " + std::to_string(house.length) + " m at " + std::to_string(house.lean) + " degrees";
  ground(scene);
  scene.materials["default"].friction = house.friction;
  scene.materials["default"].density = house.density;
  const double lean = house.lean * degrees, length = house.length, thick = house.thickness, wide = 0.6 * length;
  const double reach = 0.5 * (length * std::sin(lean) + thick * std::cos(lean));
  const double rise = 0.5 * (length * std::cos(lean) + thick * std::sin(lean));
  const double pitch = std::max(length, 4 * reach);
  double floor = 0.0;
  int count = 0;
  const auto name = [&] { return "card_" + std::to_string(count++); };
  for (int pairs = 3; pairs > 0; --pairs, floor += 2 * rise + thick) {
    const double left = -0.5 * pitch * (pairs - 1);
    for (int i = 0; i < pairs; ++i)
      for (const int side : {-1, 1})
        body(scene, name(), {box({thick / 2, wide / 2, length / 2})},
             {left + i * pitch + side * reach, 0, floor + rise}, turn(Vec3::UnitY(), -side * lean));
    for (int i = 0; i + 1 < pairs; ++i)
      body(scene, name(), {box({pitch / 2 - 0.2 * thick, wide / 2, thick / 2})},
           {left + (i + 0.5) * pitch, 0, floor + 2 * rise + thick / 2});
  }
  return scene;
}

// Edge on edge at the top of a pair: where the two cards' corners coincide, the contact must not be told by one card's
// corner in this step and by the other's in the next, or the house walks at 0.1 µm/s for ever.
TEST(CardHouse, OfAnySizeAndLeanComesToRest) {
  const House houses[] = {{0.2, 0.004, 20, 0.5, 1000}, {0.2, 0.010, 20, 0.5, 1000}, {0.2, 0.002, 15, 0.5, 1000},
                          {0.2, 0.004, 30, 0.6, 1000}, {1.0, 0.020, 20, 0.5, 1000}, {0.5, 0.010, 20, 0.5, 700}};
  for (const House& house : houses) {
    const Scene scene = card_house_of(house);
    Watched run(scene);
    run.seconds(20);
    EXPECT_LE(run.drift(), 2e-5) << scene.name;
    EXPECT_LE(run.speed(), 1e-11) << scene.name;
    EXPECT_LE(run.worst_gain, 1e-6 * std::abs(run.energy)) << scene.name;
  }
}

}  // namespace
}  // namespace spook
