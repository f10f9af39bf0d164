// A scene stepped for a while, and everything a claim about it may want to look at afterwards.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"

namespace spook::test {

struct BodyState {
  Pose pose;
  Vec3 velocity, angular_velocity;
};

struct RunStep {
  double time = 0.0;
  Energies energy;
  double joint_rms = 0.0, joint_max = 0.0, penetration_max = 0.0;
  int failed = 0;                 // direct solves that stopped early
  double turn = 0.0;              // rad, the most a body turned in it
  std::vector<BodyState> bodies;  // as SceneRun::names; empty where only the ends are kept
};

struct SceneRun {
  Scene scene;
  ScenarioValues values;           // the scenario's parameters it was built with
  std::vector<std::string> names;  // of the dynamic bodies
  std::vector<RunStep> steps;      // [0] is the start
  std::vector<std::string> flags;  // of any step, once each
  int guarded = 0;                 // islands held back from gaining energy, all steps together

  const RunStep& start() const { return steps.front(); }
  const RunStep& end() const { return steps.back(); }
  const RunStep& at(double time) const;  // the step nearest to it
  int index(const std::string& name) const;
  const BodyState& body(const std::string& name, double time) const { return at(time).bodies[index(name)]; }
  const BodyState& last(const std::string& name) const { return end().bodies[index(name)]; }
  const BodyState& first(const std::string& name) const { return start().bodies[index(name)]; }
  std::vector<int> matching(const std::string& prefix) const;  // bodies whose names begin so
  double drift(int body) const;                                // furthest from where it began, at any kept step
  double joint_rms() const;                                    // over all steps
  double joint_max() const;
  double late_speed() const;  // fastest body over the last second, m/s
  int failed() const;         // direct solves that stopped early, in all
  double value(const std::string& parameter) const { return values.at(parameter); }
};

// keep: every so many steps the bodies are kept (the first and the last always); limit: stop after so much computing, s
SceneRun run_scene(Scene scene, double seconds, int keep = 1, double limit = 1e9);
// the same of a scene of the library, with some of its parameters set
SceneRun run_scenario(const Scenario& scenario, const ScenarioValues& values, double seconds, int keep = 1,
                      double limit = 1e9);

// How much energy came from nowhere: numerics §2, the synchronised one, over the largest there ever was.
struct EnergyGain {
  // In a step. An impact that does not bounce is spread over the steps in which its overlap is taken back, and gives
  // back a part of what it took: so over the most there was in the last six.
  double in_a_step = 0.0, in_a_step_at = 0.0;
  // since it was least
  double in_all = 0.0, in_all_at = 0.0;
  double turn = 0.0;  // rad, the most a body turned in a step
};
EnergyGain energy_gain(const SceneRun& run);

// The most that the synchronised energy (numerics §2) grew in a step, as a fraction of the scene's energy: in onsets,
// which are the steps in which something hit something (world/contact_energy.h), and in all others.
struct StepGains {
  double smooth = 0.0, onset = 0.0;
  double smooth_time = 0.0, onset_time = 0.0;
};
StepGains step_gains(const SceneRun& run);

// what must hold of any scene; adds test failures
void expect_sound(const SceneRun& run);
// what holds of every scene as it is given, step by step: StepGains below a bar of its own
void expect_energy_bar(const SceneRun& run);
// true where something puts energy in: motors, drives, kinematic bodies
bool is_driven(const Scene& scene);

// what the scene's description says, as a check; every scene has one
using Claim = void (*)(const SceneRun& run);
Claim find_claim(const std::string& scene);

}  // namespace spook::test
