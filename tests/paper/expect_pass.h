// Runs an experiment's fast subset and judges it by the bars of its own report.
#pragma once

#include <gtest/gtest.h>

#include "scenarios/papers/experiment.h"

inline void expect_pass(const char* name) {
  using namespace spook::papers;
  const Experiment* experiment = find_experiment(name);
  ASSERT_NE(experiment, nullptr) << name;
  ExperimentContext context;
  context.fast = true;
  Report report;
  experiment->run(context, report);
  int judged = 0;
  for (const Row& row : report.rows) {
    EXPECT_NE(row.verdict, Verdict::fail) << name << ": " << row.quantity << ", published " << row.published
                                          << ", ours " << row.ours << ", bar " << row.bar << " " << row.note;
    judged += row.verdict == Verdict::pass;
  }
  EXPECT_GT(judged, 0) << name << " judges nothing";
}
