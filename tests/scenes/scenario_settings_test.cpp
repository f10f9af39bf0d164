// Every scene with each of its parameters at both ends of its range, ten seconds each: nothing non-finite, nothing
// through the floor, no energy from nowhere, and what the scene goes on showing wherever it is set. Hundreds of runs,
// some of thousands of bodies: not part of the quick tests. By hand:
//   ninja -C build/release spook_scene_settings_tests && build/release/tests/spook_scene_settings_tests
// A run that takes longer than SPOOK_SCENE_LIMIT seconds of computing (default 60) is judged by what it came to.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>

#include "../physics/scenario_ends.h"
#include "../physics/scenario_values.h"

namespace spook::test {
namespace {

struct Run {
  std::string scene;
  Setting setting;
};

std::vector<Run> all_runs() {
  std::vector<Run> runs;
  for (const Scenario& scenario : scenarios())
    for (const Setting& setting : settings_of(scenario))
      if (!setting.values.empty()) runs.push_back({scenario.name, setting});
  return runs;
}

std::string name_of(const testing::TestParamInfo<Run>& info) {
  std::string name = info.param.scene + "_" + info.param.setting.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class SceneSetting : public testing::TestWithParam<Run> {};

TEST_P(SceneSetting, IsSound) {
  const char* given = std::getenv("SPOOK_SCENE_LIMIT");
  const double limit = given ? std::atof(given) : 60.0;
  const Scenario& scenario = *find_scenario(GetParam().scene);
  // all the steps of small scenes, every thirtieth of large ones
  const int keep = build_scenario(scenario, GetParam().setting.values).bodies.size() > 80 ? 30 : 1;
  const SceneRun run = run_scenario(scenario, GetParam().setting.values, 10.0, keep, limit);
  expect_sound(run);
  const Claim claim = find_end_claim(GetParam().scene);
  ASSERT_TRUE(claim) << "nothing is claimed of this scene";
  claim(run);
}

INSTANTIATE_TEST_SUITE_P(All, SceneSetting, testing::ValuesIn(all_runs()), name_of);

}  // namespace
}  // namespace spook::test
