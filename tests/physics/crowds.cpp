// What stands in one another, and ground so fine that thousands of triangles lie under a shape: a step is bounded
// whatever is in it. Times are of the processor, as the machine may be busy.
#include <gtest/gtest.h>

#include <ctime>

#include "engine/scene/scene_io.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

constexpr double longest_load = 2.0, longest_step = 1.0;  // s, of all threads; a step of half a second on two

double now() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double seconds_since(double start) {
  return now() - start;
}

Scene in_one_place(const ShapeDesc& shape, int count) {
  Scene scene;
  scene.name = "crowd";
  build::ground(scene);
  for (int i = 0; i < count; ++i) build::body(scene, "b" + std::to_string(i), {shape}, {0.0, 0.0, 1.0});
  return scene;
}

// hills of a millimetre, `side` squares a side, under all of a box
Scene box_on_dense_field(int side) {
  Scene scene;
  scene.name = "field";
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.rows = field.columns = side + 1;
  field.spacing = 4.0 / side;
  for (int i = 0; i < (side + 1) * (side + 1); ++i)
    field.heights.push_back(5e-4 * (std::sin(0.7 * (i % (side + 1))) + std::cos(0.9 * (i / (side + 1)))));
  build::fixture(scene, "field", {field}, Vec3::Zero());
  build::body(scene, "box", {build::box({1.5, 1.5, 0.2})}, {0.0, 0.0, 0.21});
  return scene;
}

void expect_bounded(const Scene& scene, int threads, int steps) {
  Scene own = scene;
  own.parameters.threads = threads;
  double start = now();
  World world(own, {false, false});
  EXPECT_LT(seconds_since(start), longest_load) << scene.name << " to load";
  double longest = 0.0;
  for (int i = 0; i < steps; ++i) {
    start = now();
    world.step();
    longest = std::max(longest, seconds_since(start));
    for (const std::string& flag : world.report().flags) EXPECT_EQ(flag.find("frozen"), std::string::npos) << flag;
  }
  EXPECT_LT(longest, longest_step) << scene.name << ", " << threads << " threads";
  std::printf("%s, %zu bodies, %d thread(s): longest step %.0f ms\n", scene.name.c_str(), own.bodies.size(), threads,
              1e3 * longest);
}

TEST(Crowds, ThreeHundredBoxesInOnePlaceTakeBoundedSteps) {
  for (const int threads : {1, 2}) expect_bounded(in_one_place(build::box({0.5, 0.5, 0.5}), 300), threads, 20);
}

TEST(Crowds, ThreeHundredBallsInOnePlaceTakeBoundedSteps) {
  expect_bounded(in_one_place(build::sphere(0.5), 300), 1, 20);
}

TEST(Crowds, AThousandBallsInOnePlaceAreRefused) {
  const double start = now();
  try {
    World world(in_one_place(build::sphere(0.5), 1000), {false, false});
    FAIL() << "not refused";
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("pairs of shapes overlap"), std::string::npos) << error.what();
  }
  EXPECT_LT(seconds_since(start), longest_load);
}

TEST(Crowds, ABoxOnAMillionTrianglesTakesBoundedSteps) {
  expect_bounded(box_on_dense_field(1000), 1, 5);
}

// fewer triangles than speak for themselves, or more: a box rests on both alike
TEST(Crowds, ABoxRestsOnADenseField) {
  for (const int side : {30, 200}) {
    Watched watched(box_on_dense_field(side));
    watched.seconds(2.0);
    EXPECT_LT(watched.deepest, 2e-3) << side;
    const Vec3 at = watched.world.pose(watched.ids[1]).position;
    EXPECT_NEAR(at.z(), 0.2, 5e-3) << side;
    EXPECT_LT(at.head<2>().norm(), 0.01) << side;
  }
}

}  // namespace
}  // namespace spook
