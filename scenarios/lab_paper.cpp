// spook-lab paper: published tables and figures, ours beside theirs.
#include <CLI/CLI.hpp>

#include "scenarios/lab.h"
#include "scenarios/papers/paper_command.h"

namespace spook::lab {

void add_paper_command(CLI::App& app, Command& chosen) {
  struct Choice {
    std::string name = "list", folder = "paper-report";
    bool fast = false;
  };
  const auto choice = std::make_shared<Choice>();
  CLI::App* paper =
      app.add_subcommand("paper", "Reproduces published tables and figures: ours beside theirs, a verdict a row.");
  paper->add_option("name", choice->name, "an experiment, 'all', or 'list'");
  paper->add_option("--out", choice->folder, "folder for the report (Markdown, CSV, PNG)");
  paper->add_flag("--fast", choice->fast, "the subset that the tests run");
  paper->footer("Example: spook-lab paper thesis_table_3_3 --out reports");
  paper->callback([&chosen, choice] {
    chosen = [choice] { return papers::run_paper_command(choice->name, choice->folder, choice->fast); };
  });
}

}  // namespace spook::lab
