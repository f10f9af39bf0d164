// Fuzzes the scene loader: whatever the bytes, the answer is a scene or one clear line, and a scene that was read is
// written and read again to the same bytes.
//
// With any compiler, as part of a normal build (use the asan preset):
//   build/asan/tests/fuzz_scene SECONDS [SEED] [FILE…]   seeded mutations of the files (and a built-in scene)
// With clang's libFuzzer, from the top folder:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -DSPOOK_LIBFUZZER -DSPOOK_SOURCE_DIR='"."' -I.
//     -isystem /usr/include/eigen3 tests/fuzz/fuzz_scene.cpp engine/scene/*.cpp engine/parameters.cpp -o fuzz_scene
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "engine/scene/files.h"
#include "engine/scene/scene_io.h"

namespace {

using namespace spook;

[[noreturn]] void broken(const char* claim, const std::string& text) {
  std::fprintf(stderr, "fuzz_scene: %s\n", claim);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::abort();
}

// true: it was a scene
bool try_text(const std::string& text) {
  Scene scene;
  try {
    scene = parse_scene(text, "fuzz", "no-assets");
  } catch (const SceneError& error) {
    const std::string line = error.what();
    if (line.rfind("fuzz:", 0) != 0) broken("an error without its place", line);
    return false;
  }
  const std::string once = write_scene(scene);
  try {
    if (write_scene(parse_scene(once, "again", "no-assets")) != once) broken("saved, loaded, saved: other bytes", once);
  } catch (const SceneError& error) {
    broken(error.what(), once);
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try_text({reinterpret_cast<const char*>(data), size});
  return 0;
}

#ifndef SPOOK_LIBFUZZER

namespace {

const char* const seed_scene = R"({ "format": "spook-scene", "version": 1, "name": "seed", "gravity": [0, 0, -9.81],
"time_step": 0.01, "materials": { "rubber": { "friction": 0.9, "restitution": 0.5, "density": 1200, "compliance": 1e-6 } },
"material_pairs": [ { "a": "rubber", "b": "default", "friction": 0.7 } ],
"bodies": [ { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 },
 { "type": "heightfield", "rows": 2, "columns": 2, "spacing": 1, "heights": [0, 1, 2, 3] } ] },
 { "name": "a", "motion": "dynamic", "position": [0, 0, 1], "orientation": [0.6, 0, 0.8, 0], "mass": 2, "inertia": [1, 1, 1],
 "shapes": [ { "type": "sphere", "radius": 0.5 }, { "type": "box", "half_extents": [1, 2, 3], "material": "rubber" },
 { "type": "capsule", "radius": 1, "half_length": 2 }, { "type": "cylinder", "radius": 1, "half_length": 2 },
 { "type": "cone", "radius": 1, "height": 2 }, { "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]] } ] },
 { "name": "b", "motion": "dynamic", "shapes": [ { "type": "hull", "points": [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [0, 0, 2]] } ] } ],
"joints": [ { "name": "h", "type": "hinge", "a": "a", "b": null, "anchor": [0, 0, 1], "axis": [0, 1, 0], "limits": [-1, 1],
 "motor": { "speed": 1, "max_effort": 5 }, "lock": { "position": 0, "max_effort": 5 }, "friction_effort": 1 },
 { "name": "s", "type": "slider", "a": "a", "b": "b", "anchor": [0, 0, 1], "axis": [0, 1, 0], "compliance": 1e-9 },
 { "name": "u", "type": "universal", "a": "a", "b": "b", "anchor": [0, 0, 1], "axis": [0, 1, 0], "axis2": [1, 0, 0] },
 { "name": "d", "type": "distance", "a": "a", "b": "b", "anchor_a": [0, 0, 1], "anchor_b": [0, 1, 0], "length": 2, "max_only": true },
 { "name": "k", "type": "spring", "a": "a", "b": "b", "anchor_a": [0, 0, 1], "anchor_b": [0, 1, 0], "rest_length": 1, "stiffness": 10, "damping": 1 },
 { "name": "g", "type": "gear", "joint_a": "h", "joint_b": "s", "ratio": 2 } ],
"no_collide": [ ["a", "b"] ], "drives": [ { "body": "a", "force": [1, 0, 0], "point": [0, 0, 0], "frame": "body", "from": 0, "to": 1 },
 { "joint": "h", "motor_speed": [[0, 0], [1, 2]] } ],
"camera": { "position": [6, -8, 4], "target": [0, 0, 1], "vertical_fov": 0.8 }, "solver": { "sweeps": 10, "solver": "split", "friction": 0.3 } })";

const char* const words[] = {"null",        "true",        "-0.0",       "1e308",       "1e-308",   "-1",
                             "0",           "1e999",       "4.9e-324",   "[]",          "{}",       "\"\"",
                             "\"default\"", "\"a\"",       "\"ground\"", "\"h\"",       "[0,0,0]",  "[1,0,0,0]",
                             "99999999999", "\"\\ud800\"", "\"static\"", "\"dynamic\"", "\"mesh\"", "\"../x\"",
                             "\"hull\"",    "\"sphere\"",  ",",          ":",           "[",        "]",
                             "{",           "}",           "\\"};

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, std::uint64_t seed) : corpus(std::move(seeds)), random_(seed) {}

  std::vector<std::string> corpus;

  std::string next() {
    std::string text = corpus[below(corpus.size())];
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) edit(text);
    return text;
  }

 private:
  std::mt19937_64 random_;

  std::size_t below(std::size_t count) { return count ? random_() % count : 0; }

  // from one delimiter to the next: a JSON token, often
  std::pair<std::size_t, std::size_t> token(const std::string& text) {
    static const char* const ends = " ,:[]{}\n";
    const std::size_t start = std::min(text.find_first_not_of(ends, below(text.size() + 1)), text.size());
    return {start, std::min(text.find_first_of(ends, start), text.size()) - start};
  }

  void edit(std::string& text) {
    const std::size_t at = below(text.size() + 1), length = below(std::min<std::size_t>(64, text.size() - at + 1));
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = char(random_());
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(below(text.size() + 1), text.substr(at, length));
        return;
      case 3: {
        const std::string& other = corpus[below(corpus.size())];
        text.insert(at, other.substr(below(other.size() + 1), below(200)));
        return;
      }
      case 4: {
        const auto [from, to] = std::pair{token(text), token(text)};
        const std::string swapped = text.substr(to.first, to.second);
        text.replace(from.first, from.second, swapped);
        return;
      }
      default: {
        const auto [start, size] = token(text);
        text.replace(start, size, words[below(std::size(words))]);
        return;
      }
    }
  }
};

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 5.0;
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  std::vector<std::string> seeds{seed_scene};
  for (int i = 3; i < count; ++i) seeds.push_back(read_file(arguments[i]));
  for (const std::string& text : seeds)
    if (!try_text(text)) broken("a seed that is no scene", text);

  Mutator mutator(seeds, seed);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::size_t runs = 0, scenes = 0;
  for (; std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++runs) {
    std::string text = mutator.next();
    if (!try_text(text)) continue;
    // what is still a scene is a start for further mutations
    if (++scenes % 16 == 0 && text.size() < 20000) {
      if (mutator.corpus.size() > 500) mutator.corpus.resize(seeds.size());
      mutator.corpus.push_back(std::move(text));
    }
  }
  std::printf("fuzz_scene: %zu texts, %zu of them scenes, seed %llu: nothing found\n", runs, scenes,
              static_cast<unsigned long long>(seed));
  return 0;
}

#endif
