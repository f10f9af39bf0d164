// SDF: models in their frames, joints in any order, loops.
#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;

namespace {

std::string link_text(const std::string& name, const std::string& pose, const std::string& more = {}) {
  return "<link name='" + name + "'><pose>" + pose +
         "</pose><inertial><pose>0 0 0.5 0 0 0</pose><mass>2</mass><inertia><ixx>0.2</ixx>"
         "<iyy>0.2</iyy><izz>0.1</izz></inertia></inertial>" +
         more + "</link>";
}

std::string hinge(const std::string& name, const std::string& parent, const std::string& child) {
  return "<joint name='" + name + "' type='revolute'><parent>" + parent + "</parent><child>" + child +
         "</child><axis><xyz>0 1 0</xyz></axis></joint>";
}

models::Imported import_sdf(const std::string& inside) {
  return import_text("model.sdf",
                     "<sdf version='1.6'><model name='m'><pose>0 0 1 0 0 0</pose>" + inside + "</model></sdf>");
}

}  // namespace

TEST(Sdf, LinksStandInTheirModel) {
  const auto imported =
      import_sdf(link_text("b", "0 0 1 0 0 0",
                           "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>") +
                 link_text("a", "0 0 0 1.5707963267948966 0 0") + hinge("j", "a", "b") + hinge("root", "world", "a"));
  EXPECT_LT((body(imported.scene, "b").pose.position - Vec3(0, 0, 2.5)).norm(), 1e-12);
  EXPECT_LT((body(imported.scene, "a").pose.position - Vec3(0, -0.5, 1)).norm(), 1e-12);
  EXPECT_EQ(joint(imported.scene, "j").b, "a");
  EXPECT_FALSE(joint(imported.scene, "root").b);
  EXPECT_LT((joint(imported.scene, "j").anchor - Vec3(0, 0, 2)).norm(), 1e-12);
  EXPECT_LT((joint(imported.scene, "root").axis - Vec3(0, 0, 1)).norm(), 1e-12);  // y of a turned link
}

TEST(Sdf, LoopsAreClosedByExtraJoints) {
  const auto imported =
      import_sdf(link_text("a", "0 0 0 0 0 0") + link_text("b", "1 0 0 0 0 0") + link_text("c", "2 0 0 0 0 0") +
                 hinge("ab", "a", "b") + hinge("bc", "b", "c") + hinge("ac", "a", "c"));
  EXPECT_EQ(imported.scene.joints.size(), 3u);
  EXPECT_EQ(joint(imported.scene, "ac").type, JointType::hinge);
  EXPECT_EQ(imported.scene.bodies.size(), 3u);
}

TEST(Sdf, BadOnesAreNamed) {
  EXPECT_NE(refusal("m.sdf", "<sdf version='1.6'/>").find("m.sdf:1: <sdf>: expected a <model>"), std::string::npos);
  EXPECT_NE(
      refusal(
          "m.sdf",
          "<sdf version='1.6'><model name='m'>\n<link name='a'/><joint name='j' type='revolute'><parent>a</parent>\n"
          "<child>b</child></joint></model></sdf>")
          .find("m.sdf:3: <child>: there is no link named 'b'"),
      std::string::npos);
  EXPECT_NE(
      refusal("m.sdf", "<sdf version='1.6'><model name='m'>\n<link name='a'><pose>1 2</pose></link></model></sdf>")
          .find("m.sdf:2: <pose>"),
      std::string::npos);
  EXPECT_NE(refusal("m.sdf",
                    "<sdf version='1.6'><model name='m'><link name='a'><inertial><mass>1</mass><inertia><ixx>1</ixx>\n"
                    "<iyy>x</iyy></inertia></inertial></link></model></sdf>")
                .find("m.sdf:2: <iyy>"),
            std::string::npos);
}
