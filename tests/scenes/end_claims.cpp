#include "end_claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace spook::test {

namespace {

// it is where it was, but for how far contacts give, and quiet; a run cut short may still be settling
void stands(const SceneRun& run) {
  for (std::size_t i = 0; i < run.names.size(); ++i) EXPECT_LE(run.drift(int(i)), 1e-2) << run.names[i];
  if (run.end().time < 9.0) return;
  EXPECT_LE(run.late_speed(), 1e-6);
}

void joints_hold(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-3);
  EXPECT_LE(run.joint_rms(), 1e-3);
}

// a chain that goes slack cracks like a whip: its links turn by more than a radian in a step, and come back
void chain_holds(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 5e-2);
  EXPECT_LE(run.joint_rms(), 2e-3);
}

void machine(const SceneRun& run) {
  joints_hold(run);
  EXPECT_EQ(run.failed(), 0);
}

void dolls(const SceneRun& run) {
  EXPECT_LE(run.joint_max(), 3e-2);
  EXPECT_LE(run.end().joint_max, 1e-3);
}

void stays_in_drum(const SceneRun& run) {
  for (std::size_t i = 0; i < run.names.size(); ++i)
    EXPECT_LT((run.end().bodies[i].pose.position - Vec3(0, 0, 1.5)).norm(), 1.5) << run.names[i] << " fell out";
}

void stays_in_pen(const SceneRun& run) {
  double half = 0.0;
  for (const BodyDesc& body : run.scene.bodies)
    if (body.name == "wall_e") half = body.pose.position.x();
  int out = 0;
  for (const BodyState& body : run.end().bodies)
    out += std::max(std::abs(body.pose.position.x()), std::abs(body.pose.position.y())) > half;
  EXPECT_LE(out, int(run.names.size()) / 100);
}

// most of them: the last of a long row may not have been reached in ten seconds
void dominoes_fall(const SceneRun& run) {
  int fallen = 0;
  const std::vector<int> all = run.matching("domino_");
  for (int domino : all) fallen += (run.end().bodies[domino].pose.orientation * Vec3::UnitZ()).z() < 0.6;
  EXPECT_GE(fallen, 0.1 * run.end().time * std::min(30.0, 0.9 * double(all.size())));
}

void wall_breaks(const SceneRun& run) {
  if (run.end().time < 2.0) return;
  int moved = 0;
  for (int brick : run.matching("brick_")) moved += run.drift(brick) > 0.1;
  EXPECT_GE(moved, 1);
}

}  // namespace

Claim claim_at_ends(const std::string& scene, const std::string& setting) {
  // a slope too steep, a push beyond friction, a ball thrown at it, a ball lighter than a brick
  static const std::set<std::string> otherwise{
      "squeezed_box force=1000000", "squeezed_box squeeze=0.1",   "kapla_tower ball_speed=15",
      "wall_ball ball_mass=1",      "wall_ball_flat ball_mass=1", "wrecking_ball ball_mass=1",
      "wall_ball courses=1",        "wall_ball_flat courses=1",
  };
  static const std::map<std::string, Claim> claims{
      {"stack", stands},
      {"heavy_on_light", stands},
      {"mass_ratio_stacks", stands},
      {"pyramid", stands},
      {"pyramid_square", stands},
      {"brick_wall", stands},
      {"brick_wall_flat", stands},
      {"card_house", stands},
      {"arch", stands},
      {"double_arch_bridge", stands},
      {"kapla_tower", stands},
      {"table", stands},
      {"squeezed_box", stands},
      {"chain", chain_holds},
      {"heavy_ball_chain", chain_holds},
      {"rope_bridge", joints_hold},
      {"wrecking_ball", joints_hold},
      {"pendulum", joints_hold},
      {"cradle", joints_hold},
      {"double_hinge", joints_hold},
      {"crane", machine},
      {"gears", machine},
      {"universal_shaft", machine},
      {"rover", joints_hold},
      {"harvester", machine},
      {"tracked_vehicle", machine},
      {"wheel_loader", machine},
      {"ragdoll", dolls},
      {"washing_machine", stays_in_drum},
      {"mixed_rain", stays_in_pen},
      {"spheres_216", stays_in_pen},
      {"domino_spiral", dominoes_fall},
      {"wall_ball", wall_breaks},
      {"wall_ball_flat", wall_breaks},
  };
  if (otherwise.contains(scene + " " + setting)) return nullptr;
  const auto found = claims.find(scene);
  return found == claims.end() ? nullptr : found->second;
}

}  // namespace spook::test
