// Numbers and amounts beyond what a step can carry are refused with their place; large scenes load in linear time.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "engine/scene/convex_hull.h"
#include "engine/scene/limits.h"
#include "engine/scene/scene_io.h"
#include "engine/world/world.h"

using namespace spook;

namespace {

Scene two_boxes() {
  Scene scene;
  scene.name = "two";
  for (const char* name : {"a", "b"}) {
    BodyDesc& body = scene.bodies.emplace_back();
    body.name = name;
    body.shapes.emplace_back().type = ShapeType::box;
  }
  scene.bodies[1].pose.position = {2, 0, 0};
  JointDesc& joint = scene.joints.emplace_back();
  joint.name = "hinge";
  joint.type = JointType::hinge;
  joint.a = "a", joint.b = "b";
  return scene;
}

template <typename Edit>
std::string error_after(Edit&& edit) {
  Scene scene = two_boxes();
  edit(scene);
  try {
    validate_scene(scene);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "no error";
}

// of this program alone: what else runs does not count
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

std::vector<Vec3> points_on_a_sphere(int count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return points;
}

// boxes in a cube, apart from one another
Scene grid_of_boxes(int across) {
  Scene scene = two_boxes();
  const BodyDesc box = scene.bodies[0];
  scene.bodies.clear(), scene.joints.clear();
  for (int i = 0; i < across * across * across; ++i) {
    BodyDesc& body = scene.bodies.emplace_back(box);
    body.name = "box_" + std::to_string(i);
    body.pose.position = 2.0 * Vec3(i % across, i / across % across, i / across / across);
  }
  return scene;
}

}  // namespace

TEST(SceneLimits, NumbersBeyondADoubleOfPhysicsAreRefusedWithTheirPlace) {
  using S = Scene&;
  const std::pair<std::string, std::string> refusals[] = {
      {error_after([](S s) { s.bodies[0].mass = 1e-300; }), "/bodies/0/mass: expected a mass from 1e-15 to 1e+15 kg"},
      {error_after([](S s) { s.bodies[0].mass = 1e300; }), "/bodies/0/mass: expected a mass"},
      {error_after([](S s) { s.bodies[0].velocity.x() = 1e308; }), "/bodies/0/velocity: expected a velocity below"},
      {error_after([](S s) { s.bodies[1].angular_velocity.y() = -1e99; }), "/bodies/1/angular_velocity: expected an"},
      {error_after([](S s) { s.bodies[0].pose.position.z() = 1e13; }), "/bodies/0/position: expected a distance"},
      {error_after([](S s) { s.bodies[0].inertia = Vec3(1, 1e-200, 1); }), "/bodies/0/inertia/1: expected a moment"},
      {error_after([](S s) { s.bodies[0].shapes[0].half_extents.x() = 1e200; }), "half_extents/0: expected a half"},
      {error_after([](S s) { s.bodies[0].shapes[0].half_extents.x() = 1e-200; }), "half_extents/0: expected a half"},
      {error_after([](S s) { s.materials["default"].density = 1e200; }),
       "/materials/default/density: expected a density"},
      {error_after([](S s) { s.materials["default"].friction = 1e200; }), "friction of at most"},
      {error_after([](S s) { s.joints[0].anchor.x() = 1e300; }), "/joints/0/anchor: expected a distance"},
      {error_after([](S s) {
         s.joints[0].motor = MotorDesc{1e300, 1};
       }),
       "/joints/0/motor/speed: expected a speed"},
      {error_after([](S s) {
         s.joints[0].limits = {-1e300, 1};
       }),
       "/joints/0/limits/0: expected a limit"},
      {error_after([](S s) {
         s.drives.push_back(ForceDrive{"a", Vec3(1e300, 0, 0)});
       }),
       "/drives/0/force: expected a force"},
  };
  for (const auto& [error, expected] : refusals)
    EXPECT_NE(error.find(expected), std::string::npos) << "expected '" << expected << "' in: " << error;
  EXPECT_EQ(error_after([](S) {}), "no error");
}

// by density and size each is in range, and together they are not
TEST(SceneLimits, AMassThatShapesComeToIsCheckedToo) {
  const std::string error = error_after([](Scene& s) {
    s.bodies[0].shapes[0].half_extents.setConstant(1e-6);
    s.materials["default"].density = 1e-5;
  });
  EXPECT_NE(error.find("/bodies/0: its mass, from its shapes, is"), std::string::npos) << error;
}

TEST(SceneLimits, AmountsAreCapped) {
  EXPECT_NE(error_after([](Scene& s) {
              s.bodies.resize(limits::max_bodies + 1, s.bodies[0]);
            }).find("/bodies: expected at most 100000 bodies, found 100001"),
            std::string::npos);
  EXPECT_NE(error_after([](Scene& s) {
              s.bodies[0].shapes[0].type = ShapeType::hull;
              s.bodies[0].shapes[0].points.resize(limits::max_hull_points + 1, Vec3::Zero());
            }).find("/bodies/0/shapes/0/points: expected at most"),
            std::string::npos);
}

TEST(SceneLimits, JointsBetweenTheSameTwoBodiesAreCapped) {
  const std::string error = error_after([](Scene& s) {
    for (int i = 0; i < 20000; ++i) {
      s.joints.push_back(s.joints[0]);
      s.joints.back().name = "parallel_" + std::to_string(i);
      if (i % 2) std::swap(s.joints.back().a, s.joints.back().b);
    }
  });
  EXPECT_NE(error.find("/joints/100: expected at most 100 joints between the same two bodies"), std::string::npos)
      << error;
}

// twice as many take about twice as long: four times would be the square
TEST(SceneLimits, LoadingIsLinearInBodiesJointsAndPairs) {
  const auto load_time = [](int across) {
    Scene scene = grid_of_boxes(across);
    const std::size_t count = scene.bodies.size();
    for (std::size_t i = 0; i + 1 < count; ++i) {
      scene.no_collide.push_back({scene.bodies[i].name, scene.bodies[i + 1].name});
      JointDesc& joint = scene.joints.emplace_back();
      joint.name = "joint_" + std::to_string(i);
      joint.a = scene.bodies[i].name, joint.b = scene.bodies[i + 1].name;
    }
    const double start = processor_seconds();
    validate_scene(scene);
    const World world(scene, {.publish = false});
    return (processor_seconds() - start) / double(count);
  };
  load_time(5);
  // the least of three: whatever else runs only adds
  const auto least_time = [&](int across) {
    return std::min({load_time(across), load_time(across), load_time(across)});
  };
  const double few = least_time(10), many = least_time(22);
  EXPECT_LT(many, 4.0 * few) << "per body: " << few << " s of 1000, " << many << " s of 10648";
}

TEST(SceneLimits, AHullOfTwentyThousandPointsIsMadeSoon) {
  const std::vector<Vec3> points = points_on_a_sphere(20000);
  const double start = processor_seconds();
  EXPECT_EQ(convex_hull(points).vertices.size(), points.size());
  EXPECT_LT(processor_seconds() - start, 2.0);  // 0.3 s on a quiet machine; it was 6 s and more
}

TEST(SceneLimits, TwoHundredThousandEqualPairsThatDoNotCollideLoadSoon) {
  Scene scene = two_boxes();
  scene.no_collide.assign(200000, {"a", "b"});
  const double start = processor_seconds();
  validate_scene(scene);
  const World world(scene, {.publish = false});
  EXPECT_LT(processor_seconds() - start, 2.0);
}
