// Scenes whose bodies stay where they are, or come to rest in a heap.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenario_claims.h"
#include "scenario_motion.h"

namespace spook::test {

namespace {

// nothing moves further than `limit` metres, and at the end nothing creeps
template <int micrometres>
void stands(const SceneRun& run) {
  for (std::size_t i = 0; i < run.names.size(); ++i) EXPECT_LE(run.drift(int(i)), micrometres * 1e-6) << run.names[i];
  EXPECT_LE(run.late_speed(), 1e-9);
}

double rms_speed(const SceneRun& run, const std::string& prefix) {
  double sum = 0.0;
  const std::vector<int> bodies = run.matching(prefix);
  for (int body : bodies) sum += run.end().bodies[body].velocity.squaredNorm();
  return std::sqrt(sum / double(bodies.size()));
}

double share_faster(const SceneRun& run, const std::string& prefix, double speed) {
  const std::vector<int> bodies = run.matching(prefix);
  const auto faster = [&](int body) { return run.end().bodies[body].velocity.norm() > speed; };
  return double(std::count_if(bodies.begin(), bodies.end(), faster)) / double(bodies.size());
}

// all bodies of a name are inside the square pen and low
void in_the_pen(const SceneRun& run, const std::string& prefix) {
  double half = 0.0;
  for (const BodyDesc& body : run.scene.bodies)
    if (body.name == "wall_e") half = body.pose.position.x();
  for (int body : run.matching(prefix)) {
    const Vec3& place = run.end().bodies[body].pose.position;
    EXPECT_LT(std::max(std::abs(place.x()), std::abs(place.y())), half) << run.names[body] << " left the pen";
  }
}

void slope(const SceneRun& run) {
  EXPECT_LE(run.drift(run.index("box")), 1e-6);
  EXPECT_LE(speed(run.last("box")), 1e-9);
}

void friction_ramp(const SceneRun& run) {
  // tan 25° = 0.466: friction 0.2, 0.3, 0.4 slide, 0.5 … 0.8 stay
  for (int i = 0; i < 7; ++i) {
    const double moved = run.drift(run.index("box_" + std::to_string(i)));
    const bool slides = i < 3;
    EXPECT_EQ(moved > 5.0, slides) << i << " moved " << moved;
    EXPECT_EQ(moved < 1e-5, !slides) << i << " moved " << moved;
  }
}

void resting_weights(const SceneRun& run) {
  for (int i = 0; i < 8; ++i) {
    const std::string name = "ball_" + std::to_string(i);
    const double sunk = run.first(name).pose.position.z() - run.last(name).pose.position.z();
    const double expected = std::pow(10.0, i - 10) * 10 * gravity;
    EXPECT_NEAR(sunk, expected, 0.01 * expected) << name;
  }
}

void overlap_recovery(const SceneRun& run) {
  for (int i = 0; i < 5; ++i) {
    const BodyState& cube = run.last("cube_" + std::to_string(i));
    EXPECT_NEAR(cube.pose.position.z(), 0.25 + 0.5 * i, 1e-3);
    EXPECT_LE(speed(cube), 1e-9);
  }
  for (const RunStep& step : run.steps)
    for (const BodyState& cube : step.bodies) EXPECT_LE(speed(cube), 3.0) << "a bang at " << step.time;
}

void squeezed_box(const SceneRun& run) {
  // numerics §1: eight contacts share 1000 N on ε_f = 1e-8
  EXPECT_LE(run.drift(run.index("box")), 2e-6);
}

void log_pile(const SceneRun& run) {
  EXPECT_LE(rms_speed(run, "log_"), 3e-3);
  EXPECT_LE(run.end().penetration_max, 1e-3);
  // between the posts: nowhere further out than the bed is wide
  for (int log : run.matching("log_")) {
    const Vec3& place = run.end().bodies[log].pose.position;
    EXPECT_LT(std::abs(place.x()), 2.5) << run.names[log];
    EXPECT_GT(place.z(), 0.15) << run.names[log] << " lies on the ground";
  }
}

void balls_in_bowl(const SceneRun& run) {
  for (int ball : run.matching("ball_")) {
    const Vec3& place = run.end().bodies[ball].pose.position;
    const double out = std::hypot(place.x(), place.y());
    EXPECT_LT(out, 1.6) << run.names[ball] << " left the bowl";
    EXPECT_GT(place.z(), 0.35 * out * out) << run.names[ball] << " fell through the bowl";
  }
  EXPECT_LE(rms_speed(run, "ball_"), 1e-3);
}

void mixed_rain(const SceneRun& run) {
  in_the_pen(run, "shape_");
  // A cone or a disc that rocks on its rim rolls, and rolling loses nothing: which of them still does is chance (0 to
  // 10 of 300), and a mean over all would be that of one. All others lie still.
  EXPECT_LE(share_faster(run, "shape_", 1e-3), 0.04);
  EXPECT_LE(share_faster(run, "shape_", 1e-4), 0.1);
  EXPECT_LE(rms_speed(run, "shape_"), 2e-2);
  EXPECT_LE(run.end().penetration_max, 1e-3);
}

void spheres_216(const SceneRun& run) {
  in_the_pen(run, "sphere_");
  double top = 0.0;
  for (const BodyState& ball : run.end().bodies) top = std::max(top, ball.pose.position.z());
  EXPECT_LT(top, 2.8) << "the block has not come down";
}

void jacks(const SceneRun& run) {
  EXPECT_LE(rms_speed(run, "jack_"), 1e-3);
  // they hook into each other: the heap is higher than a layer and does not run out flat
  double top = 0.0;
  for (const BodyState& jack : run.end().bodies) top = std::max(top, jack.pose.position.z());
  EXPECT_GT(top, 0.3);
}

void odd_hole(const SceneRun& run) {
  EXPECT_LT(run.last("pawl").pose.position.z(), run.first("pawl").pose.position.z() - 0.3) << "it is not in";
  EXPECT_LE(speed(run.last("pawl")), 1e-6);
}

void double_hinge(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 1e-4);
  EXPECT_LE(run.drift(run.index("shelf")), 1e-4);
  EXPECT_GT(run.drift(run.index("door")), 0.3) << "the door swings";
}

void jenga(const SceneRun& run) {
  // the middle block of the twelfth layer is drawn out; what it rubs on goes with it a little, and all else stays
  const int drawn = run.index("block_12_1");
  EXPECT_GT(run.drift(drawn), 0.45) << "it is out";
  for (int block : run.matching("block_")) {
    if (block == drawn) continue;
    EXPECT_LE(run.drift(block), 0.03) << run.names[block];
    EXPECT_LE(speed(run.end().bodies[block]), 1e-6) << run.names[block];
  }
}

void rope_bridge(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 1e-3);
  for (int box : run.matching("box_")) {
    EXPECT_LT(run.drift(box), 0.6) << run.names[box] << " fell off";
    EXPECT_GT(run.end().bodies[box].pose.position.z(), 0.8);
  }
}

}  // namespace

Claims standing_claims() {
  return {{"stack", stands<700>},
          {"heavy_on_light", stands<200>},
          {"mass_ratio_stacks", stands<600>},
          {"pyramid", stands<250>},
          {"pyramid_square", stands<20>},
          {"brick_wall", stands<5>},
          {"brick_wall_flat", stands<5>},
          {"card_house", stands<1>},
          {"arch", stands<250>},
          {"double_arch_bridge", stands<250>},
          {"jenga", jenga},
          {"kapla_tower", stands<5>},
          {"table", stands<1>},
          {"slope", slope},
          {"friction_ramp", friction_ramp},
          {"resting_weights", resting_weights},
          {"overlap_recovery", overlap_recovery},
          {"squeezed_box", squeezed_box},
          {"log_pile", log_pile},
          {"balls_in_bowl", balls_in_bowl},
          {"mixed_rain", mixed_rain},
          {"spheres_216", spheres_216},
          {"jacks", jacks},
          {"odd_hole", odd_hole},
          {"double_hinge", double_hinge},
          {"rope_bridge", rope_bridge}};
}

}  // namespace spook::test
