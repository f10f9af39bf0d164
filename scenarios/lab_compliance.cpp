// spook-lab compliance: what ε says of every contact and joint under load, against what it gave.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct ComplianceChoice : SceneChoice {
  double seconds = 5.0;
  int rows = 20;
  std::string json;
};

struct Loaded {
  std::string kind, name, reason;
  double force = 0.0, way = 0.0;  // N, m
  double predicted = 0.0;         // m/N
  double measured() const { return way / force; }
  double off() const { return measured() / predicted - 1.0; }
};

constexpr double no_load = 1e-6;        // of the heaviest load: rounding is not a load
constexpr double differs = 0.05;        // as the window's table tells
constexpr double moving_slowly = 1e-5;  // m/s; chosen: at 60 Hz a micrometre in six steps

// why a row is not where its compliance says
std::string reason_of(const Loaded& row, double speed, const StepReport& report) {
  if (std::abs(row.off()) <= differs) return "";
  if (speed > moving_slowly) return "not at rest";
  if (report.solve.failed > 0) return "step cut short";
  if (row.kind == "contact") return "less than a lone point: load shared within a line or patch";
  return "shares its load";
}

double speed_of(const Snapshot& now, int a, int b, const Vec3& point) {
  const auto at = [&](int i) -> Vec3 {
    if (i < 0) return Vec3::Zero();
    const BodyView& body = now.bodies[std::size_t(i)];
    return body.velocity + body.angular_velocity.cross(point - body.pose.position);
  };
  return (at(a) - at(b)).norm();
}

std::string body_name(const Snapshot& now, int i) {
  return i < 0 ? std::string("the world") : now.bodies[std::size_t(i)].look->name;
}

void add_contacts(const Snapshot& now, double h, std::vector<Loaded>& rows) {
  for (const ContactView& contact : now.contacts) {
    if (contact.state == ContactState::open || contact.compliance <= 0.0) continue;
    Loaded row{"contact", body_name(now, contact.body_a) + " on " + body_name(now, contact.body_b), "", 0, 0, 0};
    row.force = contact.impulse[0] / h, row.way = -contact.gap;
    row.predicted = contact.compliance / contact.share;
    row.reason = reason_of(row, speed_of(now, contact.body_a, contact.body_b, contact.point), now.report);
    rows.push_back(row);
  }
}

// joints whose first rows hold one point to another, or a length
void add_joints(const Snapshot& now, const Scene& scene, double h, std::vector<Loaded>& rows) {
  for (const JointView& joint : now.joints) {
    const auto desc = std::find_if(scene.joints.begin(), scene.joints.end(),
                                   [&](const JointDesc& candidate) { return candidate.name == joint.name; });
    if (desc == scene.joints.end()) continue;
    const bool point = joint.type == JointType::ball || joint.type == JointType::hinge ||
                       joint.type == JointType::universal || joint.type == JointType::fixed;
    if (!point && joint.type != JointType::distance) continue;
    Loaded row{"joint", joint.name, "", 0, 0, desc->compliance.value_or(scene.parameters.joint_compliance)};
    row.force = (point ? joint.impulse.head<3>().norm() : std::abs(joint.impulse[0])) / h;
    row.way = point ? (joint.anchor_a - joint.anchor_b).norm() : joint.violation;
    if (row.predicted <= 0.0) continue;
    row.reason = reason_of(row, speed_of(now, joint.body_a, joint.body_b, joint.anchor_a), now.report);
    rows.push_back(row);
  }
}

std::vector<Loaded> loaded_rows(const Snapshot& now, const Scene& scene) {
  const double h = scene.parameters.time_step / scene.parameters.substeps;
  std::vector<Loaded> rows;
  add_contacts(now, h, rows), add_joints(now, scene, h, rows);
  double most = 0.0;
  for (const Loaded& row : rows) most = std::max(most, row.force);
  std::erase_if(rows, [&](const Loaded& row) { return !(row.force > no_load * most); });
  // what differs most comes first
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Loaded& a, const Loaded& b) { return std::abs(a.off()) > std::abs(b.off()); });
  return rows;
}

void print(const std::vector<Loaded>& rows, int most) {
  const auto agree = std::count_if(rows.begin(), rows.end(), [](const Loaded& r) { return r.reason.empty(); });
  std::cout << rows.size() << " contacts and joints under load, " << agree << " within 5 % of ε\n";
  if (rows.empty() || most == 0) return;
  std::cout << std::left << std::setw(9) << "kind" << std::setw(34) << "name" << std::right << std::setw(11)
            << "force N" << std::setw(12) << "way m" << std::setw(12) << "way/force" << std::setw(11) << "ε m/N"
            << std::setw(11) << "off %"
            << "  reason\n";
  for (int i = 0; i < std::min<int>(most, int(rows.size())); ++i) {
    const Loaded& r = rows[std::size_t(i)];
    std::cout << std::left << std::setw(9) << r.kind << std::setw(34) << r.name.substr(0, 33) << std::right
              << std::setprecision(4) << std::setw(11) << r.force << std::setw(12) << r.way << std::setw(12)
              << r.measured() << std::setw(10) << r.predicted << std::setw(11) << 100.0 * r.off() << "  " << r.reason
              << '\n';
  }
}

nlohmann::json as_json(const std::vector<Loaded>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const Loaded& r : rows)
    list.push_back({{"kind", r.kind},
                    {"name", r.name},
                    {"force", r.force},
                    {"way", r.way},
                    {"measured", r.measured()},
                    {"predicted", r.predicted},
                    {"reason", r.reason}});
  return list;
}

int tell_compliance(const ComplianceChoice& choice) {
  check_target(choice.json);
  const Scene scene = open_scene(choice);
  World world(scene);
  for (long i = steps_of(choice.seconds, scene.parameters.time_step); i > 0; --i) world.step();
  const std::vector<Loaded> rows = loaded_rows(*world.snapshot(), scene);
  if (choice.json != "-") print(rows, choice.rows);
  if (!choice.json.empty()) write_result(choice.json, as_json(rows).dump(1) + "\n");
  return good;
}

}  // namespace

void add_compliance_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "compliance", "Contacts and joints under load: the way they gave for their force, beside what ε says");
  const auto choice = std::make_shared<ComplianceChoice>();
  add_scene_argument(*command, *choice);
  add_param_option(*command, *choice);
  add_solver_options(*command, *choice);
  command->add_option("--seconds", choice->seconds, "How long the scene comes to rest first")
      ->type_name("S")
      ->check(number_in(0.0, 1e6));
  command->add_option("--rows", choice->rows, "Rows printed, those that differ most first")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000).description(""));
  command->add_option("--json", choice->json, "All rows, as JSON")->type_name("FILE|-");
  command->footer("Example: spook-lab compliance rope_bridge --seconds 20");
  command->callback([&chosen, choice] { chosen = [choice] { return tell_compliance(*choice); }; });
}

}  // namespace spook::lab
