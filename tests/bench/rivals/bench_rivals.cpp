// spook-bench rivals: the same scenes through other engines, each at its defaults and at the effort at which it costs
// what ours does, judged by a referee that sees poses only.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/scene/scene_io.h"
#include "scenarios/registry.h"
#include "tests/bench/bench.h"
#include "tests/bench/rivals/figure.h"
#include "tests/bench/rivals/trial.h"

namespace spook::rivals {
namespace {

using Json = nlohmann::ordered_json;

// structures that stand, that are hit, that hang, and heavy on light
constexpr const char* usual_scenes[] = {"brick_wall",     "pyramid", "card_house", "log_pile",
                                        "heavy_on_light", "chain",   "wall_ball"};

struct Choice {
  std::vector<std::string> scenes;
  TrialOptions trial;
  std::string out;
};

Scene open(const std::string& name) {
  if (const Scenario* scenario = find_scenario(name)) return build_scenario(*scenario);
  if (!std::filesystem::exists(name)) throw std::invalid_argument("no scene of the library and no file: " + name);
  return load_scene(name);
}

std::string figure(double value, double unit) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value / unit);
  return text;
}

std::vector<std::string> cells(const Trial& trial) {
  const std::string name = trial.engine + (trial.equal_time ? ", equal time" : "");
  if (!trial.trouble.empty()) return {name, trial.trouble};
  const Verdict& v = trial.verdict;
  if (v.exploded) return {name, figure(trial.ms, 1.0), "exploded", "", "", "", "", trial.settings};
  return {name,
          figure(trial.ms, 1.0) + (trial.cut_off ? " (cut off)" : ""),
          figure(v.overlap, 1e-3),
          figure(v.overlap_end, 1e-3),
          figure(v.joint_gap, 1e-3),
          trial.cut_off ? "" : figure(v.creep, 1e-3),
          figure(v.energy_gain, 1.0),
          trial.settings};
}

constexpr const char* headings[] = {"engine",        "ms a step",   "overlap, mm",      "at the end, mm",
                                    "joint gap, mm", "creep, mm/s", "energy gained, J", "settings"};

void print_row(const std::vector<std::string>& row) {
  constexpr int widths[] = {22, 20, 12, 15, 14, 12, 17, 0};
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    line += row[i];
    const std::size_t width = static_cast<std::size_t>(widths[i]);
    line += row[i].size() < width ? std::string(width - row[i].size(), ' ') : "  ";
  }
  std::printf("%s\n", line.substr(0, line.find_last_not_of(' ') + 1).c_str());
  std::fflush(stdout);
}

Json json_of(const Trial& trial) {
  const Verdict& v = trial.verdict;
  return {{"engine", trial.engine},     {"equal_time", trial.equal_time}, {"settings", trial.settings},
          {"trouble", trial.trouble},   {"ms_a_step", trial.ms},          {"cut_off", trial.cut_off},
          {"exploded", v.exploded},     {"overlap_m", v.overlap},         {"overlap_end_m", v.overlap_end},
          {"joint_gap_m", v.joint_gap}, {"creep_m_s", v.creep},           {"energy_gain_J", v.energy_gain}};
}

std::vector<Trial> compare(const RivalScene& scene, const TrialOptions& options) {
  std::vector<Trial> all;
  const auto add = [&](Trial trial) {
    print_row(cells(trial));
    all.push_back(std::move(trial));
  };
  for (const Entry& entry : entries()) {
    add(run(scene, entry, 0, options));
    if (&entry == &entries().front()) continue;  // ours is the measure
    const auto effort = effort_for(all.front().ms, scene, entry, all.back(), options);
    if (!effort) continue;
    Trial equal = run(scene, entry, *effort, options);
    equal.equal_time = true;
    add(std::move(equal));
  }
  return all;
}

std::string markdown(const std::string& scene, const std::vector<Trial>& trials) {
  std::string text = "### " + scene + "\n\n|", rule = "|";
  for (const char* heading : headings) text += std::string(" ") + heading + " |", rule += " --- |";
  text += "\n" + rule + "\n";
  for (const Trial& trial : trials) {
    std::vector<std::string> row = cells(trial);
    row.resize(std::size(headings));
    text += "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    text += "\n";
  }
  return text + "\n";
}

// after every scene: a comparison that is ended leaves what it has
void keep(const std::string& folder, const Json& all, const std::string& pages, const Panels& panels) {
  if (folder.empty()) return;
  std::filesystem::create_directories(folder);
  bench::write_json(folder + "/rivals.json", all.dump(1));
  bench::write_json(folder + "/rivals.md", pages);
  bench::write_json(folder + "/rivals.svg", figure_svg(panels));
}

void rivals(const Choice& choice) {
  for (const std::string& line : left_out()) std::printf("left out: %s\n", line.c_str());
  std::vector<std::string> names = choice.scenes;
  if (names.empty()) names.assign(std::begin(usual_scenes), std::end(usual_scenes));
  Json all = Json::array();
  std::string pages;
  Panels panels;
  for (const std::string& name : names) {
    std::printf("\n%s, %g s\n", name.c_str(), choice.trial.seconds);
    try {
      const RivalScene scene = rival_scene(open(name));
      print_row({std::begin(headings), std::end(headings)});
      const std::vector<Trial> trials = compare(scene, choice.trial);
      for (const Trial& trial : trials) all.push_back(json_of(trial)), all.back()["scene"] = name;
      pages += markdown(name, trials);
      panels.emplace_back(name, trials);
      keep(choice.out, all, pages, panels);
    } catch (const std::invalid_argument& error) {
      if (names.size() == 1) throw;
      std::printf("left out: %s\n", error.what());
    }
  }
}

const bench::Register rivals_command([](CLI::App& app) {
  auto choice = std::make_shared<Choice>();
  auto* command =
      app.add_subcommand("rivals", "the same scenes through other engines, at their defaults and at equal time");
  command->add_option("scenes", choice->scenes, "scenes of the library, or files; the usual ones if none")
      ->type_name("SCENE");
  command->add_option("--seconds", choice->trial.seconds, "of each scene")
      ->capture_default_str()
      ->check(CLI::Range(0.1, 1000.0));
  command->add_option("--limit", choice->trial.limit, "seconds of computing a run may take")->capture_default_str();
  command->add_option("--out", choice->out, "a folder for rivals.md, rivals.json and rivals.svg")->type_name("FOLDER");
  command->callback([choice] { rivals(*choice); });
});

}  // namespace
}  // namespace spook::rivals
