// Friction laws at a fixed point: slopes in every direction, and a box squeezed between walls. The problems are built
// by hand and stepped with linearised geometry.
#include <gtest/gtest.h>

#include "engine/solve/solver.h"
#include "engine/solve/sweeps.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

constexpr double h = 1.0 / 60.0, phi = 1.0 / 9.0, gravity = 9.81;

// one box and its contacts with the world; gaps and slip are carried from step to step (numerics §1)
struct OneBox {
  StepProblem problem;
  std::vector<double> gap;
  std::vector<Vec2> slip;
  Vec3 force = Vec3::Zero();
  double friction_epsilon = 1e-8;

  OneBox(double mass, const Vec3& half) {
    test::ProblemMaker make(1);
    problem.bodies.push_back(make.body(mass, half, Vec3::Zero(), Vec3::Zero(), h, 0.0));
  }
  void touch(const Vec3& arm, const Mat3& frame, double mu, double gap0) {
    test::ContactNumbers numbers;
    numbers.friction = mu;
    problem.contacts.push_back(test::contact_row(problem, 0, -1, arm, Vec3::Zero(), frame, numbers));
    gap.push_back(gap0);
    slip.push_back(Vec2::Zero());
  }
  void close() {
    problem.pairs = {{0, -1, 0, static_cast<int>(problem.contacts.size())}};
    test::close_problem(problem);
  }
  void step(const SolveOptions& options, SolverMemory& memory, StepSolution& solution) {
    BodyBlock& body = problem.bodies[0];
    body.momentum << body.mass * body.velocity.head<3>() + h * force, body.inertia * body.velocity.tail<3>();
    for (std::size_t c = 0; c < gap.size(); ++c) {
      ContactRow& row = problem.contacts[c];
      const Vec3 w = row.frame * (body.velocity.head<3>() + body.velocity.tail<3>().cross(row.arm_a));
      row.bias = gap[c] <= 0.0 ? 4.0 / h * phi * gap[c] - phi * w[0] : gap[c] / h;
      row.friction_bias = 4.0 * phi / h * slip[c];
    }
    SolveReport report;
    solve(problem, options, memory, solution, report);
    EXPECT_EQ(report.failed, 0);
    body.velocity = solution.velocity[0];
    for (std::size_t c = 0; c < gap.size(); ++c) {
      ContactRow& row = problem.contacts[c];
      row.warm = solution.contact_impulse[c];
      const Vec3 w = row.frame * (body.velocity.head<3>() + body.velocity.tail<3>().cross(row.arm_a));
      gap[c] += h * w[0];
      const Vec2 beta = solution.contact_impulse[c].tail<2>();
      if (solution.contact_state[c] == ContactState::sticking) {
        slip[c] += h * w.tail<2>();
      } else {
        slip[c] = -friction_epsilon * beta / h;
      }
    }
  }
};

// a flat box (so that B is anisotropic) on a slope, its friction axes turned by `angle`
OneBox box_on_slope(double tangent, double angle) {
  const Vec3 half(0.5, 0.2, 0.3);
  OneBox box(10.0, half);
  const double theta = std::atan(tangent);
  box.force = 10.0 * gravity * Vec3(std::sin(theta), 0, -std::cos(theta));
  Mat3 frame;
  frame << 0, 0, 1, std::cos(angle), std::sin(angle), 0, -std::sin(angle), std::cos(angle), 0;
  for (double x : {-half.x(), half.x()}) {
    for (double y : {-half.y(), half.y()}) box.touch(Vec3(x, y, -half.z()), frame, 0.5, 0.0);
  }
  box.close();
  return box;
}

TEST(Friction, HoldsJustBelowTheConeInEveryDirection) {
  for (SolverKind kind : {SolverKind::direct_iterative, SolverKind::exact, SolverKind::direct_friction}) {
    for (double degrees : {0.0, 15.0, 30.0, 45.0}) {
      OneBox box = box_on_slope(0.49, degrees * M_PI / 180.0);
      SolveOptions options;
      options.kind = kind;
      SolverMemory memory;
      StepSolution solution;
      for (int i = 0; i < 240; ++i) box.step(options, memory, solution);
      EXPECT_LE(box.problem.bodies[0].velocity.norm(), 1e-9) << degrees << " degrees";
    }
  }
}

TEST(Friction, SlidesJustBeyondTheConeAtTheTextbookAcceleration) {
  for (SolverKind kind : {SolverKind::direct_iterative, SolverKind::exact}) {
    for (double degrees : {0.0, 15.0, 30.0, 45.0}) {
      OneBox box = box_on_slope(0.51, degrees * M_PI / 180.0);
      SolveOptions options;
      options.kind = kind;
      SolverMemory memory;
      StepSolution solution;
      for (int i = 0; i < 120; ++i) box.step(options, memory, solution);
      const double before = box.problem.bodies[0].velocity[0];
      for (int i = 0; i < 60; ++i) box.step(options, memory, solution);
      const double theta = std::atan(0.51);
      const double right = gravity * (std::sin(theta) - 0.5 * std::cos(theta));
      EXPECT_NEAR((box.problem.bodies[0].velocity[0] - before) / (60 * h), right, 1e-6 * gravity)
          << degrees << " degrees";
      EXPECT_LE(std::abs(box.problem.bodies[0].velocity[1]), 1e-6);
    }
  }
}

TEST(Friction, HoldsATallBoxSqueezedBetweenWalls) {
  const Vec3 half(0.25, 0.25, 1.0);
  OneBox box(50.0, half);
  box.force = Vec3(0, 1000.0, -50.0 * gravity);
  for (double side : {-1.0, 1.0}) {
    const Mat3 frame = test::frame_of(Vec3(-side, 0, 0));
    for (double y : {-half.y(), half.y()}) {
      for (double z : {-half.z(), half.z()}) box.touch(Vec3(side * half.x(), y, z), frame, 0.5, -0.0005);
    }
  }
  box.close();
  SolveOptions options;
  SolverMemory memory;
  StepSolution solution;
  double moved = 0.0;
  for (int i = 0; i < 150; ++i) {
    box.step(options, memory, solution);
    moved += h * box.problem.bodies[0].velocity.head<3>().norm();
  }
  EXPECT_LE(moved, 2e-6);
  for (int c = 1; c < 4; ++c) {
    EXPECT_NEAR(solution.contact_impulse[c][0] / solution.contact_impulse[0][0], 1.0, 0.5);
  }
}

TEST(Friction, PutsBetaOnTheDiscWhereTheBlockIsAnisotropic) {
  test::ProblemMaker make(4);
  for (int i = 0; i < 2000; ++i) {
    Eigen::Matrix2d a;
    a << make.uniform(-1, 1), make.uniform(-1, 1), make.uniform(-1, 1), make.uniform(-1, 1);
    const Eigen::Matrix2d B = a * a.transpose() + make.log_uniform(1e-6, 1.0) * Eigen::Matrix2d::Identity();
    const Vec2 r(make.uniform(-5, 5), make.uniform(-5, 5));
    const double R = make.log_uniform(1e-3, 10.0);
    const Vec2 beta = solve_disc(B, r, R);
    const Vec2 drag = r - B * beta;  // s β
    EXPECT_LE(beta.norm(), R * (1.0 + 1e-9));
    if (beta.norm() < R * (1.0 - 1e-9)) {
      EXPECT_LE(drag.norm(), 1e-9 * r.norm());
    } else {
      EXPECT_GE(drag.dot(beta), -1e-9 * R * r.norm());
      EXPECT_LE(std::abs(drag[0] * beta[1] - drag[1] * beta[0]), 1e-7 * R * r.norm());
    }
  }
}

}  // namespace
}  // namespace spook
