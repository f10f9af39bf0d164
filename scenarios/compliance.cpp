#include "scenarios/compliance.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace spook {
namespace {

constexpr double no_load = 1e-6;        // of the heaviest load: rounding is not a load
constexpr double differs = 0.05;        // as the window's table tells
constexpr double moving_slowly = 1e-5;  // m/s; chosen: at 60 Hz a micrometre in six steps

// why a row is not where its compliance says
std::string load_reason(const LoadedRow& row, double speed, const StepReport& report) {
  if (std::abs(row.off()) <= differs) return "";
  if (speed > moving_slowly) return "not at rest";
  if (report.solve.failed > 0) return "step cut short";
  if (row.kind == "contact") return "less than a lone point: load shared within a line or patch";
  return "shares its load";
}

double slip_speed_at(const Snapshot& now, int a, int b, const Vec3& point) {
  const auto at = [&](int i) -> Vec3 {
    if (i < 0) return Vec3::Zero();
    const BodyView& body = now.bodies[std::size_t(i)];
    return body.velocity + body.angular_velocity.cross(point - body.pose.position);
  };
  return (at(a) - at(b)).norm();
}

std::string loaded_name(const Snapshot& now, int i) {
  return i < 0 ? std::string("the world") : now.bodies[std::size_t(i)].look->name;
}

void add_loaded_contacts(const Snapshot& now, double h, std::vector<LoadedRow>& rows) {
  for (const ContactView& contact : now.contacts) {
    if (contact.state == ContactState::open || contact.compliance <= 0.0) continue;
    // what rests is named before what it rests on
    int upper = contact.body_a, lower = contact.body_b;
    const auto fixed = [&](int i) { return i < 0 || now.bodies[std::size_t(i)].look->motion != Motion::dynamic; };
    if (fixed(upper) && !fixed(lower)) std::swap(upper, lower);
    LoadedRow row;
    row.kind = "contact", row.name = loaded_name(now, upper) + " on " + loaded_name(now, lower);
    row.point = contact.point;
    row.force = contact.impulse[0] / h, row.way = -contact.gap;
    row.predicted = contact.compliance / contact.share;
    row.reason = load_reason(row, slip_speed_at(now, contact.body_a, contact.body_b, contact.point), now.report);
    rows.push_back(row);
  }
}

// joints whose first rows hold one point to another, or a length
void add_loaded_joints(const Snapshot& now, const Scene& scene, const Parameters& parameters, double h,
                       std::vector<LoadedRow>& rows) {
  std::unordered_map<std::string_view, const JointDesc*> by_name;
  for (const JointDesc& desc : scene.joints) by_name.emplace(desc.name, &desc);
  for (const JointView& joint : now.joints) {
    const auto found = by_name.find(joint.name);
    if (found == by_name.end()) continue;
    const JointDesc* desc = found->second;
    const bool point = joint.type == JointType::ball || joint.type == JointType::hinge ||
                       joint.type == JointType::universal || joint.type == JointType::fixed;
    if (!point && joint.type != JointType::distance) continue;
    LoadedRow row{"joint",       joint.name, "", 0, 0, desc->compliance.value_or(parameters.joint_compliance),
                  joint.anchor_a};
    row.force = (point ? joint.impulse.head<3>().norm() : std::abs(joint.impulse[0])) / h;
    row.way = point ? (joint.anchor_a - joint.anchor_b).norm() : joint.violation;
    if (row.predicted <= 0.0) continue;
    row.reason = load_reason(row, slip_speed_at(now, joint.body_a, joint.body_b, joint.anchor_a), now.report);
    rows.push_back(row);
  }
}

}  // namespace

std::vector<LoadedRow> loaded_rows(const Snapshot& now, const Scene& scene, const Parameters& parameters) {
  const double h = parameters.time_step / parameters.substeps;
  std::vector<LoadedRow> rows;
  add_loaded_contacts(now, h, rows), add_loaded_joints(now, scene, parameters, h, rows);
  double most = 0.0;
  for (const LoadedRow& row : rows) most = std::max(most, row.force);
  std::erase_if(rows, [&](const LoadedRow& row) { return !(row.force > no_load * most); });
  // what differs most comes first
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LoadedRow& a, const LoadedRow& b) { return std::abs(a.off()) > std::abs(b.off()); });
  return rows;
}

}  // namespace spook
