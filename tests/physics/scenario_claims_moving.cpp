// Scenes that show a motion: what falls, swings, bounces, spins or slides, nothing driving it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenario_claims.h"
#include "scenario_motion.h"

namespace spook::test {

namespace {

void oscillator(const SceneRun& run) {
  const double h = 1.0 / 60.0;
  double omega_h = 0.05;
  for (int i = 0; i < 4; ++i, omega_h *= 2) {
    const int mass = run.index("mass_" + std::to_string(i));
    const auto height = [&](const RunStep& step) { return step.bodies[mass].pose.position.z() - 1.0; };
    // the published period error is O(h²): (ω h)²/24 and a little
    const std::vector<double> times = risings(run, height);
    ASSERT_GE(times.size(), 3u);
    const double period = (times.back() - times.front()) / double(times.size() - 1), exact = 2 * pi * h / omega_h;
    EXPECT_NEAR(period, exact, (0.5 * omega_h * omega_h + 1e-3) * exact) << i;
    EXPECT_NEAR(largest(run, 7, 10, height), 0.3, 0.03) << i;
  }
}

void bouncing_ball(const SceneRun& run) {
  const auto height = [](const RunStep& step) { return step.bodies[0].pose.position.z() - 0.1; };
  EXPECT_LE(largest(run, 0, 10, height), 1.0 + 1e-6);
  EXPECT_GE(largest(run, 8.5, 10, height), 0.985);
}

void rolling_sphere(const SceneRun& run) {
  const double expected = 5.0 / 7.0 * gravity * std::sin(10 * pi / 180) * 10.0;
  EXPECT_NEAR(speed(run.last("ball")), expected, 0.01 * expected);
}

void wall_falls(const SceneRun& run) {
  EXPECT_GE(moved(run, "brick_", 0.25), 10) << "the ball did not break the wall";
  // what has fallen lies still, or nearly all of it
  int restless = 0;
  const std::vector<int> bricks = run.matching("brick_");
  for (int brick : bricks) restless += speed(run.end().bodies[brick]) > 0.05;
  EXPECT_LE(restless, int(bricks.size()) / 20);
  EXPECT_LE(run.end().penetration_max, 1e-3);
}

void wrecking_ball(const SceneRun& run) {
  EXPECT_GE(moved(run, "brick_", 0.25), 10);
  EXPECT_LE(run.joint_max(), 1e-3);
}

void heavy_ball_chain(const SceneRun& run) {
  EXPECT_GE(moved(run, "box_", 0.5), 2);
  EXPECT_LE(run.joint_max(), 1e-3);
}

void chain(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-4);
  EXPECT_LT(
      largest(run, 0, 10, [&](const RunStep& step) { return -step.bodies[run.index("load")].pose.position.x(); }) * -1,
      -4.0)
      << "it swings through to the other side";
  EXPECT_GE(run.end().energy.synchronised - run.steps[1].energy.synchronised, -0.15 * 1000 * gravity * 5.3);
}

void cradle(const SceneRun& run) {
  const auto height = [&](int ball) {
    return largest(run, 0, 1.6, [&](const RunStep& step) { return step.bodies[ball].pose.position.z(); }) - 0.3;
  };
  const double lifted = 1.0 - std::cos(40 * pi / 180);
  EXPECT_GE(height(4), 0.97 * lifted) << "the last ball flies as high as the first";
  for (int middle : {1, 2, 3}) EXPECT_LE(height(middle), 0.05 * lifted);
}

void pendulum(const SceneRun& run) {
  const auto out = [](const RunStep& step) { return step.bodies[0].pose.position.x(); };
  EXPECT_NEAR(largest(run, 8, 10, out), std::sin(pi / 4), 0.01);
  // 2π √(l'/g) with the series for 45°, l' = l (1 + 0.4 r²/l²)
  const double exact = 2 * pi * std::sqrt(1.004 / gravity) * 1.0399733;
  const std::vector<double> times = risings(run, out);
  EXPECT_NEAR((times.back() - times.front()) / double(times.size() - 1), exact, 0.01 * exact);
}

void pendulum_beside(const SceneRun& run) {
  const auto amplitude = [&](const std::string& name) {
    const int bob = run.index(name);
    return largest(run, 7.5, 10, [&](const RunStep& step) { return std::abs(step.bodies[bob].pose.position.x()); });
  };
  const double start = std::sin(60 * pi / 180);
  EXPECT_NEAR(amplitude("spook"), start, 0.02);
  EXPECT_NEAR(amplitude("implicit_midpoint"), start, 0.02);
  EXPECT_LT(amplitude("implicit_euler"), 0.9 * start);
}

void bouncing_ball_beside(const SceneRun& run) {
  const int ours = run.index("spook"), exact = run.index("exact");
  // together for the first bounces, apart only by the fraction of a step in which each bounce falls
  EXPECT_LE(largest(run, 0, 3,
                    [&](const RunStep& step) {
                      return std::abs(step.bodies[ours].pose.position.z() - step.bodies[exact].pose.position.z());
                    }),
            0.25);
  EXPECT_NEAR(largest(run, 2, 3.5, [&](const RunStep& step) { return step.bodies[ours].pose.position.z(); }),
              largest(run, 2, 3.5, [&](const RunStep& step) { return step.bodies[exact].pose.position.z(); }), 0.05);
}

void t_handle(const SceneRun& run) {
  // the middle axis, y of the body, turns over against the angular momentum
  std::vector<double> flips = risings(
      run, [](const RunStep& step) { return (step.bodies[0].pose.orientation * Vec3::UnitY()).dot(Vec3::UnitY()); });
  EXPECT_GE(flips.size(), 1u);
  EXPECT_NEAR(run.end().energy.kinetic, run.steps[1].energy.kinetic, 1e-6 * run.end().energy.kinetic);
}

void spinning_tops(const SceneRun& run) {
  EXPECT_GT(run.last("top_0").pose.position.z(), 0.9 * run.first("top_0").pose.position.z()) << "the fastest stands";
}

void heavy_top(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  // precession: the azimuth of the axis goes round at m g l / (I₃ ω₃), the slow root of the steady equation
  double turned = 0.0;
  for (std::size_t k = 1; k < run.steps.size(); ++k) {
    const auto azimuth = [](const RunStep& step) {
      const Vec3 axis = step.bodies[0].pose.orientation * Vec3::UnitZ();
      return std::atan2(axis.y(), axis.x());
    };
    turned += std::remainder(azimuth(run.steps[k]) - azimuth(run.steps[k - 1]), 2 * pi);
  }
  const double i3 = 0.5 * 2.0 * 0.16, i1 = 2.0 * (3 * 0.16 + 0.0009) / 12 + 2.0 * 0.09, c = 2.0 * gravity * 0.3;
  const double a = (i1 - i3) * std::cos(40 * pi / 180), b = i3 * 30.0,
               expected = 2 * c / (b + std::sqrt(b * b - 4 * a * c));
  EXPECT_NEAR(turned / 10.0, expected, 0.02 * expected);
  EXPECT_NEAR(run.last("top").pose.position.z(), run.first("top").pose.position.z(), 0.03) << "it does not fall";
}

void double_pendulum_wall(const SceneRun& run) {
  for (const RunStep& step : run.steps)
    for (const BodyState& bob : step.bodies)
      ASSERT_GT(bob.pose.position.x(), -5e-3) << "through the wall at " << step.time;
  // it has come to hang down along the wall
  EXPECT_NEAR(run.last("lower").pose.position.z(), 0.4, 0.05);
}

void stick_slip_block(const SceneRun& run) {
  // the event-driven reference: 4.35 mm forward in the first window, 2.9913 at ten seconds
  EXPECT_NEAR(run.body("block", 2.0).pose.position.x(), 3.0043485697, 2e-4);
  EXPECT_NEAR(run.last("block").pose.position.x(), 2.9913028331, 1e-3);
  EXPECT_LE(speed(run.body("block", 2.0)), 1e-6);
}

void two_carts(const SceneRun& run) {
  EXPECT_LE(speed(run.last("first")) + speed(run.last("second")), 1e-6);
  EXPECT_GT(run.last("first").pose.position.x(), 0.15);
  EXPECT_LT(run.last("first").pose.position.x(), 0.25);
  EXPECT_NEAR(run.last("second").pose.position.x() - run.last("first").pose.position.x(), 5.0, 0.1);
}

void three_balls(const SceneRun& run) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.last("ball_" + std::to_string(i)).pose.position.z(), 0.1 + 0.2 * i, 1e-4);
  EXPECT_GT(largest(run, 0.5, 1.5, [](const RunStep& step) { return step.bodies[0].pose.position.z(); }), 0.2)
      << "it bounces first";
}

void painleve_rod(const SceneRun& run) {
  EXPECT_NEAR(run.last("rod").pose.position.z(), 0.01, 1e-3) << "it lies";
  for (const RunStep& step : run.steps) EXPECT_LE(speed(step.bodies[0]), 7.0) << step.time;
}

void slider_crank(const SceneRun& run) {
  const int slider = run.index("slider");
  for (const RunStep& step : run.steps) {
    EXPECT_NEAR(step.bodies[slider].pose.position.z(), 1.6, 5e-3) << step.time;
    EXPECT_LE(speed(step.bodies[slider]), 20.0) << step.time;
  }
  EXPECT_LE(run.joint_rms(), 2e-3);
  // from far out to over the bearing, where crank and rod lie on one another
  EXPECT_GT(largest(run, 0, 10, [&](const RunStep& s) { return s.bodies[slider].pose.position.x(); }), 0.9);
  EXPECT_GT(largest(run, 0, 10, [&](const RunStep& s) { return -s.bodies[slider].pose.position.x(); }), -0.1);
}

void slider_crank_clearance(const SceneRun& run) {
  const int slider = run.index("slider");
  const auto up = [&](const RunStep& step) { return step.bodies[slider].pose.position.z() - 0.3; };
  const double above = largest(run, 0, 10, up), below = largest(run, 0, 10, [&](const RunStep&s) { return -up(s); });
  EXPECT_LE(std::max(above, below), 1.1e-3) << "the guides hold it";
  EXPECT_GE(std::min(above, below), 0.8e-3) << "and it meets both";
}

void hinge_ring(const SceneRun& run) {
  EXPECT_LE(run.end().joint_max, 1e-4);
  EXPECT_LE(run.joint_rms(), 5e-4);
}

void parabola_edge(const SceneRun& run) {
  const auto x = [](const RunStep& step) { return step.bodies[0].pose.position.x(); };
  EXPECT_LT(-largest(run, 0, 3, [&](const RunStep& s) { return -x(s); }), -5.0) << "over the edge and across the plane";
  EXPECT_GT(largest(run, 2, 10, x), 0.5) << "and back again";
  EXPECT_LE(largest(run, 0, 10, [](const RunStep& s) { return std::abs(s.bodies[0].pose.position.y()); }), 0.1);
  EXPECT_GT(-largest(run, 0, 10, [](const RunStep& s) { return -s.bodies[0].pose.position.z(); }), 0.119)
      << "never below the track";
}

void domino_spiral(const SceneRun& run) {
  for (int domino : run.matching("domino_"))
    EXPECT_LT((run.end().bodies[domino].pose.orientation * Vec3::UnitZ()).z(), 0.6)
        << run.names[domino] << " still stands";
}

void ragdoll(const SceneRun& run) {
  for (const char* doll : {"doll_0", "doll_1", "doll_2"})
    EXPECT_LT(run.last(std::string(doll) + "_head").pose.position.z(),
              run.first(std::string(doll) + "_head").pose.position.z() - 0.8);
  EXPECT_LE(run.end().joint_max, 1e-3);
  EXPECT_LE(run.joint_max(), 2e-2);
}

void tutorial(const SceneRun& run) {
  int down = 0;
  for (int brick : run.matching("brick_"))
    down += run.start().bodies[brick].pose.position.z() - run.end().bodies[brick].pose.position.z() > 0.2;
  EXPECT_GE(down, 3) << "three of four come down and stay down";
  EXPECT_LE(run.joint_max(), 5e-3);
}

}  // namespace

Claims moving_claims() {
  return {{"tutorial", tutorial},
          {"oscillator", oscillator},
          {"bouncing_ball", bouncing_ball},
          {"rolling_sphere", rolling_sphere},
          {"wall_ball", wall_falls},
          {"wall_ball_flat", wall_falls},
          {"wrecking_ball", wrecking_ball},
          {"wrecking_ball_flat", wrecking_ball},
          {"heavy_ball_chain", heavy_ball_chain},
          {"chain", chain},
          {"cradle", cradle},
          {"pendulum", pendulum},
          {"pendulum_beside", pendulum_beside},
          {"bouncing_ball_beside", bouncing_ball_beside},
          {"t_handle", t_handle},
          {"spinning_tops", spinning_tops},
          {"heavy_top", heavy_top},
          {"double_pendulum_wall", double_pendulum_wall},
          {"stick_slip_block", stick_slip_block},
          {"two_carts", two_carts},
          {"three_balls", three_balls},
          {"painleve_rod", painleve_rod},
          {"slider_crank", slider_crank},
          {"slider_crank_clearance", slider_crank_clearance},
          {"hinge_ring", hinge_ring},
          {"parabola_edge", parabola_edge},
          {"domino_spiral", domino_spiral},
          {"ragdoll", ragdoll}};
}

}  // namespace spook::test
