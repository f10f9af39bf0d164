// Scenes of the engine stepped by the papers' methods.
#include "scenarios/papers/paper_stepper.h"

#include <gtest/gtest.h>

namespace spook::papers {
namespace {

Scene sliding_box(double speed, double friction) {
  Scene scene;
  scene.parameters.friction = friction;
  scene.parameters.sleeping = false;
  BodyDesc floor, box;
  floor.name = "floor", floor.motion = Motion::fixed;
  ShapeDesc slab;
  slab.type = ShapeType::box, slab.half_extents = {5.0, 5.0, 0.5};
  floor.shapes = {slab}, floor.pose.position = {0.0, 0.0, -0.5};
  ShapeDesc cube;
  cube.type = ShapeType::box, cube.half_extents = Vec3::Constant(0.25);
  box.name = "box", box.shapes = {cube}, box.pose.position = {0.0, 0.0, 0.25}, box.velocity = {speed, 0.0, 0.0};
  scene.bodies = {floor, box};
  return scene;
}

// v²/2μg, to the first order of the methods: a step of v h at most
TEST(PaperStepper, ABoxSlidesAsFarAsItsFrictionLets) {
  const double speed = 2.0, friction = 0.5, stop = speed * speed / (2.0 * friction * 9.81);
  for (const std::string_view method : paper_steppers()) {
    World world(sliding_box(speed, friction));
    PaperStepper stepper(world, method);
    for (int step = 0; step < 58; ++step) stepper.step();
    const BodyId box = *world.find_body("box");
    const Vec3 stopped = world.pose(box).position;
    stepper.step(), stepper.step();
    EXPECT_NEAR(world.pose(box).position.x(), stop, speed / 60.0) << method;
    EXPECT_NEAR(world.pose(box).position.z(), 0.25, 1e-3) << method;
    EXPECT_LT((world.pose(box).position - stopped).norm(), 1e-6) << method;
    // what holds the mean of two velocities lets the velocity itself change sign for ever, as its paper says
    EXPECT_TRUE(method == "trapezoidal" || world.velocity(box).norm() < 1e-6) << method;
  }
}

TEST(PaperStepper, AnUnknownNameIsRefusedWithTheKnownOnes) {
  World world(sliding_box(1.0, 0.5));
  try {
    PaperStepper(world, "runge-kutta");
    FAIL() << "an unknown method was taken";
  } catch (const std::invalid_argument& problem) {
    EXPECT_NE(std::string(problem.what()).find("moreau-jean"), std::string::npos) << problem.what();
  }
}

}  // namespace
}  // namespace spook::papers
