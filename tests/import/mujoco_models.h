// Models with every feature that bears on masses and frames, and random ones.
#pragma once

#include <random>
#include <string>

namespace spook::test {

struct NamedModel {
  const char* name;
  const char* text;
};

inline const NamedModel mujoco_models[] = {
    {"shapes.xml", R"(<mujoco><worldbody>
      <body name="sphere" pos="0 0 1"><freejoint/><geom size="0.13"/></body>
      <body name="capsule" pos="1 0 1"><freejoint/><geom type="capsule" size="0.1 0.3" euler="10 20 30"/></body>
      <body name="cylinder" pos="2 0 1"><freejoint/><geom type="cylinder" size="0.1 0.3" pos="0.1 0.2 0.3" axisangle="1 2 3 40"/></body>
      <body name="box" pos="3 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" zaxis="1 2 3"/></body>
      <body name="ellipsoid" pos="4 0 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" xyaxes="1 1 0 0 1 1"/></body>
      <body name="fromto" pos="5 0 1"><freejoint/><geom type="capsule" size="0.1" fromto="0.1 0.2 0.3 1 2 3"/>
        <geom type="cylinder" size="0.05" fromto="1 0 0 -1 0.5 0.2"/></body>
      <body name="flat" pos="6 0 1"><freejoint/><geom type="box" size="0.1 0.2" fromto="0.1 0.2 0.3 1 -2 3"/>
        <geom type="ellipsoid" size="0.2 0.1" fromto="0 0 0 0.3 0.4 -0.5"/></body>
      <body name="massive" pos="7 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" mass="7"/><geom size="0.1" pos="1 0 0" density="12"/></body>
    </worldbody></mujoco>)"},
    {"frames.xml", R"(<mujoco><compiler angle="radian" eulerseq="XYZ"/><option gravity="0 1 -3"/><worldbody>
      <body name="a" pos="0.1 0.2 0.3" euler="0.1 0.2 0.3"><joint name="ja" type="slide" axis="1 2 3" range="-1 1" limited="true"/>
        <inertial pos="0.1 0.1 0.1" quat="1 2 3 4" mass="2" diaginertia="0.3 0.2 0.25"/><geom size="0.1"/>
        <body name="b" pos="1 0 0" quat="1 0.5 0 0"><joint name="jb" axis="0 1 1" pos="0.1 0 0.2" ref="0.3" range="-1 2" limited="true" frictionloss="0.4"/>
          <inertial pos="0 0 0.2" mass="1" fullinertia="0.3 0.2 0.25 0.01 0.02 0.03"/>
          <body pos="0 1 0"><geom type="box" size="0.1 0.2 0.3"/><body pos="0 0 1" euler="1 2 3"><geom size="0.2"/></body></body>
        </body></body></worldbody></mujoco>)"},
    {"euler.xml", R"(<mujoco><compiler angle="degree" eulerseq="zyx"/><worldbody>
      <body name="a" euler="10 20 30"><joint name="j" axis="1 0 0"/><geom type="box" size="1 2 3"/>
        <body name="b" euler="-170 100 95" pos="1 2 3"><joint name="k" axis="1 1 0"/><geom type="box" size="3 2 1"/></body></body>
      </worldbody></mujoco>)"},
    {"compiler.xml",
     R"(<mujoco><compiler inertiafromgeom="true" balanceinertia="true" settotalmass="12" inertiagrouprange="0 1"/>
      <worldbody><body name="a" pos="0 0 1"><freejoint/><inertial pos="0 0 0" mass="99" diaginertia="1 1 1"/><geom size="0.1" group="1"/>
        <geom type="box" size="1 1 1" pos="0 0 5" group="3"/></body>
      <body name="b" pos="3 0 1"><freejoint/><geom type="capsule" size="0.1 0.5" group="0"/></body></worldbody></mujoco>)"},
    {"bounds.xml", R"(<mujoco><compiler balanceinertia="true" boundmass="0.5" boundinertia="0.01"/><worldbody>
      <body name="a"><freejoint/><inertial pos="0 0 0" mass="0.1" diaginertia="0.001 0.2 0.03"/></body>
      <body name="b" pos="3 0 1"><freejoint/><inertial pos="0 0 0.1" euler="30 40 50" mass="1" diaginertia="0.1 0.2 0.7"/></body>
      </worldbody></mujoco>)"},
    {"classes.xml", R"(<mujoco><default><geom density="100" type="box" size="0.1 0.2 0.3"/><joint axis="1 0 0"/>
        <default class="x"><geom size="0.3 0.2 0.1"/><default class="y"><geom type="sphere" density="50"/></default></default></default>
      <worldbody><body name="a"><joint name="ja"/><geom/><body name="b" childclass="x" pos="1 0 0"><joint name="jb" axis="0 1 0"/><geom/>
        <body name="c" pos="1 0 0"><joint name="jc"/><geom class="y"/></body></body></body></worldbody></mujoco>)"},
    {"global.xml", R"(<mujoco><compiler coordinate="global"/><worldbody>
      <body name="a" pos="1 2 3" euler="10 20 30"><joint name="ja" pos="1 1 1" axis="0 0 1"/><geom type="box" size="0.1 0.2 0.3" pos="1 2 4"/>
        <body name="b" pos="2 2 3"><joint name="jb" pos="2 2 2" axis="0 1 0"/><geom type="capsule" fromto="2 2 3 2 3 3" size="0.1"/></body></body>
      </worldbody></mujoco>)"},
    {"robot.urdf",
     R"(<robot name="r"><link name="base"/><link name="a"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>
        <inertia ixx="0.3" ixy="0.01" ixz="0.02" iyy="0.2" iyz="0.03" izz="0.25"/></inertial></link>
      <link name="b"><inertial><origin xyz="0 0 0.3"/><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.05"/></inertial></link>
      <link name="tool"><inertial><mass value="0.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
      <joint name="ja" type="revolute"><parent link="base"/><child link="a"/><origin xyz="1 2 3" rpy="0.4 0.5 0.6"/><axis xyz="0 1 1"/>
        <limit lower="-1" upper="2" effort="1" velocity="1"/><dynamics friction="0.3"/></joint>
      <joint name="jb" type="prismatic"><parent link="a"/><child link="b"/><origin xyz="0 0 1" rpy="1 0 0"/><axis xyz="1 0 0"/>
        <limit lower="0" upper="1" effort="1" velocity="1"/></joint>
      <joint name="jt" type="fixed"><parent link="b"/><child link="tool"/><origin xyz="0.1 0 0" rpy="0 1 0"/></joint></robot>)"},
};

// a tree of random bodies, joints and shapes
inline std::string random_mjcf(unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) {
    return std::to_string(std::uniform_real_distribution<double>(low, high)(random));
  };
  const auto three = [&](double low, double high) {
    return number(low, high) + " " + number(low, high) + " " + number(low, high);
  };
  const auto pick = [&](int count) { return int(random() % unsigned(count)); };
  const char* shapes[] = {"sphere", "capsule", "cylinder", "box", "ellipsoid"};
  std::string text = "<mujoco><compiler angle=\"radian\"/><worldbody>";
  int open = 0;
  for (int i = 0; i < 12; ++i) {
    const std::string id = std::to_string(i);
    text +=
        "<body name=\"b" + id + "\" pos=\"" + three(-1, 1) + "\" quat=\"" + number(0.1, 1) + " " + three(-1, 1) + "\">";
    ++open;
    for (int j = 0, joints = open == 1 ? 1 : pick(3); j < joints; ++j)
      text += "<joint name=\"j" + id + "_" + std::to_string(j) + "\" type=\"" + (pick(2) ? "hinge" : "slide") +
              "\" pos=\"" + three(-1, 1) + "\" axis=\"" + three(0.1, 1) + "\" range=\"-1 " + number(0, 2) +
              "\" limited=\"true\"/>";
    for (int g = 0, geoms = 1 + pick(3); g < geoms; ++g)
      text += std::string("<geom type=\"") + shapes[pick(5)] + "\" size=\"" + three(0.1, 0.5) + "\" pos=\"" +
              three(-1, 1) + "\" euler=\"" + three(-3, 3) + "\" density=\"" + number(1, 1000) + "\"/>";
    while (open > 0 && pick(3) == 0) text += "</body>", --open;
  }
  for (; open > 0; --open) text += "</body>";
  return text + "</worldbody></mujoco>";
}

}  // namespace spook::test
