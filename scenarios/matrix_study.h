// What a direct solve of an island factors: its matrix, the factor's fill, fronts, work, condition. Behind
// `spook-lab matrix` and the window's Matrix panel.
#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "engine/solve/step_problem.h"

namespace spook {

struct MatrixCondition {
  double largest = 0.0, smallest = 0.0;  // of the eigenvalues' sizes
  double number() const { return smallest > 0.0 ? largest / smallest : unbounded; }
};

struct MatrixStudy {
  int unknowns = 0, bodies = 0, joint_rows = 0, contacts = 0, pushing = 0;
  long entries = 0, factor_entries = 0;  // below and on the diagonal
  int fronts = 0, largest_front = 0;
  double flops = 0.0;
  MatrixCondition plain, balanced;       // as it is, and scaled by its diagonal
  Eigen::SparseMatrix<double> ordered;   // in the order of elimination
  std::vector<std::vector<int>> factor;  // entries of L below its diagonal, a column each
  std::vector<int> unknown;              // which unknown is eliminated k-th: six a body, then the joints' rows
  std::vector<int> joint_of_row;         // of the problem, for each joint row of the island
};

// the first is the engine's
enum class MatrixOrder { minimum_degree, approximate_minimum_degree, natural, nested_dissection };

int largest_island(const StepProblem& problem);  // −1: there is none
// condition_steps: at most so many steps of the power method for each end of the spectrum
MatrixStudy study_matrix(const StepProblem& problem, const StepSolution& solution, int island, MatrixOrder order,
                         int condition_steps = 3000);

}  // namespace spook
