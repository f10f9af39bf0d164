// The readers of URDF, MJCF and SDF: a scene or one line with its place. What was read is written and read again to
// the same bytes, a world is made of it and steps, and what is exported of it as MJCF is well-formed again.
#include <unistd.h>

#include <filesystem>

#include "engine/scene/files.h"
#include "engine/scene/scene_io.h"
#include "engine/world/world.h"
#include "scenarios/import/export.h"
#include "scenarios/import/import.h"
#include "scenarios/import/model.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

namespace fs = std::filesystem;

const char* const urdf = R"(<robot name="seed">
<link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><inertial><origin xyz="0.1 0 0" rpy="0 0 1.57"/><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2"
 iyz="0" izz="0.25"/></inertial><collision><origin xyz="0 0 1" rpy="1 0 0"/><geometry><cylinder radius="0.1" length="1"/></geometry>
 </collision></link>
<link name="hand"><collision><geometry><mesh filename="t.obj" scale="1 2 1"/></geometry></collision></link>
<link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision><visual><geometry><mesh filename="t.stl"/>
 </geometry></visual></link><link name="cart"><inertial><mass value="1"/></inertial></link><link name="loose"/>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="0 1.57 0"/><axis xyz="0 1 0"/>
 <limit lower="-1" upper="2" effort="9" velocity="3"/><dynamics damping="0.5" friction="0.25"/></joint>
<joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
<joint name="spin" type="continuous"><parent link="hand"/><child link="tip"/><mimic joint="turn" multiplier="2" offset="0.1"/></joint>
<joint name="plane" type="planar"><parent link="base"/><child link="cart"/><axis xyz="0 0 1"/></joint>
<joint name="free" type="floating"><parent link="base"/><child link="loose"/></joint>
</robot>)";

const char* const mjcf =
    R"(<mujoco model="seed"><compiler angle="degree" eulerseq="xyz" boundmass="0.001" inertiafromgeom="auto"/>
<option gravity="0 0 -9.81" timestep="0.002"><flag gravity="enable"/></option>
<default><geom density="500" friction="0.9"/><default class="light"><geom density="100" group="1"/><joint damping="0.1"/></default></default>
<asset><mesh name="t" file="t.obj" scale="1 1 2" refpos="0 0 0"/><mesh name="v" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
<worldbody><geom type="plane" size="1 1 1"/><geom type="mesh" mesh="t" pos="9 0 0"/>
<body name="a" pos="0 0 1" euler="10 20 30"><freejoint name="f"/><geom type="box" size="0.3 0.2 0.1" contype="1" conaffinity="3"/>
<body name="b" pos="0.3 0 0" childclass="light"><joint name="h" axis="0 1 0" range="-30 90" ref="15" stiffness="3" springref="5"/>
<geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
<body name="c" pos="0.5 0 0" quat="1 0 0 0"><joint name="s" type="slide" axis="1 0 0" limited="true" range="0 0.3" frictionloss="1"/>
<joint name="s2" type="hinge" axis="1 0 0"/><geom type="cylinder" size="0.04 0.1" axisangle="1 0 0 45" condim="1"/></body></body>
<body name="d" pos="-0.3 0 0"><joint name="l" type="ball"/><geom size="0.1" mass="3"/><geom type="ellipsoid" size="0.1 0.2 0.3"/></body>
<body name="e" pos="0 1 0" mocap="false"><joint name="g" axis="0 0 1"/><geom type="mesh" mesh="v"/></body></body></worldbody>
<equality><joint name="geared" joint1="h" joint2="g" polycoef="0 -2 0 0 0"/><connect body1="c" body2="d" anchor="0 0 0"/>
<weld body1="e" body2="d"/></equality><contact><exclude body1="a" body2="c"/></contact>
<actuator><position name="p" joint="h" kp="40" forcerange="-5 5"/><velocity joint="s" kv="3"/><motor joint="g" gear="2" ctrlrange="-1 1"/>
</actuator></mujoco>)";

const char* const sdf =
    R"(<sdf version="1.6"><world name="w"><gravity>0 0 -9.8</gravity><model name="ground"><static>true</static>
<link name="l"><collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
<model name="m"><pose>0 0 1 0 0 0</pose><link name="a"><pose>0 0 0 1 0 0</pose><inertial><pose>0 0 0.5 0 0 0</pose><mass>2</mass>
<inertia><ixx>0.2</ixx><iyy>0.2</iyy><izz>0.1</izz></inertia></inertial><collision name="c"><geometry><box><size>1 2 3</size></box></geometry>
<surface><friction><ode><mu>0.7</mu></ode></friction></surface></collision></link>
<link name="b"><pose relative_to="a">1 0 0 0 0 0</pose><collision name="c"><geometry><mesh><uri>t.stl</uri><scale>1 1 1</scale></mesh>
</geometry></collision></link><link name="c"><collision name="c"><geometry><capsule><radius>0.1</radius><length>1</length></capsule>
</geometry></collision></link>
<joint name="ab" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit>
<dynamics><damping>1</damping><friction>1</friction><spring_stiffness>5</spring_stiffness></dynamics></axis></joint>
<joint name="bc" type="universal"><parent>b</parent><child>c</child><axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
<joint name="ca" type="fixed"><parent>a</parent><child>c</child></joint></model></world></sdf>)";

// where models find their meshes, and nothing else; goes away with the program
struct Folder {
  fs::path path = fs::temp_directory_path() / ("spook-fuzz-model-" + std::to_string(::getpid()));
  Folder() {
    fs::create_directories(path);
    write_file(path / "t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    std::string stl = "solid t\n";
    for (const char* corners : {"0 0 0 0 1 0 1 0 0", "0 0 0 1 0 0 0 0 1", "0 0 0 0 0 1 0 1 0", "1 0 0 0 1 0 0 0 1"}) {
      std::string numbers(corners);
      for (int i = 0; i < 3; ++i) stl += "vertex " + numbers.substr(std::size_t(6 * i), 5) + "\n";
    }
    write_file(path / "t.stl", stl + "endsolid\n");
    write_file(path / "part.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  }
  ~Folder() {
    std::error_code none;
    fs::remove_all(path, none);
  }
};

// one scene, written and read again; a world of it makes two steps
void check_scene(const Scene& scene, const std::string& text) {
  const std::string once = write_scene(scene);
  try {
    const Scene again = parse_scene(once, "again", "no-assets");
    if (write_scene(again) != once) broken("saved, loaded, saved: other bytes", text);
    if (scene.bodies.size() > 30) return;
    World world(again, {false, false});
    for (int i = 0; i < 2; ++i) world.step();
    for (const BodyId id : world.body_ids())
      if (!world.pose(id).position.allFinite()) broken("a body that is nowhere after two steps", text);
  } catch (const SceneError& error) {
    broken(std::string("an imported scene does not open: ") + error.what(), text);
  }
}

bool try_text(const std::string& text) {
  static const Folder folder;
  const std::string name = (folder.path / "model.xml").string();
  models::ImportOptions options;
  options.free_base = text.size() % 2 == 1, options.ground = text.size() % 3 == 1, options.hold = text.size() % 5 == 1;
  models::Imported imported;
  try {
    imported = models::import_model_text(text, name, options);
  } catch (const SceneError& error) {
    const std::string line = error.what();
    const bool placed = line.rfind(folder.path.string(), 0) == 0;  // the model's, or its mesh's
    if (!placed || line.find('\n') != line.npos) broken("an error that is not one line with its place: " + line, text);
    return false;
  }
  check_scene(imported.scene, text);
  models::export_urdf(imported.scene);
  const std::string exported = models::export_mjcf(imported.scene).text;
  try {
    models::parse_xml(exported, "exported");
  } catch (const SceneError& error) {
    broken(std::string("what is exported is no XML: ") + error.what(), exported);
  }
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_model",
          {urdf, mjcf, sdf},
          {"0",
           "-1",
           "nan",
           "1e308",
           "1e-308",
           "1e300",
           "4.9e-324",
           "1e999",
           "99999999",
           "2147483648",
           "1 2 3",
           "0 0 0",
           "1 0 0 0",
           "\"\"",
           "\"t\"",
           "\"a\"",
           "'0'",
           "\"1e300\"",
           "\"-1\"",
           "\"ball\"",
           "\"hinge\"",
           "\"slide\"",
           "\"free\"",
           "\"mesh\"",
           "<body>",
           "</body>",
           "<joint/>",
           "<geom/>",
           "<include file=\"part.xml\"/>",
           "<freejoint/>",
           "<link name=\"x\"/>",
           "type=\"mesh\"",
           "size=\"0\"",
           "mass=\"0\"",
           "&lt;",
           "&#0;",
           "<!--",
           "]]>",
           "<![CDATA[",
           "<static>1</static>",
           "fixed",
           "universal",
           "world",
           "../t.obj",
           "/dev/zero"},
          try_text};
}

}  // namespace spook::fuzz
