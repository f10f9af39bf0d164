// JSON to descriptions: structure, types, required and unknown keys. What the values mean is checked by validate_scene.
#include <algorithm>

#include "engine/scene/json_fields.h"
#include "engine/scene/material_presets.h"
#include "engine/scene/mesh_file.h"
#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "engine/scene/solver_reader.h"
#include "engine/scene/tuning_reader.h"

namespace spook {
namespace json {

template <typename Enum>
void read_name(const Place& place, Names<Enum> names, Enum& value) {
  place.expect(Kind::string);
  for (const auto& [candidate, name] : names)
    if (name == place.node.string) {
      value = candidate;
      return;
    }
  std::string list;
  for (const auto& [candidate, name] : names) list += (list.empty() ? "" : ", ") + std::string(name);
  place.fail("expected one of " + list + ", found '" + place.node.string + "'");
}

void read(const Place& place, Motion& value) {
  read_name(place, motion_names(), value);
}
void read(const Place& place, ShapeType& value) {
  read_name(place, shape_names(), value);
}
void read(const Place& place, JointType& value) {
  read_name(place, joint_names(), value);
}

void read(const Place& place, std::array<int, 3>& triangle) {
  if (place.node.kind != Kind::array || place.node.elements.size() != 3)
    place.fail("expected an array of three numbers of points");
  int* corner = triangle.data();
  for_each(place, [&](const Place& element) { read(element, *corner++); });
}

// the body of a joint: a name, or null for the world
struct BodyOrWorld {
  std::optional<std::string>& name;
};

void read(const Place& place, const BodyOrWorld& body) {
  if (place.node.kind == Kind::null) return body.name.reset();
  if (place.node.kind != Kind::string) place.fail("expected the name of a body, or null for the world");
  body.name = place.node.string;
}

void read_pose(Fields& fields, Pose& pose) {
  fields.optional("position", pose.position);
  fields.with("orientation", [&](const Place& place) {
    read(place, pose.orientation);
    const double norm = pose.orientation.norm();
    if (!(std::abs(norm - 1.0) <= unit_tolerance))
      place.fail("expected a unit quaternion [w, x, y, z], found one of length " + format_number(norm));
    // left alone where it is as good as unit, so that saving gives the same bytes again
    if (std::abs(norm - 1.0) > 1e-12) pose.orientation.normalize();
  });
}

void read_material(const Place& place, Material& material, const TuningScale& scale) {
  Fields fields(place);
  fields.with("preset", [&](const Place& preset) {
    preset.expect(Kind::string);
    const MaterialPreset* found = find_material_preset(preset.node.string);
    if (!found) preset.fail("there is no preset '" + preset.node.string + "' (spook-lab materials lists them)");
    material = found->material();
  });
  fields.optional("friction", material.friction);
  fields.optional("restitution", material.restitution);
  fields.optional("density", material.density);
  fields.optional("compliance", material.compliance);
  fields.optional("relaxation_steps", material.relaxation_steps);
  Tuning tuning;
  read_tuning(fields, tuning);
  fields.no_others();
  std::optional<double> compliance, relaxation_steps;
  tune(place, fields, tuning, scale, material.compliance, compliance, relaxation_steps);
  material.compliance = compliance.value_or(material.compliance);
  material.relaxation_steps = relaxation_steps.value_or(material.relaxation_steps);
}

void read_pair(const Place& place, MaterialPair& pair, const TuningScale& scale) {
  Fields fields(place);
  fields.required("a", pair.a);
  fields.required("b", pair.b);
  fields.optional("friction", pair.friction);
  fields.optional("restitution", pair.restitution);
  fields.optional("compliance", pair.compliance);
  fields.optional("relaxation_steps", pair.relaxation_steps);
  Tuning tuning;
  read_tuning(fields, tuning);
  fields.no_others();
  if ((tuning.damping || tuning.damping_ratio) && !tuning.stiffness && !tuning.frequency && !tuning.rest_depth &&
      !pair.compliance)
    place.fail("a pair's damping needs its own stiffness, frequency, rest_depth or compliance beside it");
  tune(place, fields, tuning, scale, pair.compliance.value_or(0.0), pair.compliance, pair.relaxation_steps);
}

void read_shape_size(Fields& fields, ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      return fields.required("radius", shape.radius);
    case ShapeType::box:
      return fields.required("half_extents", shape.half_extents);
    case ShapeType::capsule:
    case ShapeType::cylinder:
      fields.required("radius", shape.radius);
      return fields.required("half_length", shape.half_length);
    case ShapeType::cone:
      fields.required("radius", shape.radius);
      return fields.required("height", shape.height);
    case ShapeType::plane:
      fields.required("normal", shape.normal);
      return fields.required("offset", shape.offset);
    case ShapeType::hull:
      if (fields.has("mesh")) return fields.required("mesh", shape.mesh);
      return fields.required("points", shape.points);
    case ShapeType::mesh:
      if (!fields.has("points")) return fields.required("mesh", shape.mesh);
      fields.required("points", shape.points);
      return fields.required("triangles", shape.triangles);
    case ShapeType::heightfield:
      fields.required("rows", shape.rows);
      fields.required("columns", shape.columns);
      fields.required("spacing", shape.spacing);
      return fields.required("heights", shape.heights);
  }
}

void read(const Place& place, ShapeDesc& shape) {
  Fields fields(place);
  fields.required("type", shape.type);
  read_shape_size(fields, shape);
  read_pose(fields, shape.pose);
  fields.optional("material", shape.material);
  fields.no_others();
}

void read(const Place& place, BodyDesc& body) {
  Fields fields(place);
  fields.required("name", body.name);
  fields.required("motion", body.motion);
  read_pose(fields, body.pose);
  fields.optional("velocity", body.velocity);
  fields.optional("angular_velocity", body.angular_velocity);
  fields.optional("mass", body.mass);
  fields.optional("inertia", body.inertia);
  fields.optional("linear_damping", body.linear_damping);
  fields.optional("angular_damping", body.angular_damping);
  fields.required("shapes", body.shapes);
  fields.no_others();
}

void read(const Place& place, MotorDesc& motor) {
  Fields fields(place);
  fields.required("speed", motor.speed);
  fields.required("max_effort", motor.max_effort);
  fields.optional("viscosity", motor.viscosity);
  fields.no_others();
}

void read(const Place& place, LockDesc& lock) {
  Fields fields(place);
  fields.required("position", lock.position);
  fields.required("max_effort", lock.max_effort);
  fields.no_others();
}

void read_joint_geometry(Fields& fields, JointDesc& joint) {
  switch (joint.type) {
    case JointType::wheel:
      fields.required("radius", joint.radius);
      [[fallthrough]];
    case JointType::skate:
      fields.required("anchor", joint.anchor);
      fields.required("axis", joint.axis);
      fields.required("axis2", joint.axis2);
      fields.optional("viscosity", joint.viscosity);
      return;
    case JointType::ball:
    case JointType::fixed:
      return fields.required("anchor", joint.anchor);
    case JointType::universal:
      fields.required("axis2", joint.axis2);
      [[fallthrough]];
    case JointType::hinge:
    case JointType::slider:
    case JointType::cylindrical:
      fields.required("anchor", joint.anchor);
      return fields.required("axis", joint.axis);
    case JointType::distance:
      fields.required("anchor_a", joint.anchor_a);
      fields.required("anchor_b", joint.anchor_b);
      fields.optional("length", joint.length);
      fields.optional("max_only", joint.max_only);
      return;
    case JointType::spring:
      fields.required("anchor_a", joint.anchor_a);
      fields.required("anchor_b", joint.anchor_b);
      fields.required("rest_length", joint.rest_length);
      // or by its frequency, or by how far it sags (read_joint_tuning)
      if (!fields.optional("stiffness", joint.stiffness) && !fields.has("frequency") && !fields.has("rest_depth"))
        fields.missing("stiffness");
      fields.optional("damping", joint.damping);
      return;
    case JointType::gear:
      fields.required("joint_a", joint.joint_a);
      fields.required("joint_b", joint.joint_b);
      return fields.required("ratio", joint.ratio);
  }
}

void read_joint(const Place& place, JointDesc& joint, std::vector<JointTuning>& tunings, std::size_t number) {
  Fields fields(place);
  fields.required("name", joint.name);
  fields.required("type", joint.type);
  fields.optional("a", BodyOrWorld{joint.a});
  fields.optional("b", BodyOrWorld{joint.b});
  read_joint_geometry(fields, joint);
  fields.optional("compliance", joint.compliance);
  fields.optional("relaxation_steps", joint.relaxation_steps);
  fields.optional("limits", joint.limits);
  fields.optional("motor", joint.motor);
  fields.optional("lock", joint.lock);
  fields.optional("friction_effort", joint.friction_effort);
  fields.optional("collide", joint.collide);
  fields.optional("break_force", joint.break_force);
  fields.optional("break_torque", joint.break_torque);
  read_joint_tuning(place, fields, joint, number, tunings);
  fields.no_others();
}

void read_force(Fields& fields, ForceDrive& drive) {
  fields.required("body", drive.body);
  fields.required("force", drive.force);
  fields.optional("point", drive.point);
  fields.with("frame", [&](const Place& place) {
    place.expect(Kind::string);
    if (place.node.string != "world" && place.node.string != "body")
      place.fail("expected world or body, found '" + place.node.string + "'");
    drive.body_frame = place.node.string == "body";
  });
  fields.optional("from", drive.from);
  fields.optional("to", drive.to);
}

void read(const Place& place, DriveDesc& drive) {
  Fields fields(place);
  if (fields.has("joint")) {
    SpeedDrive speed;
    fields.required("joint", speed.joint);
    fields.required("motor_speed", speed.motor_speed);
    drive = speed;
  } else {
    read_force(fields, drive.emplace<ForceDrive>());
  }
  fields.no_others();
}

void read(const Place& place, SolvingMark& mark) {
  Fields fields(place);
  const bool joint = fields.optional("joint", mark.joint), body = fields.optional("body", mark.body);
  const bool between = fields.optional("between", mark.between);
  if (int(joint) + int(body) + int(between) != 1) place.fail("expected one of 'joint', 'body' and 'between'");
  std::string by;
  fields.required("by", by);
  if (by != "direct" && by != "iterative")
    fields.with("by", [](const Place& here) { here.fail("expected \"direct\" or \"iterative\""); });
  mark.by = by == "direct" ? SolveBy::direct : SolveBy::iterative;
  fields.no_others();
}

void read(const Place& place, CameraDesc& camera) {
  Fields fields(place);
  fields.required("position", camera.position);
  fields.required("target", camera.target);
  fields.optional("vertical_fov", camera.vertical_fov);
  fields.no_others();
}

void read_materials(const Place& place, std::map<std::string, Material>& materials, const TuningScale& scale) {
  for_each_member(place,
                  [&](const Place& material) { read_material(material, materials[std::string(material.key)], scale); });
}

void read_format(Fields& fields) {
  const auto expect = [&](std::string_view key, auto&& is_right, const std::string& what) {
    const bool there = fields.with(key, [&](const Place& place) {
      if (!is_right(place.node)) place.fail("expected " + what);
    });
    if (!there) fields.missing(key);
  };
  expect(
      "format", [](const JsonNode& n) { return n.kind == Kind::string && n.string == "spook-scene"; },
      "\"spook-scene\"");
  expect(
      "version", [](const JsonNode& n) { return n.kind == Kind::number && n.number == 1.0; }, "version 1");
}

Scene read_scene(const JsonNode& root, std::vector<JointTuning>& tunings) {
  const Place place{root};
  Scene scene;
  Fields fields(place);
  read_format(fields);
  fields.required("name", scene.name);
  fields.optional("description", scene.description);
  fields.optional("gravity", scene.parameters.gravity);
  fields.optional("time_step", scene.parameters.time_step);
  fields.with("solver", [&](const Place& solver) { read_solver(solver, scene.parameters); });
  const TuningScale scale{scene.parameters.gravity.norm(), scene.parameters.time_step / scene.parameters.substeps};
  fields.with("materials", [&](const Place& materials) { read_materials(materials, scene.materials, scale); });
  fields.with("material_pairs", [&](const Place& pairs) {
    for_each(pairs, [&](const Place& pair) { read_pair(pair, scene.material_pairs.emplace_back(), scale); });
  });
  fields.required("bodies", scene.bodies);
  fields.with("joints", [&](const Place& joints) {
    for_each(joints, [&](const Place& joint) {
      scene.joints.emplace_back();
      read_joint(joint, scene.joints.back(), tunings, scene.joints.size() - 1);
    });
  });
  fields.optional("no_collide", scene.no_collide);
  fields.optional("drives", scene.drives);
  fields.optional("solving", scene.solving);
  fields.optional("camera", scene.camera);
  fields.optional("wind", scene.wind);
  fields.no_others();
  return scene;
}

// how a step's work was bounded once
void note_old_budget(const JsonNode& root, const Scene& scene, std::vector<SceneNote>& notes) {
  const JsonNode* solver = root.find("solver");
  if (!solver || !solver->find("factorisation_budget")) return;
  const std::string now = get_parameter(scene.parameters, "effort");
  notes.push_back({line_of(root, "/solver/factorisation_budget"),
                   "'factorisation_budget' is now 'effort', in milliseconds of work: here " + now});
}

}  // namespace json

Scene parse_scene(const std::string& text, const std::string& source_name, const std::filesystem::path& assets,
                  std::vector<SceneNote>* notes) {
  const JsonNode root = parse_json(text, source_name);
  try {
    std::vector<json::JointTuning> tunings;
    Scene scene = json::read_scene(root, tunings);
    load_meshes(scene, assets.empty() ? assets_folder() : assets);
    add_named_presets(scene);
    json::tune_joints(scene, tunings);
    check_scene(scene);
    if (notes) json::note_old_budget(root, scene, *notes);
    return scene;
  } catch (const SceneFault& fault) {
    throw SceneError(source_name + ":" + std::to_string(line_of(root, fault.pointer)) + ": " + fault.text());
  }
}

}  // namespace spook
