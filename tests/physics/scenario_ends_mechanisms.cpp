// Wherever they are set: closed chains of bars, and machines.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_ends.h"
#include "scenario_motion.h"

namespace spook::test::ends {

namespace {

void joints_hold(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  EXPECT_LE(run.joint_rms(), 1e-3);
}

void machine(const SceneRun& run) {
  joints_hold(run);
  EXPECT_EQ(run.failed(), 0);
}

// the slider keeps its line, and energy goes nowhere
void slider_crank(const SceneRun& run) {
  const int slider = run.index("slider");
  EXPECT_LE(run.joint_max(), 5e-3);
  EXPECT_LE(largest(run, 0, 10, [&](const RunStep& s) { return std::abs(s.bodies[slider].pose.position.z() - 1.6); }),
            5e-3);
  const double out = largest(run, 0, 10, [&](const RunStep& s) { return s.bodies[slider].pose.position.x(); });
  if (run.value("gravity") == 0.0) {
    EXPECT_GT(out, 0.9 * (1.0 + run.value("ratio"))) << "it goes right out";
  }
}

void slider_crank_clearance(const SceneRun& run) {
  const int slider = run.index("slider");
  const double play = run.value("clearance") * 1e-3;
  const auto up = [&](const RunStep& step) { return step.bodies[slider].pose.position.z() - 0.3; };
  EXPECT_LE(largest(run, 0, 10, up), 1.3 * play) << "the guides hold it";
  EXPECT_GE(smallest(run, 0, 10, up), -1.3 * play) << "the guides hold it";
}

void four_bar(const SceneRun& run) {
  EXPECT_LE(run.joint_rms(), 1e-3);
  EXPECT_GT(run.drift(run.index("coupler")), 0.1) << "it moves";
}

void hinge_ring(const SceneRun& run) {
  EXPECT_LE(run.end().joint_max, 1e-3);
  EXPECT_LE(run.joint_rms(), 2e-3);
}

void double_hinge(const SceneRun& run) {
  joints_hold(run);
  EXPECT_LE(run.drift(run.index("shelf")), 1e-3);
  if (run.value("rate") > 0.0) {
    EXPECT_GT(run.drift(run.index("door")), 0.3) << "the door swings";
  }
}

void crane(const SceneRun& run) {
  machine(run);
  if (run.value("script") == 0.0) {
    EXPECT_LE(run.drift(run.index("load")), 0.02) << "it waits for its levers";
    return;
  }
  EXPECT_GT(highest(run, "load"), 0.3 + 0.5) << "it is lifted";
  EXPECT_GT(std::abs(run.last("load").pose.position.y()), 1.0) << "and swung round";
}

void harvester(const SceneRun& run) {
  machine(run);
  if (run.value("script") == 0.0) {
    EXPECT_LE(run.drift(run.index("head")), 0.02) << "it waits for its levers";
    return;
  }
  if (run.end().time < 6.0) return;
  int lifted = 0;
  for (int log : run.matching("log_")) lifted += run.body(run.names[log], 6.0).pose.position.z() > 1.0;
  EXPECT_GE(lifted, 1) << "a log at least is taken";
}

void gears(const SceneRun& run) {
  machine(run);
  static constexpr int teeth[] = {20, 30, 14, 40, 18, 26};
  double expected = run.value("speed");
  for (int i = 0; i < int(run.value("wheels")); ++i) {
    if (i > 0) expected *= -double(teeth[i - 1]) / teeth[i];
    EXPECT_NEAR(-run.last("wheel_" + std::to_string(i)).angular_velocity.y(), expected, 1e-3) << i;
  }
}

void universal_shaft(const SceneRun& run) {
  machine(run);
  EXPECT_NEAR(run.last("input").angular_velocity.x(), run.value("speed"), 0.02 * run.value("speed"));
  EXPECT_NEAR(run.last("output").angular_velocity.x(), run.value("speed"), 0.02 * run.value("speed"));
}

void rover(const SceneRun& run) {
  joints_hold(run);
  const double way = along_x(run, "chassis");
  if (run.value("course") == 1.0) {
    EXPECT_LT(std::abs(way), 0.05) << "it waits for its levers";
    return;
  }
  EXPECT_GT(way, 0.6 * run.value("speed") * run.end().time - 0.05);
  EXPECT_LT(way, 1.1 * run.value("speed") * run.end().time + 0.05);
  EXPECT_GT((run.last("chassis").pose.orientation * Vec3::UnitZ()).z(), 0.5) << "it is upright";
}

void tracked_vehicle(const SceneRun& run) {
  machine(run);
  if (run.value("turn") > 0) {
    EXPECT_LT((run.last("hull").pose.orientation * Vec3::UnitX()).y(), -0.05) << "it turns to the slower track";
    return;
  }
  EXPECT_GT(along_x(run, "hull"), 0.3 * run.value("speed") * run.end().time - 0.1) << "over the logs";
  EXPECT_LT(along_x(run, "hull"), 1.1 * run.value("speed") * run.end().time + 0.1);
}

void washing_machine(const SceneRun& run) {
  for (std::size_t i = 0; i < run.names.size(); ++i)
    EXPECT_LT((run.end().bodies[i].pose.position - Vec3(0, 0, 1.5)).norm(), 1.5) << run.names[i] << " fell out";
}

// everything on the rollers goes at their surface's speed, and into the bin at the end
void conveyor(const SceneRun& run) {
  const double way = run.value("speed") * run.end().time;
  for (int box : run.matching("box_")) {
    const Vec3 &from = run.start().bodies[box].pose.position, &to = run.end().bodies[box].pose.position;
    EXPECT_GT(to.z(), 0.1) << run.names[box] << " is in the floor";
    if (from.x() + way < 2.6) {
      EXPECT_NEAR(to.x() - from.x(), way, 0.1 * way + 0.1) << run.names[box];
    } else {
      EXPECT_GT(to.x(), 2.4) << run.names[box] << " stayed behind";
    }
  }
}

void wheel_loader(const SceneRun& run) {
  joints_hold(run);
  EXPECT_LE(run.joint_rms(), 1e-4);
  if (run.value("script") == 0.0 || run.value("course") == 1.0) {
    EXPECT_LE(run.drift(run.index("bucket")), 0.05) << "it waits for its levers";
    return;
  }
  if (run.end().time < 9.9) return;
  EXPECT_GT(highest(run, "bucket"), 2.0) << "the bucket is lifted";
  EXPECT_GT(along_x(run, "rear_frame"), 4.0);
}

}  // namespace

Claims mechanisms() {
  return {{"slider_crank", slider_crank},
          {"slider_crank_clearance", slider_crank_clearance},
          {"four_bar", four_bar},
          {"hinge_ring", hinge_ring},
          {"double_hinge", double_hinge},
          {"crane", crane},
          {"harvester", harvester},
          {"gears", gears},
          {"universal_shaft", universal_shaft},
          {"rover", rover},
          {"tracked_vehicle", tracked_vehicle},
          {"washing_machine", washing_machine},
          {"conveyor", conveyor},
          {"wheel_loader", wheel_loader}};
}

}  // namespace spook::test::ends

namespace spook::test {

Claim find_end_claim(const std::string& scene) {
  static const Claims all = [] {
    Claims claims = ends::standing();
    claims.merge(ends::swinging());
    claims.merge(ends::breaking());
    claims.merge(ends::rolling());
    claims.merge(ends::mechanisms());
    return claims;
  }();
  const auto found = all.find(scene);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace spook::test
