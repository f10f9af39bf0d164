#include "engine/world/command_json.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/scene/scene_io.h"

namespace spook {

namespace {

using json = nlohmann::json;

json to_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
json to_json(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
json to_json(BodyId id) {
  return {id.index, id.generation};
}
json to_json(JointId id) {
  return {id.index, id.generation};
}

Vec3 vector(const json& j) {
  return {j.at(0).get<double>(), j.at(1).get<double>(), j.at(2).get<double>()};
}
Quat quaternion(const json& j) {
  return {j.at(0).get<double>(), j.at(1).get<double>(), j.at(2).get<double>(), j.at(3).get<double>()};
}
// get() would cast whatever number stands there
template <typename Integer>
Integer whole_number(const json& j) {
  const auto number = j.is_number_integer() ? j.get<std::int64_t>() : -1;
  if (!j.is_number_integer() || number < 0 || number > std::int64_t(std::numeric_limits<Integer>::max()))
    throw SceneError("recording: expected a whole number, found " + j.dump().substr(0, 40));
  return Integer(number);
}
BodyId body_id(const json& j) {
  return {whole_number<std::uint32_t>(j.at(0)), whole_number<std::uint32_t>(j.at(1))};
}
JointId joint_id(const json& j) {
  return {whole_number<std::uint32_t>(j.at(0)), whole_number<std::uint32_t>(j.at(1))};
}

std::optional<double> optional_number(const json& j, const char* key) {
  return j.contains(key) ? std::optional<double>(j.at(key).get<double>()) : std::nullopt;
}

// A description travels inside a scene of its own, so that the scene format stays the one way to write it. What it
// names stands in as a bare static body, a hinge, or a default material.
void stand_in(Scene& scene, const std::string& name) {
  for (const BodyDesc& body : scene.bodies)
    if (body.name == name) return;
  BodyDesc body;
  body.name = name;
  body.motion = Motion::fixed;
  scene.bodies.push_back(body);
}

json body_to_json(const BodyDesc& body) {
  Scene scene;
  scene.name = "body";
  scene.bodies.push_back(body);
  if (body.name.empty()) scene.bodies[0].name = "body";
  for (const ShapeDesc& shape : body.shapes) scene.materials.try_emplace(shape.material);
  return json::parse(write_scene(scene));
}

BodyDesc body_from_json(const json& j) {
  return parse_scene(j.dump(), "recording", assets_folder()).bodies.front();
}

json joint_to_json(const JointDesc& joint) {
  Scene scene;
  scene.name = "joint";
  scene.joints.push_back(joint);
  if (joint.name.empty()) scene.joints[0].name = "joint";
  if (joint.a) stand_in(scene, *joint.a);
  if (joint.b) stand_in(scene, *joint.b);
  if (joint.type == JointType::gear)
    for (const std::string& name : {joint.joint_a, joint.joint_b}) {
      stand_in(scene, "stand_in");
      JointDesc hinge;
      hinge.name = name;
      hinge.type = JointType::hinge;
      hinge.a = "stand_in";
      scene.joints.push_back(hinge);
    }
  return json::parse(write_scene(scene));
}

JointDesc joint_from_json(const json& j) {
  return parse_scene(j.dump(), "recording", assets_folder()).joints.front();
}

json materials_to_json(const SetMaterialTable& table) {
  Scene scene;
  scene.name = "materials";
  scene.materials = table.materials;
  scene.material_pairs = table.pairs;
  return json::parse(write_scene(scene));
}

json marks_to_json(const SetSolving& solving) {
  json marks = json::array();
  for (const SolvingMark& mark : solving.marks)
    marks.push_back({{"joint", mark.joint}, {"body", mark.body}, {"between", mark.between}, {"by", int(mark.by)}});
  return marks;
}

SetSolving marks_from_json(const json& j) {
  SetSolving solving;
  for (const json& mark : j) {
    const int by = whole_number<int>(mark.at("by"));
    if (by < 0 || by > int(SolveBy::iterative)) throw SceneError("recording: \"by\" expects 0, 1 or 2");
    solving.marks.push_back({mark.at("joint").get<std::string>(), mark.at("body").get<std::string>(),
                             mark.at("between").get<std::array<std::string, 2>>(), SolveBy(by)});
  }
  return solving;
}

json parameters_to_json(const Parameters& parameters) {
  json j = json::object();
  for (const ParameterInfo& info : parameter_table()) j[std::string(info.name)] = get_parameter(parameters, info.name);
  return j;
}

Parameters parameters_from_json(const json& j) {
  Parameters parameters;
  for (const auto& [name, value] : j.items())
    if (const std::string error = set_parameter(parameters, name, value.get<std::string>()); !error.empty()) {
      const std::string place = "recording: parameter " + name + ": ";
      throw SceneError(place + error);
    }
  return parameters;
}

struct ToJson {
  json operator()(const SetParameters& c) const {
    return {{"do", "set_parameters"}, {"parameters", parameters_to_json(c.parameters)}};
  }
  json operator()(const AddBody& c) const { return {{"do", "add_body"}, {"scene", body_to_json(c.body)}}; }
  json operator()(const EditBody& c) const {
    return {{"do", "edit_body"}, {"id", to_json(c.id)}, {"scene", body_to_json(c.body)}};
  }
  json operator()(const RemoveBody& c) const { return {{"do", "remove_body"}, {"id", to_json(c.id)}}; }
  json operator()(const SetPose& c) const {
    return {{"do", "set_pose"},
            {"id", to_json(c.id)},
            {"position", to_json(c.pose.position)},
            {"orientation", to_json(c.pose.orientation)}};
  }
  json operator()(const SetVelocity& c) const {
    return {{"do", "set_velocity"},
            {"id", to_json(c.id)},
            {"velocity", to_json(c.velocity)},
            {"angular_velocity", to_json(c.angular_velocity)}};
  }
  json operator()(const ApplyImpulse& c) const {
    return {
        {"do", "apply_impulse"}, {"id", to_json(c.id)}, {"impulse", to_json(c.impulse)}, {"point", to_json(c.point)}};
  }
  json operator()(const SetMaterialTable& c) const {
    return {{"do", "set_material_table"}, {"scene", materials_to_json(c)}};
  }
  json operator()(const AddJoint& c) const { return {{"do", "add_joint"}, {"scene", joint_to_json(c.joint)}}; }
  json operator()(const EditJoint& c) const {
    return {{"do", "edit_joint"}, {"id", to_json(c.id)}, {"scene", joint_to_json(c.joint)}};
  }
  json operator()(const RemoveJoint& c) const { return {{"do", "remove_joint"}, {"id", to_json(c.id)}}; }
  json operator()(const SetMotor& c) const {
    json j{{"do", "set_motor"}, {"id", to_json(c.id)}, {"speed", c.speed}};
    if (c.max_effort) j["max_effort"] = *c.max_effort;
    return j;
  }
  json operator()(const SetLock& c) const {
    json j{{"do", "set_lock"}, {"id", to_json(c.id)}, {"position", c.position}, {"on", c.on}};
    if (c.max_effort) j["max_effort"] = *c.max_effort;
    return j;
  }
  json operator()(const Grip& c) const {
    return {{"do", "grip"},
            {"hand", c.hand},
            {"body", to_json(c.body)},
            {"local_point", to_json(c.local_point)},
            {"target", to_json(c.target)},
            {"lock_orientation", c.lock_orientation},
            {"target_orientation", to_json(c.target_orientation)},
            {"effort_scale", c.effort_scale},
            {"stiffness_scale", c.stiffness_scale}};
  }
  json operator()(const MoveGrip& c) const {
    json j{{"do", "move_grip"}, {"hand", c.hand}, {"target", to_json(c.target)}};
    if (c.target_orientation) j["target_orientation"] = to_json(*c.target_orientation);
    return j;
  }
  json operator()(const ReleaseGrip& c) const { return {{"do", "release_grip"}, {"hand", c.hand}}; }
  json operator()(const SetSolving& c) const { return {{"do", "set_solving"}, {"marks", marks_to_json(c)}}; }
  json operator()(const SetWind& c) const { return {{"do", "set_wind"}, {"velocity", to_json(c.velocity)}}; }
  json operator()(const Explode& c) const {
    return {{"do", "explode"}, {"centre", to_json(c.centre)}, {"strength", c.strength}, {"reach", c.reach}};
  }
  json operator()(const SetPace& c) const {
    json j{{"do", "set_pace"}};
    if (c.effort) j["effort"] = *c.effort;
    return j;
  }
};

using Reader = Command (*)(const json&);

// one row a command
const std::pair<const char*, Reader> readers[] = {
    {"set_parameters",
     [](const json& j) -> Command { return SetParameters{parameters_from_json(j.at("parameters"))}; }},
    {"add_body", [](const json& j) -> Command { return AddBody{body_from_json(j.at("scene"))}; }},
    {"edit_body",
     [](const json& j) -> Command {
       return EditBody{body_id(j.at("id")), body_from_json(j.at("scene"))};
     }},
    {"remove_body", [](const json& j) -> Command { return RemoveBody{body_id(j.at("id"))}; }},
    {"set_pose",
     [](const json& j) -> Command {
       return SetPose{body_id(j.at("id")), {vector(j.at("position")), quaternion(j.at("orientation"))}};
     }},
    {"set_velocity",
     [](const json& j) -> Command {
       return SetVelocity{body_id(j.at("id")), vector(j.at("velocity")), vector(j.at("angular_velocity"))};
     }},
    {"apply_impulse",
     [](const json& j) -> Command {
       return ApplyImpulse{body_id(j.at("id")), vector(j.at("impulse")), vector(j.at("point"))};
     }},
    {"set_material_table",
     [](const json& j) -> Command {
       const Scene scene = parse_scene(j.at("scene").dump(), "recording", assets_folder());
       return SetMaterialTable{scene.materials, scene.material_pairs};
     }},
    {"add_joint", [](const json& j) -> Command { return AddJoint{joint_from_json(j.at("scene"))}; }},
    {"edit_joint",
     [](const json& j) -> Command {
       return EditJoint{joint_id(j.at("id")), joint_from_json(j.at("scene"))};
     }},
    {"remove_joint", [](const json& j) -> Command { return RemoveJoint{joint_id(j.at("id"))}; }},
    {"set_motor",
     [](const json& j) -> Command {
       return SetMotor{joint_id(j.at("id")), j.at("speed").get<double>(), optional_number(j, "max_effort")};
     }},
    {"set_lock",
     [](const json& j) -> Command {
       return SetLock{joint_id(j.at("id")), j.at("position").get<double>(), optional_number(j, "max_effort"),
                      j.at("on").get<bool>()};
     }},
    {"grip",
     [](const json& j) -> Command {
       return Grip{whole_number<int>(j.at("hand")),      body_id(j.at("body")),
                   vector(j.at("local_point")),          vector(j.at("target")),
                   j.at("lock_orientation").get<bool>(), quaternion(j.at("target_orientation")),
                   j.at("effort_scale").get<double>(),   j.at("stiffness_scale").get<double>()};
     }},
    {"move_grip",
     [](const json& j) -> Command {
       MoveGrip move{whole_number<int>(j.at("hand")), vector(j.at("target")), std::nullopt};
       if (j.contains("target_orientation")) move.target_orientation = quaternion(j.at("target_orientation"));
       return move;
     }},
    {"set_pace", [](const json& j) -> Command { return SetPace{optional_number(j, "effort")}; }},
    {"set_solving", [](const json& j) -> Command { return marks_from_json(j.at("marks")); }},
    {"set_wind", [](const json& j) -> Command { return SetWind{vector(j.at("velocity"))}; }},
    {"explode",
     [](const json& j) -> Command {
       return Explode{vector(j.at("centre")), j.at("strength").get<double>(), j.at("reach").get<double>()};
     }},
    {"release_grip", [](const json& j) -> Command { return ReleaseGrip{whole_number<int>(j.at("hand"))}; }},
};

}  // namespace

json command_to_json(const Command& command) {
  return std::visit(ToJson{}, command);
}

Command command_from_json(const json& j) {
  const auto kind = j.at("do").get<std::string>();
  for (const auto& [name, reader] : readers)
    if (kind == name) return reader(j);
  throw SceneError("recording: unknown command \"" + kind + "\"");
}

}  // namespace spook
