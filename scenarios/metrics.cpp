#include "scenarios/metrics.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace spook {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t warm_up = 10;  // steps whose times are left out: caches and symbolic factorisations
constexpr std::size_t most_flags = 100;

std::string hex(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

// a parameter as JSON has it: numbers as numbers, choices by name, vectors as arrays
Json setting(const Parameters& parameters, const ParameterInfo& info) {
  const std::string text = get_parameter(parameters, info.name);
  if (info.type == ParameterType::vector) return Json::parse("[" + text + "]");
  if (info.type == ParameterType::choice || (info.optional && text == info.unset)) return text;
  return Json::parse(text);
}

Json settings(const Parameters& parameters) {
  Json all;
  for (const ParameterInfo& info : parameter_table()) all[std::string(info.name)] = setting(parameters, info);
  all["threads"] = parameters.threads;
  return all;
}

struct Drift {
  double max = 0.0, rms = 0.0;
  std::string worst;
};

Drift drift_from(const std::vector<std::pair<BodyId, Vec3>>& start, const World& world) {
  Drift drift;
  double squares = 0.0;
  for (const auto& [id, position] : start) {
    const double d = (world.pose(id).position - position).norm();
    squares += d * d;
    if (drift.worst.empty() || d > drift.max) drift.max = d, drift.worst = world.look(id).name;
  }
  if (!start.empty()) drift.rms = std::sqrt(squares / double(start.size()));
  return drift;
}

Json json_of(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

// leaves that are numbers, by dotted path
void flatten(const Json& node, const std::string& path, std::vector<std::pair<std::string, double>>& figures) {
  if (node.is_number()) figures.emplace_back(path, node.get<double>());
  if (node.is_null())
    figures.emplace_back(path, std::numeric_limits<double>::quiet_NaN());  // every run has every column
  if (!node.is_structured()) return;
  const std::string before = path.empty() ? "" : path + ".";
  for (const auto& [key, child] : node.items()) flatten(child, before + key, figures);
}

}  // namespace

double Series::mean() const {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / double(values.size());
}

double Series::rms() const {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return values.empty() ? 0.0 : std::sqrt(sum / double(values.size()));
}

double Series::maximum() const {
  return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

double Series::quantile(double share) const {
  if (values.empty()) return 0.0;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double place = share * double(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

Metrics::Metrics(const World& world) : energy_start_(world.report().energy) {
  synchronised_ = energy_start_.synchronised;
  mechanical_ = energy_start_.synchronised - energy_start_.elastic;
  for (const BodyId id : world.body_ids())
    if (world.look(id).motion == Motion::dynamic) start_.emplace_back(id, world.pose(id).position);
}

void Metrics::add_times(const StepReport& report) {
  const StageTimes& ms = report.ms;
  ms_.total.add(ms.total);
  ms_.collide.add(ms.collide);
  ms_.impact.add(ms.impact);
  ms_.assemble.add(ms.assemble);
  // of the solve stage: the impact stage's own solves are in its own time
  ms_.direct.add(report.solve.direct_ms);
  ms_.sweeps.add(report.solve.sweep_ms);
  ms_.other.add(ms.total - ms.collide - ms.impact - ms.assemble - report.solve.direct_ms - report.solve.sweep_ms);
}

void Metrics::add(const World& world) {
  const StepReport& report = world.report();
  if (steps_ == warm_up) ms_ = {};
  ++steps_;
  add_times(report);
  contacts_.add(report.contacts);
  penetration_rms_.add(report.penetration_rms);
  penetration_max_.add(report.penetration_max);
  rms_m_.add(report.joint_rms_m);
  max_m_.add(report.joint_max_m);
  rms_rad_.add(report.joint_rms_rad);
  max_rad_.add(report.joint_max_rad);
  residual_ = contact_residual(world.last_problem(), world.last_solution());
  residual_normal_.add(residual_.normal);
  residual_tangent_.add(residual_.tangent);
  pivots_.add(report.solve.pivots + report.impact.pivots);
  failed_.add(report.solve.failed + report.impact.failed);
  factorisations_.add(report.solve.factorisations + report.impact.factorisations);
  effort_.add(report.effort_spent);
  left_over_.add(report.left_over);
  max_gain_ = steps_ == 1 ? report.energy.synchronised - synchronised_
                          : std::max(max_gain_, report.energy.synchronised - synchronised_);
  if (report.energy.onset)
    ++onsets_;
  else
    smooth_gain_ = std::max(smooth_gain_, report.energy.synchronised - synchronised_);
  const double mechanical = report.energy.synchronised - report.energy.elastic;
  mechanical_gain_ = steps_ == 1 ? mechanical - mechanical_ : std::max(mechanical_gain_, mechanical - mechanical_);
  mechanical_ = mechanical;
  rounds_.add(report.rounds.max);
  round_residual_.add(report.rounds.residual);
  open_ += report.rounds.open, guarded_ += report.rounds.guarded;
  most_ = std::max({most_, report.energy.kinetic, std::abs(report.energy.total())});
  synchronised_ = report.energy.synchronised;
  for (const std::string& flag : report.flags)
    if (flags_.size() < most_flags && known_flags_.insert(flag).second) flags_.push_back(flag);
}

std::string Metrics::json(const std::string& scene, const World& world) const {
  const StepReport& report = world.report();
  const Parameters& parameters = world.parameters();
  const Drift drift = drift_from(start_, world);
  const double failed = failed_.mean() * double(failed_.values.size());
  const Json all = {
      {"scene", scene},
      {"steps", steps_},
      {"time_step", parameters.time_step},
      {"solver", get_parameter(parameters, "solver")},
      {"settings", settings(parameters)},
      {"bodies", report.bodies},
      {"joints", report.joints},
      {"threads", parameters.threads},
      {"contacts", {{"mean", contacts_.mean()}, {"max", contacts_.maximum()}}},
      {"ms",
       {{"mean", ms_.total.mean()},
        {"median", ms_.total.quantile(0.5)},
        {"p95", ms_.total.quantile(0.95)},
        {"p99", ms_.total.quantile(0.99)},
        {"max", ms_.total.maximum()},
        {"collide", ms_.collide.mean()},
        {"impact", ms_.impact.mean()},
        {"assemble", ms_.assemble.mean()},
        {"direct", ms_.direct.mean()},
        {"sweeps", ms_.sweeps.mean()},
        {"other", ms_.other.mean()}}},
      {"penetration", {{"rms_m", penetration_rms_.rms()}, {"max_m", penetration_max_.maximum()}}},
      {"joint_error",
       {{"rms_m", rms_m_.rms()},
        {"max_m", max_m_.maximum()},
        {"rms_rad", rms_rad_.rms()},
        {"max_rad", max_rad_.maximum()}}},
      {"drift", {{"max_m", drift.max}, {"rms_m", drift.rms}, {"worst", drift.worst}}},
      {"energy",
       {{"kinetic_end", report.energy.kinetic},
        {"kinetic_start", energy_start_.kinetic},
        {"elastic_start", energy_start_.elastic},
        {"synchronised_start", energy_start_.synchronised},
        {"total_start", energy_start_.total()},
        {"total_end", report.energy.total()},
        {"max_gain_in_a_step", max_gain_},
        {"max_gain_outside_onsets", smooth_gain_},
        {"max_mechanical_gain_in_a_step", mechanical_gain_},
        {"onsets", onsets_},
        {"elastic_end", report.energy.elastic},
        {"synchronised_end", report.energy.synchronised},
        {"largest", most_}}},
      {"momentum", {{"linear", json_of(report.linear_momentum)}, {"angular", json_of(report.angular_momentum)}}},
      {"residual", {{"normal", residual_normal_.mean()}, {"tangent", residual_tangent_.mean()}}},
      {"pivots", {{"mean", pivots_.mean()}, {"max", pivots_.maximum()}, {"failed", std::llround(failed)}}},
      {"factorisations", {{"mean", factorisations_.mean()}, {"max", factorisations_.maximum()}}},
      {"effort",
       {{"mean", effort_.mean()},
        {"median", effort_.quantile(0.5)},
        {"p99", effort_.quantile(0.99)},
        {"max", effort_.maximum()}}},
      {"left_over", {{"mean", left_over_.mean()}, {"max", left_over_.maximum()}}},
      {"rounds",
       {{"median", rounds_.quantile(0.5)},
        {"mean", rounds_.mean()},
        {"max", rounds_.maximum()},
        {"residual", round_residual_.maximum()},
        {"unsolved", open_},
        {"guarded", guarded_}}},
      {"flags", flags_},
      {"hash", hex(world.hash())}};
  return all.dump(2) + "\n";
}

std::vector<std::pair<std::string, double>> Metrics::figures(const World& world) const {
  Json all = Json::parse(json("", world));
  for (const char* known : {"settings", "time_step", "threads"}) all.erase(known);
  all["flags"] = flags_.size();
  std::vector<std::pair<std::string, double>> list;
  flatten(all, "", list);
  return list;
}

std::string summary(const std::string& scene, const Metrics& metrics, const World& world) {
  std::map<std::string, double> f;
  for (const auto& [name, value] : metrics.figures(world)) f[name] = value;
  std::ostringstream text;
  text.precision(4);
  text << scene << ": " << f["steps"] << " steps to " << world.time() << " s, " << f["bodies"] << " bodies, "
       << f["joints"] << " joints, " << f["contacts.mean"] << " contacts\n"
       << "  a step takes " << f["ms.median"] << " ms (median), " << f["ms.p95"] << " ms (p95)\n"
       << "  overlap up to " << 1e3 * f["penetration.max_m"] << " mm, joints off by up to "
       << 1e3 * f["joint_error.max_m"] << " mm, furthest moved " << f["drift.max_m"] << " m\n"
       << "  energy " << f["energy.total_start"] << " J to " << f["energy.total_end"] << " J, kinetic "
       << f["energy.kinetic_end"] << " J at the end; flags " << f["flags"] << "; hash " << hex(world.hash()) << '\n';
  return text.str();
}

}  // namespace spook
