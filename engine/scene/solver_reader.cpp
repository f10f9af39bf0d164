#include "engine/scene/solver_reader.h"

#include "engine/scene/numbers.h"
#include "engine/scene/tuning_reader.h"

namespace spook::json {

namespace {

// a JSON value as the text form of a parameter
std::string parameter_text(const Place& place) {
  switch (place.node.kind) {
    case Kind::number:
      return format_number(place.node.number);
    case Kind::boolean:
      return place.node.boolean ? "true" : "false";
    case Kind::string:
      return place.node.string;
    case Kind::array: {
      Vec3 v;
      read(place, v);
      return format_number(v.x()) + "," + format_number(v.y()) + "," + format_number(v.z());
    }
    default:
      place.fail("expected a value, found " + kind_name(place.node.kind));
  }
}

// 30, or "30@10" where a mass belongs to it
void read_tuned_parameter(const Place& place, Parameters& parameters) {
  if (place.node.kind != Kind::number && place.node.kind != Kind::string)
    place.fail("expected a number, or \"NUMBER@KILOGRAMS\"");
  const std::string error = set_tuned_parameter(parameters, place.key, parameter_text(place));
  if (!error.empty()) place.fail(error);
}

void read_parameter(const Place& place, Parameters& parameters) {
  const ParameterInfo* info = find_parameter(place.key);
  if (!info) place.fail("unknown key '" + std::string(place.key) + "'");
  const bool text = place.node.kind == Kind::string, choice = info->type == ParameterType::choice;
  const bool unset = info->optional && place.node.string == info->unset;
  if (text && !choice && !unset) place.fail("expected a value without quotes, found '" + place.node.string + "'");
  if ((place.node.kind == Kind::boolean) != (info->type == ParameterType::boolean))
    place.fail(info->type == ParameterType::boolean ? "expected true or false"
                                                    : "expected a value, found true or false");
  const std::string error = set_parameter(parameters, place.key, parameter_text(place));
  if (!error.empty()) place.fail(error);
}

// stiffness or damping in two units at once
void refuse_said_twice(const Place& place, const Place& parameter, bool damping) {
  const auto refuse = [&](const std::string& key) {
    if (key != parameter.key && place.node.find(key))
      parameter.fail("'" + key + "' and '" + std::string(parameter.key) + "' say the same thing: expected one of them");
  };
  const std::string joint = parameter.key.starts_with("joint_") ? "joint_" : "";
  for (const std::string_view other : {"stiffness", "frequency", "rest_depth", "damping", "damping_ratio"})
    if (other.starts_with("damping") == damping) refuse(joint + std::string(other));
  refuse(joint + (damping ? "relaxation_steps" : "compliance"));
}

}  // namespace

void read_solver(const Place& place, Parameters& parameters) {
  // a preset is what the other keys depart from, wherever it stands
  for_each_member(place, [&](const Place& parameter) {
    if (parameter.key == "preset") read_parameter(parameter, parameters);
  });
  for_each_member(place, [&](const Place& parameter) {
    if (parameter.key != "preset" && !is_tuned_parameter(parameter.key)) read_parameter(parameter, parameters);
  });
  // these count on step, gravity and compliance; a damping on the stiffness beside it
  for (const bool damping : {false, true})
    for_each_member(place, [&](const Place& parameter) {
      if (!is_tuned_parameter(parameter.key)) return;
      if ((parameter.key.find("damping") != parameter.key.npos) != damping) return;
      refuse_said_twice(place, parameter, damping);
      read_tuned_parameter(parameter, parameters);
    });
}

}  // namespace spook::json
