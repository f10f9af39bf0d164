// One wrong scene for every error of the format, and the place and the words that must come back.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/scene/mesh_file.h"
#include "engine/scene/scene_io.h"

using namespace spook;

namespace {

// a small right scene; a test replaces one piece of it
const std::string base = R"({
  "format": "spook-scene",
  "version": 1,
  "name": "base",
  "gravity": [0, 0, -9.81],
  "materials": { "rubber": { "friction": 0.9 } },
  "material_pairs": [ { "a": "rubber", "b": "default", "friction": 0.7 } ],
  "bodies": [
    { "name": "ground", "motion": "static",
      "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
    { "name": "ball", "motion": "dynamic", "orientation": [1, 0, 0, 0], "mass": 2,
      "shapes": [ { "type": "sphere",
                    "radius": 0.5 } ] },
    { "name": "rock", "motion": "dynamic",
      "shapes": [ { "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] } ] }
  ],
  "joints": [
    { "name": "hinge", "type": "hinge", "a": "ball", "b": null, "anchor": [0, 0, 0], "axis": [0, 1, 0],
      "motor": { "speed": 1, "max_effort": 5 } },
    { "name": "slide", "type": "slider", "a": "rock", "b": null, "anchor": [0, 0, 0], "axis": [0, 1, 0] },
    { "name": "gear", "type": "gear", "joint_a": "hinge", "joint_b": "slide", "ratio": 2 }
  ],
  "no_collide": [ ["ball", "ground"] ],
  "drives": [ { "joint": "hinge", "motor_speed": [[0, 0], [1, 2]] },
              { "body": "ball", "force": [1, 0, 0], "to": 2 } ],
  "camera": { "position": [6, -8, 4], "target": [0, 0, 1] },
  "solver": { "sweeps": 10 }
}
)";

std::string error_of(const std::string& text) {
  try {
    parse_scene(text, "scene.json");
  } catch (const SceneError& error) {
    return error.what();
  }
  return "no error";
}

struct Mistake {
  std::string right, wrong;
  std::vector<std::string> words;  // that the message must hold
};

void expect_errors(const std::vector<Mistake>& mistakes) {
  for (const Mistake& m : mistakes) {
    std::string text = base;
    const auto place = text.find(m.right);
    ASSERT_NE(place, text.npos) << m.right;
    text.replace(place, m.right.size(), m.wrong);
    const std::string error = error_of(text);
    EXPECT_EQ(error.find('\n'), error.npos) << error;
    for (const std::string& word : m.words)
      EXPECT_NE(error.find(word), error.npos) << "expected '" << word << "' in: " << error;
  }
}

}  // namespace

TEST(SceneErrors, TheBaseSceneHasNone) {
  EXPECT_EQ(error_of(base), "no error");
}

TEST(SceneErrors, SyntaxIsReportedAtFileAndLine) {
  expect_errors({{"\"name\": \"base\",", "\"name\": \"base\"", {"scene.json:5:", "not valid JSON"}},
                 {"\"offset\": 0", "\"offset\": 0x0", {"scene.json:10:", "not valid JSON"}},
                 {"\"radius\": 0.5", "\"radius\": NaN", {"scene.json:13:", "not valid JSON"}},
                 {"}\n", "", {"scene.json:", "not valid JSON"}}});
  EXPECT_NE(error_of("").find("scene.json:1:"), std::string::npos);
  EXPECT_NE(error_of("{\"name\": \"\xff\"}").find("not valid JSON"), std::string::npos);
  EXPECT_NE(error_of(std::string(100000, '[')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(error_of("[1, 2]").find("expected an object, found an array"), std::string::npos);
}

TEST(SceneErrors, UnknownKeysAreNamedWithTheirPath) {
  expect_errors({
      {"\"gravity\"", "\"gravty\"", {"scene.json:5: /gravty: unknown key 'gravty'"}},
      {"\"mass\"", "\"weight\"", {"scene.json:11: /bodies/1/weight: unknown key 'weight'"}},
      {"\"radius\": 0.5", "\"radius\": 0.5, \"half_length\": 1", {"/bodies/1/shapes/0/half_length: unknown key"}},
      {"\"friction\": 0.9", "\"grip\": 0.9", {"/materials/rubber/grip: unknown key"}},
      {"\"b\": \"default\"", "\"b\": \"default\", \"x\": 1", {"/material_pairs/0/x: unknown key"}},
      {"\"ratio\": 2", "\"ratio\": 2, \"anchor\": [0,0,0]", {"/joints/2/anchor: unknown key"}},
      {"\"speed\": 1", "\"speed\": 1, \"x/y\": 1", {"/joints/0/motor/x~1y: unknown key 'x/y'"}},
      {"\"to\": 2", "\"until\": 2", {"/drives/1/until: unknown key"}},
      {"\"target\"", "\"up\": [0,0,1], \"target\"", {"/camera/up: unknown key"}},
      {"\"sweeps\"", "\"sweps\"", {"/solver/sweps: unknown key 'sweps'"}},
      {"\"sweeps\": 10", "\"threads\": 2", {"/solver/threads: unknown key 'threads'"}},
  });
}

TEST(SceneErrors, MissingKeysAreNamedWithTheirPath) {
  expect_errors({
      {"\"format\": \"spook-scene\",", "", {"scene.json:1: /format", "missing"}},
      {"\"version\": 1,", "", {"/version", "missing"}},
      {"\"name\": \"base\",", "", {"/name", "missing"}},
      {"\"name\": \"ball\", ", "", {"scene.json:11: /bodies/1/name", "missing"}},
      {"\"motion\": \"dynamic\", ", "", {"/bodies/1/motion", "missing"}},
      {"\"radius\": 0.5", "\"material\": \"rubber\"", {"/bodies/1/shapes/0/radius", "missing"}},
      {"\"type\": \"sphere\",", "", {"scene.json:12: /bodies/1/shapes/0/type", "missing"}},
      {"\"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]",
       "\"material\": \"rubber\"",
       {"/shapes/0/points", "missing"}},
      {"\"axis\": [0, 1, 0],", "", {"/joints/0/axis", "missing"}},
      {", \"ratio\": 2", "", {"/joints/2/ratio", "missing"}},
      {", \"max_effort\": 5", "", {"/joints/0/motor/max_effort", "missing"}},
      {"\"a\": \"rubber\", ", "", {"/material_pairs/0/a", "missing"}},
      {"\"force\": [1, 0, 0], ", "", {"/drives/1/force", "missing"}},
      {", \"target\": [0, 0, 1]", "", {"/camera/target", "missing"}},
  });
}

TEST(SceneErrors, WrongTypesSayWhatWasExpectedAndFound) {
  expect_errors({
      {"\"spook-scene\"", "\"other\"", {"/format: expected \"spook-scene\""}},
      {"\"version\": 1", "\"version\": 2", {"/version: expected version 1"}},
      {"\"mass\": 2", "\"mass\": \"2\"", {"/bodies/1/mass: expected a number, found a string"}},
      {"\"name\": \"base\"", "\"name\": 7", {"/name: expected a string, found a number"}},
      {"[0, 0, -9.81]", "-9.81", {"/gravity: expected an array of 3 numbers"}},
      {"[0, 0, -9.81]", "[0, 0]", {"/gravity: expected an array of 3 numbers"}},
      {"[0, 0, -9.81]", "[0, 0, null]", {"/gravity/2: expected a number, found null"}},
      {"[1, 0, 0, 0]", "[1, 0, 0]", {"/bodies/1/orientation: expected an array of 4 numbers"}},
      {"\"motion\": \"static\"",
       "\"motion\": \"fixed\"",
       {"/bodies/0/motion: expected one of static, dynamic, kinematic, found 'fixed'"}},
      {"\"type\": \"sphere\"",
       "\"type\": \"ball\"",
       {"/bodies/1/shapes/0/type: expected one of sphere, box", "found 'ball'"}},
      {"\"type\": \"hinge\"", "\"type\": \"door\"", {"/joints/0/type: expected one of ball, hinge", "found 'door'"}},
      {"\"b\": null", "\"b\": 3", {"/joints/0/b: expected the name of a body, or null"}},
      {"[[0, 0], [1, 2]]", "[[0, 0], [1]]", {"/drives/0/motor_speed/1: expected an array of 2 numbers"}},
      {"[\"ball\", \"ground\"]", "[\"ball\"]", {"/no_collide/0: expected an array of two names"}},
      {"\"sweeps\": 10", "\"sweeps\": 10.5", {"/solver/sweeps", "expected a whole number"}},
      {"\"sweeps\": 10", "\"sweeps\": \"10\"", {"/solver/sweeps", "expected"}},
      {"\"sweeps\": 10", "\"warm_start\": 1", {"/solver/warm_start", "expected true or false"}},
      {"\"sweeps\": 10", "\"solver\": \"magic\"", {"/solver/solver", "direct-iterative", "found 'magic'"}},
      {"\"to\": 2", "\"frame\": \"local\"", {"/drives/1/frame: expected world or body, found 'local'"}},
  });
}

TEST(SceneErrors, NumbersMustBeFinite) {
  expect_errors({{"\"mass\": 2", "\"mass\": 1e999", {"scene.json:11:", "'1e999' is not a finite number"}},
                 {"\"offset\": 0", "\"offset\": -1e400", {"scene.json:10:", "not a finite number"}}});
}

TEST(SceneErrors, MassesExtentsAndOthersMustBePositive) {
  const std::string sphere = "\"type\": \"sphere\",\n                    \"radius\": 0.5";
  expect_errors({
      {"\"mass\": 2", "\"mass\": 0", {"scene.json:11: /bodies/1/mass: expected a positive mass, found 0"}},
      {"\"mass\": 2", "\"mass\": -1", {"/bodies/1/mass: expected a positive mass, found -1"}},
      {"\"mass\": 2", "\"inertia\": [1, 0, 1]", {"/bodies/1/inertia/1: expected a positive moment of inertia"}},
      {"\"radius\": 0.5", "\"radius\": 0", {"scene.json:13: /bodies/1/shapes/0/radius: expected a positive radius"}},
      {sphere, "\"type\": \"box\", \"half_extents\": [1, -1, 1]", {"/shapes/0/half_extents/1: expected a positive"}},
      {sphere,
       "\"type\": \"capsule\", \"radius\": 1, \"half_length\": 0",
       {"/shapes/0/half_length: expected a positive"}},
      {sphere, "\"type\": \"cylinder\", \"radius\": -1, \"half_length\": 1", {"/shapes/0/radius: expected a positive"}},
      {sphere, "\"type\": \"cone\", \"radius\": 1, \"height\": 0", {"/shapes/0/height: expected a positive height"}},
      {"\"friction\": 0.9", "\"density\": 0", {"/materials/rubber/density: expected a positive density"}},
      {"\"friction\": 0.9", "\"friction\": -0.1", {"/materials/rubber/friction: expected"}},
      {"\"friction\": 0.9",
       "\"restitution\": 1.5",
       {"/materials/rubber/restitution: expected a restitution from 0 to 1"}},
      {"\"friction\": 0.9", "\"compliance\": -1", {"/materials/rubber/compliance"}},
      {"\"friction\": 0.7", "\"restitution\": 2", {"/material_pairs/0/restitution"}},
      {"\"mass\": 2", "\"linear_damping\": -1", {"/bodies/1/linear_damping"}},
      {"\"gravity\": [0, 0, -9.81]", "\"time_step\": 0", {"/time_step", "expected"}},
      {"\"max_effort\": 5", "\"max_effort\": -5", {"/joints/0/motor/max_effort"}},
      {"\"sweeps\": 10", "\"sweeps\": -1", {"/solver/sweeps", "expected a whole number"}},
      {"\"radius\": 0.5", "\"radius\": 1e-200", {"/bodies/1/shapes/0/radius: expected a radius from 1e-06 to 1e+06 m"}},
  });
}

TEST(SceneErrors, QuaternionsAndAxesMustBeUnit) {
  expect_errors({
      {"[1, 0, 0, 0]", "[1.0011, 0, 0, 0]", {"/bodies/1/orientation: expected a unit quaternion [w, x, y, z]"}},
      {"[1, 0, 0, 0]", "[0, 0, 0, 0]", {"/bodies/1/orientation: expected a unit quaternion"}},
      {"\"normal\": [0, 0, 1]", "\"normal\": [0, 0, 2]", {"/bodies/0/shapes/0/normal: expected a unit vector"}},
      {"\"axis\": [0, 1, 0]", "\"axis\": [0, 0, 0]", {"/joints/0/axis: expected a unit vector"}},
  });
  std::string near = base;
  near.replace(near.find("[1, 0, 0, 0]"), 12, "[1.0009, 0, 0, 0]");
  EXPECT_EQ(error_of(near), "no error");
}

TEST(SceneErrors, DuplicateNamesPointAtTheFirst) {
  expect_errors({
      {"\"name\": \"rock\"",
       "\"name\": \"ball\"",
       {"scene.json:14: /bodies/2/name: duplicate name 'ball', already used at /bodies/1/name"}},
      {"\"name\": \"slide\"",
       "\"name\": \"hinge\"",
       {"/joints/1/name: duplicate name 'hinge', already used at /joints/0/name"}},
      {"\"rubber\": { \"friction\": 0.9 }",
       "\"rubber\": {}, \"rubber\": {}",
       {"scene.json:6:", "'rubber' stands twice"}},
      {"\"mass\": 2", "\"mass\": 2, \"mass\": 3", {"scene.json:11:", "'mass' stands twice"}},
      {"\"friction\": 0.7 }",
       "\"friction\": 0.7 }, { \"a\": \"default\", \"b\": \"rubber\" }",
       {"/material_pairs/1: duplicate pair"}},
      {"\"name\": \"ball\"", "\"name\": \"\"", {"/bodies/1/name: expected a name"}},
  });
}

TEST(SceneErrors, UnknownNamesAreNamed) {
  expect_errors({
      {"\"a\": \"ball\"", "\"a\": \"bell\"", {"/joints/0/a: there is no body named 'bell'"}},
      {"\"b\": null", "\"b\": \"wall\"", {"/joints/0/b: there is no body named 'wall'"}},
      {"\"joint_a\": \"hinge\"", "\"joint_a\": \"henge\"", {"/joints/2/joint_a: there is no joint named 'henge'"}},
      {"\"joint_b\": \"slide\"",
       "\"joint_b\": \"gear\"",
       {"/joints/2/joint_b: expected a hinge or slider, and 'gear' is a gear"}},
      {"\"joint_b\": \"slide\"", "\"joint_b\": \"hinge\"", {"/joints/2/joint_b: expected another joint"}},
      {"\"radius\": 0.5",
       "\"radius\": 0.5, \"material\": \"rubbre\"",
       {"/bodies/1/shapes/0/material: there is no material named 'rubbre'"}},
      {"\"b\": \"default\"", "\"b\": \"stone\"", {"/material_pairs/0/b: there is no material named 'stone'"}},
      {"[\"ball\", \"ground\"]", "[\"ball\", \"sky\"]", {"/no_collide/0/1: there is no body named 'sky'"}},
      {"[\"ball\", \"ground\"]", "[\"ball\", \"ball\"]", {"/no_collide/0: expected two different bodies"}},
      {"{ \"joint\": \"hinge\"", "{ \"joint\": \"hing\"", {"/drives/0/joint: there is no joint named 'hing'"}},
      {"{ \"joint\": \"hinge\"", "{ \"joint\": \"slide\"", {"/drives/0/joint: expected a joint with a motor"}},
      {"\"body\": \"ball\"", "\"body\": \"bill\"", {"/drives/1/body: there is no body named 'bill'"}},
  });
}

TEST(SceneErrors, ThingsThatMakeNoSenseAreRefused) {
  const std::string sphere = "\"type\": \"sphere\",\n                    \"radius\": 0.5";
  expect_errors({
      {sphere,
       "\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0",
       {"/bodies/1/shapes/0/type: a plane is for static bodies only"}},
      {"\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0",
       "\"type\": \"heightfield\", \"rows\": 2, \"columns\": 2, \"spacing\": 1, \"heights\": [0, 0, 0]",
       {"/bodies/0/shapes/0/heights: expected rows × columns = 4 heights, found 3"}},
      {"[0, 0, 1]] }",
       "[1, 1, 0]] }",
       {"/bodies/2/shapes/0/points: expected four points or more that do not lie in one plane"}},
      {"\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0",
       "\"type\": \"mesh\", \"mesh\": \"none.obj\"",
       {"/bodies/0/shapes/0/mesh: the mesh file 'none.obj': cannot read"}},
      {"\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0",
       "\"type\": \"mesh\", \"mesh\": \"../secret.obj\"",
       {"/bodies/0/shapes/0/mesh: expected a file under assets/"}},
      {"\"mass\": 2,\n      \"shapes\": [ { " + sphere + " } ]",
       "\"shapes\": []",
       {"/bodies/1/mass: a dynamic body without shapes needs a mass"}},
      {"\"type\": \"hinge\", \"a\": \"ball\", \"b\": null, \"anchor\": [0, 0, 0], \"axis\": [0, 1, 0]",
       "\"type\": \"skate\", \"a\": \"ball\", \"b\": null, \"anchor\": [0, 0, 0], \"axis\": [0, 1, 0], \"axis2\": [0, "
       "1, 0]",
       {"/joints/0/axis2: expected the plane's normal, and it lies along the axis"}},
      {"\"max_effort\": 5",
       "\"max_effort\": 5, \"viscosity\": -1",
       {"/joints/0/motor/viscosity: expected a viscosity"}},
      {"\"a\": \"ball\"", "\"a\": null", {"/joints/0/a: expected a body in a or b"}},
      {"\"b\": null", "\"b\": \"ball\"", {"/joints/0/b: expected another body than a"}},
      {"\"ratio\": 2", "\"ratio\": 0", {"/joints/2/ratio: expected a ratio other than zero"}},
      {"\"ratio\": 2",
       "\"ratio\": 2, \"limits\": [0, 1]",
       {"/joints/2/limits: this key is for hinges, sliders, cylindrical and distance joints"}},
      {"\"speed\": 1, \"max_effort\": 5 }",
       "\"speed\": 1, \"max_effort\": 5 }, \"limits\": [1, -1]",
       {"/joints/0/limits: expected the lower limit first"}},
      {"[[0, 0], [1, 2]]", "[[1, 0], [0, 2]]", {"/drives/0/motor_speed/1: expected times in order"}},
      {"[[0, 0], [1, 2]]", "[]", {"/drives/0/motor_speed: expected one pair"}},
      {"\"to\": 2", "\"from\": 3, \"to\": 2", {"/drives/1/to: expected an end after its beginning"}},
      {"\"target\": [0, 0, 1]", "\"target\": [6, -8, 4]", {"/camera/target"}},
      {"\"target\": [0, 0, 1]",
       "\"target\": [0, 0, 1], \"vertical_fov\": 4",
       {"/camera/vertical_fov: expected an angle"}},
  });
}

TEST(SceneErrors, ScenesBuiltInCodeAreCheckedToo) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto error_after = [](auto&& edit) -> std::string {
    Scene scene = parse_scene(base, "base");
    edit(scene);
    try {
      validate_scene(scene);
    } catch (const SceneError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_after([](Scene&) {}), "no error");
  EXPECT_EQ(error_after([&](Scene& s) { s.bodies[1].pose.position.x() = nan; }),
            "scene 'base': /bodies/1/position: expected three finite numbers");
  EXPECT_EQ(error_after([&](Scene& s) { s.bodies[1].pose.orientation.w() = 2.0; }),
            "scene 'base': /bodies/1/orientation: expected a unit quaternion [w, x, y, z], found one of length 2");
  EXPECT_NE(error_after([&](Scene& s) { s.parameters.time_step = -1.0; }).find("/time_step"), std::string::npos);
  EXPECT_NE(error_after([&](Scene& s) { s.materials.erase("default"); }).find("default"), std::string::npos);
  EXPECT_NE(error_after([&](Scene& s) { s.bodies[0].shapes[0].type = ShapeType::mesh; }).find("under assets/"),
            std::string::npos);
}

TEST(SceneErrors, MeshFilesNameTheirLine) {
  const std::pair<const char*, const char*> wrong[] = {
      {"v 0 0\n", "m.obj:1: a vertex needs three numbers"},
      {"v 0 0 x\n", "m.obj:1: 'x' is not a finite number"},
      {"v 0 0 0\nf 1 1\n", "m.obj:2: a face needs three vertices or more"},
      {"v 0 0 0\n\nf 1 1 2\n", "m.obj:3: there is no vertex '2'"},
      {"v 0 0 0\nf 1 1 -2\n", "m.obj:2: there is no vertex '-2'"},
      {"# empty\n", "m.obj: expected an OBJ file with vertices"}};
  for (const auto& [text, expected] : wrong) try {
      parse_obj(text, "m.obj");
      ADD_FAILURE() << expected;
    } catch (const SceneError& error) {
      EXPECT_STREQ(error.what(), expected);
    }
}
