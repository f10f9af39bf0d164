// spook-lab compliance: what ε and τ say of every contact and joint under load, against what it did.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/world/world.h"
#include "scenarios/compliance.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct ComplianceChoice : SceneChoice {
  double seconds = 5.0;
  int rows = 20;
  std::string json;
};

void print(const std::vector<LoadedRow>& rows, int most) {
  const auto agree = std::count_if(rows.begin(), rows.end(), [](const LoadedRow& r) { return r.reason.empty(); });
  std::cout << rows.size() << " contacts and joints under load, " << agree << " within 5 % of ε\n";
  if (rows.empty() || most == 0) return;
  std::cout << std::left << std::setw(9) << "kind" << std::setw(34) << "name" << std::right << std::setw(11)
            << "force N" << std::setw(12) << "way m" << std::setw(12) << "way/force" << std::setw(11) << "ε m/N"
            << std::setw(11) << "off %"
            << "  reason\n";
  for (int i = 0; i < std::min<int>(most, int(rows.size())); ++i) {
    const LoadedRow& r = rows[std::size_t(i)];
    std::cout << std::left << std::setw(9) << r.kind << std::setw(34) << r.name.substr(0, 33) << std::right
              << std::setprecision(4) << std::setw(11) << r.force << std::setw(12) << r.way << std::setw(12)
              << r.measured() << std::setw(10) << r.predicted << std::setw(11) << 100.0 * r.off() << "  " << r.reason
              << '\n';
  }
}

// decay and period, s, in milliseconds
void print_swings(const std::vector<LoadedRow>& rows, int most) {
  std::vector<const LoadedRow*> fitted;
  std::set<LoadKey> told;  // a pair of bodies has one motion, however many points it touches in
  for (const LoadedRow& row : rows)
    if (row.fitted && told.insert(row.key).second) fitted.push_back(&row);
  if (fitted.empty() || most == 0) return;
  const auto off = [](const LoadedRow* r) { return std::max(std::abs(r->decay_off()), std::abs(r->period_off())); };
  std::stable_sort(fitted.begin(), fitted.end(), [&](auto a, auto b) { return off(a) > off(b); });
  const auto agree = std::count_if(fitted.begin(), fitted.end(), [](auto r) { return r->swing_reason.empty(); });
  std::cout << '\n'
            << fitted.size() << " came to rest, " << agree << " within 5 % of a lone body under its ε and τ\n"
            << std::left << std::setw(43) << "name" << std::right << std::setw(11) << "decay ms" << std::setw(11)
            << "foretold" << std::setw(11) << "period ms" << std::setw(11) << "foretold"
            << "  reason\n";
  for (int i = 0; i < std::min<int>(most, int(fitted.size())); ++i) {
    const LoadedRow& r = *fitted[std::size_t(i)];
    std::cout << std::left << std::setw(43) << r.name.substr(0, 42) << std::right << std::setprecision(4)
              << std::setw(11) << 1e3 * r.fitted->decay << std::setw(11) << 1e3 * r.foretold->decay << std::setw(11)
              << 1e3 * r.fitted->period << std::setw(11) << 1e3 * r.foretold->period << "  " << r.swing_reason << '\n';
  }
}

nlohmann::json as_json(const std::vector<LoadedRow>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const LoadedRow& r : rows) {
    list.push_back({{"kind", r.kind},
                    {"name", r.name},
                    {"force", r.force},
                    {"way", r.way},
                    {"measured", r.measured()},
                    {"predicted", r.predicted},
                    {"reason", r.reason}});
    if (r.foretold) list.back()["foretold"] = {{"decay", r.foretold->decay}, {"period", r.foretold->period}};
    if (!r.fitted) continue;
    list.back()["fitted"] = {{"decay", r.fitted->decay},
                             {"period", r.fitted->period},
                             {"rest", r.fitted->rest},
                             {"missed", r.fitted->missed},
                             {"reason", r.swing_reason}};
  }
  return list;
}

int tell_compliance(const ComplianceChoice& choice) {
  check_target(choice.json);
  const Scene scene = open_scene(choice);
  World world(scene);
  constexpr long between_fits = 16;  // steps; chosen: a sixth of what a series keeps
  LoadMotions motions;
  LoadFits fits;
  for (long i = steps_of(choice.seconds, scene.parameters.time_step); i > 0; --i) {
    world.step();
    motions.add(world, scene);
    if (i % between_fits == 1) fits.take(motions, scene.parameters.time_step);
  }
  const std::vector<LoadedRow> rows = loaded_rows(*world.snapshot(), scene, scene.parameters, &fits);
  if (choice.json != "-") print(rows, choice.rows), print_swings(rows, choice.rows);
  if (!choice.json.empty()) write_result(choice.json, as_json(rows).dump(1) + "\n");
  return good;
}

}  // namespace

void add_compliance_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "compliance",
      "Contacts and joints under load: their way for their force, decay and period, beside what ε and τ say");
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
