// Logs dropped on a slope between posts, sleeping off: they come to rest, and rest is rest (issue bars: overlap RMS
// 0.1 mm, 0.3 mm at the end, RMS speed 1e-6 m/s).
#include <gtest/gtest.h>

#include <cmath>

#include "engine/world/world.h"
#include "scenarios/registry.h"

namespace spook {
namespace {

struct Rest {
  double rms_speed = 0.0, overlap_rms = 0.0, overlap = 0.0;
  int failed = 0, factorisations_at_the_end = 0;
};

Rest run_pile(const Scene& scene, double seconds) {
  World world(scene, {false, false});
  Rest rest;
  const int steps = static_cast<int>(std::lround(seconds / scene.parameters.time_step));
  for (int k = 0; k < steps; ++k) {
    world.step();
    rest.failed += world.report().solve.failed;
    if (k >= steps - 10) rest.factorisations_at_the_end += world.report().solve.factorisations;
  }
  double squared = 0.0;
  int count = 0;
  for (BodyId id : world.body_ids())
    if (world.look(id).motion == Motion::dynamic) squared += world.velocity(id).squaredNorm(), ++count;
  rest.rms_speed = std::sqrt(squared / count);
  rest.overlap_rms = world.report().penetration_rms, rest.overlap = world.report().penetration_max;
  return rest;
}

Scene pile_of(double logs) {
  return build_scenario(*find_scenario("log_pile"), {{"logs", logs}});
}

TEST(LogPile, SixtyLogsComeToRestAndAreCheapThere) {
  int factorisations = 0;
  constexpr int piles = 5;
  for (int logs = 58; logs < 58 + piles; ++logs) {
    const Rest rest = run_pile(pile_of(logs), 10);
    EXPECT_LT(rest.rms_speed, 1e-6) << logs;
    EXPECT_LT(rest.overlap_rms, 1e-4) << logs;
    EXPECT_LT(rest.overlap, 3e-4) << logs;
    if (logs == 60) {
      EXPECT_LE(rest.failed, 1);  // as it lands: one or none is chance
    }
    factorisations += rest.factorisations_at_the_end;
  }
  // three a step, of piles at their bounds of friction: which of them never ends to change sets is chance
  EXPECT_LE(factorisations, 30 * piles);
}

// capsules meet along their sides as cylinders do; a common normal for the whole length never came to rest
TEST(LogPile, CapsulesComeToRestUnderTheDefaultFrictionToo) {
  Scene scene = pile_of(60);
  scene.parameters.friction_compliance = Parameters().friction_compliance;
  for (BodyDesc& body : scene.bodies)
    for (ShapeDesc& shape : body.shapes)
      if (shape.type == ShapeType::cylinder) shape.type = ShapeType::capsule;
  const Rest rest = run_pile(scene, 12);
  EXPECT_LT(rest.rms_speed, 1e-10);
  EXPECT_LT(rest.overlap_rms, 1e-4);
  EXPECT_LT(rest.overlap, 3e-4);
  EXPECT_LE(rest.factorisations_at_the_end, 40);
}

TEST(LogPile, TwoHundredLogsComeToRest) {
  const Rest rest = run_pile(pile_of(200), 10);
  EXPECT_LT(rest.rms_speed, 1e-6);  // the bar; piles come to 1e-14 in a few seconds
  EXPECT_LT(rest.overlap_rms, 1e-4);
  EXPECT_LT(rest.overlap, 3e-4);
}

// With the friction of any other scene. The heaviest of these logs stands on 60 kN at one end: statics, not what
// friction keeps.
TEST(LogPile, FiveHundredLogsOverlapByLessThanAThirdOfAMillimetre) {
  Scene scene = pile_of(500);
  scene.parameters.friction_compliance = Parameters().friction_compliance;
  // When the last one stops is the luck of the fall: after 4 to 8 s, and in one pile of several some logs at their
  // bounds of friction creep on by a few micrometres a second.
  const Rest rest = run_pile(scene, 8);
  EXPECT_LT(rest.rms_speed, 5e-6);
  EXPECT_LT(rest.overlap_rms, 1e-4);
  EXPECT_LT(rest.overlap, 3e-4);
}

}  // namespace
}  // namespace spook
