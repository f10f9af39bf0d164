// The sandbox's command line: what it writes, and what it says when it cannot run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "driver.h"

namespace spook::test {
namespace {

TEST(CommandLine, FramesExitScreenshotAndStatusWriteWhatTheyPromise) {
  Sandbox sandbox({"brick_wall", "--frames", "20", "--exit", "--screenshot", testing::TempDir() + "spook_shot.png",
                   "--set", "sweeps=7", "--solver", "split", "--threads", "2"});
  EXPECT_EQ(sandbox.program().wait(60.0), 0);
  const json s = sandbox.status();
  EXPECT_EQ(s["frames"], 20);
  EXPECT_GT(double(s["mean_frame_ms"]), 0.0);
  EXPECT_EQ(s["scene"], "brick_wall");
  EXPECT_EQ(std::string(s["hash"]).size(), 16u);
  EXPECT_EQ(s["parameters"]["sweeps"], "7");
  EXPECT_EQ(s["parameters"]["solver"], "split");
  EXPECT_GT(s["bodies"].size(), 100u);
  EXPECT_TRUE(s["camera"].contains("position"));
  // a picture of a scene does not compress to nothing
  EXPECT_GT(std::filesystem::file_size(testing::TempDir() + "spook_shot.png"), 40000u);
}

TEST(CommandLine, PicturesWritesOneForEveryMomentAskedForAndLeaves) {
  const std::string folder = testing::TempDir() + "spook_pictures";
  std::filesystem::remove_all(folder);
  Sandbox sandbox({"arch", "--pictures", folder, "--at", "0,0.5"});
  EXPECT_EQ(sandbox.program().wait(60.0), 0);
  for (const char* name : {"arch-00.00s.png", "arch-00.50s.png"}) {
    ASSERT_TRUE(std::filesystem::exists(folder + "/" + name)) << name;
    EXPECT_GT(std::filesystem::file_size(folder + "/" + name), 40000u) << name;
  }
}

TEST(CommandLine, WithoutADisplayOneLineSaysSo) {
  std::string errors;
  EXPECT_EQ(run_and_read({sandbox_path(), "brick_wall"}, {"DISPLAY", "WAYLAND_DISPLAY"}, errors, 20.0), 2);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
  EXPECT_NE(errors.find("spook-lab"), std::string::npos) << errors;
}

TEST(CommandLine, MistakesAreNamedInOneLine) {
  const auto said = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), sandbox_path());
    std::string errors;
    EXPECT_EQ(run_and_read(arguments, {}, errors, 20.0), 2) << errors;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
    return errors;
  };
  EXPECT_NE(said({"no_such_scene"}).find("no_such_scene"), std::string::npos);
  EXPECT_NE(said({"brick_wall", "--set", "sweeps=many"}).find("sweeps"), std::string::npos);
  EXPECT_NE(said({"brick_wall", "--set", "sweep=3"}).find("sweep"), std::string::npos);
  EXPECT_NE(said({"brick_wall", "--size", "wide"}).find("--size"), std::string::npos);
  EXPECT_NE(said({"brick_wall", "--at", "1"}).find("--pictures"), std::string::npos);
  EXPECT_NE(said({"brick_wall", "--frobnicate"}).find("--frobnicate"), std::string::npos);
}

}  // namespace
}  // namespace spook::test
