// Every scene, ten seconds at its defaults: sound, and showing what it says. The ends of its parameters are run by
// spook_scene_settings_tests (tests/scenes), which takes longer.
#include <gtest/gtest.h>

#include "scenario_ends.h"
#include "scenario_values.h"
#include "scenarios/registry.h"

namespace spook::test {

Claim find_claim(const std::string& scene) {
  static const Claims all = [] {
    Claims claims = standing_claims();
    claims.merge(moving_claims());
    claims.merge(machine_claims());
    claims.merge(ends::rolling());
    return claims;
  }();
  const auto found = all.find(scene);
  return found == all.end() ? nullptr : found->second;
}

namespace {

class SceneShows : public testing::TestWithParam<std::string> {};

TEST_P(SceneShows, WhatItSays) {
  const Claim claim = find_claim(GetParam());
  ASSERT_TRUE(claim) << "nothing is claimed of this scene";
  const SceneRun run = run_scenario(*find_scenario(GetParam()), {}, 10.0);
  // built exactly: nothing overlaps at the start but what is meant to
  const bool meant = GetParam() == "overlap_recovery" || GetParam() == "squeezed_box";
  // (a frame of several steps is not the start any more: the tips of spinning tops dig a few micrometres in)
  const double touch = run.scene.parameters.substeps > 1 ? 1e-5 : 1e-6;
  EXPECT_LE(run.steps[1].penetration_max, meant ? 1.0 : touch);
  expect_sound(run);
  expect_energy_bar(run);
  EXPECT_EQ(run.guarded, 0);
  claim(run);
  const Claim at_any_setting = find_end_claim(GetParam());
  ASSERT_TRUE(at_any_setting);
  at_any_setting(run);
}

// the quick part of spook_scene_settings_tests: a second of every small scene at both ends of every parameter
TEST(SceneShowsAtBothEnds, NothingUnsoundInTheFirstSecond) {
  for (const Scenario& scenario : scenarios())
    for (const Setting& setting : settings_of(scenario)) {
      const Scene scene = build_scenario(scenario, setting.values);
      if (scene.bodies.size() > 60) continue;
      SCOPED_TRACE(scenario.name + " " + setting.name);
      expect_sound(run_scene(scene, 1.0, 10));
    }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Scenario& scenario : scenarios()) names.push_back(scenario.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, SceneShows, testing::ValuesIn(all_names()),
                         [](const auto& given) { return given.param; });

}  // namespace
}  // namespace spook::test
