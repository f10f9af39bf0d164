// Runs published experiments on a thread of its own, one at a time; the window asks how far it is and reads reports.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "scenarios/papers/experiment.h"

namespace spook {

using PaperReport = std::shared_ptr<const papers::Report>;

// what runs, or ran last
struct PaperRun {
  const papers::Experiment* experiment = nullptr;
  bool running = false, cancelled = false;
  double fraction = 0.0, seconds = 0.0;
  std::string what;   // it is doing
  std::string error;  // why it ended without a report
};

struct VerdictCount {
  int pass = 0, fail = 0, explained = 0, shown = 0;
};
VerdictCount count_verdicts(const papers::Report& report);

class PaperLab {
 public:
  PaperLab();
  ~PaperLab();  // cancels, and waits until the experiment has noticed
  PaperLab(const PaperLab&) = delete;

  void start(const papers::Experiment& experiment);  // one that still runs is cancelled first
  void cancel();
  PaperRun run() const;
  PaperReport report(const papers::Experiment& experiment) const;  // null: it has not run to its end yet

 private:
  void loop();
  void work(const papers::Experiment& experiment, int number);
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  PaperRun run_;
  std::map<const papers::Experiment*, PaperReport> reports_;
  const papers::Experiment* wanted_ = nullptr;
  int number_ = 0;  // of the run that is wanted; an older one has been cancelled
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace spook
