// The file of spook-lab run --gltf, by its structure and by another library's reader.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;
using Json = nlohmann::json;

namespace {

struct Glb {
  Json json;
  std::string bytes;

  std::vector<float> floats(int accessor) const {
    const Json &a = json["accessors"][std::size_t(accessor)],
               &view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    std::vector<float> numbers(view["byteLength"].get<std::size_t>() / 4);
    std::memcpy(numbers.data(), bytes.data() + view["byteOffset"].get<std::size_t>(), numbers.size() * 4);
    return numbers;
  }
};

std::uint32_t number_at(const std::string& file, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, file.data() + at, 4);
  return number;
}

Glb read_glb(const std::string& file) {
  Glb glb;
  EXPECT_EQ(file.substr(0, 4), "glTF");
  EXPECT_EQ(number_at(file, 4), 2u);
  EXPECT_EQ(number_at(file, 8), file.size());
  const std::size_t length = number_at(file, 12), bin = 20 + length;
  EXPECT_EQ(file.substr(16, 4), "JSON");
  glb.json = Json::parse(file.substr(20, length));
  EXPECT_EQ(file.substr(bin + 4, 4), std::string("BIN\0", 4));
  glb.bytes = file.substr(bin + 8);
  EXPECT_EQ(number_at(file, bin), glb.bytes.size());
  EXPECT_EQ(glb.json["buffers"][0]["byteLength"], glb.bytes.size());
  return glb;
}

struct Exported {
  TemporaryFolder folder;
  std::string file = folder / "run.glb";
  Glb made(const std::vector<std::string>& more) {
    const std::string scene = folder / "small.json";
    write_file(scene, small_scene);
    std::vector<std::string> command{"run", scene, "--gltf", file};
    command.insert(command.end(), more.begin(), more.end());
    const Outcome outcome = lab(command);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_glb(read_file(file, megabyte));
  }
};

int node_named(const Glb& glb, const std::string& name) {
  for (std::size_t i = 0; i < glb.json["nodes"].size(); ++i)
    if (glb.json["nodes"][i]["name"] == name) return int(i);
  return -1;
}

TEST(LabGltf, HoldsEveryBodyAndWhatMoves) {
  Exported run;
  const Glb glb = run.made({"--seconds", "1"});
  EXPECT_EQ(glb.json["asset"]["version"], "2.0");
  EXPECT_EQ(glb.json["nodes"].size(), 5u);  // four bodies below one that turns z up into y up
  // two boxes alike share what they are made of
  const Json& nodes = glb.json["nodes"];
  const auto points = [&](const char* body) {
    const std::size_t mesh = nodes[std::size_t(node_named(glb, body))]["mesh"];
    return glb.json["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"];
  };
  EXPECT_EQ(points("lower"), points("upper"));
  EXPECT_NE(points("lower"), points("bob"));
  // every list lies within the bytes
  for (const Json& view : glb.json["bufferViews"])
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(), glb.bytes.size());
  // the pendulum swings about its hinge, at 60 keyframes a second
  const Json& animation = glb.json["animations"][0];
  int found = 0;
  for (const Json& channel : animation["channels"]) {
    if (channel["target"]["node"] != node_named(glb, "bob") || channel["target"]["path"] != "translation") continue;
    ++found;
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const std::vector<float> times = glb.floats(sampler["input"]), places = glb.floats(sampler["output"]);
    ASSERT_EQ(times.size(), 61u);
    EXPECT_NEAR(times.back(), 1.0, 1e-5);
    ASSERT_EQ(places.size(), 3 * times.size());
    EXPECT_NEAR(places[0], 3.0, 1e-6);
    EXPECT_LT(places[3 * 30 + 2], 1.9f);  // it fell
    for (std::size_t i = 0; i < times.size(); ++i)
      EXPECT_NEAR(std::hypot(places[3 * i] - 2.0, places[3 * i + 2] - 2.0), 1.0, 1e-3) << i;
  }
  EXPECT_EQ(found, 1);
}

TEST(LabGltf, HasAsManyKeyframesAsAskedFor) {
  Exported run;
  const Glb glb = run.made({"--seconds", "1", "--keyframes", "10"});
  const Json& sampler = glb.json["animations"][0]["samplers"][0];
  EXPECT_EQ(glb.floats(sampler["input"]).size(), 11u);
}

TEST(LabGltf, NormalsPointOutOfEveryShape) {
  Exported run;
  const Glb glb = run.made({"--steps", "0"});
  const Json& mesh =
      glb.json["meshes"][glb.json["nodes"][std::size_t(node_named(glb, "bob"))]["mesh"].get<std::size_t>()];
  const Json& attributes = mesh["primitives"][0]["attributes"];
  const std::vector<float> points = glb.floats(attributes["POSITION"]), normals = glb.floats(attributes["NORMAL"]);
  ASSERT_EQ(points.size(), normals.size());
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(points[i], 0.2f * normals[i], 1e-5f);
}

TEST(LabGltf, IsReadByAssimp) {
  if (run_program("/usr/bin/assimp", {"version"}).exit_code != 0) GTEST_SKIP() << "assimp-utils is not installed";
  Exported run;
  run.made({"--seconds", "1"});
  const Outcome outcome = run_program("/usr/bin/assimp", {"info", run.file});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("Animations:         1"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("bob"), std::string::npos) << outcome.out;
}

}  // namespace
