// Scenes that are driven: motors, drives, kinematic carriers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenario_claims.h"
#include "scenario_motion.h"
#include "scenarios/wheel_loader.h"

namespace spook::test {

namespace {

void rolling_plate(const SceneRun& run) {
  // while it is pushed forward: 8 m/s² for the plate, half of it for the balls
  const double t = 5.0 / 60.0;
  EXPECT_NEAR(run.body("plate", t).velocity.x(), 8.0 * t, 1e-3);
  for (int ball : run.matching("ball_")) EXPECT_NEAR(run.at(t).bodies[ball].velocity.x(), 4.0 * t, 1e-3);
  EXPECT_GT(run.last("plate").pose.position.z(), 0.2) << "the plate is still on its balls";
}

void four_bar(const SceneRun& run) {
  EXPECT_LE(run.joint_rms(), 5e-4);
  EXPECT_GT(run.drift(run.index("coupler")), 0.3);
}

void rover(const SceneRun& run) {
  EXPECT_GT(along_x(run, "chassis"), 5.0);
  EXPECT_GT(
      (run.last("chassis").pose.orientation * run.first("chassis").pose.orientation.conjugate() * Vec3::UnitZ()).z(),
      0.7)
      << "it is upright";
  EXPECT_LE(run.joint_max(), 1e-3);
}

void washing_machine(const SceneRun& run) {
  double travel = 0.0;
  for (int item : run.matching("item_")) {
    EXPECT_LT((run.end().bodies[item].pose.position - Vec3(0, 0, 1.5)).norm(), 1.5) << run.names[item] << " fell out";
    double low = 1e300, high = -1e300;
    for (const RunStep& step : run.steps)
      if (step.time > 2) {
        low = std::min(low, step.bodies[item].pose.position.z());
        high = std::max(high, step.bodies[item].pose.position.z());
      }
    travel = std::max(travel, high - low);
  }
  EXPECT_GT(travel, 0.5) << "the load is turned over";
  for (int towel : run.matching("towel_"))
    EXPECT_LT((run.end().bodies[towel].pose.position - Vec3(0, 0, 1.5)).norm(), 1.5) << run.names[towel] << " fell out";
}

void conveyor(const SceneRun& run) {
  int delivered = 0;
  for (int box : run.matching("box_")) delivered += run.end().bodies[box].pose.position.x() > 3.0;
  EXPECT_GE(delivered, 4);
  for (int box : run.matching("box_")) EXPECT_GT(run.end().bodies[box].pose.position.z(), 0.1);
}

void gears(const SceneRun& run) {
  static constexpr int teeth[] = {20, 30, 14, 40};
  double expected = 2.0;
  for (int i = 0; i < 4; ++i) {
    if (i > 0) expected *= -double(teeth[i - 1]) / teeth[i];
    EXPECT_NEAR(-run.last("wheel_" + std::to_string(i)).angular_velocity.y(), expected, 1e-3) << i;
  }
}

void universal_shaft(const SceneRun& run) {
  for (const RunStep& step : run.steps) {
    if (step.time < 1.0) continue;
    EXPECT_NEAR(step.bodies[run.index("output")].angular_velocity.x(),
                step.bodies[run.index("input")].angular_velocity.x(), 0.1);
  }
  EXPECT_NEAR(run.last("input").angular_velocity.x(), 6.0, 0.05);
}

void tracked_vehicle(const SceneRun& run) {
  EXPECT_GT(along_x(run, "hull"), 4.0);
  EXPECT_LE(run.joint_rms(), 1e-4);
  EXPECT_EQ(run.failed(), 0);
  EXPECT_LT(std::abs(run.last("hull").pose.position.y()), 1.0);
}

void crane(const SceneRun& run) {
  EXPECT_GT(highest(run, "load"), 0.3 + 0.8) << "it is lifted";
  EXPECT_GT(std::abs(run.last("load").pose.position.y()), 1.5) << "and swung round";
  EXPECT_LE(run.joint_max(), 1e-4);
}

void harvester(const SceneRun& run) {
  int lifted = 0;
  for (int log : run.matching("log_")) lifted += run.body(run.names[log], 6.0).pose.position.z() > 1.0;
  EXPECT_GE(lifted, 3);
  EXPECT_LE(run.joint_max(), 1e-3);
}

// rocks inside the bucket, which moves with the body "bucket"
int rocks_in_bucket(const SceneRun& run, double time) {
  const families::BucketSpace space;
  const Pose then = run.first("bucket").pose, now = run.body("bucket", time).pose;
  int count = 0;
  for (int rock : run.matching("rock_")) {
    const Vec3 place = then.to_parent(now.to_local(run.at(time).bodies[rock].pose.position));
    count += (place.array() > space.low.array() - 0.3).all() && (place.array() < space.high.array() + 0.3).all();
  }
  return count;
}

void wheel_loader(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 1e-4) << "what its effort cuts off is never a joint";
  EXPECT_GT(highest(run, "bucket"), 2.3) << "the bucket is lifted";
  EXPECT_GT(along_x(run, "rear_frame"), 5.0);
  const int scooped = rocks_in_bucket(run, 7.0);
  EXPECT_GE(scooped, 10) << "a shovelful";
  EXPECT_GE(rocks_in_bucket(run, 10.0), scooped - 1) << "the rocks stay in the bucket";
}

void brittle_bridge(const SceneRun& run) {
  EXPECT_LT(run.last("weight").pose.position.z(), 0.6) << "the weight has gone through";
  int fallen = 0;
  for (int plank : run.matching("plank_")) fallen += run.end().bodies[plank].pose.position.z() < 0.5;
  EXPECT_GE(fallen, 3);
  EXPECT_GT(run.last("plank_0").pose.position.z(), 1.5) << "the ends hang from their towers";
  EXPECT_LT(run.late_speed(), 8.0);
}

}  // namespace

Claims machine_claims() {
  return {{"rolling_plate", rolling_plate},
          {"four_bar", four_bar},
          {"rover", rover},
          {"washing_machine", washing_machine},
          {"conveyor", conveyor},
          {"gears", gears},
          {"universal_shaft", universal_shaft},
          {"tracked_vehicle", tracked_vehicle},
          {"crane", crane},
          {"harvester", harvester},
          {"brittle_bridge", brittle_bridge},
          {"wheel_loader", wheel_loader}};
}

}  // namespace spook::test
