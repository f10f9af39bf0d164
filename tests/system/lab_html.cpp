// The page of spook-lab run --html: how large it is, and what a browser shows of it.
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <vector>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;

namespace {

namespace fs = std::filesystem;

bool left_out(const Outcome& outcome) {
  return outcome.exit_code == 2 && outcome.err.find("three.js") != std::string::npos;
}

// balls that jump about on the ground, each at its own pace
std::string jumping_balls(int count) {
  std::string bodies =
      R"({ "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] })";
  for (int i = 0; i < count; ++i) {
    const double x = 0.6 * (i % 32), y = 0.6 * double(i / 32), z = 0.5 + std::fmod(0.37 * i, 2.0);
    bodies += ",\n{ \"name\": \"b" + std::to_string(i) + R"(", "motion": "dynamic", "position": [)" +
              std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + R"(], "angular_velocity": [)" +
              std::to_string(i % 7 - 3) + ", " + std::to_string(i % 5 - 2) +
              R"(, 1], "shapes": [ { "type": "sphere", "radius": 0.2 } ] })";
  }
  return R"({ "format": "spook-scene", "version": 1, "name": "jumping", "materials": { "default": { "restitution": 0.8 } },
    "bodies": [)" +
         bodies + "] }";
}

struct Picture {
  unsigned width = 0, height = 0;
  std::vector<unsigned char> bytes;  // RGB
  std::array<int, 3> at(unsigned x, unsigned y) const {
    const unsigned char* p = bytes.data() + 3 * (std::size_t(y) * width + x);
    return {p[0], p[1], p[2]};
  }
};

Picture read_picture(const std::string& file) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  Picture picture;
  if (!png_image_begin_read_from_file(&image, file.c_str())) return picture;
  image.format = PNG_FORMAT_RGB;
  picture.bytes.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.bytes.data(), 0, nullptr))
    picture.width = image.width, picture.height = image.height;
  return picture;
}

// the box's blue, and the mean row it stands in; looked for about the middle, beside the plot of energy
std::pair<int, double> blue_pixels(const Picture& picture) {
  int count = 0;
  double rows = 0.0;
  const unsigned middle = picture.width / 2, reach = 150;
  for (unsigned y = 40; y < picture.height; ++y)
    for (unsigned x = middle - std::min(middle, reach); x < std::min(picture.width, middle + reach); ++x) {
      const auto [r, g, b] = picture.at(x, y);
      if (b > 60 && 2 * b > 3 * r) ++count, rows += y;
    }
  return {count, count ? rows / count : 0.0};
}

const char* const browsers[] = {"/usr/bin/chromium-headless-shell", "/usr/bin/chromium"};

}  // namespace

TEST(LabHtml, AThousandBodiesForTenSecondsStayBelowFiveMegabytes) {
  const TemporaryFolder folder;
  write_file(folder / "jumping.json", jumping_balls(1000));
  const Outcome outcome = lab({"run", folder / "jumping.json", "--seconds", "10", "--solver", "sweeps", "--sweeps", "3",
                               "--html", folder / "jumping.html"});
  if (left_out(outcome)) GTEST_SKIP() << outcome.err;
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_LT(fs::file_size(folder / "jumping.html"), 5'000'000u);
  EXPECT_GT(fs::file_size(folder / "jumping.html"), 700'000u);  // three.js is in it
  // nothing is fetched from anywhere
  const std::string page = read_file(folder / "jumping.html");
  EXPECT_EQ(page.find("<script src"), page.npos);
  EXPECT_EQ(page.find("<link"), page.npos);
  EXPECT_EQ(page.find("@THREE@"), page.npos);
}

TEST(LabHtml, ABrowserShowsTheSceneAtTheMomentAskedFor) {
  const TemporaryFolder folder;
  write_file(folder / "fall.json",
             R"({ "format": "spook-scene", "version": 1, "name": "a <blue> box & a floor", "bodies": [
    { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
    { "name": "box", "motion": "dynamic", "position": [0, 0, 4], "shapes": [ { "type": "box", "half_extents": [0.5, 0.5, 0.5] } ] } ],
    "camera": { "position": [0, -12, 3], "target": [0, 0, 2.5], "vertical_fov": 0.8 } })");
  const Outcome outcome = lab({"run", folder / "fall.json", "--seconds", "2", "--html", folder / "fall.html"});
  if (left_out(outcome)) GTEST_SKIP() << outcome.err;
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::string browser;
  for (const char* known : browsers)
    if (browser.empty() && fs::exists(known)) browser = known;
  if (browser.empty()) GTEST_SKIP() << "no Chromium here (chromium-headless-shell): the page is not looked at";

  const auto shot = [&](const std::string& moment) {
    const std::string picture = folder / ("at" + moment + ".png");
    run_program(browser, {"--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                          "--ignore-gpu-blocklist", "--hide-scrollbars", "--window-size=1000,480",
                          "--virtual-time-budget=5000", "--user-data-dir=" + (folder / "profile"),
                          "--screenshot=" + picture, "file://" + (folder / "fall.html") + "#t=" + moment});
    return blue_pixels(read_picture(picture));
  };
  const auto [count_before, row_before] = shot("0");
  const auto [count_after, row_after] = shot("2");
  // a metre at twelve metres is 48 of 480 pixels and the box is seen from the front
  EXPECT_GT(count_before, 1500);
  EXPECT_LT(count_before, 8000);
  EXPECT_GT(count_after, 1500);
  EXPECT_NEAR(row_after - row_before, 3.5 * 480 / (2 * 12 * std::tan(0.4)), 25.0);  // it fell by 3.5 m
}
