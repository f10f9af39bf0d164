// Nested dissection: an order of elimination that cuts the graph in two, each half first and the cut last.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

namespace spook {

// order[k] is eliminated k-th; of a symmetric matrix, of which either half may be given
std::vector<int> nested_dissection(const Eigen::SparseMatrix<double>& matrix);

}  // namespace spook
