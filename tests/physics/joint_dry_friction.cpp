// Dry friction in joints, on every type that has it: it holds below its bound, and above it takes exactly the bound.
// One body of unlike inertias a joint, no gravity, a torque or a force from outside.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/physics_run.h"

namespace spook::joint_dry_friction {
namespace {

using namespace build;

constexpr double bound = 3.0;  // N m or N
constexpr double mass = 2.0, about_x = 0.1, about_y = 0.2, about_z = 0.4;

struct Free {
  JointType type;
  Vec3 axis;  // of the freedom
  bool turns;
  double inertia;  // kg m², kg
};

// every freedom that dry friction acts on: the axis of hinge, slider and cylindrical; all turning of ball and universal
const Free freedoms[] = {
    {JointType::hinge, Vec3::UnitX(), true, about_x},     {JointType::slider, Vec3::UnitX(), false, mass},
    {JointType::cylindrical, Vec3::UnitX(), false, mass}, {JointType::ball, Vec3::UnitX(), true, about_x},
    {JointType::ball, Vec3::UnitY(), true, about_y},      {JointType::ball, Vec3::UnitZ(), true, about_z},
    {JointType::universal, Vec3::UnitX(), true, about_x}, {JointType::universal, Vec3::UnitY(), true, about_y},
};

Scene scene_of(const Free& free) {
  Scene scene;
  scene.name = "dry";
  scene.parameters.gravity.setZero();
  BodyDesc& thing = body(scene, "thing", {sphere(0.1)}, {0, 0, 0});
  thing.mass = mass, thing.inertia = Vec3(about_x, about_y, about_z);
  JointDesc& held = joint(scene, free.type, "joint", "thing", "", {0, 0, 0}, Vec3::UnitX());
  if (free.type == JointType::universal) held.axis2 = Vec3::UnitY();
  held.friction_effort = bound;
  return scene;
}

// along its freedom: a force, or a torque as a couple
void load(Scene& scene, const Free& free, double effort) {
  const Vec3 arm = free.axis.unitOrthogonal(), across = free.axis.cross(arm);
  for (const double side : {-1.0, 1.0}) {
    ForceDrive drive;
    drive.body = "thing", drive.body_frame = true;
    drive.force = free.turns ? Vec3(0.5 * side * effort * across) : Vec3(0.5 * effort * free.axis);
    drive.point = free.turns ? Vec3(side * arm) : Vec3(Vec3::Zero());
    scene.drives.emplace_back(drive);
  }
}

double speed_of(const Watched& run, const Free& free) {
  const BodyId thing = run.body("thing");
  return free.axis.dot(free.turns ? run.world.angular_velocity(thing) : run.world.velocity(thing));
}

TEST(JointFriction, HoldsBelowItsBoundAndCreepsByNoMoreThanItsRegularisation) {
  for (const Free& free : freedoms) {
    Scene scene = scene_of(free);
    load(scene, free, 0.95 * bound);
    Watched run(scene);
    run.seconds(2);
    EXPECT_LE(std::abs(speed_of(run, free)), 1e-8) << static_cast<int>(free.type) << " " << free.axis.transpose();
  }
}

TEST(JointFriction, TakesItsBoundFromALargerLoad) {
  for (const Free& free : freedoms) {
    Scene scene = scene_of(free);
    load(scene, free, 1.5 * bound);
    Watched run(scene);
    run.seconds(0.25);
    EXPECT_NEAR(speed_of(run, free) / (0.25 * 0.5 * bound / free.inertia), 1.0, 1e-6)
        << static_cast<int>(free.type) << " " << free.axis.transpose();
  }
}

TEST(JointFriction, StopsWhatMovesAfterTheTimeAndTheWayItsBoundTakes) {
  for (const Free& free : freedoms) {
    Scene scene = scene_of(free);
    const double start = 0.5 * bound / free.inertia;  // gone after half a second
    (free.turns ? scene.bodies[0].angular_velocity : scene.bodies[0].velocity) = start * free.axis;
    Watched run(scene);
    double way = 0.0;
    for (int step = 1; step <= 60; ++step) {
      run.step();
      const double speed = speed_of(run, free), exact = std::max(0.0, start - step / 60.0 * bound / free.inertia);
      EXPECT_NEAR(speed / start, exact / start, 1e-6) << static_cast<int>(free.type) << " step " << step;
      way += speed / 60.0;
    }
    // ½ v² I / bound, less what a step is longer than a moment
    EXPECT_NEAR(way / (0.5 * start * start * free.inertia / bound), 1.0, 1.1 / 30.0);
  }
}

// a joint between two bodies: friction is inner, momentum stays, the relative motion ends
TEST(JointFriction, BetweenTwoBodiesLeavesTheirCommonMotion) {
  Scene scene;
  scene.name = "pair";
  scene.parameters.gravity.setZero();
  for (const char* name : {"a", "b"}) {
    BodyDesc& disc = body(scene, name, {sphere(0.1)}, {0, 0, 0});
    disc.mass = 1.0, disc.inertia = Vec3::Constant(name[0] == 'a' ? 0.1 : 0.3);
  }
  scene.no_collide.push_back({"a", "b"});
  scene.bodies[0].angular_velocity = {8, 0, 0};
  joint(scene, JointType::hinge, "pin", "a", "b", {0, 0, 0}, Vec3::UnitX()).friction_effort = 0.3;
  Watched run(scene);
  run.seconds(1);  // a slows by 3 rad/s², b gains 1 rad/s²
  EXPECT_NEAR(run.world.angular_velocity(run.body("a")).x(), 5.0, 1e-5);
  EXPECT_NEAR(run.world.angular_velocity(run.body("b")).x(), 1.0, 1e-5);
  run.seconds(2);
  EXPECT_NEAR(run.world.angular_velocity(run.body("a")).x(), 2.0, 1e-6);
  EXPECT_NEAR(run.world.angular_velocity(run.body("b")).x(), 2.0, 1e-6);
}

}  // namespace
}  // namespace spook::joint_dry_friction
