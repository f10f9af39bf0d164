// spook-lab run: steps a scene and writes what was asked for.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>

#include "engine/solve/step_problem.h"
#include "engine/world/recording.h"
#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/metrics.h"
#include "scenarios/papers/paper_stepper.h"
#include "scenarios/playback/gltf.h"
#include "scenarios/playback/playback.h"
#include "scenarios/problem_file.h"
#include "scenarios/trace.h"

namespace spook::lab {
namespace {

struct RunChoice : SceneChoice {
  double seconds = 10.0, keyframes = 60.0;
  long steps = -1;  // −1: by seconds
  std::string metrics, trace, state, record, html, gltf, stepper;
  std::vector<std::string> track, dump;  // dump: step, file
  bool hash = false, allow_frozen = false;

  bool asks_for_nothing() const {
    const bool dumps_to_output = dump.size() == 2 && dump[1] == "-";
    return metrics.empty() && trace.empty() && state.empty() && record.empty() && html.empty() && gltf.empty() &&
           !hash && !dumps_to_output;
  }
};

// step and file of --dump-problem; step 0: none asked for
std::pair<long, std::string> dump_of(const RunChoice& choice, long steps) {
  if (choice.dump.empty()) return {0, ""};
  long step = 0;
  const auto [end, error] = std::from_chars(choice.dump[0].data(), choice.dump[0].data() + choice.dump[0].size(), step);
  if (error != std::errc() || *end != '\0' || step < 1 || step > steps)
    throw UsageError("--dump-problem: expected a step from 1 to " + std::to_string(steps) + ", found '" +
                     choice.dump[0] + "'");
  return {step, choice.dump[1]};
}

void check_targets(const RunChoice& choice) {
  std::vector<std::string> targets{choice.metrics, choice.trace, choice.state, choice.record, choice.html, choice.gltf};
  if (choice.dump.size() == 2) targets.push_back(choice.dump[1]);
  for (const std::string& target : targets) check_target(target);
  check_different(targets, choice.scene);
}

// A method of the papers steps the scene: what is measured inside the engine's own step is not its, and is not written.
int run_by_papers(const RunChoice& choice) {
  if (!choice.metrics.empty() || !choice.record.empty() || !choice.dump.empty() || !choice.html.empty() ||
      !choice.gltf.empty())
    throw UsageError("--stepper: goes with --trace, --state and --hash alone");
  Scene scene = open_scene(choice);
  scene.parameters.sleeping = false;
  const long steps = choice.steps >= 0 ? choice.steps : steps_of(choice.seconds, scene.parameters.time_step);
  World world(scene, {.publish = true});
  const auto known = papers::paper_steppers();
  if (std::ranges::find(known, choice.stepper) == known.end())
    throw UsageError("--stepper " + choice.stepper + ": there are anitescu-potra, trapezoidal and moreau-jean");
  papers::PaperStepper stepper(world, choice.stepper);
  Trace trace(world, choice.track, !choice.trace.empty());
  trace.add(world);
  Progress progress(scene.name, std::size_t(steps));
  for (long step = 1; step <= steps; ++step) {
    stepper.step();
    trace.add(world);
    progress.at(std::size_t(step));
  }
  if (!choice.trace.empty()) write_result(choice.trace, trace.text());
  if (!choice.state.empty()) write_result(choice.state, state_json(world));
  if (choice.hash) std::cout << hash_text(world.hash()) << '\n';
  if (choice.asks_for_nothing()) std::cout << scene.name << ": " << stepper.summary() << '\n';
  return good;
}

int run(const RunChoice& choice) {
  check_targets(choice);
  if (!choice.stepper.empty()) return run_by_papers(choice);
  if (!choice.html.empty() && !Playback::available())
    throw UsageError(std::string("--html: ") + Playback::how_to_get_it());

  Scene scene = open_scene(choice);
  if (!choice.record.empty()) scene = recordable(scene);
  const long steps = choice.steps >= 0 ? choice.steps : steps_of(choice.seconds, scene.parameters.time_step);
  const auto [dump_step, dump_file] = dump_of(choice, steps);

  World world(scene, {.publish = false});
  Metrics metrics(world);
  FrozenBodies frozen;
  Trace trace(world, choice.track, !choice.trace.empty());
  Recording recording{scene, {}};
  std::optional<Playback> playback;
  if (!choice.html.empty()) playback.emplace(world, scene, double(steps) * scene.parameters.time_step);
  std::optional<GltfExport> gltf;
  if (!choice.gltf.empty()) gltf.emplace(world, scene, choice.keyframes);
  trace.add(world);
  if (playback) playback->add(world);
  if (gltf) gltf->add(world);
  {
    Progress progress(scene.name, std::size_t(steps));
    for (long step = 1; step <= steps; ++step) {
      world.step();
      metrics.add(world);
      frozen.add(world);
      trace.add(world, metrics.residual());
      if (playback) playback->add(world);
      if (gltf) gltf->add(world);
      if (!choice.record.empty()) record_step(world, recording);
      if (step == dump_step) write_result(dump_file, problem_text(world.last_problem()));
      progress.at(std::size_t(step));
    }
  }

  if (!choice.metrics.empty()) write_result(choice.metrics, metrics.json(scene.name, world));
  if (!choice.trace.empty()) write_result(choice.trace, trace.text());
  if (!choice.state.empty()) write_result(choice.state, state_json(world));
  if (!choice.record.empty()) write_result(choice.record, write_recording(recording));
  if (playback) write_result(choice.html, playback->html());
  if (gltf) write_result(choice.gltf, gltf->glb());
  if (choice.hash) std::cout << hash_text(world.hash()) << '\n';
  if (choice.asks_for_nothing()) std::cout << summary(scene.name, metrics, world);
  return frozen.verdict(choice.allow_frozen);
}

}  // namespace

void add_run_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("run", "Steps a scene; FILE may be - for standard output");
  const auto choice = std::make_shared<RunChoice>();
  add_scene_argument(*command, *choice);
  CLI::Option* seconds = command->add_option("--seconds", choice->seconds, "How long (10)")->type_name("S");
  seconds->check(number_in(0.0, 1e9));
  command->add_option("--steps", choice->steps, "How many steps")
      ->type_name("N")
      ->check(CLI::Range(0L, 1000000000L).description(""))
      ->excludes(seconds);
  add_solver_options(*command, *choice);
  add_param_option(*command, *choice);
  command->add_option("--metrics", choice->metrics, "Everything measured, as JSON")->type_name("FILE");
  command->add_option("--trace", choice->trace, "A row a step")->type_name("FILE.csv");
  command->add_option("--track", choice->track, "Adds a body's pose and velocity to the trace")
      ->type_name("BODY|all")
      ->allow_extra_args(false);
  command->add_option("--state", choice->state, "All poses and velocities at the end")->type_name("FILE");
  command->add_option("--record", choice->record, "For replay and the sandbox")->type_name("FILE.rec");
  command->add_option("--html", choice->html, "A page to look at, scrub through and share")->type_name("FILE.html");
  CLI::Option* gltf = command->add_option("--gltf", choice->gltf, "An animation for Blender and others");
  gltf->type_name("FILE.glb");
  command->add_option("--keyframes", choice->keyframes, "Of the animation, per second (60)")
      ->type_name("N")
      ->check(number_in(0.1, 10000.0))
      ->needs(gltf);
  command->add_option("--dump-problem", choice->dump, "What the solver was given in a step")
      ->type_name("STEP FILE")
      ->expected(2);
  command->add_option("--stepper", choice->stepper, "A paper's: anitescu-potra, trapezoidal, moreau-jean")
      ->type_name("NAME");
  command->add_flag("--hash", choice->hash, "Prints the hash of the final state");
  add_allow_frozen(*command, choice->allow_frozen);
  command
      ->add_flag_callback(
          "--help-parameters",
          [] {
            std::cout << parameter_tables();
            throw CLI::Success();
          },
          "Prints every parameter and threshold")
      ->trigger_on_parse();
  command->footer("Example: spook-lab run brick_wall --seconds 5 --set sweeps=30 --metrics -");
  command->callback([&chosen, choice] { chosen = [choice] { return run(*choice); }; });
}

}  // namespace spook::lab
