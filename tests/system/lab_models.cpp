// spook-lab with models of others, materials, units that people know, and pages to share.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;

namespace {

namespace fs = std::filesystem;

// a file of the folder with this text in it
std::string put(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  write_file(folder / name, text);
  return folder / name;
}

const char* const pendulum = R"(<mujoco model="swing"><worldbody>
<body name="bob" pos="0 0 2"><joint name="pivot" axis="0 1 0"/><geom size="0.1" pos="1 0 0" rgba="1 0 0 1"/></body></worldbody></mujoco>)";

}  // namespace

TEST(LabModels, AreImportedRunAndExported) {
  const TemporaryFolder folder;
  const std::string model = put(folder, "swing.xml", pendulum);
  const Outcome imported = lab({"import", model, folder / "swing.json"});
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  EXPECT_NE(imported.err.find("swing.xml:2: <geom> 'rgba' is not imported"), std::string::npos) << imported.err;
  EXPECT_EQ(lab({"check", folder / "swing.json"}).exit_code, 0);
  // the same run from either
  const Outcome from_model = lab({"run", model, "--steps", "60", "--hash"}),
                from_json = lab({"run", folder / "swing.json", "--steps", "60", "--hash"});
  EXPECT_EQ(from_model.exit_code, 0) << from_model.err;
  EXPECT_EQ(from_model.out, from_json.out);
  EXPECT_NE(from_model.err.find("spook-lab import names them"), std::string::npos);
  for (const char* file : {"again.xml", "again.urdf"}) {
    EXPECT_EQ(lab({"export", model, folder / file}).exit_code, 0);
    EXPECT_EQ(lab({"check", folder / file}).exit_code, 0) << file;
  }
}

TEST(LabModels, BadOnesEndInOneLineAndNothingIsWritten) {
  const TemporaryFolder folder;
  const std::string model = put(folder, "bad.urdf", "<robot name='r'>\n<link name='a'><visual/></link></robot>");
  const Outcome outcome = lab({"import", model, folder / "bad.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("bad.urdf:2: <visual>: <geometry> is missing"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(folder / "bad.json"));
}

TEST(LabMaterials, AreListedWithTheirSources) {
  const Outcome outcome = lab({"materials"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* name : {"steel", "oak", "rubber", "concrete", "ice", "OpenStax"})
    EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
}

TEST(LabTuning, TakesNewtonsAMetre) {
  const TemporaryFolder folder;
  const std::string scene = put(folder, "small.json", small_scene);
  const Outcome plain = lab({"run", scene, "--steps", "30", "--hash", "--set", "compliance=1e-06"});
  const Outcome tuned = lab({"run", scene, "--steps", "30", "--hash", "--set", "stiffness=1e6"});
  EXPECT_EQ(tuned.exit_code, 0) << tuned.err;
  EXPECT_EQ(plain.out, tuned.out);
  EXPECT_EQ(lab({"run", scene, "--set", "frequency=30"}).exit_code, 2);
}
