// The symbolic factorisation (numerics §3): which bodies and joint rows are eliminated together, and where every
// number of the matrix goes. It depends on who is coupled with whom and on nothing else.
//
// Nodes are bodies (6 unknowns). A block of rows (a joint, or contacts of tiny T) is eliminated right after the first
// of its bodies, so its pivot is −(T + G M⁻¹ Gᵀ) and never T alone. A front eliminates one or more bodies with their
// rows: its pivot columns ("panel") reach down over its update rows, which are whole bodies of fronts above.
//
//        pivots   update
//      [ L11            ]   rows 0 … pivots−1,               padded to pivots_padded
//      [ L21      U     ]   rows pivots_padded … height−1,   6 a body, padded to a multiple of 8
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace spook {

struct RowPattern {
  int body_count = 0;
  std::array<int, 4> bodies{-1, -1, -1, -1};  // −1: fixed in space, no unknowns
  int row_count = 0;                          // any number
};

struct BlockPattern {
  int body_count = 0;
  std::vector<std::array<int, 2>> edges;  // coupled bodies, both ≥ 0 and different
  std::vector<RowPattern> rows;
  void clear() {
    body_count = 0;
    edges.clear(), rows.clear();
  }
};

inline int padded(int n) {
  return (n + 7) & ~7;
}

struct Front {
  int pivots = 0, pivots_padded = 0;
  int update = 0, height = 0;  // height: leading dimension of the panel
  int parent = -1;
  int first_child = 0, child_count = 0;     // in FrontTree::children
  int first_update = 0, update_bodies = 0;  // in FrontTree::update_offset and extend_run
  int first_run = 0, run_count = 0;         // how the update matrix lands in the parent's front
  int unknown = 0;                          // offset of the pivots in the permuted vector of unknowns
  std::int64_t panel = 0;                   // offset of the panel, height × pivots
  std::int64_t stack = 0;                   // offset of the update matrix among the temporaries
  int first_entry = 0, entry_count = 0;
  double flops = 0.0;
  int update_padded() const { return height - pivots_padded; }
};

// consecutive rows of an update matrix that stay consecutive in the parent
struct ExtendRun {
  int from = 0, to = 0, length = 0;  // `to` counts rows of the parent's front; pivots_padded and above: its update
};

// where one block of the matrix lands in its front's panel
struct FrontEntry {
  enum Kind : std::int8_t { body, edge, edge_transposed, row_left, row_below, row_pivot };
  Kind kind = body;
  int index = 0;            // of the body or edge, or the first of `count` rows: of T, or of Jacobians
  int row = 0, column = 0;  // in the panel
  int count = 6;            // rows of a block of rows
};

// a subtree whose fronts are neighbours in the list: parts are independent of one another, the trunk needs them all
struct FrontPart {
  int first = 0, last = 0;  // fronts
  int left_over = 0;        // where what a solve leaves over for the trunk begins: 6 numbers an update body of `last`
};

struct FrontTree {
  int body_count = 0, unknowns = 0;
  std::vector<Front> fronts;     // children before parents
  std::vector<FrontPart> parts;  // what threads share out; the other fronts are the trunk
  std::vector<char> in_part;     // of each front
  std::vector<int> children;
  std::vector<int> update_offset;  // of each update body, its place in the permuted vector
  std::vector<int> update_target;  // where a solve adds to it: that place, or −1 − a place among what parts leave over
  int left_over = 0;               // numbers that parts leave over
  std::vector<ExtendRun> runs;
  std::vector<FrontEntry> entries;
  std::vector<int> body_offset;   // of each body in the permuted vector
  std::vector<int> row_offset;    // of each row block; −1: none of its bodies can move
  std::vector<int> row_first;     // of each row block, its first row in the packed rows
  std::vector<int> row_jacobian;  // of each row block, its first row of Jacobians: row_count for each of its bodies
  std::vector<int> row_count;     // of each row block
  struct Sizes {
    int edges = 0, jacobian_rows = 0, rows = 0;
  } sizes;  // of the matrix: how many of each
  std::int64_t panel_size = 0, stack_size = 0;
  int largest_height = 0, largest_pivots = 0;
  double flops = 0.0;
};

FrontTree build_front_tree(const BlockPattern& pattern);

// a fill-reducing order of the bodies: order[k] is eliminated k-th
std::vector<int> minimum_degree_order(int n, const std::vector<int>& first, const std::vector<int>& neighbours);

}  // namespace spook
