// One step of the engine, solved as the papers solve theirs: joints eliminated, friction discs as polygons, and the
// linear complementarity problem that is left pivoted to its end. Dense, so for islands of some hundred contacts at
// most.
#pragma once

#include <span>
#include <string_view>

#include "engine/reference/lcp.h"
#include "engine/solve/step_problem.h"

namespace spook::reference {

struct StepLcpMethod {
  std::string_view name;
  LcpSolver solver = solve_lemke;
  // true: T, T_f and b_f are 0, contacts neither give way nor creep. What is left of N v⁺ + b ≥ 0 is the gap: b ≈ g/h
  bool rigid = false;
  double seen = 1.0;  // rows look at seen v⁺ + (1 − seen) v
  // polygons are turned until an edge lies along each slip, which gives the round disc's answer; false: they stay
  bool round = true;
};

// lemke, block-pivot: the step's own equations. anitescu-potra: rigid, rows at v⁺, 8 edges that stay. trapezoidal: the
// same with rows at the mean velocity ½ (v + v⁺), its form (68).
std::span<const StepLcpMethod> step_lcp_methods();
const StepLcpMethod* find_step_lcp(std::string_view name);

struct StepLcpReport {
  LcpStatus status = LcpStatus::solved;  // the first island that was not solved
  int largest = 0;                       // unknowns of the largest island's LCP
  int pivots = 0;
  double residual = 0.0;  // natural residual of the LCPs
};

// An island whose LCP has more unknowns is refused: pivoting would take hours.
inline constexpr int max_lcp_unknowns = 3000;

// throws std::runtime_error where an island is too large
StepLcpReport solve_step_lcp(const StepProblem& problem, const StepLcpMethod& method, StepSolution& solution);

}  // namespace spook::reference
