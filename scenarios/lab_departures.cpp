// spook-lab departures: from the paper's stepper to ours, one switch at a time: what each buys and costs.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/metrics.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

using Json = nlohmann::ordered_json;

struct DeparturesChoice {
  std::vector<std::string> scenes;
  double seconds = 5.0;
  int threads = 1;
  std::string json;
};

// yardsticks that show something each: stacks and friction, things that fall, joints that turn, loads, tops
constexpr const char* usual_scenes[] = {"brick_wall", "wall_ball", "card_house",    "arch",   "heavy_ball_chain",
                                        "hinge_ring", "four_bar",  "spinning_tops", "ragdoll"};

// each goes on from the one before; the last is the default
struct Departure {
  const char *name, *key, *value;
};
constexpr Departure departures[] = {{"published", "preset", "published"},
                                    {"+ friction_law", "friction_law", "positional"},
                                    {"+ pivoting: line search", "pivoting", "line-search"},
                                    {"+ pivoting: interior", "pivoting", "interior"},
                                    {"+ solver", "solver", "direct-iterative"},
                                    {"+ sweep_kind", "sweep_kind", "block-tangents"},
                                    {"+ geometric_stiffness", "geometric_stiffness", "true"},
                                    {"+ follow_motion", "follow_motion", "true"},
                                    {"+ discrete_gradient", "discrete_gradient", "true"},
                                    {"+ look_ahead", "look_ahead", "true"},
                                    {"+ guard: ours", "guard", "true"}};

// what is left moving at the end, m/s
double rms_speed(const World& world) {
  double sum = 0.0;
  int count = 0;
  for (const BodyId id : world.body_ids()) {
    if (world.look(id).motion != Motion::dynamic) continue;
    sum += world.velocity(id).squaredNorm();
    ++count;
  }
  return count > 0 ? std::sqrt(sum / count) : 0.0;
}

Json run_once(Scene scene, const Parameters& parameters, const DeparturesChoice& choice) {
  scene.parameters = parameters;
  scene.parameters.threads = choice.threads;
  World world(scene, {.publish = false});
  Metrics metrics(world);
  FrozenBodies frozen;
  for (long step = steps_of(choice.seconds, parameters.time_step); step > 0; --step) {
    world.step();
    metrics.add(world);
    frozen.add(world);
  }
  std::map<std::string, double> figures;
  for (const auto& [name, value] : metrics.figures(world)) figures[name] = value;
  const double largest = figures["energy.largest"];
  const auto share = [&](double joule) { return largest > 0.0 ? joule / largest : 0.0; };
  return {{"overlap_m", figures["penetration.max_m"]},
          {"gap_m", figures["joint_error.max_m"]},
          {"end_speed", rms_speed(world)},
          {"energy_gain_in_a_step", share(figures["energy.max_mechanical_gain_in_a_step"])},
          {"energy_end", share(figures["energy.total_end"] - figures["energy.total_start"])},
          {"ms_median", figures["ms.median"]},
          {"ms_p99", figures["ms.p99"]},
          {"frozen", frozen.count()}};
}

void print_heading(const std::string& scene, double seconds) {
  std::printf("%s, %.3g s\n  %-26s %11s %9s %11s %12s %11s %9s %9s %6s\n", scene.c_str(), seconds, "", "overlap mm",
              "gap mm", "speed m/s", "gain a step", "energy end", "ms", "p99 ms", "frozen");
}

void print_row(const Json& row) {
  const auto figure = [&](const char* name) { return row[name].get<double>(); };
  std::printf("  %-26s %11.4g %9.3g %11.3g %12.2g %11.3g %9.3g %9.3g %6.0f\n", row["step"].get<std::string>().c_str(),
              1e3 * figure("overlap_m"), 1e3 * figure("gap_m"), figure("end_speed"), figure("energy_gain_in_a_step"),
              figure("energy_end"), figure("ms_median"), figure("ms_p99"), figure("frozen"));
  std::fflush(stdout);
}

int run(DeparturesChoice choice) {
  check_target(choice.json);
  if (choice.scenes.empty()) choice.scenes.assign(std::begin(usual_scenes), std::end(usual_scenes));
  const bool table = choice.json != "-";
  std::vector<Scene> scenes;
  for (const std::string& name : choice.scenes) {
    SceneChoice one;
    one.scene = name;
    scenes.push_back(open_scene(one));
  }
  Json all = Json::array();
  for (const Scene& scene : scenes) {
    if (table) print_heading(scene.name, choice.seconds);
    Parameters parameters = scene.parameters;
    Json rows = Json::array();
    for (const Departure& departure : departures) {
      apply_setting(parameters, departure.key, departure.value);
      Json row{{"step", departure.name}, {"key", departure.key}, {"value", departure.value}};
      row.update(run_once(scene, parameters, choice));
      if (table) print_row(row);
      rows.push_back(row);
    }
    all.push_back({{"scene", scene.name}, {"seconds", choice.seconds}, {"rows", rows}});
  }
  if (!choice.json.empty()) write_result(choice.json, all.dump(2) + "\n");
  return good;
}

}  // namespace

void add_departures_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "departures", "From the paper's stepper to ours, one switch at a time: what each buys and costs");
  const auto choice = std::make_shared<DeparturesChoice>();
  command->add_option("scenes", choice->scenes, "Scenes or files; none: a few that show something")->type_name("SCENE");
  command->add_option("--seconds", choice->seconds, "Of each run (5)")->type_name("S")->check(number_in(0.0, 1e6));
  command->add_option("--threads", choice->threads, "Threads of a step")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
  command->add_option("--json", choice->json, "The figures as JSON")->type_name("FILE");
  command->footer("Example: spook-lab departures hinge_ring --seconds 3 --json -");
  command->callback([&chosen, choice] { chosen = [choice] { return run(*choice); }; });
}

}  // namespace spook::lab
