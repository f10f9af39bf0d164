// The published nonsmooth experiments, fast subset: every row with a bar must pass.
#include "tests/paper/expect_pass.h"

namespace spook::papers {
namespace {

class NonsmoothExperiment : public testing::TestWithParam<std::string> {};

TEST_P(NonsmoothExperiment, MeetsEveryBar) {
  expect_pass(GetParam().c_str());
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
