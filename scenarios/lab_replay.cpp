// spook-lab replay: a recording, run again.
#include <CLI/CLI.hpp>
#include <iostream>

#include "engine/world/recording.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct ReplayChoice {
  std::string file;
  bool verify = false, allow_frozen = false;
  int threads = 1;
};

int replay_file(const ReplayChoice& choice) {
  Recording recording = load_recording(choice.file);
  if (!recording.report.empty()) std::cout << choice.file << ": report " << recording.report << '\n';
  recording.scene.parameters.threads = choice.threads;
  ReplayResult result;
  FrozenBodies frozen;
  {
    Progress progress(recording.scene.name, recording.steps.size());
    result = replay(recording, choice.verify, [&](const World& world) {
      progress.at(world.step_count());
      frozen.add(world);
    });
  }
  if (result.first_difference) {
    const std::uint64_t step = *result.first_difference;
    std::cout << choice.file << ": step " << step << " differs: recorded " << hash_text(recording.steps[step - 1].hash)
              << ", replayed " << hash_text(result.hash) << '\n';
    return check_failed;
  }
  std::size_t commands = 0;
  for (const RecordedStep& step : recording.steps) commands += step.commands.size();
  std::cout << choice.file << ": " << result.steps << " steps, " << commands << " commands"
            << (choice.verify ? ", every hash the same" : "") << "; hash " << hash_text(result.hash) << '\n';
  return frozen.verdict(choice.allow_frozen);
}

}  // namespace

void add_replay_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("replay", "Runs a recording again");
  const auto choice = std::make_shared<ReplayChoice>();
  command->add_option("file", choice->file, "The recording")->required()->type_name("file.rec");
  command->add_flag("--verify", choice->verify, "Compares the hash of every step, names the first that differs");
  add_allow_frozen(*command, choice->allow_frozen);
  command->add_option("--threads", choice->threads, "Threads of a step")
      ->type_name("N")
      ->check(CLI::Range(1, 256).description(""));
  command->footer("Example: spook-lab replay wall.rec --verify");
  command->callback([&chosen, choice] { chosen = [choice] { return replay_file(*choice); }; });
}

}  // namespace spook::lab
