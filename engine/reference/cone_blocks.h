// What the cone solvers share: W by 3 × 3 blocks, row after row, and the processor's clock.
#pragma once

#include <vector>

#include "engine/reference/cone_problem.h"

namespace spook::reference {

struct BlockRows {
  explicit BlockRows(const ConeProblem& problem);
  Eigen::Vector3d velocity(int contact, const Vector& r, const Vector& q) const;  // (W r + q) of one contact
  std::vector<int> start, column;
  std::vector<Eigen::Matrix3d> block, diagonal;
};

double cone_clock();  // processor seconds of this thread

}  // namespace spook::reference
