// Scratch memory has no say: what lay in it before, even nothing finite, changes no answer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "engine/solve/solver.h"
#include "tests/unit/random_problem.h"

namespace spook {
namespace {

// leaves NaN in the blocks that the next allocations will get
void poison_heap() {
  std::vector<std::vector<double>> blocks;
  for (int k = 0; k < 3000; ++k)
    blocks.emplace_back(std::size_t{8} << (k % 13), std::numeric_limits<double>::quiet_NaN());
}

TEST(SolveScratch, LeftoversInMemoryChangeNoAnswer) {
  test::LogOptions logs;
  const StepProblem problem = test::make_logs(logs);
  for (SolverKind kind : {SolverKind::split, SolverKind::direct_iterative, SolverKind::sweeps}) {
    SolveOptions options;
    options.kind = kind;
    StepSolution clean, poisoned;
    SolveReport report;
    {
      SolverMemory memory;
      solve(problem, options, memory, clean, report);
    }
    poison_heap();
    SolverMemory memory;
    solve(problem, options, memory, poisoned, report);
    ASSERT_EQ(clean.contact_impulse.size(), poisoned.contact_impulse.size());
    for (std::size_t c = 0; c < clean.contact_impulse.size(); ++c)
      ASSERT_EQ(clean.contact_impulse[c], poisoned.contact_impulse[c]) << "contact " << c;
  }
}

}  // namespace
}  // namespace spook
