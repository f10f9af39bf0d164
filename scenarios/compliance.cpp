#include "scenarios/compliance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace spook {
namespace {

constexpr double no_load = 1e-6;           // of the heaviest load: rounding is not a load
constexpr double one_motion = 0.05;        // share of a motion that another beside it may have; chosen: as `differs`
constexpr double moving_slowly = 1e-5;     // m/s; chosen: at 60 Hz a micrometre in six steps
constexpr double at_rest = 0.1 * differs;  // of its way, over several steps; chosen: what differs is ten times as much

// why a row is not where its compliance says
std::string load_reason(const LoadedRow& row, double speed, const StepReport& report, const LoadFits* fits) {
  if (std::abs(row.off()) <= differs) return "";
  if (speed > moving_slowly) return "not at rest";
  const LoadFit* fit = fits ? fits->find(row.key) : nullptr;
  if (fit && !fit->moved_lately) return "not seen at rest for long enough";
  if (fit && *fit->moved_lately > at_rest * std::abs(row.way)) return "not at rest";
  if (report.solve.failed > 0) return "step cut short";
  if (row.kind == "contact" && row.off() > 0.0) return "its load still changes";
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

void add_loaded_contacts(const Snapshot& now, double h, const LoadFits* fits, std::vector<LoadedRow>& rows) {
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
    row.key = contact_key(now, contact);
    row.reason = load_reason(row, slip_speed_at(now, contact.body_a, contact.body_b, contact.point), now.report, fits);
    rows.push_back(row);
  }
}

// joints whose first rows hold one point to another, or a length
void add_loaded_joints(const Snapshot& now, const Scene& scene, const Parameters& parameters, double h,
                       const LoadFits* fits, std::vector<LoadedRow>& rows) {
  std::unordered_map<std::string_view, const JointDesc*> by_name;
  for (const JointDesc& desc : scene.joints) by_name.emplace(desc.name, &desc);
  for (const JointView& joint : now.joints) {
    const auto found = by_name.find(joint.name);
    if (found == by_name.end()) continue;
    const JointDesc* desc = found->second;
    const bool point = holds_point(joint.type);
    if (!point && joint.type != JointType::distance) continue;
    LoadedRow row;
    row.kind = "joint", row.name = joint.name, row.point = joint.anchor_a, row.key = joint_key(joint.id);
    row.predicted = desc->compliance.value_or(parameters.joint_compliance);
    row.force = (point ? joint.impulse.head<3>().norm() : std::abs(joint.impulse[0])) / h;
    row.way = point ? (joint.anchor_a - joint.anchor_b).norm() : joint.violation;
    if (row.predicted <= 0.0) continue;
    row.reason = load_reason(row, slip_speed_at(now, joint.body_a, joint.body_b, joint.anchor_a), now.report, fits);
    rows.push_back(row);
  }
}

// the pairs and joints under load that hold a body, or that it holds
using Holds = std::map<BodyId, std::set<LoadKey>>;

Holds holds_of_bodies(const Snapshot& now, const std::vector<LoadedRow>& rows) {
  Holds holds;
  std::map<LoadKey, const JointView*> joints;
  for (const JointView& joint : now.joints) joints.emplace(joint_key(joint.id), &joint);
  for (const LoadedRow& row : rows) {
    const auto joint = joints.find(row.key);
    if (joint == joints.end()) {
      for (const BodyId id : {row.key.a, row.key.b})
        if (id.valid()) holds[id].insert(row.key);
      continue;
    }
    for (const int i : {joint->second->body_a, joint->second->body_b})
      if (i >= 0) holds[now.bodies[std::size_t(i)].id].insert(row.key);
  }
  return holds;
}

double relative(double measured, double foretold) {
  if (foretold > 0.0 && measured > 0.0) return measured / foretold - 1.0;
  return foretold > 0.0 ? -1.0 : measured > 0.0 ? 1.0 : 0.0;
}

// a body of its own mass, and what holds it
struct Lightest {
  double weight = 0.0;    // N, of the lighter of a row's two bodies
  std::size_t holds = 0;  // of the one that is held by more
};

// why it did not come to rest like a lone body
std::string swing_reason(const LoadedRow& row, const Snapshot& now, const Lightest& body) {
  if (std::abs(row.decay_off()) <= differs && std::abs(row.period_off()) <= differs) return "";
  if (now.report.solve.failed > 0) return "step cut short";
  if (body.holds > 1 && row.force > (1.0 + differs) * body.weight && body.weight > 0.0) {
    char text[64];
    std::snprintf(text, sizeof text, "mass ratio: it carries %.3g times its own weight", row.force / body.weight);
    return text;
  }
  if (body.holds > 1)
    return "shares its load with " + std::to_string(body.holds - 1) + (body.holds > 2 ? " others" : " other");
  if (row.fitted->missed > one_motion) return "several motions at once";
  return "not alone: it rolls, slides or turns as well";
}

void add_swings(const Snapshot& now, const Parameters& parameters, const LoadFits& fits, std::vector<LoadedRow>& rows) {
  std::map<LoadKey, Lightest> lightest;
  const Holds holds = holds_of_bodies(now, rows);
  for (const BodyView& body : now.bodies) {
    const auto found = holds.find(body.id);
    if (body.look->motion != Motion::dynamic || found == holds.end()) continue;
    const double own = body.look->mass * parameters.gravity.norm();
    for (const LoadKey& key : found->second) {
      Lightest& of_key = lightest[key];
      of_key.weight = of_key.weight > 0.0 ? std::min(of_key.weight, own) : own;
      of_key.holds = std::max(of_key.holds, found->second.size());
    }
  }
  for (LoadedRow& row : rows) {
    const LoadFit* fit = fits.find(row.key);
    if (!fit) continue;
    row.foretold = fit->foretold, row.fitted = fit->fitted;
    if (row.fitted) row.swing_reason = swing_reason(row, now, lightest[row.key]);
  }
}

}  // namespace

double LoadedRow::decay_off() const {
  return foretold && fitted ? relative(fitted->decay, foretold->decay) : 0.0;
}

double LoadedRow::period_off() const {
  return foretold && fitted ? relative(fitted->period, foretold->period) : 0.0;
}

std::vector<LoadedRow> loaded_rows(const Snapshot& now, const Scene& scene, const Parameters& parameters,
                                   const LoadFits* fits) {
  const double h = parameters.time_step / parameters.substeps;
  std::vector<LoadedRow> rows;
  add_loaded_contacts(now, h, fits, rows), add_loaded_joints(now, scene, parameters, h, fits, rows);
  double most = 0.0;
  for (const LoadedRow& row : rows) most = std::max(most, row.force);
  std::erase_if(rows, [&](const LoadedRow& row) { return !(row.force > no_load * most); });
  if (fits) add_swings(now, parameters, *fits, rows);
  // what differs most comes first
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LoadedRow& a, const LoadedRow& b) { return std::abs(a.off()) > std::abs(b.off()); });
  return rows;
}

}  // namespace spook
