// The order of elimination: approximate minimum degree on the graph of bodies.
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "engine/solve/front_tree.h"

namespace spook {

std::vector<int> minimum_degree_order(int n, const std::vector<int>& first, const std::vector<int>& neighbours) {
  std::vector<int> order(n);
  if (n <= 2) {
    for (int i = 0; i < n; ++i) order[i] = i;
    return order;
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> graph(n, n);
  Eigen::VectorXi counts(n);
  for (int i = 0; i < n; ++i) counts[i] = first[i + 1] - first[i] + 1;
  graph.reserve(counts);
  for (int i = 0; i < n; ++i) {
    graph.insert(i, i) = 1.0;
    for (int k = first[i]; k < first[i + 1]; ++k) graph.insert(neighbours[k], i) = 1.0;
  }
  graph.makeCompressed();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::internal::minimum_degree_ordering(graph, permutation);
  for (int i = 0; i < n; ++i) order[i] = permutation.indices()[i];
  return order;
}

}  // namespace spook
