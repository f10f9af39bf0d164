// Films by the command line, without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/viewer/driver.h"
#include "viewer/app/film_file.h"
#include "viewer/app/picture_file.h"

namespace spook {
namespace {

namespace fs = std::filesystem;
using test::run_and_read;
using test::sandbox_path;

const std::vector<std::string> no_display{"DISPLAY", "WAYLAND_DISPLAY"};

fs::path fresh(const std::string& name) {
  fs::path file = fs::path(testing::TempDir()) / name;
  fs::remove_all(file);
  return file;
}

int film(const std::string& scene, const fs::path& file, const std::vector<std::string>& more) {
  std::vector<std::string> command{sandbox_path(), scene, "--film", file.string(), "--size", "320x180"};
  command.insert(command.end(), more.begin(), more.end());
  std::string said;
  const int code = run_and_read(command, no_display, said, 120.0);
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  return code;
}

int brightest(const Image& image) {
  return *std::max_element(image.rgb.begin(), image.rgb.end());
}

TEST(Film, IsAPictureEverySixtiethOfASecondWithoutADisplay) {
  const fs::path folder = fresh("spook_film_pictures");
  ASSERT_EQ(film("wrecking_ball", folder, {"--seconds", "0.2"}), 0);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_EQ(files.size(), 12u);
  const auto first = read_png(files.front()), last = read_png(files.back());
  ASSERT_TRUE(first && last);
  EXPECT_EQ(first->width, 320);
  EXPECT_EQ(first->height, 180);
  EXPECT_GT(brightest(*first), 200);
  EXPECT_NE(first->rgb, last->rgb);
}

TEST(Film, ABlurredPictureLiesBetweenSharpOnes) {
  const fs::path sharp = fresh("spook_film_sharp"), blurred = fresh("spook_film_blurred");
  ASSERT_EQ(film("wrecking_ball", sharp, {"--seconds", "0.1"}), 0);
  ASSERT_EQ(film("wrecking_ball", blurred, {"--seconds", "0.1", "--blur", "4"}), 0);
  const auto a = read_png(sharp / "frame_000006.png"), b = read_png(blurred / "frame_000006.png");
  ASSERT_TRUE(a && b);
  EXPECT_NE(a->rgb, b->rgb);
  long apart = 0;
  for (std::size_t i = 0; i < a->rgb.size(); ++i) apart += std::abs(int(a->rgb[i]) - int(b->rgb[i]));
  EXPECT_LT(double(apart) / double(a->rgb.size()), 4.0);  // the same picture but for its edges
}

TEST(Film, IsOneFileWhereFfmpegIs) {
  if (!have_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const fs::path file = fresh("spook_film.mp4");
  ASSERT_EQ(film("arch", file, {"--seconds", "0.25"}), 0);
  ASSERT_TRUE(fs::exists(file));
  EXPECT_FALSE(fs::exists(fs::path(testing::TempDir()) / "spook_film.part.mp4"));
  std::string said;
  ASSERT_EQ(run_and_read({"sh", "-c",
                          "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 " +
                              file.string() + " >&2"},
                         {}, said, 60.0),
            0);
  EXPECT_EQ(std::atoi(said.c_str()), 15) << said;
}

bool said(const test::json& status, const std::string& words) {
  for (const auto& text : status["window"]["said"])
    if (text.get<std::string>().find(words) != std::string::npos) return true;
  return false;
}

TEST(Film, TheWindowSavesAnimationsAndFilmsAndCancels) {
  test::Sandbox sandbox({"chain"});
  sandbox.until([](const test::json& s) { return s["bodies"].size() > 3; });
  sandbox.click_widget("bar.film");
  sandbox.until([](const test::json& s) { return s["window"]["film"]["open"] == true; });
  const std::string name = sandbox.folder() + "/swing";
  sandbox.type(name);  // the name that stands there is selected
  sandbox.click_widget("film.gltf");
  EXPECT_TRUE(said(sandbox.until([](const test::json& s) { return said(s, "Saved "); }, 40.0), "swing.glb"));
  ASSERT_TRUE(fs::exists(name + ".glb"));
  EXPECT_GT(fs::file_size(name + ".glb"), 50000u);
  // a film is under way until it is cancelled, and leaves nothing half done
  sandbox.key("shift+F9");
  sandbox.until([](const test::json& s) { return s["window"]["film"]["open"] == true; });
  sandbox.click_widget("film.start");
  const test::json busy = sandbox.until([](const test::json& s) { return s["window"]["film"]["share"] > 0.003; }, 40.0);
  EXPECT_EQ(busy["window"]["film"]["busy"], true);
  sandbox.click_widget("film.cancel");
  sandbox.until([](const test::json& s) { return s["window"]["film"]["busy"] == false; });
  EXPECT_FALSE(fs::exists(name + ".mp4"));
  EXPECT_FALSE(fs::exists(name + ".part.mp4"));
  EXPECT_EQ(sandbox.quit(), 0);
}

TEST(Film, MistakesAreNamed) {
  std::string errors;
  EXPECT_EQ(run_and_read({sandbox_path(), "arch", "--film", "film.txt"}, no_display, errors, 20.0), 2);
  EXPECT_NE(errors.find(".mp4"), std::string::npos) << errors;
  EXPECT_EQ(run_and_read({sandbox_path(), "arch", "--film", "/no/such/folder/film.mp4"}, no_display, errors, 20.0), 2);
  EXPECT_NE(errors.find("/no/such/folder"), std::string::npos) << errors;
  EXPECT_EQ(run_and_read({sandbox_path(), "arch", "--seconds", "3"}, no_display, errors, 20.0), 2);
  EXPECT_NE(errors.find("--film"), std::string::npos) << errors;
}

}  // namespace
}  // namespace spook
