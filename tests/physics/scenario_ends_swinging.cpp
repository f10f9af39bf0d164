// Wherever they are set: what swings, bounces and spins, against the closed form where there is one.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_ends.h"
#include "scenario_motion.h"

namespace spook::test::ends {

namespace {

// numerics §2: a spring of ω h beats every π h / atan(ω h / 2), and keeps its amplitude, as long as ω h < π
void oscillator(const SceneRun& run) {
  const double h = run.scene.parameters.time_step, amplitude = run.value("amplitude");
  double omega_h = run.value("omega_h");
  for (int i = 0; i < int(run.value("springs")); ++i, omega_h *= run.value("factor")) {
    const int mass = run.index("mass_" + std::to_string(i));
    const auto height = [&](const RunStep& step) { return step.bodies[mass].pose.position.z() - 1.0; };
    // between steps it goes no further than it began; the steps' positions lie on the wider ellipse of the discrete one
    EXPECT_LE(largest(run, 0, 10, [&](const RunStep& s) { return std::abs(height(s)); }),
              1.001 * amplitude * std::hypot(1.0, 0.5 * omega_h))
        << i;
    if (omega_h > 2.0) continue;  // fewer than four steps a beat: nothing to read off
    const double exact = pi * h / std::atan(0.5 * omega_h);
    const std::vector<double> times = risings(run, height);
    if (times.size() > 2) {
      EXPECT_NEAR(period(times), exact, 5e-3 * exact) << i;
    }
    EXPECT_GE(largest(run, 5, 10, height), (0.98 - 0.15 * omega_h * omega_h) * amplitude) << i;
  }
}

void pendulum(const SceneRun& run) {
  const double length = run.value("length"), angle = run.value("angle") * pi / 180;
  const int bob = run.index("bob");
  const auto out = [&](const RunStep& step) { return step.bodies[bob].pose.position.x(); };
  const double exact = swing_period(length + 0.4 * 0.01 / length, angle);
  EXPECT_NEAR(period(risings(run, out)), exact, (run.value("angle") > 100 ? 0.03 : 0.01) * exact);
  const double top = length + 0.4;
  const double height = largest(run, 6, 10, [&](const RunStep& s) { return s.bodies[bob].pose.position.z() - top; });
  EXPECT_NEAR(height, -length * std::cos(angle), 0.03 * length) << "it rises as high as it was let go";
}

void pendulum_beside(const SceneRun& run) {
  const double angle = run.value("angle") * pi / 180, led = std::min(run.end().time, run.value("seconds"));
  const auto rise = [&](const std::string& name) {
    const int bob = run.index(name);
    return largest(run, led - 3.0, led, [&](const RunStep& s) { return s.bodies[bob].pose.position.z() - 1.6; });
  };
  const double start = -std::cos(angle), bar = 0.03 * (1.0 + start) + 1e-3;
  EXPECT_NEAR(rise("spook"), start, bar);
  EXPECT_NEAR(rise("implicit_midpoint"), start, bar);
  EXPECT_LT(rise("implicit_euler"), start - 0.1 * (1.0 + start)) << "implicit Euler dies";
}

// a ball of restitution e comes back to e² of its height, but for the fraction of a step in which it is thrown back
void bounces(const SceneRun& run, int ball, double radius) {
  const double e = run.value("restitution"), height = run.value("height"), h = run.scene.parameters.time_step;
  const double fall = std::sqrt(2 * height / gravity), slack = 2 * h * gravity * fall;
  const auto up = [&](const RunStep& step) { return step.bodies[ball].pose.position.z() - radius; };
  EXPECT_LE(largest(run, 0, 10, up), height + 1e-6);
  EXPECT_GE(smallest(run, 0, 10, up), -0.1 * h * gravity * fall) << "not into the floor";
  if (e > 0.0) {
    EXPECT_NEAR(largest(run, fall + 2 * h, fall + 2 * h + 1.2 * e * fall, up), e * e * height, slack);
  } else {
    EXPECT_LE(largest(run, fall + 2 * h, 10, up), 1e-6) << "it stays down";
  }
}

void bouncing_ball(const SceneRun& run) {
  bounces(run, run.index("ball"), run.value("radius"));
}

void bouncing_ball_beside(const SceneRun& run) {
  bounces(run, run.index("spook"), 0.1);
  // apart by no more than what a step late at the first bounce makes
  const int ours = run.index("spook"), exact = run.index("exact");
  const double fall = std::sqrt(2 * run.value("height") / gravity), h = run.scene.parameters.time_step;
  const auto apart = [&](const RunStep& s) {
    return std::abs(s.bodies[ours].pose.position.z() - s.bodies[exact].pose.position.z());
  };
  EXPECT_LE(largest(run, 0, 2 * fall, apart), 3 * h * gravity * fall);
}

// as many leave as arrive, where nothing is lost; all together where everything is
void cradle(const SceneRun& run) {
  const int balls = int(run.value("balls")), lifted = std::min(int(run.value("lifted")), balls - 1);
  const double drop = 1.0 - std::cos(run.value("angle") * pi / 180), e = run.value("restitution");
  EXPECT_LE(run.joint_max(), 1e-3);
  const double back = swing_period(1.0, run.value("angle") * pi / 180);
  for (int i = 0; i < balls; ++i) {
    const int ball = run.index("ball_" + std::to_string(i));
    const double rise =
        largest(run, 0.3 * back, 0.75 * back, [&](const RunStep& s) { return s.bodies[ball].pose.position.z(); }) - 0.3;
    EXPECT_LE(rise, drop * 1.02 + 1e-3) << i;
    if (e == 1.0 && i >= balls - lifted) {
      EXPECT_GE(rise, 0.9 * drop) << i << " leaves";
    }
    if (e == 0.0) {
      EXPECT_LE(rise, 1.1 * drop * std::pow(double(lifted) / balls, 2) + 1e-3) << i << " goes along";
    }
  }
}

void double_pendulum_wall(const SceneRun& run) {
  for (const RunStep& step : run.steps)
    for (const BodyState& bob : step.bodies)
      ASSERT_GT(bob.pose.position.x(), -1e-2) << "through the wall at " << step.time;
  EXPECT_LE(run.joint_max(), 5e-3) << "for a step, at a blow";
  EXPECT_LE(run.joint_rms(), 5e-4);
  if (run.value("restitution") < 0.2) {
    EXPECT_LT(run.end().energy.total(), run.steps[1].energy.total() - 1.0) << "blows take energy";
  }
}

void three_balls(const SceneRun& run) {
  const int balls = int(run.value("balls"));
  for (const RunStep& step : run.steps)
    for (int i = 0; i + 1 < balls; ++i)
      ASSERT_GT(step.bodies[i + 1].pose.position.z() - step.bodies[i].pose.position.z(), 0.195) << step.time;
  if (run.value("restitution") > 0.9) return;  // bounces longer than ten seconds
  for (int i = 0; i < balls; ++i)
    EXPECT_NEAR(run.last("ball_" + std::to_string(i)).pose.position.z(), 0.1 + 0.2 * i, 1e-4);
}

void t_handle(const SceneRun& run) {
  const auto along = [](const RunStep& s) { return (s.bodies[0].pose.orientation * Vec3::UnitY()).dot(Vec3::UnitY()); };
  EXPECT_LT(smallest(run, 0, 10, along), -0.9) << "it flips";
  EXPECT_NEAR(run.end().energy.kinetic, run.steps[1].energy.kinetic, 1e-5 * run.end().energy.kinetic);
  EXPECT_LE((run.last("handle").pose.position - run.first("handle").pose.position).norm(), 1e-9);
}

// the slow root of (I₁ − I₃) cos θ Ω² − I₃ ω₃ Ω + m g l = 0, I₁ about the foot
void heavy_top(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  const auto azimuth = [](const RunStep& step) {
    const Vec3 axis = step.bodies[0].pose.orientation * Vec3::UnitZ();
    return std::atan2(axis.y(), axis.x());
  };
  double turned = 0.0;
  for (std::size_t k = 1; k < run.steps.size(); ++k)
    turned += std::remainder(azimuth(run.steps[k]) - azimuth(run.steps[k - 1]), 2 * pi);
  const double i3 = 0.5 * 2.0 * 0.16, i1 = 2.0 * (3 * 0.16 + 0.0009) / 12 + 2.0 * 0.09, c = 2.0 * gravity * 0.3;
  const double tilt = run.value("tilt") * pi / 180, a = (i1 - i3) * std::cos(tilt), b = i3 * run.value("spin"),
               expected = 2 * c / (b + std::sqrt(b * b - 4 * a * c));
  EXPECT_NEAR(turned / run.end().time, expected, 0.03 * expected);
  EXPECT_NEAR(run.last("top").pose.position.z(), run.first("top").pose.position.z(), 0.03) << "it does not fall";
}

// the time at which a top's axis has gone down by 50°, or the end
double falls_at(const SceneRun& run, const std::string& name) {
  const int top = run.index(name);
  for (const RunStep& step : run.steps)
    if ((step.bodies[top].pose.orientation * Vec3::UnitZ()).z() < std::cos(50 * pi / 180)) return step.time;
  return run.end().time;
}

void spinning_tops(const SceneRun& run) {
  const int tops = int(run.value("tops"));
  if (run.value("spin") >= 100) {
    EXPECT_GT(falls_at(run, "top_0"), 5.0) << "the fastest stands";
  }
  if (tops > 1) {
    EXPECT_GE(falls_at(run, "top_0"), falls_at(run, "top_" + std::to_string(tops - 1)) - 0.5) << "longer than the last";
  }
}

}  // namespace

Claims swinging() {
  return {{"oscillator", oscillator},
          {"pendulum", pendulum},
          {"pendulum_beside", pendulum_beside},
          {"bouncing_ball", bouncing_ball},
          {"bouncing_ball_beside", bouncing_ball_beside},
          {"cradle", cradle},
          {"double_pendulum_wall", double_pendulum_wall},
          {"three_balls", three_balls},
          {"t_handle", t_handle},
          {"heavy_top", heavy_top},
          {"spinning_tops", spinning_tops}};
}

}  // namespace spook::test::ends
