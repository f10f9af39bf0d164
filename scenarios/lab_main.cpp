// spook-lab: everything that needs no window.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <new>

#include "engine/scene/files.h"
#include "scenarios/import/notes.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

constexpr const char* version = "spook-lab " SPOOK_VERSION;

void complain(const std::string& message) {
  // one line, whatever it was
  std::cerr << "spook-lab: " << models::printable(message) << '\n';
}

// whatever goes wrong is one line; printing ends here, so here it shows whether all of it arrived
int guarded(const Command& command) {
  try {
    const int code = command();
    check_standard_output();
    return code;
  } catch (const WriteError& error) {
    complain(error.what());
    return output_lost;
  } catch (const std::bad_alloc&) {  // of Eigen, which asks no handler
    complain("not enough memory");
    return output_lost;
  } catch (const std::exception& error) {
    complain(error.what());
    return bad_input;
  }
}

// Instead of an exception: what is unwound by one asks for memory itself (JSON's destructor does), and a thread has
// nobody to catch it. Files that were begun have no names yet (write_file), so nothing is left behind.
void end_without_memory() {
  static std::atomic_flag told;
  constexpr char line[] = "spook-lab: not enough memory\n";
  if (!told.test_and_set()) [[maybe_unused]]
    const ssize_t done = ::write(STDERR_FILENO, line, sizeof line - 1);
  ::_exit(output_lost);
}

// A closed standard stream would lend its number to the next file opened, and what is printed would land there.
// Opened for the wrong direction, it fails like a closed one.
void occupy_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0) ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
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
  for (const auto add : {add_scenes_command, add_run_command, add_export_command, add_import_command,
                         add_materials_command, add_check_command, add_bench_command, add_departures_command,
                         add_solve_command, add_matrix_command, add_ledger_command, add_compliance_command,
                         add_replay_command, add_sweep_command, add_merge_command, add_paper_command})
    add(app, chosen);

  try {
    app.parse(count, words);
  } catch (const CLI::Success& help) {
    return guarded([&] { return app.exit(help); });
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
  std::set_new_handler(spook::lab::end_without_memory);
  spook::lab::occupy_standard_streams();
  return spook::lab::run_program(count, words);
}
