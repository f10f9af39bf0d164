// The published nonsmooth experiments, fast subset: every row with a bar must pass.
#include <gtest/gtest.h>

#include "scenarios/papers/experiment.h"

namespace spook::papers {
namespace {

class NonsmoothExperiment : public testing::TestWithParam<std::string> {};

TEST_P(NonsmoothExperiment, MeetsEveryBar) {
  Experiment experiment;
  for (Experiment& candidate : nonsmooth_experiments())
    if (candidate.name == GetParam()) experiment = std::move(candidate);
  ASSERT_TRUE(experiment.run);
  Report report;
  ExperimentContext context;
  context.fast = true;
  experiment.run(context, report);
  int bars = 0;
  for (const Row& row : report.rows) {
    bars += row.verdict == Verdict::pass || row.verdict == Verdict::fail;
    EXPECT_NE(row.verdict, Verdict::fail)
        << row.quantity << ": published " << row.published << ", ours " << row.ours << ", bar " << row.bar;
  }
  EXPECT_GT(bars, 0);
  for (const AnimatedBody& body : report.animation.bodies) EXPECT_FALSE(body.poses.empty()) << body.name;
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const Experiment& experiment : nonsmooth_experiments()) result.push_back(experiment.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(All, NonsmoothExperiment, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace spook::papers
