// The sample files of assets/scenes: they load, they say the same again when written, and they run.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/scene/scene_io.h"
#include "scenario_run.h"
#include "scenarios/registry.h"
#include "tests/paths.h"

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

// `spook-lab export SCENE assets/scenes/SCENE.json --param …` makes each anew
TEST(SceneFiles, AreWhatTheirScenesBuild) {
  const std::map<std::string, ScenarioValues> smaller{{"domino_spiral", {{"dominoes", 40}}},
                                                      {"stack", {{"cubes", 10}}},
                                                      {"ragdoll", {{"dolls", 1}}},
                                                      {"log_pile", {{"logs", 40}}}};
  for (const auto& file : files()) {
    const std::string name = file.stem().string();
    const Scenario* scenario = find_scenario(name);
    ASSERT_TRUE(scenario) << name << " is no scene of the library";
    const auto values = smaller.find(name);
    const Scene built = build_scenario(*scenario, values == smaller.end() ? ScenarioValues{} : values->second);
    EXPECT_EQ(write_scene(load_scene(file)), write_scene(built)) << file << ": export it again";
  }
}

TEST(SceneFiles, TheTutorialIsTheSameByHandAndInCode) {
  const Scene by_hand = load_scene(assets_folder() / "scenes" / "tutorial.json");
  EXPECT_EQ(write_scene(by_hand), write_scene(build_scenario(*find_scenario("tutorial"))));
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// all listings of a language in the tutorial, one after another
std::vector<std::string> listings(const std::string& language) {
  const std::string text = text_of(assets_folder() / "scenes" / "TUTORIAL.md"), opening = "```" + language + "\n";
  std::vector<std::string> found;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    found.push_back(text.substr(at, text.find("```", at) - at));
  }
  return found;
}

std::string tutorial_by_the_book() {
  std::string text;
  for (const std::string& piece : listings("json")) text += piece;
  return text;
}

TEST(Tutorial, ItsJsonPiecesMakeTheSceneFile) {
  ASSERT_GE(listings("json").size(), 5u);
  EXPECT_EQ(write_scene(parse_scene(tutorial_by_the_book(), "by the book")),
            write_scene(load_scene(assets_folder() / "scenes" / "tutorial.json")));
}

TEST(Tutorial, AMistakeIsAnsweredWithThePlaceItNames) {
  std::string text = tutorial_by_the_book();
  const std::string good = "\"radius\": 0.2";
  ASSERT_NE(text.find(good), std::string::npos);
  text.replace(text.find(good), good.size(), "\"radius\": -0.2");
  try {
    parse_scene(text, "by the book");
    FAIL() << "a negative radius was taken";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("/bodies/5/shapes/0/radius"), std::string::npos) << error.what();
  }
}

TEST(Tutorial, ItsCodeIsWhatIsCompiled) {
  const auto without_spaces = [](std::string text) {
    std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
    return text;
  };
  const std::string source = without_spaces(text_of(source_folder() / "scenarios" / "tutorial.cpp"));
  const std::vector<std::string> pieces = listings("cpp");
  ASSERT_GE(pieces.size(), 2u);
  for (const std::string& piece : pieces) EXPECT_NE(source.find(without_spaces(piece)), std::string::npos) << piece;
}

}  // namespace
}  // namespace spook::test
