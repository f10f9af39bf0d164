#include "engine/world/command_json.h"

#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/scene/scene_io.h"
#include "engine/world/command_check.h"

namespace spook {

namespace {

using json = nlohmann::json;

// get() would cast whatever number stands there
template <typename Integer>
Integer whole_number(const json& j) {
  const auto number = j.is_number_integer() ? j.get<std::int64_t>() : -1;
  if (!j.is_number_integer() || number < 0 || number > std::int64_t(std::numeric_limits<Integer>::max()))
    throw SceneError("recording: expected a whole number, found " + j.dump().substr(0, 40));
  return Integer(number);
}

Scene scene_from_json(const json& j) {
  return parse_scene(j.dump(), "recording", assets_folder());
}

// ---- one field: write(value) → JSON, read(JSON, value)

template <typename Number>
requires std::is_arithmetic_v<Number> json write(Number number) {
  return number;
}
void read(const json& j, double& number) {
  number = j.get<double>();
}
void read(const json& j, bool& yes) {
  yes = j.get<bool>();
}
void read(const json& j, int& number) {
  number = whole_number<int>(j);
}

json write(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
void read(const json& j, Vec3& v) {
  for (int i = 0; i < 3; ++i) v[i] = j.at(std::size_t(i)).get<double>();
}

json write(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
void read(const json& j, Quat& q) {
  q = Quat(j.at(0).get<double>(), j.at(1).get<double>(), j.at(2).get<double>(), j.at(3).get<double>());
}

template <typename Id>
requires std::is_same_v<Id, BodyId> || std::is_same_v<Id, JointId> json write(Id id) {
  return {id.index, id.generation};
}
template <typename Id>
requires std::is_same_v<Id, BodyId> || std::is_same_v<Id, JointId>
void read(const json& j, Id& id) {
  id = {whole_number<std::uint32_t>(j.at(0)), whole_number<std::uint32_t>(j.at(1))};
}

json write(const Parameters& parameters) {
  json j = json::object();
  for (const ParameterInfo& info : parameter_table()) j[std::string(info.name)] = get_parameter(parameters, info.name);
  return j;
}
void read(const json& j, Parameters& parameters) {
  for (const auto& [name, value] : j.items())
    if (const std::string error = set_parameter(parameters, name, value.get<std::string>()); !error.empty()) {
      const std::string place = "recording: parameter " + name + ": ";
      throw SceneError(place + error);
    }
}

template <typename Desc>
const Desc& first_of(const std::vector<Desc>& described, const std::string& what) {
  if (described.empty()) throw SceneError("recording: a command adds a " + what + " and describes none");
  return described.front();
}

// A description travels inside a scene of its own, so that the scene format stays the one way to write it. What it
// names stands in as a bare static body, a hinge, or a default material.
json write(const BodyDesc& body) {
  Scene scene = scene_of(body);
  scene.name = "body";
  for (const ShapeDesc& shape : body.shapes) scene.materials.try_emplace(shape.material);
  return json::parse(write_scene(scene));
}
void read(const json& j, BodyDesc& body) {
  body = first_of(scene_from_json(j).bodies, "body");
}

json write(const JointDesc& joint) {
  std::vector<JointDesc> geared;
  if (joint.type == JointType::gear)
    for (const std::string& name : {joint.joint_a, joint.joint_b}) {
      JointDesc& hinge = geared.emplace_back();
      hinge.name = name, hinge.type = JointType::hinge, hinge.a = "stand_in";
    }
  Scene scene = scene_of(joint, geared);
  scene.name = "joint";
  return json::parse(write_scene(scene));
}
void read(const json& j, JointDesc& joint) {
  joint = first_of(scene_from_json(j).joints, "joint");
}

json write(const SetMaterialTable& table) {
  Scene scene;
  scene.name = "materials";
  scene.materials = table.materials;
  scene.material_pairs = table.pairs;
  return json::parse(write_scene(scene));
}
void read(const json& j, SetMaterialTable& table) {
  const Scene scene = scene_from_json(j);
  table = {scene.materials, scene.material_pairs};
}

json write(const std::vector<SolvingMark>& marks) {
  json j = json::array();
  for (const SolvingMark& mark : marks)
    j.push_back({{"joint", mark.joint}, {"body", mark.body}, {"between", mark.between}, {"by", int(mark.by)}});
  return j;
}
void read(const json& j, std::vector<SolvingMark>& marks) {
  for (const json& mark : j) {
    const int by = whole_number<int>(mark.at("by"));
    if (by > int(SolveBy::iterative)) throw SceneError("recording: \"by\" expects 0, 1 or 2");
    marks.push_back({mark.at("joint").get<std::string>(), mark.at("body").get<std::string>(),
                     mark.at("between").get<std::array<std::string, 2>>(), SolveBy(by)});
  }
}

// ---- one command: its name, and its fields each behind its key

template <class... On>
struct Overloaded : On... {
  using On::operator()...;
};
template <class... On>
Overloaded(On...) -> Overloaded<On...>;

// one row a command: f(its name, then each field behind its key)
template <class F>
void visit_command(Command& command, F&& f) {
  const Overloaded rows{
      [&](SetParameters& c) { f("set_parameters", "parameters", c.parameters); },
      [&](AddBody& c) { f("add_body", "scene", c.body); },
      [&](EditBody& c) { f("edit_body", "id", c.id, "scene", c.body); },
      [&](RemoveBody& c) { f("remove_body", "id", c.id); },
      [&](SetPose& c) { f("set_pose", "id", c.id, "position", c.pose.position, "orientation", c.pose.orientation); },
      [&](SetVelocity& c) {
        f("set_velocity", "id", c.id, "velocity", c.velocity, "angular_velocity", c.angular_velocity);
      },
      [&](ApplyImpulse& c) { f("apply_impulse", "id", c.id, "impulse", c.impulse, "point", c.point); },
      [&](SetMaterialTable& c) { f("set_material_table", "scene", c); },
      [&](AddJoint& c) { f("add_joint", "scene", c.joint); },
      [&](EditJoint& c) { f("edit_joint", "id", c.id, "scene", c.joint); },
      [&](RemoveJoint& c) { f("remove_joint", "id", c.id); },
      [&](SetMotor& c) { f("set_motor", "id", c.id, "speed", c.speed, "max_effort", c.max_effort); },
      [&](SetLock& c) { f("set_lock", "id", c.id, "position", c.position, "max_effort", c.max_effort, "on", c.on); },
      [&](Grip& c) {
        f("grip", "hand", c.hand, "body", c.body, "local_point", c.local_point, "target", c.target, "lock_orientation",
          c.lock_orientation, "target_orientation", c.target_orientation, "effort_scale", c.effort_scale,
          "stiffness_scale", c.stiffness_scale);
      },
      [&](MoveGrip& c) {
        f("move_grip", "hand", c.hand, "target", c.target, "target_orientation", c.target_orientation);
      },
      [&](ReleaseGrip& c) { f("release_grip", "hand", c.hand); },
      [&](SetPace& c) { f("set_pace", "effort", c.effort); },
      [&](SetSolving& c) { f("set_solving", "marks", c.marks); },
      [&](SetWind& c) { f("set_wind", "velocity", c.velocity); },
      [&](Explode& c) { f("explode", "centre", c.centre, "strength", c.strength, "reach", c.reach); },
  };
  std::visit(rows, command);
}

// what is optional is left out where there is none
void write_fields(json&) {}
template <class T, class... Rest>
void write_fields(json& j, const char* key, const T& field, const Rest&... rest) {
  if constexpr (requires { field.has_value(); }) {
    if (field) j[key] = write(*field);
  } else {
    j[key] = write(field);
  }
  write_fields(j, rest...);
}

void read_fields(const json&) {}
template <class T, class... Rest>
void read_fields(const json& j, const char* key, T& field, Rest&... rest) {
  if constexpr (requires { field.has_value(); }) {
    if (j.contains(key)) read(j.at(key), field.emplace());
  } else {
    read(j.at(key), field);
  }
  read_fields(j, rest...);
}

template <class... Commands>
std::array<Command, sizeof...(Commands)> one_of_each(const std::variant<Commands...>&) {
  return {Commands{}...};
}

}  // namespace

json command_to_json(const Command& command) {
  json j = json::object();
  Command fields = command;
  visit_command(fields, [&](const char* name, const auto&... rest) {
    j["do"] = name;
    write_fields(j, rest...);
  });
  return j;
}

Command command_from_json(const json& j) {
  const auto kind = j.at("do").get<std::string>();
  for (Command& command : one_of_each(Command())) {
    bool found = false;
    visit_command(command, [&](const char* name, auto&... rest) {
      found = kind == name;
      if (found) read_fields(j, rest...);
    });
    if (found) return command;
  }
  throw SceneError("recording: unknown command \"" + kind + "\"");
}

}  // namespace spook
