// The scene reader: a scene or one clear line with its place, and a scene that was read is written and read again to
// the same bytes.
#include "engine/scene/scene_io.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

const char* const seed_scene = R"({ "format": "spook-scene", "version": 1, "name": "seed", "gravity": [0, 0, -9.81],
"time_step": 0.01, "materials": { "rubber": { "friction": 0.9, "restitution": 0.5, "density": 1200, "compliance": 1e-6 } },
"material_pairs": [ { "a": "rubber", "b": "default", "friction": 0.7 } ],
"bodies": [ { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 },
 { "type": "heightfield", "rows": 2, "columns": 2, "spacing": 1, "heights": [0, 1, 2, 3] } ] },
 { "name": "a", "motion": "dynamic", "position": [0, 0, 1], "orientation": [0.6, 0, 0.8, 0], "mass": 2, "inertia": [1, 1, 1],
 "shapes": [ { "type": "sphere", "radius": 0.5 }, { "type": "box", "half_extents": [1, 2, 3], "material": "rubber" },
 { "type": "capsule", "radius": 1, "half_length": 2 }, { "type": "cylinder", "radius": 1, "half_length": 2 },
 { "type": "cone", "radius": 1, "height": 2 }, { "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]] } ] },
 { "name": "b", "motion": "dynamic", "shapes": [ { "type": "hull", "points": [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [0, 0, 2]] } ] } ],
"joints": [ { "name": "h", "type": "hinge", "a": "a", "b": null, "anchor": [0, 0, 1], "axis": [0, 1, 0], "limits": [-1, 1],
 "motor": { "speed": 1, "max_effort": 5 }, "lock": { "position": 0, "max_effort": 5 }, "friction_effort": 1 },
 { "name": "s", "type": "slider", "a": "a", "b": "b", "anchor": [0, 0, 1], "axis": [0, 1, 0], "compliance": 1e-9 },
 { "name": "u", "type": "universal", "a": "a", "b": "b", "anchor": [0, 0, 1], "axis": [0, 1, 0], "axis2": [1, 0, 0] },
 { "name": "d", "type": "distance", "a": "a", "b": "b", "anchor_a": [0, 0, 1], "anchor_b": [0, 1, 0], "length": 2, "max_only": true },
 { "name": "k", "type": "spring", "a": "a", "b": "b", "anchor_a": [0, 0, 1], "anchor_b": [0, 1, 0], "rest_length": 1, "stiffness": 10, "damping": 1 },
 { "name": "g", "type": "gear", "joint_a": "h", "joint_b": "s", "ratio": 2 } ],
"no_collide": [ ["a", "b"] ], "drives": [ { "body": "a", "force": [1, 0, 0], "point": [0, 0, 0], "frame": "body", "from": 0, "to": 1 },
 { "joint": "h", "motor_speed": [[0, 0], [1, 2]] } ],
"camera": { "position": [6, -8, 4], "target": [0, 0, 1], "vertical_fov": 0.8 }, "solver": { "sweeps": 10, "solver": "split", "friction": 0.3 } })";

// true: it was a scene
bool try_text(const std::string& text) {
  Scene scene;
  try {
    scene = parse_scene(text, "fuzz", "no-assets");
  } catch (const SceneError& error) {
    const std::string line = error.what();
    if (line.rfind("fuzz:", 0) != 0) broken("an error without its place", line);
    return false;
  }
  const std::string once = write_scene(scene);
  try {
    if (write_scene(parse_scene(once, "again", "no-assets")) != once) broken("saved, loaded, saved: other bytes", once);
  } catch (const SceneError& error) {
    broken(error.what(), once);
  }
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_scene",
          {seed_scene},
          {"null",        "true",     "-0.0",     "1e308",     "1e-308",      "-1",          "0",
           "1e999",       "4.9e-324", "[]",       "{}",        "\"\"",        "\"default\"", "\"a\"",
           "\"ground\"",  "\"h\"",    "[0,0,0]",  "[1,0,0,0]", "99999999999", "\"\\ud800\"", "\"static\"",
           "\"dynamic\"", "\"mesh\"", "\"../x\"", "\"hull\"",  "\"sphere\"",  ",",           ":",
           "[",           "]",        "{",        "}",         "\\"},
          try_text};
}

}  // namespace spook::fuzz
