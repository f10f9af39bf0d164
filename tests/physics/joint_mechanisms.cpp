// Closed loops and a spatial chain of mixed joints beside their motion in minimal coordinates: the error falls as h².
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/physics/lagrange.h"
#include "tests/physics/physics_run.h"

namespace spook::joint_mechanisms {
namespace {

using namespace build;
using lagrange::Coordinates;
using lagrange::Mechanism;
using lagrange::Motion;

constexpr double sample_time = 1.0 / 480.0;

template <int N>
struct Trial {
  Mechanism<N> mechanism;
  Motion<N> start;
  Scene scene;                         // bodies without poses, joints in the pose of the start
  std::vector<Motion<N>> reference{};  // every 1/480 s
};

// bodies named 0, 1, …; poses and velocities are put in for each step length
template <int N>
void add_bodies(Trial<N>& trial) {
  const std::vector<Pose> poses = trial.mechanism.poses(trial.start.q);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    BodyDesc& added = body(trial.scene, std::to_string(i), {sphere(0.03)}, poses[i].position, poses[i].orientation);
    added.mass = trial.mechanism.mass[i], added.inertia = trial.mechanism.inertia[i];
  }
  for (std::size_t i = 0; i < poses.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) trial.scene.no_collide.push_back({std::to_string(i), std::to_string(j)});
}

template <int N>
void find_reference(Trial<N>& trial, double seconds) {
  trial.reference = {trial.start};
  while (sample_time * static_cast<double>(trial.reference.size() - 1) < seconds - 1e-9)
    trial.reference.push_back(lagrange::integrate(trial.mechanism, trial.reference.back(), sample_time, 1));
}

// the farthest any body is from where it should be; velocities stand half a step before the poses (numerics §2)
template <int N>
double error_of(const Trial<N>& trial, int rate) {
  Scene scene = trial.scene;
  const double h = 1.0 / rate;
  scene.parameters.time_step = h;
  const Motion<N> before = lagrange::integrate(trial.mechanism, trial.start, -0.5 * h, 4);
  const std::vector<lagrange::BodyRates<N>> rates = lagrange::rates_of(trial.mechanism, before.q);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    scene.bodies[i].velocity = rates[i].linear * before.rate;
    scene.bodies[i].angular_velocity = rates[i].angular * before.rate;
  }
  Watched run(scene);
  double worst = 0.0;
  const std::size_t stride = 480 / rate;
  for (std::size_t at = stride; at < trial.reference.size(); at += stride) {
    run.step();
    const std::vector<Pose> poses = trial.mechanism.poses(trial.reference[at].q);
    for (std::size_t i = 0; i < poses.size(); ++i)
      worst = std::max(worst, (run.world.pose(run.body(std::to_string(i))).position - poses[i].position).norm());
  }
  EXPECT_EQ(run.failed, 0);
  return worst;
}

// at 60, 120 and 240 Hz, or all at `finer` times that, where a frame is too long for the leading term alone
template <int N>
void expect_second_order(const char* name, const Trial<N>& trial, double most, int finer = 1) {
  const double coarse = error_of(trial, finer * 60), middle = error_of(trial, finer * 120),
               fine = error_of(trial, finer * 240);
  std::printf("%s: %.3g, %.3g, %.3g mm at %d, %d, %d Hz\n", name, 1e3 * coarse, 1e3 * middle, 1e3 * fine, finer * 60,
              finer * 120, finer * 240);
  EXPECT_LE(coarse, most) << name;
  EXPECT_NEAR(coarse / middle, 4.0, 0.8) << name;
  EXPECT_NEAR(middle / fine, 4.0, 0.6) << name;
}

// ---- in the plane y = 0: a bar from one point to another, its x axis along it
Pose bar_between(const Vec2& from, const Vec2& to) {
  const Vec2 middle = 0.5 * (from + to), along = to - from;
  return {{middle.x(), 0, middle.y()}, turn(Vec3::UnitY(), -std::atan2(along.y(), along.x()))};
}
Vec3 bar_inertia(double mass, double length) {
  return {1e-3 * mass, mass * length * length / 12.0, mass * length * length / 12.0};
}
Vec2 ray(double length, double angle) {
  return {length * std::cos(angle), length * std::sin(angle)};
}
void pin(Scene& scene, const std::string& name, const std::string& a, const std::string& b, const Vec2& at) {
  joint(scene, JointType::hinge, name, a, b, {at.x(), 0, at.y()}, Vec3::UnitY());
}

TEST(JointSystem, AFourBarFollowsRungeKuttaToSecondOrder) {
  const double crank = 0.4, coupler = 0.9, rocker = 0.7, ground = 1.0;
  // where the coupler meets the rocker: the upper crossing of two circles
  const auto corner = [=](double q) {
    const Vec2 elbow = ray(crank, q), apart = Vec2(ground, 0) - elbow;
    const double d = apart.norm(), along = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
    return Vec2(elbow + along * apart / d +
                std::sqrt(coupler * coupler - along * along) * Vec2(-apart.y(), apart.x()) / d);
  };
  Trial<1> trial;
  trial.mechanism.mass = {1.0, 2.0, 1.5};
  trial.mechanism.inertia = {bar_inertia(1.0, crank), bar_inertia(2.0, coupler), bar_inertia(1.5, rocker)};
  trial.mechanism.poses = [=](const Coordinates<1>& q) {
    const Vec2 elbow = ray(crank, q[0]), top = corner(q[0]);
    return std::vector<Pose>{bar_between({0, 0}, elbow), bar_between(elbow, top), bar_between({ground, 0}, top)};
  };
  trial.start = {Coordinates<1>(1.2), Coordinates<1>(2.0)};
  add_bodies(trial);
  pin(trial.scene, "crank_pin", "0", "", {0, 0});
  pin(trial.scene, "elbow", "1", "0", ray(crank, 1.2));
  pin(trial.scene, "corner", "2", "1", corner(1.2));
  pin(trial.scene, "rocker_pin", "2", "", {ground, 0});
  find_reference(trial, 2.0);
  EXPECT_LE(error_of(trial, 60), 3e-3);
  expect_second_order("four-bar, 2 s", trial, 1e-3, 2);
}

TEST(JointSystem, ASliderCrankFollowsRungeKuttaToSecondOrder) {
  const double crank = 0.5, rod = 1.1;
  const auto wrist = [=](double q) {
    return Vec2(crank * std::cos(q) + std::sqrt(rod * rod - std::pow(crank * std::sin(q), 2)), 0);
  };
  Trial<1> trial;
  trial.mechanism.mass = {1.0, 1.0, 2.0};
  trial.mechanism.inertia = {bar_inertia(1.0, crank), bar_inertia(1.0, rod), Vec3::Constant(0.01)};
  trial.mechanism.poses = [=](const Coordinates<1>& q) {
    const Vec2 elbow = ray(crank, q[0]), end = wrist(q[0]);
    return std::vector<Pose>{bar_between({0, 0}, elbow), bar_between(elbow, end), {{end.x(), 0, 0}, upright()}};
  };
  trial.start = {Coordinates<1>(1.0), Coordinates<1>(5.0)};
  add_bodies(trial);
  pin(trial.scene, "main", "0", "", {0, 0});
  pin(trial.scene, "elbow", "1", "0", ray(crank, 1.0));
  pin(trial.scene, "wrist", "2", "1", wrist(1.0));
  joint(trial.scene, JointType::slider, "guide", "2", "", {wrist(1.0).x(), 0, 0}, Vec3::UnitX());
  find_reference(trial, 2.0);
  expect_second_order("slider-crank, 2 s, turning over", trial, 2e-2);
}

// a universal joint, a slider on a spring, a ball joint: 2 + 1 + 3 coordinates
TEST(JointSystem, ASpatialChainOfMixedJointsFollowsRungeKuttaToSecondOrder) {
  const Quat skew = turn(Vec3(1, 2, 3).normalized(), 0.4);
  const double stiffness = 200.0;
  Trial<6> trial;
  trial.mechanism.mass = {2.0, 1.0, 1.5};
  trial.mechanism.inertia = {{0.08, 0.06, 0.02}, {0.02, 0.03, 0.015}, {0.05, 0.04, 0.03}};
  trial.mechanism.poses = [=](const Coordinates<6>& q) {
    // the world's axis x, then the body's y; slides along the body's z; turns about x, y, z in turn
    const Quat first = turn(Vec3::UnitX(), q[0]) * turn(Vec3::UnitY(), q[1]);
    const Quat third = first * skew * turn(Vec3::UnitX(), q[3]) * turn(Vec3::UnitY(), q[4]) * turn(Vec3::UnitZ(), q[5]);
    const Vec3 slide = first * Vec3(0.1, 0, -0.9 + q[2]), hung = slide + first * Vec3(0, 0.1, -0.2);
    return std::vector<Pose>{
        {first * Vec3(0, 0, -0.5), first}, {slide, first * skew}, {hung + third * Vec3(0.1, 0, -0.3), third}};
  };
  trial.mechanism.potential = [=](const Coordinates<6>& q) { return 0.5 * stiffness * q[2] * q[2]; };
  trial.start.q << 0.5, 0.3, 0.0, 0.3, -0.2, 0.4;
  trial.start.rate << 0.5, -1.0, 0.0, 1.0, 0.5, 2.0;
  add_bodies(trial);
  const Quat first = turn(Vec3::UnitX(), 0.5) * turn(Vec3::UnitY(), 0.3);
  const Vec3 slide = first * Vec3(0.1, 0, -0.9);
  JointDesc& universal =
      joint(trial.scene, JointType::universal, "universal", "0", "", {0, 0, 0}, first * Vec3::UnitY());
  universal.axis2 = Vec3::UnitX();
  joint(trial.scene, JointType::slider, "slider", "1", "0", slide, first * Vec3::UnitZ());
  JointDesc& held = spring(trial.scene, "spring", "1", "0", slide, first * Vec3(0.1, 0, 1.1), stiffness, 0.0);
  held.rest_length = 2.0;
  joint(trial.scene, JointType::ball, "ball", "2", "1", slide + first * Vec3(0, 0.1, -0.2));
  find_reference(trial, 1.5);
  expect_second_order("universal, slider, spring and ball, 1.5 s", trial, 5e-3);
}

}  // namespace
}  // namespace spook::joint_mechanisms
