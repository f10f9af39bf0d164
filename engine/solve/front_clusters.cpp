#include "engine/solve/front_clusters.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <numeric>

namespace spook {

namespace {

// elimination tree by Liu's path compression; bodies are named by their place in the order
std::vector<int> elimination_tree(const BodyGraph& graph, const std::vector<int>& order,
                                  const std::vector<int>& place) {
  const int n = static_cast<int>(order.size());
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int k = 0; k < n; ++k) {
    const int body = order[k];
    for (int e = graph.first[body]; e < graph.first[body + 1]; ++e) {
      int i = place[graph.neighbours[e]];
      while (i != -1 && i < k) {
        const int next = ancestor[i];
        ancestor[i] = k;
        if (next == -1) parent[i] = k;
        i = next;
      }
    }
  }
  return parent;
}

// what a front costs, ns: overhead, dense work, and carrying its update to the parent
double front_cost(int pivots, int update) {
  const double p = pivots, u = update;
  const double flops = p * u * u + p * p * u + p * p * p / 3.0;
  return 250.0 + 0.06 * flops + 0.25 * u * u + 3.0 * p;
}

std::vector<Cluster> clusters_of_columns(const BodyGraph& graph, const std::vector<int>& order,
                                         const std::vector<int>& place, const std::vector<int>& parent,
                                         const std::vector<int>& own_rows) {
  const int n = static_cast<int>(order.size());
  std::vector<Cluster> clusters(n);
  std::vector<int> mark(n, -1);
  for (int k = 0; k < n; ++k) {
    Cluster& cluster = clusters[k];
    cluster.bodies = {k};
    cluster.parent = parent[k];
    cluster.rows = own_rows[k];
    mark[k] = k;
    const auto take = [&](int i) {
      if (i > k && mark[i] != k) {
        mark[i] = k;
        cluster.update.push_back(i);
      }
    };
    for (int e = graph.first[order[k]]; e < graph.first[order[k] + 1]; ++e) take(place[graph.neighbours[e]]);
    for (int child : cluster.children) {
      for (int i : clusters[child].update) take(i);
    }
    std::sort(cluster.update.begin(), cluster.update.end());
    if (parent[k] >= 0) clusters[parent[k]].children.push_back(k);
  }
  return clusters;
}

// merge a child into its parent where one larger front is cheaper than two
void amalgamate(std::vector<Cluster>& clusters) {
  const int n = static_cast<int>(clusters.size());
  std::vector<int> candidates;
  for (int k = 0; k < n; ++k) {
    Cluster& cluster = clusters[k];
    candidates = cluster.children;
    // the largest child first: it shares most
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](int a, int b) { return clusters[a].update.size() > clusters[b].update.size(); });
    for (int c : candidates) {
      Cluster& child = clusters[c];
      const int p = 6 * static_cast<int>(cluster.bodies.size()) + cluster.rows;
      const int pc = 6 * static_cast<int>(child.bodies.size()) + child.rows;
      const int u = 6 * static_cast<int>(cluster.update.size()), uc = 6 * static_cast<int>(child.update.size());
      if (front_cost(p + pc, u) >= front_cost(p, u) + front_cost(pc, uc)) continue;
      cluster.bodies.insert(cluster.bodies.end(), child.bodies.begin(), child.bodies.end());
      cluster.rows += child.rows;
      std::erase(cluster.children, c);
      for (int grandchild : child.children) {
        clusters[grandchild].parent = k;
        cluster.children.push_back(grandchild);
      }
      child.merged = true;
    }
    std::sort(cluster.bodies.begin(), cluster.bodies.end());
  }
}

}  // namespace

BodyGraph body_graph(const BlockPattern& pattern) {
  std::vector<std::array<int, 2>> links;
  links.reserve(2 * pattern.edges.size() + 2 * pattern.rows.size());
  const auto link = [&](int a, int b) {
    links.push_back({a, b});
    links.push_back({b, a});
  };
  for (const auto& edge : pattern.edges) link(edge[0], edge[1]);
  for (const RowPattern& row : pattern.rows) {
    for (int i = 0; i < row.body_count; ++i) {
      for (int j = 0; j < i; ++j) {
        if (row.bodies[i] >= 0 && row.bodies[j] >= 0 && row.bodies[i] != row.bodies[j]) {
          link(row.bodies[i], row.bodies[j]);
        }
      }
    }
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  BodyGraph graph;
  graph.first.assign(pattern.body_count + 1, 0);
  for (const auto& [body, neighbour] : links) ++graph.first[body + 1], graph.neighbours.push_back(neighbour);
  std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());
  return graph;
}

std::vector<Cluster> make_clusters(const BodyGraph& graph, const std::vector<int>& order, const std::vector<int>& place,
                                   const std::vector<int>& own_rows) {
  std::vector<Cluster> clusters =
      clusters_of_columns(graph, order, place, elimination_tree(graph, order, place), own_rows);
  amalgamate(clusters);
  return clusters;
}

std::vector<int> postorder(std::vector<Cluster>& clusters) {
  std::vector<int> result, todo;
  for (int root = 0; root < static_cast<int>(clusters.size()); ++root) {
    if (clusters[root].merged || clusters[root].parent >= 0) continue;
    todo.push_back(root);
    const std::size_t begin = result.size();
    while (!todo.empty()) {
      const int k = todo.back();
      todo.pop_back();
      result.push_back(k);
      std::stable_sort(clusters[k].children.begin(), clusters[k].children.end(),
                       [&](int a, int b) { return clusters[a].update.size() < clusters[b].update.size(); });
      for (int child : clusters[k].children) todo.push_back(child);
    }
    std::reverse(result.begin() + static_cast<std::ptrdiff_t>(begin), result.end());
  }
  return result;
}

// approximate minimum degree
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
