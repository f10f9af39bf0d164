#include "engine/scene/scene_io.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "engine/scene/files.h"

using namespace spook;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/spook-scene-XXXXXX";
    path = ::mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

// every key of the format's page at least once
const char* const full_scene = R"({
  "format": "spook-scene", "version": 1, "name": "all of it", "description": "every \"key\"\n\tonce \\ \u00e9 \u0001",
  "gravity": [0.1, -0.2, -9.81], "time_step": 0.005,
  "materials": { "rubber": { "friction": 0.9, "restitution": 0.7, "density": 1200, "compliance": 1e-6, "relaxation_steps": 3 },
                 "a/b~c": {} },
  "material_pairs": [ { "a": "rubber", "b": "default", "friction": 1.1 },
                      { "a": "rubber", "b": "rubber", "restitution": 0.2, "compliance": 0, "relaxation_steps": 0.5 } ],
  "bodies": [
    { "name": "ground", "motion": "static", "shapes": [
      { "type": "plane", "normal": [0, 0, 1], "offset": -0.0, "material": "rubber" },
      { "type": "heightfield", "rows": 2, "columns": 3, "spacing": 0.5, "heights": [0, 1e-3, 2, 3, 4, 5] } ] },
    { "name": "belt", "motion": "kinematic", "velocity": [1, 0, 0], "shapes": [] },
    { "name": "one", "motion": "dynamic", "position": [0, 0, 1.0000000000000002], "orientation": [0.6, 0, 0.8, 0],
      "velocity": [1, 2, 3], "angular_velocity": [0.1, 0.2, 0.3], "mass": 2, "inertia": [0.1, 0.2, 0.25],
      "linear_damping": 0.01, "angular_damping": 0.02,
      "shapes": [ { "type": "sphere", "radius": 0.1 },
                  { "type": "box", "half_extents": [0.1, 0.2, 0.3], "position": [1, 0, 0], "orientation": [0, 1, 0, 0] },
                  { "type": "capsule", "radius": 0.1, "half_length": 0.2 },
                  { "type": "cylinder", "radius": 0.1, "half_length": 0.2 },
                  { "type": "cone", "radius": 0.1, "height": 0.2 },
                  { "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "material": "a/b~c" } ] },
    { "name": "two", "motion": "dynamic", "shapes": [ { "type": "sphere", "radius": 0.3333333333333333 } ] }
  ],
  "joints": [
    { "name": "ball", "type": "ball", "a": "one", "b": null, "anchor": [0, 0, 1] },
    { "name": "hinge", "type": "hinge", "a": "one", "b": "two", "anchor": [0, 0, 1], "axis": [0, 1, 0],
      "compliance": 1e-10, "relaxation_steps": 2, "limits": [-1, 1], "motor": { "speed": 2, "max_effort": 50, "viscosity": 0.01 },
      "lock": { "position": 0, "max_effort": 1e4 }, "friction_effort": 0.5, "collide": true },
    { "name": "slider", "type": "slider", "a": null, "b": "two", "anchor": [0, 0, 0], "axis": [1, 0, 0] },
    { "name": "cylindrical", "type": "cylindrical", "a": "one", "b": "two", "anchor": [0, 0, 0], "axis": [1, 0, 0] },
    { "name": "universal", "type": "universal", "a": "one", "b": "two", "anchor": [0, 0, 0], "axis": [1, 0, 0], "axis2": [0, 1, 0] },
    { "name": "fixed", "type": "fixed", "a": "one", "b": "two", "anchor": [0, 0, 0] },
    { "name": "rod", "type": "distance", "a": "one", "b": "two", "anchor_a": [0, 0, 0], "anchor_b": [1, 0, 0] },
    { "name": "rope", "type": "distance", "a": "one", "b": "two", "anchor_a": [0, 0, 0], "anchor_b": [1, 0, 0], "length": 2, "max_only": true },
    { "name": "spring", "type": "spring", "a": "one", "b": "two", "anchor_a": [0, 0, 0], "anchor_b": [1, 0, 0],
      "rest_length": 0.7, "stiffness": 1e4, "damping": 12.5 },
    { "name": "gear", "type": "gear", "joint_a": "hinge", "joint_b": "slider", "ratio": -0.5 },
    { "name": "wheel", "type": "wheel", "a": "one", "b": null, "anchor": [0, 0, 1], "axis": [0, 1, 0], "axis2": [0, 0, 1],
      "radius": 0.25, "viscosity": 1e-6 },
    { "name": "blade", "type": "skate", "a": "one", "b": "two", "anchor": [0, 0, 0], "axis": [1, 0, 0], "axis2": [0, 0, 1] }
  ],
  "no_collide": [ ["one", "two"] ],
  "drives": [ { "body": "one", "force": [1, 0, 0], "point": [0, 0, 0.1], "frame": "body", "from": 0.5, "to": 2 },
              { "body": "two", "force": [0, 0, 1] },
              { "joint": "hinge", "motor_speed": [[0, 0], [1, 2], [1, 3]] } ],
  "camera": { "position": [6, -8, 4], "target": [0, 0, 1], "vertical_fov": 0.8 },
  "solver": { "solver": "split", "sweeps": 7, "sweep_kind": "separate", "friction": 0.25, "warm_start": false, "contact_margin": 0.01 }
})";

}  // namespace

TEST(SceneIo, EveryKeyIsRead) {
  const Scene scene = parse_scene(full_scene, "full");
  EXPECT_EQ(scene.name, "all of it");
  EXPECT_EQ(scene.description, "every \"key\"\n\tonce \\ é \x01");
  EXPECT_EQ(scene.parameters.gravity, Vec3(0.1, -0.2, -9.81));
  EXPECT_EQ(scene.parameters.time_step, 0.005);
  EXPECT_EQ(scene.materials.size(), 3u);
  EXPECT_EQ(scene.materials.at("rubber").relaxation_steps, 3.0);
  EXPECT_EQ(scene.material_pairs[1].compliance, 0.0);
  EXPECT_FALSE(scene.material_pairs[0].restitution.has_value());
  ASSERT_EQ(scene.bodies.size(), 4u);
  EXPECT_EQ(scene.bodies[0].shapes[1].heights[1], 1e-3);
  EXPECT_EQ(scene.bodies[1].motion, Motion::kinematic);
  const BodyDesc& one = scene.bodies[2];
  EXPECT_EQ(one.pose.position.z(), 1.0000000000000002);
  EXPECT_EQ(one.pose.orientation.y(), 0.8);
  EXPECT_EQ(one.angular_velocity, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(one.mass, 2.0);
  EXPECT_EQ(one.inertia, Vec3(0.1, 0.2, 0.25));
  EXPECT_EQ(one.angular_damping, 0.02);
  EXPECT_EQ(one.shapes[5].material, "a/b~c");
  ASSERT_EQ(scene.joints.size(), 12u);
  const JointDesc& hinge = scene.joints[1];
  EXPECT_EQ(hinge.a, "one");
  EXPECT_EQ(hinge.limits, (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(hinge.motor->max_effort, 50.0);
  EXPECT_EQ(hinge.lock->max_effort, 1e4);
  EXPECT_TRUE(hinge.collide);
  EXPECT_FALSE(scene.joints[0].b.has_value());
  EXPECT_FALSE(scene.joints[6].length.has_value());
  EXPECT_TRUE(scene.joints[7].max_only);
  EXPECT_EQ(scene.joints[8].damping, 12.5);
  EXPECT_EQ(scene.joints[9].ratio, -0.5);
  EXPECT_EQ(hinge.motor->viscosity, 0.01);
  EXPECT_EQ(scene.joints[10].radius, 0.25);
  EXPECT_EQ(scene.joints[10].viscosity, 1e-6);
  EXPECT_EQ(scene.joints[11].axis2, Vec3::UnitZ());
  EXPECT_FALSE(scene.joints[11].viscosity.has_value());
  const auto& force = std::get<ForceDrive>(scene.drives[0]);
  EXPECT_TRUE(force.body_frame);
  EXPECT_EQ(force.to, 2.0);
  EXPECT_EQ(std::get<SpeedDrive>(scene.drives[2]).motor_speed[2][1], 3.0);
  EXPECT_EQ(scene.camera->vertical_fov, 0.8);
  EXPECT_EQ(scene.parameters.solver, SolverKind::split);
  EXPECT_EQ(scene.parameters.friction, 0.25);
  EXPECT_FALSE(scene.parameters.warm_start);
}

TEST(SceneIo, SaveLoadSaveGivesTheSameBytes) {
  const std::string once = write_scene(parse_scene(full_scene, "full"));
  EXPECT_EQ(write_scene(parse_scene(once, "again")), once);
}

TEST(SceneIo, NumbersSurviveToTheBitAndQuaternionsStayUnit) {
  Scene scene;
  scene.name = "numbers";
  for (int i = 0; i < 1000; ++i) {
    BodyDesc body;
    body.name = "b" + std::to_string(i);
    body.pose.position = Vec3(std::sin(i), std::exp(i / 50.0), -1.0 / (i + 1));
    body.pose.orientation = Quat(std::cos(i), std::sin(3 * i), std::sin(i * i), 0.1).normalized();
    body.shapes.resize(1);
    scene.bodies.push_back(body);
  }
  const Scene read = parse_scene(write_scene(scene), "numbers");
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(read.bodies[i].pose.position, scene.bodies[i].pose.position);
    ASSERT_EQ(read.bodies[i].pose.orientation.coeffs(), scene.bodies[i].pose.orientation.coeffs());
  }
}

TEST(SceneIo, NearlyUnitQuaternionsAreMadeUnitOnce) {
  std::string text = full_scene;
  text.replace(text.find("[0.6, 0, 0.8, 0]"), 16, "[0.6003, 0, 0.8, 0]");
  const Scene scene = parse_scene(text, "full");
  EXPECT_NEAR(scene.bodies[2].pose.orientation.norm(), 1.0, 1e-15);
  const std::string once = write_scene(scene);
  EXPECT_EQ(write_scene(parse_scene(once, "again")), once);
}

TEST(SceneIo, SolverObjectTakesEveryParameterByName) {
  Scene scene;
  scene.name = "parameters";
  const std::pair<const char*, const char*> values[] = {{"substeps", "3"},
                                                        {"compliance", "1e-05"},
                                                        {"relaxation_steps", "4"},
                                                        {"restitution", "0.5"},
                                                        {"impact_law", "sequential"},
                                                        {"pivoting", "published"},
                                                        {"friction_law", "viscous"},
                                                        {"geometric_stiffness", "false"},
                                                        {"sleeping", "true"},
                                                        {"contact_source", "bullet"},
                                                        {"factorisation_budget", "0"},
                                                        {"friction_scale", "0.5"},
                                                        {"joint_compliance", "0"}};
  for (const auto& [name, value] : values) ASSERT_EQ(set_parameter(scene.parameters, name, value), "") << name;
  const Scene read = parse_scene(write_scene(scene), "parameters");
  for (const ParameterInfo& info : parameter_table())
    EXPECT_EQ(get_parameter(read.parameters, info.name), get_parameter(scene.parameters, info.name)) << info.name;
}

TEST(SceneIo, TellsOfTheBudgetThatOldFilesSay) {
  const std::string start = R"({ "format": "spook-scene", "version": 1, "name": "old", "bodies": [],
 "solver": { )";
  std::vector<SceneNote> notes;
  const Scene scene = parse_scene(start + R"("factorisation_budget": 4 } })", "old", {}, &notes);
  EXPECT_NEAR(scene.parameters.effort.value(), 22.0, 1e-9);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].line, 2);
  EXPECT_NE(notes[0].text.find("'effort', in milliseconds of work: here 22"), std::string::npos) << notes[0].text;
  notes.clear();
  parse_scene(start + R"("effort": 22 } })", "new", {}, &notes);
  EXPECT_TRUE(notes.empty());
}

TEST(SceneIo, MeshesAreLoadedFromAssets) {
  Folder folder;
  fs::create_directories(folder.path / "meshes");
  write_file(folder.path / "meshes/wedge.obj",
             "# a wedge\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n\nf 1/1 3/1/1 2//1\nf 1 2 4\nf 2 3 4\nf -4 -1 -2\n");
  const std::string text = R"({ "format": "spook-scene", "version": 1, "name": "m", "bodies": [
    { "name": "floor", "motion": "static", "shapes": [ { "type": "mesh", "mesh": "meshes/wedge.obj" } ] },
    { "name": "rock", "motion": "dynamic", "shapes": [ { "type": "hull", "mesh": "meshes/wedge.obj" } ] } ] })";
  const Scene scene = parse_scene(text, "m", folder.path);
  EXPECT_EQ(scene.bodies[0].shapes[0].points.size(), 4u);
  ASSERT_EQ(scene.bodies[0].shapes[0].triangles.size(), 4u);
  EXPECT_EQ(scene.bodies[0].shapes[0].triangles[3], (std::array<int, 3>{0, 3, 2}));
  EXPECT_EQ(scene.bodies[1].shapes[0].points.size(), 4u);
  const std::string once = write_scene(scene);
  EXPECT_EQ(once.find("points"), once.npos);
  EXPECT_EQ(write_scene(parse_scene(once, "m", folder.path)), once);
}

TEST(SceneIo, FilesAreWrittenWholeOrNotAtAll) {
  Folder folder;
  const fs::path file = folder.path / "scene.json";
  const Scene scene = parse_scene(full_scene, "full");
  save_scene(scene, file);
  EXPECT_EQ(read_file(file), write_scene(scene));
  EXPECT_EQ(write_scene(load_scene(file)), write_scene(scene));
  Scene broken = scene;
  broken.bodies[2].mass = -1.0;
  EXPECT_THROW(save_scene(broken, file), SceneError);
  EXPECT_EQ(read_file(file), write_scene(scene));
  EXPECT_THROW(save_scene(scene, folder.path / "no/such/folder.json"), WriteError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}), 1);
}

TEST(SceneIo, LinksAreWrittenThrough) {
  Folder folder;
  write_file(folder.path / "real.json", "old");
  fs::create_symlink("real.json", folder.path / "link.json");
  write_file(folder.path / "link.json", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path / "link.json"));
  EXPECT_EQ(read_file(folder.path / "real.json"), "new");
}

TEST(SceneMaterials, MixByTheRulesAndPairsComeFirst) {
  Scene scene = parse_scene(full_scene, "full");
  scene.materials["stone"] = {0.4, 0.1, 2000, 1e-9, 1};
  const Material mixed = mix_materials(scene, "rubber", "stone");
  EXPECT_DOUBLE_EQ(mixed.friction, 0.6);
  EXPECT_EQ(mixed.restitution, 0.7);
  EXPECT_EQ(mixed.compliance, 1e-6);
  EXPECT_EQ(mixed.relaxation_steps, 3.0);
  for (const auto& [a, b] : {std::pair{"rubber", "default"}, std::pair{"default", "rubber"}}) {
    EXPECT_EQ(mix_materials(scene, a, b).friction, 1.1);
    EXPECT_EQ(mix_materials(scene, a, b).restitution, 0.7);
  }
  EXPECT_EQ(mix_materials(scene, "rubber", "rubber").restitution, 0.2);
  EXPECT_EQ(mix_materials(scene, "stone", "stone").friction, 0.4);
}
