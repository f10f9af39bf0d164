// URDF, feature by feature.
#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;
using models::Imported;

namespace {

const std::string inertial = R"(<inertial><origin xyz="0.1 0 0" rpy="0 0 1.5707963267948966"/><mass value="2"/>
  <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/></inertial>)";
const std::string ball = R"(<collision><geometry><sphere radius="0.1"/></geometry></collision>)";
const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string link_text(const std::string& name, const std::string& inside) {
  return "<link name=\"" + name + "\">" + inside + "</link>\n";
}

std::string link_of_mesh(const std::string& name, const std::string& mesh, const std::string& scale = "1 1 1") {
  return link_text(
      name, "<collision><geometry><mesh filename=\"" + mesh + "\" scale=\"" + scale + "\"/></geometry></collision>");
}

std::string jointed(const std::string& name, const std::string& type, const std::string& parent,
                    const std::string& child, const std::string& more = {}) {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/>" + more + "</joint>\n";
}

}  // namespace

TEST(Urdf, FramesMassesAndInertiasFollowTheTree) {
  const Imported imported = import_urdf(link_text("base", ball) + link_text("arm", inertial) +
                                        jointed("j", "revolute", "base", "arm",
                                                R"(<origin xyz="0 0 1" rpy="0 1.5707963267948966 0"/><axis xyz="0 1 0"/>
                 <limit lower="-1" upper="2" effort="9" velocity="3"/><dynamics damping="0.5" friction="0.25"/>)"));
  const Scene& scene = imported.scene;
  const BodyDesc& arm = body(scene, "arm");
  EXPECT_EQ(*arm.mass, 2.0);
  // x of the link points down
  EXPECT_LT((arm.pose.position - Vec3(0, 0, 0.9)).norm(), 1e-12);
  // the inertial frame is turned about the link's z, which is the world's x
  EXPECT_LT((inertia_tensor(arm) - Mat3(Vec3(0.25, 0.1, 0.2).asDiagonal())).norm(), 1e-12);
  const JointDesc& j = joint(scene, "j");
  EXPECT_EQ(j.type, JointType::hinge);
  EXPECT_LT((j.anchor - Vec3(0, 0, 1)).norm(), 1e-12);
  EXPECT_LT((j.axis - Vec3(0, 1, 0)).norm(), 1e-12);
  EXPECT_EQ((*j.limits)[0], -1.0);
  EXPECT_EQ((*j.limits)[1], 2.0);
  EXPECT_EQ(j.friction_effort, 0.25);
  EXPECT_NEAR(*joint(scene, "j.damper").compliance, 2.0, 1e-15);
  EXPECT_FALSE(note(imported, "'velocity'").text.empty());
  EXPECT_FALSE(note(imported, "held by the world").text.empty());
}

TEST(Urdf, EveryJointType) {
  const Imported imported = import_urdf(
      link_text("world", "") + link_text("a", inertial) + link_text("b", inertial) + link_text("c", inertial) +
      link_text("d", inertial) + link_text("e", inertial + ball) + link_text("f", inertial) +
      jointed("turn", "continuous", "world", "a") +
      jointed("slide", "prismatic", "a", "b", R"(<limit lower="0" upper="1"/>)") +
      jointed("stuck", "fixed", "b", "c", R"(<origin xyz="1 0 0"/>)") + jointed("float", "floating", "world", "d") +
      jointed("plane", "planar", "world", "e", R"(<axis xyz="0 0 1"/>)") +
      jointed("follow", "revolute", "a", "f", R"(<limit lower="-1" upper="1"/><mimic joint="turn" multiplier="-3"/>)"));
  const Scene& scene = imported.scene;
  EXPECT_EQ(joint(scene, "turn").type, JointType::hinge);
  EXPECT_FALSE(joint(scene, "turn").limits);
  EXPECT_EQ(joint(scene, "slide").type, JointType::slider);
  EXPECT_EQ(*body(scene, "b").mass, 4.0);  // c is part of it
  EXPECT_EQ(joint(scene, "plane_u").type, JointType::slider);
  EXPECT_EQ(joint(scene, "plane").a, "e");
  const JointDesc& gear = joint(scene, "follow_mimic");
  EXPECT_EQ(gear.type, JointType::gear);
  EXPECT_EQ(gear.ratio, -3.0);
  EXPECT_EQ(gear.joint_a, "follow");
  for (const JointDesc& j : scene.joints) EXPECT_NE(j.a, "d");
}

TEST(Urdf, FreeBaseAndGround) {
  models::ImportOptions options;
  options.free_base = options.ground = true;
  const Imported imported = import_urdf(link_text("base", inertial + ball), options);
  EXPECT_EQ(body(imported.scene, "base").motion, Motion::dynamic);
  EXPECT_NEAR(body(imported.scene, "ground").shapes[0].offset, -0.1, 1e-12);
  EXPECT_EQ(import_urdf(link_text("base", inertial + ball)).scene.bodies.at(0).motion, Motion::fixed);
}

TEST(Urdf, MeshesComeFromThePackageAroundTheModel) {
  const ModelFiles files;
  files.write("robot/package.xml", "<package/>");
  files.write("robot/meshes/part.obj", tetrahedron);
  files.write("secret.obj", tetrahedron);
  const auto model = [&](const std::string& mesh) {
    return files.write("robot/urdf/robot.urdf", "<robot name=\"r\"><link name=\"world\"/>" +
                                                    link_of_mesh("part", mesh, "1 2 3") +
                                                    jointed("j", "continuous", "world", "part") + "</robot>");
  };
  const Imported imported = models::import_model(model("package://robot/meshes/part.obj"), {});
  EXPECT_NEAR(*body(imported.scene, "part").mass, 1000.0, 1e-9);  // 1/6 · 1 · 2 · 3 m³ of water
  EXPECT_EQ(models::import_model(model("../meshes/part.obj"), {}).scene.bodies.size(), 1u);
  for (const char* outside : {"../../secret.obj", "package://robot/../secret.obj", "package://other/part.obj",
                              "missing.obj", "http://example.org/part.obj"})
    EXPECT_THROW(models::import_model(model(outside), {}), SceneError) << outside;
}

TEST(Urdf, StlIsReadInBothForms) {
  const ModelFiles files;
  const float corners[4][3][3] = {{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
                                  {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}},
                                  {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::string text = "solid t\n", binary(80, ' ');
  binary += std::string("\4\0\0\0", 4);
  for (const auto& triangle : corners) {
    text += "facet normal 0 0 0\nouter loop\n";
    binary.append(12, '\0');
    for (const auto& corner : triangle) {
      text += "vertex";
      for (const float x : corner) text += " " + std::to_string(x);
      text += "\n";
      binary.append(reinterpret_cast<const char*>(corner), 12);
    }
    text += "endloop\nendfacet\n";
    binary.append(2, '\0');
  }
  const auto model = [&](const std::string& mesh, const std::string& bytes) {
    files.write(mesh, bytes);
    return files.write("robot.urdf", "<robot name=\"r\"><link name=\"world\"/>" + link_of_mesh("part", mesh) +
                                         jointed("j", "continuous", "world", "part") + "</robot>");
  };
  for (const auto& [name, bytes] : {std::pair("text.stl", text + "endsolid\n"), std::pair("binary.stl", binary)})
    EXPECT_NEAR(*body(models::import_model(model(name, bytes), {}).scene, "part").mass, 1000.0 / 6, 1e-9) << name;
  EXPECT_THROW(models::import_model(model("short.stl", binary.substr(0, 200)), {}), SceneError);
}
