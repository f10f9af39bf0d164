// Scenes written as MJCF and URDF, and read again: what those can say comes back.
#include "scenarios/import/export.h"

#include "scenarios/registry.h"
#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;

namespace {

// every dynamic body of the one stands in the other, with its mass and inertia
void expect_same_bodies(const Scene& first, const Scene& second) {
  for (const BodyDesc& b : first.bodies) {
    if (b.motion != Motion::dynamic) continue;
    const BodyMass mass = body_mass(b, first);
    const Pose frame = b.pose * mass.frame;
    const BodyDesc& again = body(second, b.name);
    EXPECT_NEAR(*again.mass, mass.mass, 1e-9 * mass.mass) << b.name;
    EXPECT_LT((again.pose.position - frame.position).norm(), 1e-9) << b.name;
    const Mat3 turn = frame.orientation.toRotationMatrix();
    const Mat3 inertia = turn * mass.principal.asDiagonal() * turn.transpose();
    EXPECT_LT((inertia_tensor(again) - inertia).norm(), 1e-9 * inertia.norm()) << b.name;
    EXPECT_EQ(again.shapes.size(), b.shapes.size()) << b.name;
  }
}

// the same joint where the other way round counts as the same
void expect_same_joint(const JointDesc& j, const JointDesc& again) {
  EXPECT_EQ(again.type, j.type) << j.name;
  const double side = again.a == j.a ? 1.0 : -1.0;
  EXPECT_LT((again.axis - side * j.axis).norm(), 1e-9) << j.name;
  const Vec3 off = again.anchor - j.anchor;  // a slider's lies anywhere
  if (j.type == JointType::hinge) {
    EXPECT_LT(off.norm(), 1e-9) << j.name;
  }
  ASSERT_EQ(again.limits.has_value(), j.limits.has_value()) << j.name;
  for (std::size_t i = 0; i < 2 && j.limits; ++i) EXPECT_NEAR((*again.limits)[i], (*j.limits)[i], 1e-12) << j.name;
  EXPECT_EQ(again.friction_effort, j.friction_effort) << j.name;
}

const char* const machine = R"(<compiler angle="radian"/><worldbody><geom type="plane" size="1 1 1"/>
  <body name="base" pos="0 0 1" euler="0.1 0.2 0.3"><freejoint/><geom type="box" size="0.3 0.2 0.1"/>
    <body name="arm" pos="0.3 0 0"><joint name="shoulder" axis="0 1 0" range="-1 2" damping="0.5" frictionloss="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/>
      <body name="slide" pos="0.5 0 0"><joint name="reach" type="slide" axis="1 0 0" range="0 0.3" stiffness="30" damping="2"/>
        <geom type="cylinder" size="0.04 0.1" euler="1 0 0"/></body></body>
    <body name="other" pos="-0.3 0 0"><joint name="left" axis="0 1 0"/><geom size="0.1" pos="-0.2 0 0"/></body></body>
  </worldbody><equality><joint name="geared" joint1="shoulder" joint2="left" polycoef="0 -2 0 0 0"/></equality>
  <actuator><position name="servo" joint="left" kp="40" forcerange="-5 5"/></actuator>)";

}  // namespace

TEST(Export, MjcfComesBack) {
  const Scene scene = import_mjcf(machine).scene;
  const Scene again = import_text("again.xml", models::export_mjcf(scene).text).scene;
  expect_same_bodies(scene, again);
  for (const char* name : {"shoulder", "reach", "left"}) expect_same_joint(joint(scene, name), joint(again, name));
  EXPECT_NEAR(*joint(again, "shoulder.damper").compliance, 2.0, 1e-12);
  EXPECT_NEAR(*joint(again, "reach.spring").compliance, 1.0 / 30, 1e-12);
  EXPECT_NEAR(*joint(again, "reach.spring").relaxation_steps, *joint(scene, "reach.spring").relaxation_steps, 1e-9);
  EXPECT_EQ(joint(again, "geared").ratio, -2.0);
  EXPECT_EQ(joint(again, "servo").lock->max_effort, 5.0);
}

TEST(Export, UrdfComesBack) {
  const Scene scene = import_mjcf(machine).scene;
  const Scene again = import_text("again.urdf", models::export_urdf(scene).text).scene;
  expect_same_bodies(scene, again);
  for (const char* name : {"shoulder", "reach", "left"}) expect_same_joint(joint(scene, name), joint(again, name));
  EXPECT_NEAR(*joint(again, "shoulder.damper").compliance, 2.0, 1e-12);
  EXPECT_EQ(joint(again, "shoulder_mimic").ratio, -2.0);
  for (const JointDesc& j : again.joints) EXPECT_NE(j.a, "base");  // free
}

// every scene of the library can be written, and what is written can be read
TEST(Export, TheWholeLibraryIsReadAgain) {
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = build_scenario(scenario, {});
    const models::Exported mjcf = models::export_mjcf(scene), urdf = models::export_urdf(scene);
    try {
      const Scene again = import_text("again.xml", mjcf.text).scene;
      std::size_t shaped = 0;
      for (const BodyDesc& b : scene.bodies) shaped += b.motion == Motion::dynamic;
      std::size_t back = 0;
      for (const BodyDesc& b : again.bodies)
        back += b.motion == Motion::dynamic && b.name.find(".carrier") == b.name.npos;
      EXPECT_LE(back, shaped) << scenario.name;
      import_text("again.urdf", urdf.text);
    } catch (const SceneError& error) {
      ADD_FAILURE() << scenario.name << ": " << error.what();
    }
    EXPECT_FALSE(mjcf.left_out.empty());
  }
}
