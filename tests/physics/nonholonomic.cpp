// Wheels and skates against the motion of their equations, by a fine Runge–Kutta; the give δ of motors.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/cross_matrix.h"
#include "tests/physics/physics_run.h"

namespace spook::nonholonomic {
namespace {

using namespace build;

// d/dt of a state, and the state a time later by 400 steps a second and more
template <int n, typename Rate>
Eigen::Matrix<double, n, 1> runge_kutta(Eigen::Matrix<double, n, 1> state, double time, const Rate& rate) {
  const int steps = std::max(20, static_cast<int>(std::abs(time) * 2000.0));
  const double h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const Eigen::Matrix<double, n, 1> a = rate(state), b = rate(state + 0.5 * h * a), c = rate(state + 0.5 * h * b),
                                      d = rate(state + h * c);
    state += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return state;
}

// A sledge in the plane on a blade a behind its centre of mass: v' = a ω², ω' = −m a v ω / (I + m a²)
struct Sleigh {
  double ahead = 0.3, mass = 2.0, inertia = 0.1;

  using State = Eigen::Matrix<double, 5, 1>;  // blade's x, y, heading, v along the blade, ω
  State rate(const State& s) const {
    const double turn = mass * ahead / (inertia + mass * ahead * ahead);
    return State(s[3] * std::cos(s[2]), s[3] * std::sin(s[2]), s[4], ahead * s[4] * s[4], -turn * s[3] * s[4]);
  }
  State after(const State& s, double time) const {
    return runge_kutta<5>(s, time, [this](const State& state) { return rate(state); });
  }
  Vec3 along(const State& s) const { return {std::cos(s[2]), std::sin(s[2]), 0}; }
  Vec3 centre(const State& s) const { return Vec3(s[0], s[1], 0) + ahead * along(s); }
  Vec3 velocity(const State& s) const { return s[3] * along(s) + ahead * s[4] * Vec3::UnitZ().cross(along(s)); }
};

constexpr double start_speed = 1.0, start_turn = 3.0;

// how far from the true centre after two seconds; velocities of a step stand in the middle of it, so half a step early
double sleigh_error(double h) {
  const Sleigh sleigh;
  const Sleigh::State begin(0, 0, 0, start_speed, start_turn), early = sleigh.after(begin, -0.5 * h);
  Scene scene;
  scene.name = "sleigh";
  scene.parameters.gravity.setZero(), scene.parameters.time_step = h;
  BodyDesc& sledge = body(scene, "sledge", {box({0.3, 0.1, 0.05})}, sleigh.centre(begin));
  sledge.mass = sleigh.mass, sledge.inertia = Vec3::Constant(sleigh.inertia);
  sledge.velocity = sleigh.velocity(early), sledge.angular_velocity = early[4] * Vec3::UnitZ();
  joint(scene, JointType::skate, "blade", "sledge", "", Vec3::Zero(), Vec3::UnitX()).axis2 = Vec3::UnitZ();
  Watched run(scene);
  run.seconds(2.0);
  return (run.world.pose(run.body("sledge")).position - sleigh.centre(sleigh.after(begin, 2.0))).norm();
}

TEST(Skate, ChaplyginsSleighFollowsItsEquationsToSecondOrder) {
  const double coarse = sleigh_error(1.0 / 60.0), middle = sleigh_error(1.0 / 120.0), fine = sleigh_error(1.0 / 240.0);
  std::printf("sleigh: %.3g, %.3g, %.3g mm off at 60, 120, 240 Hz\n", 1e3 * coarse, 1e3 * middle, 1e3 * fine);
  EXPECT_LE(coarse, 5e-3);
  EXPECT_NEAR(coarse / middle, 4.0, 0.6);
  EXPECT_NEAR(middle / fine, 4.0, 0.6);
}

// it ends running straight with all its energy: v² = v₀² + (I/m + a²) ω₀²
TEST(Skate, ASleighEndsStraightWithItsEnergy) {
  const Sleigh sleigh;
  Scene scene;
  scene.name = "sleigh";
  scene.parameters.gravity.setZero();
  BodyDesc& sledge = body(scene, "sledge", {box({0.3, 0.1, 0.05})}, {sleigh.ahead, 0, 0});
  sledge.mass = sleigh.mass, sledge.inertia = Vec3::Constant(sleigh.inertia);
  sledge.velocity = Vec3(start_speed, sleigh.ahead * start_turn, 0), sledge.angular_velocity = {0, 0, start_turn};
  joint(scene, JointType::skate, "blade", "sledge", "", Vec3::Zero(), Vec3::UnitX()).axis2 = Vec3::UnitZ();
  Watched run(scene);
  const double energy = run.energy;
  run.seconds(20.0);
  const double square =
      std::pow(start_speed, 2) + (sleigh.inertia / sleigh.mass + sleigh.ahead * sleigh.ahead) * start_turn * start_turn;
  EXPECT_NEAR(run.speed(), std::sqrt(square), 5e-3 * std::sqrt(square));
  EXPECT_NEAR(run.world.angular_velocity(run.body("sledge")).z(), 0.0, 1e-3);
  EXPECT_NEAR(run.energy, energy, 1e-2 * energy);
}

// δ is the speed across that a blade gives up per force: pushed across by F it slips at δ F
TEST(Skate, SlipsByItsViscosity) {
  Scene scene;
  scene.name = "slip";
  scene.parameters.gravity.setZero();
  BodyDesc& sledge = body(scene, "sledge", {box({0.3, 0.1, 0.05})}, Vec3::Zero());
  sledge.mass = 2.0;
  JointDesc& blade = joint(scene, JointType::skate, "blade", "sledge", "", Vec3::Zero(), Vec3::UnitX());
  blade.axis2 = Vec3::UnitZ(), blade.viscosity = 0.02;
  push(scene, "sledge", {0, 5, 0}, 0.0, 10.0);
  Watched run(scene);
  run.seconds(2.0);
  EXPECT_NEAR(run.world.velocity(run.body("sledge")).y(), 0.02 * 5.0, 1e-9);
}

TEST(Motor, GivesUpSpeedByItsViscosity) {
  for (const double viscosity : {0.0, 0.1, 0.5}) {
    Scene scene;
    scene.name = "motor";
    scene.parameters.gravity.setZero();
    BodyDesc& disc = body(scene, "disc", {cylinder(0.2, 0.05)}, Vec3::Zero());
    disc.mass = 2.0, disc.inertia = Vec3::Constant(0.05);
    MotorDesc motor{4.0, 100.0};
    motor.viscosity = viscosity;
    joint(scene, JointType::hinge, "axle", "disc", "", Vec3::Zero()).motor = motor;
    for (const double side : {-1.0, 1.0}) {  // a torque of −2 N m
      ForceDrive drive;
      drive.body = "disc", drive.body_frame = true;
      drive.point = {side, 0, 0}, drive.force = {0, -1.0 * side, 0};
      scene.drives.emplace_back(drive);
    }
    Watched run(scene);
    run.seconds(5.0);
    EXPECT_NEAR(run.world.angular_velocity(run.body("disc")).z(), 4.0 - 2.0 * viscosity, 1e-6) << viscosity;
  }
}

// A thin disc that rolls: its centre is R above the lowest point along u, v = ω × R u, and about the centre
// I ω' + ω × I ω = −R u × m (v' + g z)
struct Disc {
  double radius = 0.3, mass = 2.0;

  using State = Eigen::Matrix<double, 9, 1>;  // centre, axle, ω
  static Vec3 up(const Vec3& axle) { return (Vec3::UnitZ() - axle.z() * axle).normalized(); }
  Vec3 velocity(const State& s) const { return radius * s.tail<3>().cross(up(s.segment<3>(3))); }

  State rate(const State& s) const {
    const Vec3 axle = s.segment<3>(3), omega = s.tail<3>(), turn = omega.cross(axle), u = up(axle);
    const double across = 0.25 * mass * radius * radius;
    const Mat3 inertia = across * (Mat3::Identity() + axle * axle.transpose());
    const Vec3 tilted = -turn.z() * axle - axle.z() * turn,
               u_rate = (tilted - u * u.dot(tilted)) / (Vec3::UnitZ() - axle.z() * axle).norm();
    const Mat3 cross = cross_matrix(u);
    // v' = ω' × R u + ω × R u', so that (I − m R² [u]²) ω' = …
    const Vec3 known = mass * (radius * omega.cross(u_rate) + Vec3(0, 0, gravity));
    const Vec3 torque = -radius * u.cross(known) - omega.cross(inertia * omega);
    State result;
    result << velocity(s), turn, Mat3(inertia - mass * radius * radius * cross * cross).ldlt().solve(torque);
    return result;
  }
};

Disc::State rolling_start(const Disc& disc) {
  const double lean = 0.4;
  Disc::State s;
  const Vec3 axle(std::cos(lean), 0, std::sin(lean));
  s << disc.radius * Disc::up(axle), axle, -12.0 * axle + Vec3(0, 0, 1.0);
  return s;
}

TEST(Wheel, ADiscRollsAsItsEquationsSay) {
  const Disc disc;
  const Disc::State begin = rolling_start(disc);
  const auto rate = [&](const Disc::State& state) { return disc.rate(state); };
  double off[2];
  for (int i = 0; i < 2; ++i) {
    const double h = 1.0 / (120.0 * (1 << i));
    const Disc::State early = runge_kutta<9>(begin, -0.5 * h, rate), end = runge_kutta<9>(begin, 2.0, rate);
    Scene scene;
    scene.name = "disc";
    scene.parameters.time_step = h, scene.parameters.friction = 0.0;
    ground(scene);
    const double thick = 1e-4 * disc.radius;
    const Vec3 axle = begin.segment<3>(3), lift = thick * axle.z() * Vec3::UnitZ();  // it stands on the edge of its rim
    BodyDesc& rolled = body(scene, "disc", {cylinder(disc.radius, thick)}, begin.head<3>() + lift, z_along(axle));
    rolled.mass = disc.mass, rolled.inertia = 0.25 * disc.mass * disc.radius * disc.radius * Vec3(1, 1, 2);
    rolled.velocity = disc.velocity(early), rolled.angular_velocity = early.tail<3>();
    JointDesc& wheel = joint(scene, JointType::wheel, "wheel", "disc", "", begin.head<3>() + lift, axle);
    wheel.axis2 = Vec3::UnitZ(), wheel.radius = disc.radius;
    Watched run(scene);
    const double energy = run.energy;
    run.seconds(2.0);
    const Vec3 away = end.head<3>() - begin.head<3>();
    off[i] = (run.world.pose(run.body("disc")).position - end.head<3>()).norm();
    std::printf("disc: %.3g mm off at %.0f Hz after %.3g m, energy %.3g of the start\n", 1e3 * off[i], 1.0 / h,
                away.norm(), run.energy / energy);
    EXPECT_NEAR(run.energy, energy, 0.02 * energy);
  }
  EXPECT_LE(off[1], 0.01);
  EXPECT_LE(off[1], 0.5 * off[0]);
}

}  // namespace
}  // namespace spook::nonholonomic
