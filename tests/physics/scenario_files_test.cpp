// The sample files of assets/scenes: they load, they say the same again when written, and they run.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/scene/scene_io.h"
#include "scenario_run.h"
#include "scenarios/registry.h"

namespace spook::test {
namespace {

std::set<std::filesystem::path> files() {
  std::set<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(assets_folder() / "scenes"))
    if (entry.path().extension() == ".json") found.insert(entry.path());
  return found;
}

TEST(SceneFiles, AreADozenOrMore) {
  EXPECT_GE(files().size(), 12u);
}

TEST(SceneFiles, LoadAndAreWrittenAsTheyWereRead) {
  for (const auto& file : files()) {
    const Scene scene = load_scene(file);
    const std::string text = write_scene(scene);
    EXPECT_EQ(write_scene(parse_scene(text, "again")), text) << file;
    EXPECT_TRUE(scene.camera) << file;
  }
}

TEST(SceneFiles, RunSoundly) {
  for (const auto& file : files()) {
    SCOPED_TRACE(file.filename().string());
    expect_sound(run_scene(load_scene(file), 1.0));
  }
}

TEST(SceneFiles, TheTutorialIsTheSameByHandAndInCode) {
  Scene by_hand = load_scene(assets_folder() / "scenes" / "tutorial.json");
  EXPECT_EQ(write_scene(by_hand), write_scene(build_scenario(*find_scenario("tutorial"))));
}

}  // namespace
}  // namespace spook::test
