// The hashes of twenty scenes, written down: a change of physics that nobody meant shows here, and one that was meant
// is written down with its reason (tests/corpus/pinned_hashes.txt says how). One thread and three must agree whatever
// is pinned.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdlib>
#include <sstream>

#include "engine/scene/files.h"
#include "tests/paths.h"
#include "tests/physics/physics_run.h"

namespace spook {
namespace {

struct Pin {
  std::string scene;
  int steps = 0;
  std::string hash;
};

std::filesystem::path pin_file() {
  return test::source_folder() / "tests" / "corpus" / "pinned_hashes.txt";
}

// the comments above the list, and the list
std::pair<std::string, std::vector<Pin>> read_pins() {
  std::istringstream in(read_file(pin_file()));
  std::pair<std::string, std::vector<Pin>> file;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    Pin pin;
    if (line.starts_with("#"))
      file.first += line + "\n";
    else if (words >> pin.scene >> pin.steps >> pin.hash)
      file.second.push_back(pin);
  }
  return file;
}

std::string hash_of(const Pin& pin, int threads) {
  Scene scene = scenario(pin.scene);
  scene.parameters.threads = threads;
  World world(scene, {false, false});
  for (int i = 0; i < pin.steps; ++i) world.step();
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, world.hash());
  return text;
}

TEST(PinnedHashes, AreThoseOfThisBuildWithOneThreadAndWithThree) {
  const char* reason = std::getenv("SPOOK_PIN");
  auto [comments, pins] = read_pins();
  ASSERT_EQ(pins.size(), 20u);
  for (Pin& pin : pins) {
    const std::string now = hash_of(pin, 1);
    EXPECT_EQ(hash_of(pin, 3), now) << pin.scene << " with three threads";
    if (reason) pin.hash = now;
    EXPECT_TRUE(pin.hash == "-" || pin.hash == now) << pin.scene << " after " << pin.steps << " steps: " << now;
  }
  if (!reason) return;
  const std::string mark = "# reason: ";
  std::string text = comments.substr(0, comments.find(mark)) + mark + reason + "\n";
  for (const Pin& pin : pins) text += pin.scene + " " + std::to_string(pin.steps) + " " + pin.hash + "\n";
  write_file(pin_file(), text);
}

}  // namespace
}  // namespace spook
