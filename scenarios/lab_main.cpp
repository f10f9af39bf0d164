// spook-lab: everything that needs no window.
#include <CLI/CLI.hpp>
#include <iostream>

#include "scenarios/lab.h"

namespace spook::lab {
namespace {

constexpr const char* version = "spook-lab " SPOOK_VERSION;

void complain(const std::string& message) {
  // one line, whatever it was
  std::string line = message.substr(0, message.find('\n'));
  std::cerr << "spook-lab: " << line << '\n';
}

int guarded(const Command& command) {
  try {
    return command();
  } catch (const std::exception& error) {
    complain(error.what());
    return bad_input;
  }
}

std::string chosen_name(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "" : " " + chosen.front()->get_name();
}

int run_program(int count, char** words) {
  CLI::App app{"Runs, checks, measures and compares Spook's scenes without a window.", "spook-lab"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer("Example: spook-lab run pyramid --seconds 5 --metrics -");

  Command chosen;
  for (const auto add :
       {add_scenes_command, add_run_command, add_export_command, add_check_command, add_bench_command,
        add_solve_command, add_replay_command, add_sweep_command, add_merge_command, add_paper_command})
    add(app, chosen);

  try {
    app.parse(count, words);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::RequiredError& error) {
    // it would say that a command is required, also where there is one that it does not know
    const bool unknown = app.get_subcommands().empty() && count > 1;
    complain((unknown ? "there is no command '" + std::string(words[1]) + "'" : std::string(error.what())) +
             " (see spook-lab" + chosen_name(app) + " --help)");
    return bad_input;
  } catch (const CLI::ParseError& error) {
    complain(std::string(error.what()) + " (see spook-lab" + chosen_name(app) + " --help)");
    return bad_input;
  }
  return guarded(chosen);
}

}  // namespace
}  // namespace spook::lab

int main(int count, char** words) {
  return spook::lab::run_program(count, words);
}
