// Scenes of the engine stepped by the papers' methods.
#include "scenarios/papers/paper_stepper.h"

#include <gtest/gtest.h>

#include "engine/reference/contact_filter.h"
#include "engine/reference/step_lcp.h"
#include "scenarios/problem_file.h"
#include "scenarios/registry.h"
#include "tests/paths.h"

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

// four seconds: past the level ground, all four wheels on the hills, the arm swinging at half a radian a second
TEST(PaperStepper, ARoverDrivesOverRoughTerrainWithItsArmMoving) {
  for (const std::string_view method : paper_steppers()) {
    World world(build_scenario(*find_scenario("rover"), {{"arm", 0.5}}), {.publish = true});
    PaperStepper stepper(world, method);
    const auto hand_seen_from_chassis = [&] {
      const Pose chassis = world.pose(*world.find_body("chassis")), hand = world.pose(*world.find_body("hand"));
      return Vec3(chassis.orientation.conjugate() * (hand.position - chassis.position));
    };
    const Vec3 start = world.pose(*world.find_body("chassis")).position, held = hand_seen_from_chassis();
    double swung = 0.0;
    for (int step = 0; step < 240; ++step) {
      ASSERT_NO_THROW(stepper.step()) << method << ", step " << step;
      swung = std::max(swung, (hand_seen_from_chassis() - held).norm());
    }
    const Vec3 end = world.pose(*world.find_body("chassis")).position;
    EXPECT_NEAR(end.x() - start.x(), 4 * 0.8, 0.5) << method << ": 0.8 m/s along a way up and down";
    EXPECT_GT(std::abs(end.z() - start.z()), 0.02) << method << ": hills";
    EXPECT_GT(swung, 0.1) << method;
    EXPECT_LT(stepper.largest_joint_violation(), 1e-3) << method;
  }
}

// 0.3 of the large one's metres deep, as the claim of odd_hole asks of that
TEST(PaperStepper, APawlOf2Point3MillimetresWithCurvedSidesGoesIntoItsHole) {
  const double size = 2.3e-3 / 0.6;
  for (const std::string_view method : paper_steppers()) {
    World world(build_scenario(*find_scenario("odd_hole"), {{"small", 1}}), {.publish = true});
    PaperStepper stepper(world, method);
    const BodyId pawl = *world.find_body("pawl");
    const double start = world.pose(pawl).position.z();
    for (int step = 0; step < 19; ++step) ASSERT_NO_THROW(stepper.step()) << method << ", step " << step;
    const Vec3 place = world.pose(pawl).position;
    EXPECT_GT(start - place.z(), 0.3 * size) << method << ": it is in";
    EXPECT_LT(std::hypot(place.x(), place.y()), 0.03 * size) << method;
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

// the engine's own contacts of a step, frictionless, with and without those that the others imply
TEST(ContactFilter, WithoutFrictionTheAnswerIsTheSame) {
  for (const char* name : {"table_30", "cradle_30", "double_hinge_30"}) {
    StepProblem problem = read_problem(test::source_folder() / "tests" / "corpus" / (std::string(name) + ".problem"));
    for (ContactRow& contact : problem.contacts) contact.friction = 0.0;
    const reference::ContactFilter filter = reference::filter_contacts(problem);
    StepSolution all, few;
    const auto& method = *reference::find_step_lcp("anitescu-potra");
    ASSERT_EQ(solve_step_lcp(problem, method, all).status, reference::LcpStatus::solved) << name;
    ASSERT_EQ(solve_step_lcp(filter.problem, method, few).status, reference::LcpStatus::solved) << name;
    for (std::size_t b = 0; b < problem.bodies.size(); ++b)
      EXPECT_LT((all.velocity[b] - few.velocity[b]).norm(), 1e-9) << name << ", body " << b;
  }
}

// a body at z = 1 above n × n points of a square of side 1, one of them raised by 1 mm
StepProblem grid_of_contacts(int n) {
  StepProblem problem;
  BodyBlock body;
  body.momentum << 0.3, 0.1, -0.2, 0.02, -0.03, 0.1;
  body.velocity = body.momentum;
  problem.bodies = {body};
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      ContactRow contact;
      contact.body_a = 0, contact.friction = 0.5;
      contact.arm_a = {double(i) / (n - 1) - 0.5, double(k) / (n - 1) - 0.5, -1.0};
      contact.frame << 0, 0, 1, 1, 0, 0, 0, 1, 0;
      problem.contacts.push_back(contact);
    }
  problem.islands = {{0, 1, 0, 0, 0, 0, 0, n * n, false}};
  return problem;
}

TEST(ContactFilter, OfAFaceItsCornersAreLeft) {
  StepProblem problem = grid_of_contacts(5);
  EXPECT_EQ(reference::filter_contacts(problem).kept, (std::vector<int>{0, 4, 20, 24}));
  // inside a face a point with a gap says nothing, one that is deeper than its neighbours does
  problem.contacts[12].bias = 1e-3 * 60.0;
  EXPECT_EQ(reference::filter_contacts(problem).kept.size(), 4u);
  problem.contacts[12].bias = -1e-3 * 60.0;
  EXPECT_EQ(reference::filter_contacts(problem).kept, (std::vector<int>{0, 4, 12, 20, 24}));
  // so does one that rubs otherwise, and one that no motion of the step reaches says nothing
  problem.contacts[12].bias = 0.0, problem.contacts[12].friction = 0.8;
  EXPECT_EQ(reference::filter_contacts(problem).kept, (std::vector<int>{0, 4, 12, 20, 24}));
  problem.contacts[24].bias = 10.0;
  EXPECT_EQ(reference::filter_contacts(problem).kept, (std::vector<int>{0, 4, 12, 19, 20, 23}));
}

}  // namespace
}  // namespace spook::papers
