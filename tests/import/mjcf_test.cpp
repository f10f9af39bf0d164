// MJCF, feature by feature. Where MuJoCo is installed, mujoco_test.cpp compares whole models with its own reading.
#include <numbers>

#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;
using models::Imported;

namespace {

constexpr double pi = std::numbers::pi;

void expect_near(const Vec3& found, const Vec3& expected, double tolerance = 1e-12) {
  EXPECT_LT((found - expected).norm(), tolerance) << found.transpose() << " is not " << expected.transpose();
}

}  // namespace

TEST(Mjcf, ShapesWeighWhatTheirFormulasSay) {
  const Imported imported = import_mjcf(R"(<worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="box" pos="1 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" density="500"/></body>
    <body name="egg" pos="2 0 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" mass="3"/></body>
    <body name="rod" pos="3 0 1"><freejoint/><geom type="cylinder" fromto="0 0 0  0 0 0.5" size="0.05"/></body>
  </worldbody>)");
  const Scene& scene = imported.scene;
  EXPECT_EQ(body(scene, "world").shapes[0].type, ShapeType::plane);
  EXPECT_NEAR(*body(scene, "ball").mass, 1000 * 4.0 / 3.0 * pi * 1e-3, 1e-12);
  EXPECT_NEAR(*body(scene, "box").mass, 500 * 8 * 0.006, 1e-12);
  expect_near(*body(scene, "egg").inertia, 3.0 / 5.0 * Vec3(0.13, 0.10, 0.05));
  expect_near(body(scene, "rod").pose.position, Vec3(3, 0, 1.25));
  EXPECT_TRUE(scene.joints.empty());
}

TEST(Mjcf, JointsTurnSlideAndCountFromTheStart) {
  const Imported imported = import_mjcf(R"(<compiler angle="degree"/><worldbody>
    <body name="arm" pos="0 0 1">
      <joint name="shoulder" axis="0 2 0" pos="0.1 0 0" range="-30 90" ref="15" frictionloss="0.2"/>
      <geom type="capsule" fromto="0 0 0 1 0 0" size="0.05"/>
      <body name="slider" pos="1 0 0">
        <joint name="slide" type="slide" axis="1 0 0" range="0 0.5"/>
        <geom size="0.1"/>
        <body name="tip" pos="0.2 0 0"><joint name="wrist" type="ball"/><geom size="0.05"/></body>
      </body>
    </body></worldbody>)");
  const JointDesc& shoulder = joint(imported.scene, "shoulder");
  EXPECT_EQ(shoulder.type, JointType::hinge);
  EXPECT_EQ(shoulder.a, "arm");
  EXPECT_FALSE(shoulder.b);
  expect_near(shoulder.anchor, Vec3(0.1, 0, 1));
  expect_near(shoulder.axis, Vec3(0, 1, 0));
  EXPECT_NEAR((*shoulder.limits)[0], -45 * pi / 180, 1e-12);
  EXPECT_NEAR((*shoulder.limits)[1], 75 * pi / 180, 1e-12);
  EXPECT_EQ(shoulder.friction_effort, 0.2);
  EXPECT_EQ(joint(imported.scene, "slide").type, JointType::slider);
  EXPECT_EQ(joint(imported.scene, "slide").b, "arm");
  EXPECT_EQ(joint(imported.scene, "wrist").type, JointType::ball);
}

TEST(Mjcf, DefaultsAreInheritedByClassAndChildclass) {
  const Imported imported = import_mjcf(R"(<default>
      <geom density="100"/>
      <default class="heavy"><geom density="2000"/><default class="heavier"><geom density="3000"/></default></default>
    </default><worldbody>
    <body name="light" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="family" pos="1 0 1" childclass="heavy"><freejoint/><geom size="0.1"/></body>
    <body name="own" pos="2 0 1" childclass="heavy"><freejoint/><geom size="0.1" class="heavier"/></body>
    </worldbody>)");
  const double volume = 4.0 / 3.0 * pi * 1e-3;
  EXPECT_NEAR(*body(imported.scene, "light").mass, 100 * volume, 1e-12);
  EXPECT_NEAR(*body(imported.scene, "family").mass, 2000 * volume, 1e-12);
  EXPECT_NEAR(*body(imported.scene, "own").mass, 3000 * volume, 1e-12);
}

TEST(Mjcf, SpringsDampersAndServosStandBesideTheirJoint) {
  const Imported imported = import_mjcf(R"(<compiler angle="radian"/><worldbody>
    <body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" stiffness="20" damping="3" springref="0.5"/>
      <geom size="0.1" pos="1 0 0"/></body>
    <body name="b" pos="5 0 1"><joint name="k" axis="0 1 0" damping="4"/><geom size="0.1" pos="1 0 0"/></body></worldbody>
    <actuator><position name="p" joint="k" kp="50" forcerange="-7 7"/><velocity name="v" joint="k" kv="2"/>
      <motor name="m" joint="j" gear="3" ctrlrange="-2 2"/></actuator>)");
  const JointDesc &spring = joint(imported.scene, "j.spring"), &damper = joint(imported.scene, "k.damper");
  EXPECT_NEAR(*spring.compliance, 1.0 / 20, 1e-15);
  EXPECT_NEAR(*spring.relaxation_steps / 60, 3.0 / 20, 1e-15);
  EXPECT_EQ(spring.lock->position, 0.5);
  EXPECT_NEAR(*damper.compliance, 1.0 / 4, 1e-15);
  EXPECT_EQ(damper.motor->speed, 0.0);
  EXPECT_NEAR(*joint(imported.scene, "p").compliance, 1.0 / 50, 1e-15);
  EXPECT_EQ(joint(imported.scene, "p").lock->max_effort, 7.0);
  EXPECT_NEAR(*joint(imported.scene, "v").compliance, 1.0 / 2, 1e-15);
  EXPECT_EQ(joint(imported.scene, "j").motor->max_effort, 0.0);
  EXPECT_EQ(note(imported, "no command").lines.size(), 1u);

  models::ImportOptions hold;
  hold.hold = true;
  const Imported held = import_mjcf(R"(<worldbody><body name="a"><joint name="j"/><geom size="0.1"/></body></worldbody>
    <actuator><motor joint="j" gear="3" ctrlrange="-2 2"/></actuator>)",
                                    hold);
  EXPECT_EQ(joint(held.scene, "j").motor->max_effort, 6.0);
}

TEST(Mjcf, SeveralJointsOfABodyBecomeOneOrHaveCarriersBetween) {
  const auto with = [](const std::string& joints) {
    return import_mjcf(R"(<worldbody><body name="b" pos="0 0 1">)" + joints +
                       R"(<geom size="0.1" pos="0.5 0 0"/></body></worldbody>)");
  };
  const std::string x = R"(<joint axis="1 0 0"/>)", y = R"(<joint axis="0 1 0"/>)", z = R"(<joint axis="0 0 1"/>)";
  const std::string slide_x = R"(<joint type="slide" axis="1 0 0"/>)",
                    slide_y = R"(<joint type="slide" axis="0 1 0"/>)",
                    slide_z = R"(<joint type="slide" axis="0 0 1"/>)";
  EXPECT_EQ(with(x + y).scene.joints.at(0).type, JointType::universal);
  EXPECT_EQ(with(x + y + z).scene.joints.at(0).type, JointType::ball);
  EXPECT_EQ(with(slide_z + z).scene.joints.at(0).type, JointType::cylindrical);
  EXPECT_TRUE(with(slide_x + slide_y + slide_z + R"(<joint type="ball"/>)").scene.joints.empty());
  const Imported limited = with(R"(<joint name="x" axis="1 0 0" range="-10 10"/><joint name="y" axis="0 1 0"/>
    <joint name="z" axis="0 0 1"/>)");
  EXPECT_EQ(limited.scene.joints.size(), 3u);
  EXPECT_EQ(limited.scene.bodies.size(), 3u);  // two carriers
  EXPECT_EQ(joint(limited.scene, "z").a, "b");
  EXPECT_FALSE(joint(limited.scene, "x").b);
  EXPECT_EQ(note(limited, "in a row").lines.at(0), 2);
}

TEST(Mjcf, EqualitiesCloseLoopsAndGearJoints) {
  const Imported imported = import_mjcf(R"(<worldbody>
    <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.05"/></body>
    <body name="b" pos="2 0 1"><joint name="jb" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 -1 0 0" size="0.05"/></body>
    <body name="c" pos="0 2 1"><joint name="jc" type="slide"/><geom size="0.1"/></body></worldbody>
    <equality>
      <connect name="loop" body1="a" body2="b" anchor="1 0 0"/>
      <weld body1="c" body2="b"/>
      <joint name="gear" joint1="ja" joint2="jb" polycoef="0 -2 0 0 0"/>
      <joint joint1="jc" polycoef="0.1 0 0 0 0"/>
      <connect body1="a" anchor="0 0 0" active="false"/>
      <tendon tendon1="t"/>
    </equality>)");
  const Scene& scene = imported.scene;
  EXPECT_EQ(joint(scene, "loop").type, JointType::ball);
  expect_near(joint(scene, "loop").anchor, Vec3(1, 0, 1));
  EXPECT_EQ(joint(scene, "gear").ratio, -2.0);
  EXPECT_EQ(joint(scene, "jc").lock->position, 0.1);
  EXPECT_EQ(note(imported, "not active").lines.at(0), 11);
  EXPECT_EQ(note(imported, "<tendon>").lines.at(0), 12);
}

TEST(Mjcf, FrictionIsTheLargerOfThePairAndFiltersKeepBodiesApart) {
  const Imported imported = import_mjcf(R"(<worldbody><geom type="plane" size="1 1 1" friction="0.4"/>
    <body name="rough" pos="0 0 1"><freejoint/><geom size="0.1" friction="0.9"/></body>
    <body name="ice" pos="1 0 1"><freejoint/><geom size="0.1" friction="0.1" condim="1"/></body>
    <body name="ghost" pos="2 0 1"><freejoint/><geom size="0.1" contype="0" conaffinity="0"/></body></worldbody>
    <contact><exclude body1="rough" body2="ice"/></contact>)");
  const Scene& scene = imported.scene;
  const auto friction = [&](const char* a, const char* b) {
    return mix_materials(scene, body(scene, a).shapes[0].material, body(scene, b).shapes[0].material).friction;
  };
  EXPECT_EQ(friction("rough", "world"), 0.9);
  EXPECT_EQ(friction("ice", "world"), 0.4);
  EXPECT_EQ(friction("ice", "ice"), 0.0);
  const auto apart = [&](const std::string& a, const std::string& b) {
    for (const auto& pair : scene.no_collide)
      if (std::minmax(pair[0], pair[1]) == std::minmax(a, b)) return true;
    return false;
  };
  EXPECT_TRUE(apart("rough", "ice"));
  EXPECT_TRUE(apart("ghost", "world"));
  EXPECT_FALSE(apart("rough", "world"));
}

TEST(Mjcf, WhatIsNotImportedIsNamedWithItsLine) {
  const Imported imported = import_mjcf(R"(<visual><global fovy="30"/></visual>
<worldbody>
<light pos="0 0 3"/>
<body name="b"><freejoint/>
<geom size="0.1" rgba="1 0 0 1" solref="0.01 1"/>
<geom size="0.1" rgba="0 1 0 1"/>
<site name="s"/></body></worldbody>
<sensor><gyro site="s"/></sensor>)");
  EXPECT_EQ(note(imported, "<visual>").lines, std::vector<int>{2});
  EXPECT_EQ(note(imported, "<light>").lines, std::vector<int>{4});
  EXPECT_EQ(note(imported, "'rgba'").lines, (std::vector<int>{6, 7}));
  EXPECT_EQ(note(imported, "'solref'").lines, std::vector<int>{6});
  EXPECT_EQ(note(imported, "<site>").lines, std::vector<int>{8});
  EXPECT_EQ(note(imported, "<sensor>").lines, std::vector<int>{9});
  EXPECT_NE(note(imported, "'rgba'").line().find("model.xml:6, 7: "), std::string::npos);
}

TEST(Mjcf, IncludesAreReadOnceAndFromTheModelsFolderAlone) {
  const ModelFiles files;
  files.write("parts/ball.xml", R"(<mujocoinclude><body name="ball" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    </mujocoinclude>)");
  const auto model = [&](const std::string& include) {
    return files.write("model.xml", "<mujoco><worldbody>" + include + "</worldbody></mujoco>");
  };
  EXPECT_EQ(models::import_model(model(R"(<include file="parts/ball.xml"/>)"), {}).scene.bodies.size(), 1u);
  for (const char* refused : {"model.xml", "/etc/passwd", "../outside.xml"})
    EXPECT_THROW(models::import_model(model(std::string("<include file=\"") + refused + "\"/>"), {}), SceneError)
        << refused;
}

TEST(Mjcf, MeshesAreHullsWhereTheyMoveAndTrianglesWhereTheyStand) {
  const ModelFiles files;
  // an L of three unit cubes, closed and not convex; the first faces are the concave ones
  files.write(
      "l.obj",
      "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
      "f 4 3 2 1\nf 6 5 4 1\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\nf 7 8 9 10\n"
      "f 7 10 11 12\n");
  const auto file = files.write("model.xml", R"(<mujoco><asset><mesh name="l" file="l.obj"/></asset><worldbody>
<geom type="mesh" mesh="l"/>
<body name="moving" pos="0 0 3"><freejoint/><geom type="mesh" mesh="l" density="10"/></body></worldbody></mujoco>)");
  const Imported imported = models::import_model(file, {});
  const BodyDesc& moving = body(imported.scene, "moving");
  EXPECT_EQ(moving.shapes[0].type, ShapeType::hull);
  EXPECT_EQ(body(imported.scene, "world").shapes[0].type, ShapeType::mesh);
  EXPECT_NEAR(*moving.mass, 30.0, 1e-9);
  expect_near(moving.pose.position, Vec3(5.0 / 6, 5.0 / 6, 3.5), 1e-9);
  EXPECT_EQ(note(imported, "not convex").lines, std::vector<int>{3});
  // and goes through a scene file
  const Scene again = parse_scene(write_scene(imported.scene), "again.json");
  EXPECT_EQ(write_scene(again), write_scene(imported.scene));
}
