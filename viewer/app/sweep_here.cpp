#include "viewer/app/sweep_here.h"

#include <algorithm>
#include <cmath>

#include "engine/world/world.h"

namespace spook {
namespace {

constexpr std::array<SweepMeasure, sweep_measures> measures{{{"deepest overlap", "m", true},
                                                             {"largest joint error", "m", true},
                                                             {"kinetic energy at the end", "J", true},
                                                             {"energy gained", "J", false},
                                                             {"farthest way of a body", "m", true},
                                                             {"time per step", "ms", true}}};

// one run from the moment on; false: it was not wanted any more
bool make_run(const Scene& scene, const SavedState& from, SweepCell& cell, double seconds, const auto& wanted) {
  World run(scene);
  run.restore(from);
  run.queue(SetParameters{cell.parameters});
  run.apply_commands();
  const auto begun = run.snapshot();
  const double energy = begun->report.energy.total();
  const int steps = std::max(1, int(std::lround(seconds / cell.parameters.time_step)));
  double ms = 0.0;
  for (int i = 0; i < steps; ++i) {
    if (!wanted()) return false;
    run.step();
    const StepReport& report = run.report();
    cell.values[0] = std::max(cell.values[0], report.penetration_max);
    cell.values[1] = std::max(cell.values[1], report.joint_max_m);
    ms += report.ms.total / steps;
  }
  const auto ended = run.snapshot();
  cell.values[2] = run.report().energy.kinetic;
  cell.values[3] = run.report().energy.total() - energy;
  for (std::size_t i = 0; i < std::min(begun->bodies.size(), ended->bodies.size()); ++i)
    if (ended->bodies[i].look->motion == Motion::dynamic)
      cell.values[4] =
          std::max(cell.values[4], (ended->bodies[i].pose.position - begun->bodies[i].pose.position).norm());
  cell.values[5] = ms;
  return true;
}

void put_parameter(Parameters& parameters, const SweepAxis& axis, int i) {
  char text[40];
  const double value = axis.at(i);
  std::snprintf(text, sizeof text, axis.integer ? "%.0f" : "%.17g", value);
  set_parameter(parameters, axis.parameter, text);
}

}  // namespace

const std::array<SweepMeasure, sweep_measures>& sweep_measure_table() {
  return measures;
}

double SweepAxis::at(int i) const {
  const double share = count > 1 ? double(i) / (count - 1) : 0.0;
  const double value = logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
  return integer ? std::round(value) : value;
}

void SweepHere::fill(Shared& shared) {
  for (std::size_t i = 0; i < shared.cells.size(); ++i) {
    SweepCell& cell = shared.cells[i];
    cell.parameters = shared.parameters;
    cell.parameters.threads = 1;
    put_parameter(cell.parameters, shared.plan.x, int(i) % shared.plan.columns());
    if (shared.plan.y) put_parameter(cell.parameters, *shared.plan.y, int(i) / shared.plan.columns());
  }
}

void SweepHere::work(Shared& shared) {
  std::unique_lock lock(shared.mutex);
  shared.ready.wait(lock, [&] { return shared.state || shared.cancelled; });
  const auto wanted = [&] {
    const std::lock_guard guard(shared.mutex);
    return !shared.cancelled;
  };
  while (!shared.cancelled && shared.next < shared.cells.size()) {
    const std::size_t mine = shared.next++;
    SweepCell cell = shared.cells[mine];
    shared.cells[mine].state = SweepCell::State::running;
    lock.unlock();
    bool complete = false;
    try {
      complete = make_run(shared.opened->scene, *shared.state, cell, shared.plan.seconds, wanted);
      cell.state = complete ? SweepCell::State::done : SweepCell::State::waiting;
    } catch (const std::exception&) {
      cell.state = SweepCell::State::failed;
    }
    lock.lock();
    shared.cells[mine] = cell;
    ++shared.finished;
  }
}

void SweepHere::start(Simulation& simulation, std::shared_ptr<const OpenedScene> opened, SweepPlan plan) {
  cancel();
  shared_ = std::make_shared<Shared>();
  shared_->opened = std::move(opened), shared_->plan = plan;
  shared_->cells.resize(std::size_t(plan.columns()) * std::size_t(plan.rows()));
  plan_ = std::move(plan);
  simulation.run([shared = shared_](World& present) {
    const std::lock_guard lock(shared->mutex);
    shared->state = present.save(), shared->parameters = present.parameters(), shared->step = present.step_count();
    fill(*shared);
    shared->ready.notify_all();
  });
  const unsigned cores = std::max(2u, std::thread::hardware_concurrency());
  for (unsigned i = 0; i + 1 < cores && i < shared_->cells.size(); ++i)
    workers_.emplace_back([shared = shared_] { work(*shared); });
}

void SweepHere::cancel() {
  if (shared_) {
    const std::lock_guard lock(shared_->mutex);
    shared_->cancelled = true;
    shared_->ready.notify_all();
  }
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

bool SweepHere::running() const {
  if (!shared_) return false;
  const std::lock_guard lock(shared_->mutex);
  return !shared_->cancelled && shared_->finished < int(shared_->cells.size());
}

int SweepHere::done() const {
  if (!shared_) return 0;
  const std::lock_guard lock(shared_->mutex);
  return shared_->finished;
}

std::vector<SweepCell> SweepHere::cells() const {
  if (!shared_) return {};
  const std::lock_guard lock(shared_->mutex);
  return shared_->cells;
}

std::optional<std::uint64_t> SweepHere::from_step() const {
  if (!shared_) return std::nullopt;
  const std::lock_guard lock(shared_->mutex);
  return shared_->state ? std::optional(shared_->step) : std::nullopt;
}

}  // namespace spook
