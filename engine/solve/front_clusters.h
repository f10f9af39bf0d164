// From the graph of bodies to clusters: which bodies share a front, and whom each front updates.
#pragma once

#include <vector>

#include "engine/solve/front_tree.h"

namespace spook {

// who is coupled with whom: contacts couple two bodies, a block of rows all of its own
struct BodyGraph {
  std::vector<int> first, neighbours;
};
BodyGraph body_graph(const BlockPattern& pattern);

// a front while it is being put together
struct Cluster {
  std::vector<int> bodies;  // eliminated here, by place, ascending
  std::vector<int> update;  // bodies it updates, by place, ascending
  std::vector<int> children;
  int parent = -1;
  int rows = 0;  // joint rows eliminated here
  bool merged = false;
};

// bodies by their place in the order; own_rows: joint rows eliminated with each. Children come before parents.
std::vector<Cluster> make_clusters(const BodyGraph& graph, const std::vector<int>& order, const std::vector<int>& place,
                                   const std::vector<int>& own_rows);
// children before parents; the child with the largest update last, so that it lies warm on the stack
std::vector<int> postorder(std::vector<Cluster>& clusters);

}  // namespace spook
