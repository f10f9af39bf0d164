// spook-lab merge: one table of the rows that the shards of a sweep have written.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "scenarios/lab_sweep.h"

namespace spook::lab {
namespace {

struct MergeChoice {
  std::string table, target;
  bool partial = false, clean = false;
};

std::size_t planned_runs(const RowFolder& folder) {
  try {
    return nlohmann::json::parse(folder.plan()).at("runs").get<std::size_t>();
  } catch (const nlohmann::json::exception&) {
    throw UsageError(folder.path + "/sweep.json is not a plan that spook-lab sweep has written");
  }
}

int merge(const MergeChoice& choice) {
  const std::string& target = choice.target.empty() ? choice.table : choice.target;
  check_target(target);
  const RowFolder folder(choice.table);
  const std::size_t runs = planned_runs(folder);
  const RowIndex index(folder, runs);
  if (index.torn() > 0)
    std::cerr << "spook-lab: " << index.torn() << " rows in " << folder.path
              << " were cut short by a crash and count as not done\n";
  const bool complete = index.count() == runs;
  if (!complete) {
    std::size_t first = 0;
    while (index.has(first)) ++first;
    std::cerr << "spook-lab: " << runs - index.count() << " of " << runs << " runs are missing, the first is run "
              << first << ": sweep again with --resume" << (choice.partial ? "" : ", or merge --partial") << '\n';
  }
  if (index.count() == 0 || (!complete && !choice.partial)) return check_failed;
  index.write_table(target);
  if (complete && choice.clean) folder.remove();
  return complete ? good : check_failed;
}

}  // namespace

void add_merge_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("merge", "Makes one table of the rows of a sweep's shards");
  const auto choice = std::make_shared<MergeChoice>();
  command->add_option("table", choice->table, "The --out of the sweep; its rows are in FILE.csv.rows")
      ->required()
      ->type_name("FILE.csv");
  command->add_option("--out", choice->target, "Another place for the table; - is standard output")
      ->type_name("FILE.csv");
  command->add_flag("--partial", choice->partial, "A table of what there is, though runs are missing; exits 1");
  command->add_flag("--clean", choice->clean, "Removes the rows once the table is complete");
  command->footer("Example: spook-lab merge grid.csv --clean");
  command->callback([&chosen, choice] { chosen = [choice] { return merge(*choice); }; });
}

}  // namespace spook::lab
