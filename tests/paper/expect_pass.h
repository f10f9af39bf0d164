// Runs an experiment's fast subset and judges it by the bars of its own report.
#pragma once

#include <gtest/gtest.h>

#include <ctime>

#include "scenarios/papers/experiment.h"

// processor time of this thread, s
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline void expect_pass(const spook::papers::Experiment& experiment) {
  using namespace spook::papers;
  ExperimentContext context;
  context.fast = true;
  // who runs it may cancel: it must ask often enough
  double last = thread_seconds(), longest = 0.0;
  context.progress = [&](double fraction, std::string_view) {
    longest = std::max(longest, thread_seconds() - last), last = thread_seconds();
    EXPECT_GE(fraction, 0.0);
    EXPECT_LE(fraction, 1.0 + 1e-9);
    return true;
  };
  Report report;
  experiment.run(context, report);
  longest = std::max(longest, thread_seconds() - last);
  EXPECT_LT(longest, 2.0) << experiment.name << " does not listen to a cancel for so many seconds";
  int compared = 0;
  for (const Row& row : report.rows) {
    EXPECT_NE(row.verdict, Verdict::fail)
        << experiment.name << ": " << row.quantity << ", " << row.yardstick.kind() << " " << row.yardstick.value
        << ", ours " << row.ours << ", bar " << row.bar << " " << row.note;
    // a miss must not be silent: it says why
    EXPECT_TRUE(row.verdict != Verdict::explained || !row.note.empty()) << experiment.name << ": " << row.quantity;
    compared += row.verdict != Verdict::shown || row.yardstick.printed();
  }
  EXPECT_GT(compared, 0) << experiment.name << " holds nothing against anything";
  for (const AnimatedBody& body : report.animation.bodies) EXPECT_FALSE(body.poses.empty()) << body.name;
}

inline void expect_pass(const char* name) {
  const spook::papers::Experiment* experiment = spook::papers::find_experiment(name);
  ASSERT_NE(experiment, nullptr) << name;
  expect_pass(*experiment);
}
