#include "scenarios/trace.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace spook {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

// a name as part of a CSV header
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

}  // namespace

Trace::Trace(const World& world, const std::vector<std::string>& tracked, bool wanted) : wanted_(wanted) {
  const auto track = [&](BodyId id) {
    if (std::find(bodies_.begin(), bodies_.end(), id) == bodies_.end()) bodies_.push_back(id);
  };
  for (const std::string& name : tracked) {
    const auto id = world.find_body(name);
    if (id) {
      track(*id);
    } else if (name == "all") {
      for (const BodyId body : world.body_ids())
        if (world.look(body).motion == Motion::dynamic) track(body);
    } else {
      throw std::invalid_argument("--track: there is no body named '" + name + "'");
    }
  }
  text_ = "t,kinetic,potential,joint_rms_m,penetration_max_m,contacts,pivots,residual_normal,residual_tangent";
  for (const BodyId id : bodies_)
    for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"})
      text_ += "," + quoted(world.look(id).name + "." + part);
  text_ += '\n';
}

void Trace::add(const World& world, const Residual& residual) {
  if (!wanted_) return;
  char number[32];
  const auto put = [&](double value, char before = ',') {
    std::snprintf(number, sizeof number, "%.17g", value);
    if (before) text_ += before;
    text_ += number;
  };
  const StepReport& report = world.report();
  put(report.time, 0);
  for (const double value :
       {report.energy.kinetic, report.energy.potential, report.joint_rms_m, report.penetration_max,
        double(report.contacts), double(report.solve.pivots + report.impact.pivots), residual.normal, residual.tangent})
    put(value);
  for (const BodyId id : bodies_) {
    const Pose pose = world.pose(id);
    const Quat& q = pose.orientation;
    const Vec3 v = world.velocity(id), w = world.angular_velocity(id);
    for (const double value : {pose.position.x(), pose.position.y(), pose.position.z(), q.w(), q.x(), q.y(), q.z(),
                               v.x(), v.y(), v.z(), w.x(), w.y(), w.z()})
      put(value);
  }
  text_ += '\n';
}

std::string state_json(const World& world) {
  Json bodies = Json::array();
  for (const BodyId id : world.body_ids()) {
    const Pose pose = world.pose(id);
    const Quat& q = pose.orientation;
    bodies.push_back({{"name", world.look(id).name},
                      {"position", json_of(pose.position)},
                      {"orientation", {q.w(), q.x(), q.y(), q.z()}},
                      {"velocity", json_of(world.velocity(id))},
                      {"angular_velocity", json_of(world.angular_velocity(id))}});
  }
  return Json({{"time", world.time()}, {"bodies", bodies}}).dump(1) + "\n";
}

}  // namespace spook
