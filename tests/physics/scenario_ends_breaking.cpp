// Wherever they are set: what slides, rolls, is knocked over or knocks over.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_ends.h"
#include "scenario_motion.h"

namespace spook::test::ends {

namespace {

// it holds where tan θ < μ, and slides with g (sin θ − μ cos θ) where not
void slope(const SceneRun& run) {
  const double tangent = run.value("tangent"), friction = run.value("friction"), theta = std::atan(tangent);
  const double pull = gravity * (std::sin(theta) - friction * std::cos(theta)), time = run.end().time;
  const double way = (run.last("box").pose.position - run.first("box").pose.position).norm();
  if (tangent < friction) {
    EXPECT_LE(way, 2e-6);
  } else {
    EXPECT_NEAR(way, 0.5 * pull * time * time, 0.01 * (0.5 * pull * time * time) + 1e-3);
  }
}

void friction_ramp(const SceneRun& run) {
  const double tangent = std::tan(run.value("slope") * pi / 180);
  for (int i = 0; i < 7; ++i) {
    const double friction = 0.2 + 0.1 * i, way = run.drift(run.index("box_" + std::to_string(i)));
    if (friction > tangent + 1e-3) {
      EXPECT_LT(way, 1e-5) << i;
    }
    if (friction < tangent - 1e-2) {
      EXPECT_GT(way, 0.3) << i;
    }
  }
}

void rolling_sphere(const SceneRun& run) {
  const double expected = 5.0 / 7.0 * gravity * std::sin(run.value("slope") * pi / 180) * run.end().time;
  EXPECT_NEAR(speed(run.last("ball")), expected, 0.01 * expected);
}

// force over plate and a ball's 0.35 of its mass each; the balls go half as fast, and all comes back to where it was
void rolling_plate(const SceneRun& run) {
  const double n = std::pow(run.value("side"), 2), mass = std::max(10.0, 0.4 * n);
  const double pull = run.value("force") / (mass + 0.35 * n), t = 3.0 / 60.0;
  EXPECT_NEAR(run.body("plate", t).velocity.x(), pull * t, 0.01 * pull * t);
  const double beat = std::round(run.value("beat") * 60) / 60;
  EXPECT_NEAR(run.drift(run.index("plate")), pull * beat * beat, 0.02 * pull * beat * beat + 1e-4);
  for (int ball : run.matching("ball_"))
    EXPECT_NEAR(run.drift(ball), 0.5 * run.drift(run.index("plate")), 2e-3) << run.names[ball] << " slips";
}

// the block under A cos t, worked out in steps of 10 µs
double slid(double amplitude, double friction, double until) {
  const double h = 1e-5, limit = friction * gravity;
  double x = 3.0, v = 0.0;
  for (double t = 0.5 * h; t < until; t += h) {
    const double force = amplitude * std::cos(t);
    const double next = v == 0.0 ? (std::abs(force) > limit ? h * (force - std::copysign(limit, force)) : 0.0)
                                 : v + h * (force - std::copysign(limit, v));
    v = v * next < 0.0 ? 0.0 : next;
    x += h * v;
  }
  return x;
}

void stick_slip(const SceneRun& run) {
  for (double t : {1.0, 2.0, 4.0, 10.0})
    EXPECT_NEAR(run.body("block", t).pose.position.x(), slid(run.value("amplitude"), run.value("friction"), t), 5e-3)
        << t;
}

void two_carts(const SceneRun& run) {
  const int first = run.index("first"), second = run.index("second");
  const auto at = [](int cart) { return [cart](const RunStep& s) { return s.bodies[cart].pose.position.x(); }; };
  EXPECT_GE(smallest(run, 0, 10, at(first)), -1e-2) << "not through the stopper";
  EXPECT_GE(smallest(run, 0, 10, [&](const RunStep& s) { return at(second)(s) - at(first)(s); }), 0.5);
  EXPECT_LT(run.end().energy.total(), run.steps[1].energy.total()) << "friction and damper take energy";
}

void painleve(const SceneRun& run) {
  const double begins = run.value("speed"), falls = std::sqrt(2 * gravity * 1.0);
  EXPECT_LE(largest(run, 0, 10, [](const RunStep& s) { return speed(s.bodies[0]); }), begins + falls)
      << "no force is infinite";
  EXPECT_NEAR(run.last("rod").pose.position.z(), 0.01, 1e-3) << "it lies";
}

void parabola_edge(const SceneRun& run) {
  const auto z = [](const RunStep& s) { return s.bodies[0].pose.position.z(); };
  const auto x = [](const RunStep& s) { return s.bodies[0].pose.position.x(); };
  EXPECT_GT(smallest(run, 0, 10, z), 0.115) << "never below the track";
  if (run.value("convex") > 0) {
    EXPECT_LT(smallest(run, 0, 10, x), -3.0) << "over the edge and off the end";
  } else {
    EXPECT_LT(smallest(run, 0, 3.5, x), -5.0) << "over the edge and across the plane";
  }
}

// a chain that goes slack cracks like a whip: its links turn by more than a radian in a step, and come back
void chain(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), run.value("angle") > 120 ? 0.1 : 5e-2);
  EXPECT_LE(run.joint_rms(), 2e-3);
  // a load drawn out goes to the other side, and no higher than it was
  const double angle = run.value("angle") * pi / 180, reach = 0.25 * run.value("links") + 0.3;
  const int load = run.index("load");
  EXPECT_LE(largest(run, 0, 10, [&](const RunStep& s) { return s.bodies[load].pose.position.z(); }),
            run.first("load").pose.position.z() + 0.01 * reach + (run.value("push") > 0 ? reach : 0.0));
  const double beyond = smallest(run, 0, 10, [&](const RunStep& s) { return s.bodies[load].pose.position.x(); });
  if (std::sin(angle) > 0.1) {
    EXPECT_LT(beyond, -0.5 * reach * std::sin(angle));
  }
}

void heavy_ball_chain(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-2);
  EXPECT_LE(run.joint_rms(), 2e-3);
  if (run.value("boxes") > 0 && run.value("ball") >= 100 && run.value("angle") > 30) {
    EXPECT_GE(moved(run, "box_", 0.5), 1) << "the boxes fly";
  }
}

void rope_bridge(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  EXPECT_LE(run.joint_rms(), 1e-3);
  for (int box : run.matching("box_")) EXPECT_GT(run.end().bodies[box].pose.position.z(), 0.5) << "it fell off";
}

// what breaks falls, and nothing flies off
void brittle_bridge(const SceneRun& run) {
  for (int plank : run.matching("plank_")) EXPECT_LT(run.drift(plank), 12.0) << run.names[plank];
}

void wall_breaks(const SceneRun& run) {
  if (run.end().time < 2.0 || run.value("ball_mass") < 10 || run.value("courses") < 3) return;
  EXPECT_GE(moved(run, "brick_", 0.1), 1);
}

void wrecking_ball(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 1e-2);
  EXPECT_LE(run.joint_rms(), 1e-3);
  if (run.end().time > 4.0) wall_breaks(run);
}

void tutorial(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  const std::string top = "brick_" + std::to_string(int(run.value("bricks")) - 1);
  EXPECT_LT(run.last(top).pose.position.z(), run.first(top).pose.position.z() - 0.2) << "the tower is knocked over";
}

void ragdoll(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 3e-2);
  EXPECT_LE(run.end().joint_max, 1e-3);
  for (int i = 0; i < int(run.value("dolls")); ++i) {
    const std::string head = "doll_" + std::to_string(i) + "_head";
    if (run.end().time > 4.0) {
      EXPECT_LT(run.last(head).pose.position.z(), run.first(head).pose.position.z() - 0.5) << i;
    }
  }
}

}  // namespace

Claims breaking() {
  return {{"slope", slope},
          {"friction_ramp", friction_ramp},
          {"rolling_sphere", rolling_sphere},
          {"rolling_plate", rolling_plate},
          {"stick_slip_block", stick_slip},
          {"two_carts", two_carts},
          {"painleve_rod", painleve},
          {"parabola_edge", parabola_edge},
          {"chain", chain},
          {"heavy_ball_chain", heavy_ball_chain},
          {"rope_bridge", rope_bridge},
          {"brittle_bridge", brittle_bridge},
          {"wall_ball", wall_breaks},
          {"wall_ball_flat", wall_breaks},
          {"wrecking_ball", wrecking_ball},
          {"wrecking_ball_flat", wrecking_ball},
          {"tutorial", tutorial},
          {"ragdoll", ragdoll}};
}

}  // namespace spook::test::ends
