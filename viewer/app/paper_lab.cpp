#include "viewer/app/paper_lab.h"

#include <utility>

#include "viewer/app/simulation.h"

namespace spook {

VerdictCount count_verdicts(const papers::Report& report) {
  VerdictCount count;
  for (const papers::Row& row : report.rows) {
    if (row.verdict == papers::Verdict::pass) ++count.pass;
    if (row.verdict == papers::Verdict::fail) ++count.fail;
    if (row.verdict == papers::Verdict::explained) ++count.explained;
    if (row.verdict == papers::Verdict::shown) ++count.shown;
  }
  return count;
}

PaperLab::PaperLab() : thread_([this] { loop(); }) {}

PaperLab::~PaperLab() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true, ++number_;
  }
  wake_.notify_all();
  thread_.join();
}

void PaperLab::start(const papers::Experiment& experiment) {
  std::lock_guard lock(mutex_);
  wanted_ = &experiment, ++number_;
  run_ = {};
  run_.experiment = &experiment, run_.running = true, run_.what = "starting";
  wake_.notify_all();
}

void PaperLab::cancel() {
  std::lock_guard lock(mutex_);
  if (!run_.running) return;
  ++number_, wanted_ = nullptr;
  run_.running = false, run_.cancelled = true;
}

PaperRun PaperLab::run() const {
  std::lock_guard lock(mutex_);
  return run_;
}

PaperReport PaperLab::report(const papers::Experiment& experiment) const {
  std::lock_guard lock(mutex_);
  const auto found = reports_.find(&experiment);
  return found == reports_.end() ? nullptr : found->second;
}

void PaperLab::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return quit_ || wanted_; });
    if (quit_) return;
    const papers::Experiment* experiment = std::exchange(wanted_, nullptr);
    const int number = number_;
    lock.unlock();
    work(*experiment, number);
    lock.lock();
  }
}

void PaperLab::work(const papers::Experiment& experiment, int number) {
  const double begun = steady_seconds();
  auto report = std::make_shared<papers::Report>();
  papers::ExperimentContext context;
  context.progress = [&](double fraction, std::string_view what) {
    std::lock_guard lock(mutex_);
    if (number != number_) return false;
    run_.fraction = fraction, run_.what = what, run_.seconds = steady_seconds() - begun;
    return true;
  };
  std::string error;
  try {
    experiment.run(context, *report);
  } catch (const papers::Cancelled&) {
    return;
  } catch (const std::exception& problem) {
    error = problem.what();
  }
  std::lock_guard lock(mutex_);
  if (number != number_) return;
  run_.running = false, run_.fraction = 1.0, run_.seconds = steady_seconds() - begun, run_.error = error;
  if (error.empty()) reports_[&experiment] = std::move(report);
}

}  // namespace spook
