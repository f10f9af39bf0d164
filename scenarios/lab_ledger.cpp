// spook-lab ledger: a run's account of energy, by the work of every impulse.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/scene/numbers.h"
#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/ledger.h"

namespace spook::lab {
namespace {

struct LedgerChoice : SceneChoice {
  double seconds = 5.0;
  std::string csv, json;
};

void print(const Ledger& ledger, double seconds) {
  const auto line = [](const char* label, double joules) {
    std::cout << "  " << std::left << std::setw(30) << label << std::right << std::setprecision(6) << std::setw(14)
              << joules << " J\n";
  };
  std::cout << "Kinetic energy over " << seconds << " s\n";
  for (const LedgerRow& row : ledger_rows())
    if (ledger.work(row.entry) != 0.0) line(row.label, ledger.work(row.entry));
  line("unexplained", ledger.unexplained());
  line("gained in all", ledger.kinetic_gained());
  std::cout << "Of what normals and joints took\n";
  line("held by compliance and springs", ledger.elastic_gained());
  line("lost to damping (τ)", ledger.lost_in_damping());
  std::cout << "Unexplained is " << std::setprecision(3)
            << 100.0 * std::abs(ledger.unexplained()) / std::max(ledger.turnover(), 1e-300)
            << " % of all that was turned over; at most " << ledger.largest_missed() << " J in a step\n";
}

nlohmann::json as_json(const Ledger& ledger) {
  nlohmann::json j;
  for (const LedgerRow& row : ledger_rows()) j["work"][row.key] = ledger.work(row.entry);
  j["unexplained"] = ledger.unexplained(), j["largest_missed"] = ledger.largest_missed();
  j["kinetic_gained"] = ledger.kinetic_gained(), j["potential_gained"] = ledger.potential_gained();
  j["elastic_gained"] = ledger.elastic_gained(), j["lost_in_damping"] = ledger.lost_in_damping();
  j["turnover"] = ledger.turnover();
  return j;
}

void add_csv_row(std::ostringstream& csv, double time, const Ledger& ledger) {
  csv << format_number(time);
  for (const LedgerRow& row : ledger_rows()) csv << ',' << format_number(ledger.work(row.entry));
  csv << ',' << format_number(ledger.unexplained()) << ',' << format_number(ledger.kinetic_gained()) << ','
      << format_number(ledger.elastic_gained()) << '\n';
}

int keep_ledger(const LedgerChoice& choice) {
  check_target(choice.csv), check_target(choice.json);
  check_different({choice.csv, choice.json}, choice.scene);
  Scene scene = open_scene(choice);
  // a world tells of its last substep only
  scene.parameters.time_step /= scene.parameters.substeps, scene.parameters.substeps = 1;
  World world(scene);
  Ledger ledger(world);
  std::ostringstream csv;
  csv << "t";
  for (const LedgerRow& row : ledger_rows()) csv << ',' << row.key;
  csv << ",unexplained,kinetic_gained,elastic_gained\n";
  FrozenBodies frozen;
  for (long i = steps_of(choice.seconds, scene.parameters.time_step); i > 0; --i) {
    world.step();
    frozen.add(world);
    ledger.add(world);
    if (!choice.csv.empty()) add_csv_row(csv, world.time(), ledger);
  }
  if (choice.csv != "-" && choice.json != "-") print(ledger, choice.seconds);
  if (!choice.csv.empty()) write_result(choice.csv, csv.str());
  if (!choice.json.empty()) write_result(choice.json, as_json(ledger).dump(1) + "\n");
  return frozen.verdict(false);
}

}  // namespace

void add_ledger_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("ledger", "A run's account of energy: the work of gravity, motors, friction, impacts and all");
  const auto choice = std::make_shared<LedgerChoice>();
  add_scene_argument(*command, *choice);
  add_param_option(*command, *choice);
  add_solver_options(*command, *choice);
  command->add_option("--seconds", choice->seconds, "How long")->type_name("S")->check(number_in(0.0, 1e6));
  command->add_option("--csv", choice->csv, "The account after every step")->type_name("FILE|-");
  command->add_option("--json", choice->json, "The account at the end")->type_name("FILE|-");
  command->footer("Example: spook-lab ledger bouncing_ball --seconds 10 --csv ledger.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return keep_ledger(*choice); }; });
}

}  // namespace spook::lab
