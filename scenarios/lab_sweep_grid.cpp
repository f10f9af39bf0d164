#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/parameters.h"
#include "engine/scene/files.h"
#include "engine/scene/numbers.h"
#include "scenarios/lab_sweep.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

constexpr std::size_t max_runs = 10'000'000;  // their index takes 16 bytes each

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// lo:hi:n and lo:hi:log:n; whole numbers where the parameter needs them
std::vector<std::string> range_values(const std::string& key, const std::string& text, bool whole) {
  const auto parts = split(text, ':');
  const bool logarithmic = parts.size() == 4 && parts[2] == "log";
  const auto low = parse_number(parts[0]), high = parse_number(parts[1]);
  const auto count = parse_integer(parts.back());
  if (!(parts.size() == 3 || logarithmic) || !low || !high || !count || *count < 1 || std::size_t(*count) > max_runs ||
      (logarithmic && !(*low > 0.0 && *high > 0.0)))
    throw UsageError("--vary " + key + ": expected lo:hi:n or lo:hi:log:n, found '" + text + "'");
  std::vector<std::string> values;
  for (int i = 0; i < *count; ++i) {
    const double share = *count == 1 ? 0.0 : double(i) / (*count - 1);
    double value = logarithmic ? *low * std::pow(*high / *low, share) : *low + (*high - *low) * share;
    if (i + 1 == *count && i > 0) value = *high;
    values.push_back(whole ? std::to_string(std::lround(value)) : format_number(value));
  }
  return values;
}

Axis axis_of(const std::string& text) {
  const auto [key, values] = split_assignment(text, "--vary");
  const ParameterInfo* info = find_parameter(key);
  if (info && info->type == ParameterType::vector)
    throw UsageError("--vary " + key + ": a vector cannot be varied; use --set " + key + "=x,y,z");
  const bool whole = info && info->type == ParameterType::integer;
  return {key, info != nullptr,
          values.find(':') == values.npos ? split(values, ',') : range_values(key, values, whole)};
}

// FNV-1a
std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) hash = (hash ^ std::uint8_t(c)) * 1099511628211u;
  return hash;
}

}  // namespace

Grid::Grid(const std::vector<std::string>& vary) {
  for (const std::string& text : vary) {
    axes_.push_back(axis_of(text));
    size_ *= axes_.back().values.size();
    if (size_ > max_runs) throw UsageError("--vary: more than " + std::to_string(max_runs) + " runs");
  }
}

const std::string& Grid::value(std::size_t run, std::size_t axis) const {
  for (std::size_t a = axes_.size(); --a > axis;) run /= axes_[a].values.size();
  return axes_[axis].values[run % axes_[axis].values.size()];
}

SceneChoice Grid::scene_of(std::size_t run, const SceneChoice& base) const {
  SceneChoice chosen = base;
  for (std::size_t a = 0; a < axes_.size(); ++a)
    (axes_[a].setting ? chosen.settings : chosen.parameters).push_back(axes_[a].key + "=" + value(run, a));
  return chosen;
}

std::string sweep_plan(const SweepChoice& choice, const Grid& grid) {
  nlohmann::ordered_json plan = {{"format", "spook-sweep"}, {"version", 1}};
  // rows of two builds do not belong in one table: the last bits of their motion may differ
  plan["program"] = hash_text(hash_of(read_file("/proc/self/exe")));
  const bool file = !find_scenario(choice.scene);  // by what is in it, from whatever folder it is named
  plan["scene"] = file ? std::filesystem::path(choice.scene).filename().string() : choice.scene;
  if (file) plan["scene_text"] = hash_text(hash_of(read_file(choice.scene)));
  plan["parameters"] = choice.parameters;
  plan["settings"] = choice.settings;
  plan["solver"] = choice.solver;
  plan["sweep_kind"] = choice.sweep_kind;
  plan["sweeps"] = choice.sweeps;
  plan["couplings"] = choice.couplings;
  plan["seconds"] = choice.seconds;
  plan["times"] = choice.times;
  plan["runs"] = grid.size();
  for (const Axis& axis : grid.axes()) plan["vary"].push_back({{"key", axis.key}, {"values", axis.values}});
  return plan.dump(1) + "\n";
}

}  // namespace spook::lab
