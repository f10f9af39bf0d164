// Wherever they are set: scenes that stand, hold, or come to rest in a heap.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_ends.h"
#include "scenario_motion.h"

namespace spook::test::ends {

namespace {

// it is where it was, but for how far contacts give, and quiet; a run cut short may still be settling
void keeps_standing(const SceneRun& run) {
  for (std::size_t i = 0; i < run.names.size(); ++i) EXPECT_LE(run.drift(int(i)), 1e-2) << run.names[i];
  if (run.end().time > 9.0) {
    EXPECT_LE(run.late_speed(), 1e-6);
  }
}

// a ball thrown at it knocks some planks out, and what is not hit stands
void kapla(const SceneRun& run) {
  if (run.value("ball_speed") == 0.0) return keeps_standing(run);
  if (run.end().time > 1.0) {
    EXPECT_GE(moved(run, "plank_", 0.1), 1);
  }
}

// Four contacts of 1e-8 m/N press on each side, and hold μ times that; below it the box gives by what eight springs of
// friction give, beyond it slides out between the walls without turning.
void squeezed(const SceneRun& run) {
  const int box = run.index("box");
  const double load = std::hypot(run.value("force"), run.value("mass") * gravity);
  const double hold = 2 * 0.5 * 4 * run.value("squeeze") * 1e-3 / 1e-8;
  if (load < 0.9 * hold) {
    EXPECT_LE(run.drift(box), 1.6 * load * 1e-8 / 8 + 2e-7);
    return;
  }
  EXPECT_GT(run.drift(box), 1.0) << "it slides";
  EXPECT_LE(largest(run, 0, 10,
                    [&](const RunStep& s) {
                      const BodyState& state = s.bodies[box];
                      return state.pose.position.y() < 1.0 ? std::abs(state.angular_velocity.z()) : 0.0;
                    }),
            1e-3)
      << "evenly";
}

void rests(const SceneRun& run, const std::string& prefix, double speed_bar) {
  if (run.end().time < 9.9) return;
  double sum = 0.0;
  const std::vector<int> bodies = run.matching(prefix);
  for (int body : bodies) sum += run.end().bodies[body].velocity.squaredNorm();
  EXPECT_LE(std::sqrt(sum / double(bodies.size())), speed_bar) << "rms speed of " << prefix;
}

// within the pen but for what splashes over its wall, and above the floor
void in_pen(const SceneRun& run) {
  double half = 0.0;
  for (const BodyDesc& body : run.scene.bodies)
    if (body.name == "wall_e") half = body.pose.position.x();
  int out = 0;
  for (const BodyState& body : run.end().bodies)
    out += std::max(std::abs(body.pose.position.x()), std::abs(body.pose.position.y())) > half;
  EXPECT_LE(out, int(run.names.size()) / 100);
}

void rain(const SceneRun& run) {
  in_pen(run);
  rests(run, "shape_", 0.1);  // a ball alone may roll on
}

void spheres(const SceneRun& run) {
  in_pen(run);
  rests(run, "sphere_", 0.3);
}

void logs(const SceneRun& run) {
  rests(run, "log_", 2e-2);
  if (run.end().time < 9.9) return;
  EXPECT_LE(run.end().penetration_max, 2e-3);
  for (int log : run.matching("log_"))
    EXPECT_GT(run.end().bodies[log].pose.position.z(), 0.15) << run.names[log] << " lies on the ground";
}

void bowl(const SceneRun& run) {
  for (int ball : run.matching("ball_")) {
    const Vec3& place = run.end().bodies[ball].pose.position;
    const double out = std::hypot(place.x(), place.y());
    EXPECT_LT(out, 1.9) << run.names[ball] << " left the bowl";
    EXPECT_GT(place.z(), 0.35 * out * out) << run.names[ball] << " fell through the bowl";
  }
  rests(run, "ball_", 2e-2);
}

void jacks(const SceneRun& run) {
  rests(run, "jack_", 2e-2);
  for (int jack : run.matching("jack_"))
    EXPECT_GT(run.end().bodies[jack].pose.position.z(), 0.03) << run.names[jack] << " is in the floor";
}

void dominoes(const SceneRun& run) {
  // most of them: the last of a long row may not have been reached in ten seconds
  int fallen = 0;
  const std::vector<int> all = run.matching("domino_");
  for (int domino : all) fallen += (run.end().bodies[domino].pose.orientation * Vec3::UnitZ()).z() < 0.6;
  EXPECT_GE(fallen, 0.1 * run.end().time * std::min(30.0, 0.9 * double(all.size())));
}

// the tower stands while its block is drawn, if there is such a block
void jenga(const SceneRun& run) {
  const std::string layer = "block_" + std::to_string(int(run.value("pull"))) + "_";
  int drawn = -1;
  for (int block : run.matching(layer))
    if (drawn < 0 || run.drift(block) > run.drift(drawn)) drawn = block;
  for (int block : run.matching("block_")) {
    if (block == drawn) continue;
    EXPECT_LE(run.drift(block), 0.05) << run.names[block];
  }
  if (drawn >= 0 && run.end().time > 9.9) {
    EXPECT_GT(run.drift(drawn), 0.45) << "it is out";
  }
}

void resting(const SceneRun& run) {
  for (int i = 0; i < 8; ++i) {
    const std::string name = "ball_" + std::to_string(i);
    const double sunk = run.first(name).pose.position.z() - run.last(name).pose.position.z();
    const double expected = std::pow(10.0, i - 10) * run.value("mass") * gravity;
    EXPECT_NEAR(sunk, expected, 0.01 * expected) << name;
  }
}

void recovery(const SceneRun& run) {
  const int boxes = int(run.value("boxes"));
  // no bang: no faster than the whole overlap in the time that it is given
  const double depth = 0.5 * run.value("overlap") * boxes, h = run.scene.parameters.time_step;
  EXPECT_LE(largest(run, 0, 10,
                    [](const RunStep& step) {
                      double most = 0.0;
                      for (const BodyState& cube : step.bodies) most = std::max(most, cube.velocity.norm());
                      return most;
                    }),
            depth / (h * run.value("relaxation_steps")) + 1.0);
  for (int i = 0; i < boxes; ++i) {
    const BodyState& cube = run.last("cube_" + std::to_string(i));
    EXPECT_NEAR(cube.pose.position.z(), 0.25 + 0.5 * i, 2e-3) << i;
    EXPECT_LE(speed(cube), run.value("relaxation_steps") > 50 ? 1e-3 : 1e-6) << i;
  }
}

// the pawl never passes through the plate: in the hole, or still above it
void odd_hole(const SceneRun& run) {
  const Vec3 place = run.last("pawl").pose.position;
  const double size = run.value("small") > 0 ? 2.3e-3 / 0.6 : 1.0;
  const double sunk = (run.first("pawl").pose.position.z() - place.z()) / size;
  EXPECT_GT(sunk, 0.01) << "it comes down";
  EXPECT_LT(std::hypot(place.x(), place.y()), 0.03 * size);
  if (run.value("clearance") > 5 && run.value("push") > 50) {
    EXPECT_GT(sunk, 0.3) << "it is in";
  }
}

}  // namespace

Claims standing() {
  return {{"stack", keeps_standing},
          {"heavy_on_light", keeps_standing},
          {"mass_ratio_stacks", keeps_standing},
          {"pyramid", keeps_standing},
          {"pyramid_square", keeps_standing},
          {"brick_wall", keeps_standing},
          {"brick_wall_flat", keeps_standing},
          {"card_house", keeps_standing},
          {"arch", keeps_standing},
          {"double_arch_bridge", keeps_standing},
          {"table", keeps_standing},
          {"kapla_tower", kapla},
          {"squeezed_box", squeezed},
          {"mixed_rain", rain},
          {"spheres_216", spheres},
          {"log_pile", logs},
          {"balls_in_bowl", bowl},
          {"jacks", jacks},
          {"domino_spiral", dominoes},
          {"jenga", jenga},
          {"resting_weights", resting},
          {"overlap_recovery", recovery},
          {"odd_hole", odd_hole}};
}

}  // namespace spook::test::ends
