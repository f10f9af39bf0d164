// Every captured problem, by every solver, judged by the residual.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"
#include "tests/paths.h"

namespace spook {
namespace {

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() / "tests/corpus")) {
    if (entry.path().extension() == ".problem") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

double size_of(const StepSolution& solution) {
  double sum = 0.0;
  for (const Vec3& impulse : solution.contact_impulse) sum += impulse.squaredNorm();
  return std::sqrt(sum);
}

TEST(Corpus, HasAtLeastTwentyProblems) {
  EXPECT_GE(corpus().size(), 20u);
}

// falling logs whose bounds went to and fro between rounds for ever, at a hundredth to a tenth of all impulses
TEST(Corpus, ExactSettlesWhereBoundsGoToAndFro) {
  for (const char* name : {"log_pile_30.problem", "log_pile_120.problem", "logs_falling.problem"}) {
    for (const auto& file : corpus()) {
      if (file.filename() != name) continue;
      const StepProblem problem = read_problem(file);
      SolveOptions options;
      options.kind = SolverKind::exact, options.factorisation_budget = 0;
      SolverMemory memory;
      StepSolution solution;
      SolveReport report;
      solve(problem, options, memory, solution, report);
      const Residual residual = contact_residual(problem, solution);
      std::printf("%s: residual %.2g of the impulses\n", name,
                  std::hypot(residual.normal, residual.tangent) / size_of(solution));
      EXPECT_LE(std::hypot(residual.normal, residual.tangent), 1e-5 * size_of(solution)) << name;
    }
  }
}

TEST(Corpus, IsSolvedByEverySolver) {
  for (const auto& file : corpus()) {
    const StepProblem problem = read_problem(file);
    for (SolverKind kind : {SolverKind::direct_iterative, SolverKind::split, SolverKind::direct_friction,
                            SolverKind::exact, SolverKind::sweeps}) {
      SolveOptions options;
      options.kind = kind;
      options.factorisation_budget = 0;
      SolverMemory memory;
      StepSolution solution;
      SolveReport report;
      solve(problem, options, memory, solution, report);
      const std::string where = file.filename().string() + ", solver " + std::to_string(static_cast<int>(kind));
      EXPECT_EQ(report.failed, 0) << where;
      for (const Vec6& v : solution.velocity) ASSERT_TRUE(v.allFinite()) << where;
      if (kind == SolverKind::sweeps) continue;
      // a direct solve leaves joints and normals met; friction's bounds are met where it was given time
      EXPECT_LE(report.direct_residual, 1e-9) << where;
      const Residual residual = contact_residual(problem, solution);
      const double size = size_of(solution) + 1e-12;
      EXPECT_LE(residual.normal, 1e-6 * size) << where;
      // bounds of friction follow the normals to the end where nothing flies about; a fall may have no fixed point in
      // reach
      if (kind == SolverKind::exact && file.filename().string().find("at_rest") != std::string::npos) {
        EXPECT_LE(residual.tangent, 1e-6 * size) << where;
      }
    }
  }
}

}  // namespace
}  // namespace spook
