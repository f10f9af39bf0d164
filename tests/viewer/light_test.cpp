// The picture's light, as the window shows it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "tests/viewer/driver.h"
#include "viewer/app/picture_file.h"

namespace spook {
namespace {

using test::json;
using test::Sandbox;

// the wall at the lowest quality, as it stands at its start
Image low_picture(const std::string& theme) {
  const std::string file = testing::TempDir() + "spook_light_" + theme + ".png";
  Sandbox sandbox({"brick_wall", "--paused", "--frames", "12", "--exit", "--screenshot", file},
                  R"({"quality":"low","dark":)" + std::string(theme == "dark" ? "true" : "false") + "}");
  EXPECT_EQ(sandbox.program().wait(60.0), 0);
  const std::optional<Image> image = read_png(file);
  EXPECT_TRUE(image) << file;
  return image.value_or(Image{});
}

int green(const Image& image, int x, int y) {
  return image.rgb[(std::size_t(y) * std::size_t(image.width) + std::size_t(x)) * 3 + 1];
}

// between the bars above and below, and clear of their soft edges
constexpr int top = 60, below = 640;

TEST(Light, IsTheSameBrightStudioInBothThemes) {
  const Image light = low_picture("light"), dark = low_picture("dark");
  ASSERT_EQ(light.width, dark.width);
  ASSERT_GT(light.height, below);
  long differing = 0, bright = 0, darkest = 255;
  for (int y = top; y < below; ++y)
    for (int x = 0; x < light.width; ++x) {
      differing += green(light, x, y) != green(dark, x, y);
      bright += green(light, x, y) > 200;
      darkest = std::min<long>(darkest, green(light, x, y));
    }
  const long pixels = long(below - top) * light.width;
  EXPECT_EQ(differing, 0);
  EXPECT_GT(bright, pixels / 2);
  EXPECT_GT(darkest, 24);  // joints between bricks that the sun does not reach: never black
}

TEST(Light, EdgesAreSmoothAtTheLowestQuality) {
  const Image image = low_picture("light");
  ASSERT_GT(image.height, below);
  // where a row leaves the wall for the bright floor or sky, one pixel in between is a mixture
  int left = 0, mixed = 0;
  for (int y = top + 120; y < below - 200; ++y)
    for (int x = image.width - 40; x > image.width / 2; --x)
      if (green(image, x, y) < 150) {
        ++left;
        mixed += green(image, x + 1, y) < green(image, x + 3, y) - 8 || green(image, x, y) > green(image, x - 2, y) + 8;
        break;
      }
  EXPECT_GT(left, 100);
  EXPECT_GT(mixed, left / 2);
}

Image numbered_picture(const std::string& quality, bool numbers, json& status) {
  const std::string file = testing::TempDir() + "spook_numbers.png";
  Sandbox sandbox({"brick_wall", "--paused"}, R"({"hints_seen": true, "quality":")" + quality +
                                                  R"(", "layers": {"numbers": )" + (numbers ? "true" : "false") + "}}");
  sandbox.until([](const json& s) { return s["frames"] >= 12; });
  status = sandbox.status();
  sandbox.key("F12");
  const std::filesystem::path pictures = std::filesystem::path(sandbox.folder());
  std::optional<Image> image;
  sandbox.until([&](const json&) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(pictures))
      if (entry.path().extension() == ".png" && (image = read_png(entry.path()))) return true;
    return false;
  });
  EXPECT_TRUE(image);
  EXPECT_EQ(sandbox.quit(), 0);
  return image.value_or(Image{});
}

// Numbers are off until asked for; then every brick of the wall's front has pale paint on it, at both qualities.
TEST(Light, BricksHaveNumbersOnlyWhereTheLayerIsOn) {
  for (const char* quality : {"low", "high"}) {
    json status;
    const Image plain = numbered_picture(quality, false, status), numbered = numbered_picture(quality, true, status);
    ASSERT_GT(plain.height, below);
    ASSERT_EQ(plain.rgb.size(), numbered.rgb.size());
    int painted = 0, bricks = 0;
    for (const json& one : status["bodies"]) {
      if (!one.contains("pixel") || std::string(one["name"]).rfind("brick_", 0)) continue;
      ++bricks;
      int paler = 0;
      const int x0 = int(one["pixel"][0]), y0 = int(one["pixel"][1]);
      for (int y = std::max(0, y0 - 14); y < std::min(plain.height, y0 + 14); ++y)
        for (int x = std::max(0, x0 - 24); x < std::min(plain.width, x0 + 24); ++x)
          paler += green(numbered, x, y) > green(plain, x, y) + 40;
      painted += paler > 25;
    }
    EXPECT_GT(bricks, 100);
    EXPECT_GE(painted, bricks * 95 / 100) << quality;
  }
}

// the first picture of a renderer had the sun's shadow from another texture: a floor in the dark
TEST(Light, TheFirstPictureIsLitAsTheSecond) {
  const std::string folder = testing::TempDir() + "spook_first_picture";
  Sandbox sandbox({"rope_bridge", "--pictures", folder, "--at", "0.5,0.506"});  // the same moment twice
  EXPECT_EQ(sandbox.program().wait(60.0), 0);
  const auto first = read_png(folder + "/rope_bridge-00.50s.png"),
             second = read_png(folder + "/rope_bridge-00.51s.png");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->rgb, second->rgb);
}

}  // namespace
}  // namespace spook
