// From clusters to fronts: places of every number.
#include "engine/solve/front_tree.h"

#include <algorithm>

#include "engine/solve/front_clusters.h"

namespace spook {

namespace {

// of a block of rows, the body that is eliminated first; −1: none of them can move
int first_body(const RowPattern& block, const std::vector<int>& place) {
  int first = -1;
  for (int k = 0; k < block.body_count; ++k) {
    const int body = block.bodies[k];
    if (body >= 0 && (first < 0 || place[body] < place[first])) first = body;
  }
  return first;
}

// ---- places: from clusters to the flat tables of FrontTree
class Layout {
 public:
  Layout(const BlockPattern& pattern, const std::vector<int>& order, const std::vector<int>& place,
         const std::vector<std::vector<int>>& rows_of, std::vector<Cluster>& clusters)
      : pattern_(pattern), order_(order), place_(place), rows_of_(rows_of), clusters_(clusters) {}

  FrontTree build() {
    tree_.body_count = pattern_.body_count;
    tree_.body_offset.assign(pattern_.body_count, 0);
    tree_.row_offset.assign(pattern_.rows.size(), -1);
    front_of_.assign(pattern_.body_count, -1);
    number_rows();
    sequence_ = postorder(clusters_);
    for (int k : sequence_) place_pivots(k);
    for (std::size_t f = 0; f < sequence_.size(); ++f) place_update(static_cast<int>(f));
    for (std::size_t f = 0; f < sequence_.size(); ++f) connect(static_cast<int>(f));
    place_entries();
    find_parts();
    find_targets();
    place_stack();
    return std::move(tree_);
  }

 private:
  void number_rows() {
    int row = 0, jacobian = 0;
    for (const RowPattern& block : pattern_.rows) {
      tree_.row_first.push_back(row);
      tree_.row_jacobian.push_back(jacobian);
      tree_.row_count.push_back(block.row_count);
      row += block.row_count;
      jacobian += block.body_count * block.row_count;
    }
    tree_.sizes = {static_cast<int>(pattern_.edges.size()), jacobian, row};
  }

  void place_pivots(int k) {
    const int f = static_cast<int>(tree_.fronts.size());
    Front& front = tree_.fronts.emplace_back();
    front.unknown = tree_.unknowns;
    for (int at : clusters_[k].bodies) {
      const int body = order_[at];
      front_of_[body] = f;
      tree_.body_offset[body] = tree_.unknowns;
      tree_.unknowns += 6;
      for (int row : rows_of_[body]) {
        tree_.row_offset[row] = tree_.unknowns;
        tree_.unknowns += pattern_.rows[row].row_count;
      }
    }
    front.pivots = tree_.unknowns - front.unknown;
    front.pivots_padded = padded(front.pivots);
    front_of_cluster_.resize(clusters_.size(), -1);
    front_of_cluster_[k] = f;
  }

  void place_update(int f) {
    Front& front = tree_.fronts[f];
    const Cluster& cluster = clusters_[sequence_[f]];
    front.parent = cluster.parent < 0 ? -1 : front_of_cluster_[cluster.parent];
    front.first_update = static_cast<int>(tree_.update_offset.size());
    for (int at : cluster.update) tree_.update_offset.push_back(tree_.body_offset[order_[at]]);
    // by place in the new order, which every front above shares
    std::sort(tree_.update_offset.begin() + front.first_update, tree_.update_offset.end());
    front.update_bodies = static_cast<int>(cluster.update.size());
    front.update = 6 * front.update_bodies;
    front.height = front.pivots_padded + padded(front.update);
    front.panel = tree_.panel_size;
    tree_.panel_size += static_cast<std::int64_t>(front.height) * front.pivots;
    const double p = front.pivots, u = front.update;
    front.flops = p * u * u + p * p * u + p * p * p / 3.0;
    tree_.flops += front.flops;
    tree_.largest_height = std::max(tree_.largest_height, front.height);
    tree_.largest_pivots = std::max(tree_.largest_pivots, front.pivots);
  }

  // row of an unknown in a front's panel
  int row_in(const Front& front, int unknown) const {
    if (unknown >= front.unknown && unknown < front.unknown + front.pivots) return unknown - front.unknown;
    const auto begin = tree_.update_offset.begin() + front.first_update, end = begin + front.update_bodies;
    const auto found = std::lower_bound(begin, end, unknown);
    return front.pivots_padded + 6 * static_cast<int>(found - begin);
  }

  void connect(int f) {
    Front& front = tree_.fronts[f];
    front.first_child = static_cast<int>(tree_.children.size());
    for (int child : clusters_[sequence_[f]].children) tree_.children.push_back(front_of_cluster_[child]);
    front.child_count = static_cast<int>(tree_.children.size()) - front.first_child;
    std::sort(tree_.children.begin() + front.first_child, tree_.children.end());
    front.first_run = static_cast<int>(tree_.runs.size());
    if (front.parent >= 0) {
      const Front& parent = tree_.fronts[front.parent];
      for (int i = 0; i < front.update_bodies; ++i) {
        const int to = row_in(parent, tree_.update_offset[front.first_update + i]);
        // a run never crosses from the parent's pivots to its update
        if (i > 0 && to != parent.pivots_padded && tree_.runs.back().to + tree_.runs.back().length == to) {
          tree_.runs.back().length += 6;
        } else {
          tree_.runs.push_back({6 * i, to, 6});
        }
      }
    }
    front.run_count = static_cast<int>(tree_.runs.size()) - front.first_run;
  }

  void place_entries() {
    std::vector<std::vector<FrontEntry>> of_front(tree_.fronts.size());
    const auto add = [&](int f, FrontEntry::Kind kind, int index, int row_unknown, int column_unknown, int count = 6) {
      const Front& front = tree_.fronts[f];
      of_front[f].push_back({kind, index, row_in(front, row_unknown), column_unknown - front.unknown, count});
    };
    for (int b = 0; b < pattern_.body_count; ++b) {
      add(front_of_[b], FrontEntry::body, b, tree_.body_offset[b], tree_.body_offset[b]);
    }
    for (int e = 0; e < static_cast<int>(pattern_.edges.size()); ++e) {
      const auto [a, b] = pattern_.edges[e];
      const int ua = tree_.body_offset[a], ub = tree_.body_offset[b];
      // stored as rows of a, columns of b: transposed where a goes first
      if (ub < ua) {
        add(front_of_[b], FrontEntry::edge, e, ua, ub);
      } else {
        add(front_of_[a], FrontEntry::edge_transposed, e, ub, ua);
      }
    }
    for (int r = 0; r < static_cast<int>(pattern_.rows.size()); ++r) {
      const RowPattern& block = pattern_.rows[r];
      const int owner = first_body(block, place_);
      if (owner < 0) continue;
      const int f = front_of_[owner], row = tree_.row_offset[r];
      add(f, FrontEntry::row_pivot, tree_.row_first[r], row, row, block.row_count);
      for (int k = 0; k < block.body_count; ++k) {
        if (block.bodies[k] < 0) continue;
        const int body = tree_.body_offset[block.bodies[k]];
        const int index = tree_.row_jacobian[r] + k * block.row_count;
        if (body < row) {
          add(f, FrontEntry::row_left, index, row, body, block.row_count);
        } else {
          add(f, FrontEntry::row_below, index, body, row, block.row_count);
        }
      }
    }
    for (std::size_t f = 0; f < of_front.size(); ++f) {
      tree_.fronts[f].first_entry = static_cast<int>(tree_.entries.size());
      tree_.fronts[f].entry_count = static_cast<int>(of_front[f].size());
      tree_.entries.insert(tree_.entries.end(), of_front[f].begin(), of_front[f].end());
    }
  }

  // cut below the top of the tree until the largest piece is small against the whole
  void find_parts() {
    const int n = static_cast<int>(tree_.fronts.size());
    tree_.in_part.assign(n, 0);
    if (tree_.flops < 2e6) return;  // not worth waking anyone
    std::vector<double> below(n);
    std::vector<int> first(n);
    std::vector<int> pieces;
    for (int f = 0; f < n; ++f) {
      const Front& front = tree_.fronts[f];
      below[f] = front.flops, first[f] = f;
      for (int c = 0; c < front.child_count; ++c) {
        const int child = tree_.children[front.first_child + c];
        below[f] += below[child];
        first[f] = std::min(first[f], first[child]);
      }
      if (front.parent < 0) pieces.push_back(f);
    }
    const auto smaller = [&](int a, int b) { return below[a] != below[b] ? below[a] < below[b] : a < b; };
    while (!pieces.empty()) {
      const auto largest = std::max_element(pieces.begin(), pieces.end(), smaller);
      if (below[*largest] < tree_.flops / 12.0) break;
      const Front& front = tree_.fronts[*largest];
      pieces.erase(largest);
      for (int c = 0; c < front.child_count; ++c) pieces.push_back(tree_.children[front.first_child + c]);
    }
    std::sort(pieces.begin(), pieces.end(), [&](int a, int b) { return smaller(b, a); });
    for (int f : pieces) {
      tree_.parts.push_back({first[f], f});
      std::fill(tree_.in_part.begin() + first[f], tree_.in_part.begin() + f + 1, 1);
    }
  }

  // What a part's fronts add to unknowns of the trunk are update bodies of the part's last front too: one place each,
  // so that parts may be solved at once.
  void find_targets() {
    tree_.update_target = tree_.update_offset;
    std::vector<int> left_over(tree_.unknowns, 0);  // −1 − place, where it is this part's
    for (FrontPart& part : tree_.parts) {
      const Front& last = tree_.fronts[part.last];
      part.left_over = tree_.left_over;
      tree_.left_over += 6 * last.update_bodies;
      for (int i = 0; i < last.update_bodies; ++i)
        left_over[tree_.update_offset[last.first_update + i]] = -1 - part.left_over - 6 * i;
      for (int f = part.first; f <= part.last; ++f) {
        const Front& front = tree_.fronts[f];
        for (int i = front.first_update; i < front.first_update + front.update_bodies; ++i)
          if (left_over[tree_.update_offset[i]] < 0) tree_.update_target[i] = left_over[tree_.update_offset[i]];
      }
      for (int i = 0; i < last.update_bodies; ++i) left_over[tree_.update_offset[last.first_update + i]] = 0;
    }
  }

  struct Piece {
    std::int64_t offset, size;
  };

  // first fit over the time an update matrix lives: from its own front to its parent's
  void place_update_matrix(int f, std::int64_t base, std::vector<Piece>& live) {
    Front& front = tree_.fronts[f];
    const std::int64_t size = static_cast<std::int64_t>(front.update_padded()) * front.update_padded();
    std::int64_t offset = base;
    auto at = live.begin();
    for (; at != live.end() && at->offset - offset < size; ++at) offset = at->offset + at->size;
    front.stack = offset;
    if (size > 0) live.insert(at, {offset, size});
    tree_.stack_size = std::max(tree_.stack_size, offset + size);
  }

  void release_children(int f, std::vector<Piece>& live) {
    const Front& front = tree_.fronts[f];
    for (int c = 0; c < front.child_count; ++c) {
      const Front& child = tree_.fronts[tree_.children[front.first_child + c]];
      if (child.update > 0) std::erase_if(live, [&](const Piece& piece) { return piece.offset == child.stack; });
    }
  }

  // the roots of the parts lie with the trunk's, every part apart: then they can be worked on at once
  void place_stack() {
    std::vector<Piece> live;
    for (const FrontPart& part : tree_.parts) place_update_matrix(part.last, 0, live);
    for (int f = 0; f < static_cast<int>(tree_.fronts.size()); ++f) {
      if (tree_.in_part[f]) continue;
      place_update_matrix(f, 0, live);
      release_children(f, live);
    }
    for (const FrontPart& part : tree_.parts) {
      live.clear();
      const std::int64_t base = tree_.stack_size;
      for (int f = part.first; f <= part.last; ++f) {
        if (f < part.last) place_update_matrix(f, base, live);
        release_children(f, live);
      }
    }
  }

  const BlockPattern& pattern_;
  const std::vector<int>&order_, &place_;
  const std::vector<std::vector<int>>& rows_of_;
  std::vector<Cluster>& clusters_;
  FrontTree tree_;
  std::vector<int> front_of_, front_of_cluster_, sequence_;
};

}  // namespace

FrontTree build_front_tree(const BlockPattern& pattern) {
  const BodyGraph graph = body_graph(pattern);
  const std::vector<int> order = minimum_degree_order(pattern.body_count, graph.first, graph.neighbours);
  std::vector<int> place(pattern.body_count);
  for (int k = 0; k < pattern.body_count; ++k) place[order[k]] = k;

  // a block of rows goes right after the first of its bodies
  std::vector<std::vector<int>> rows_of(pattern.body_count);
  std::vector<int> own_rows(pattern.body_count, 0);
  for (int r = 0; r < static_cast<int>(pattern.rows.size()); ++r) {
    const int first = first_body(pattern.rows[r], place);
    if (first < 0) continue;
    rows_of[first].push_back(r);
    own_rows[place[first]] += pattern.rows[r].row_count;
  }

  std::vector<Cluster> clusters = make_clusters(graph, order, place, own_rows);
  return Layout(pattern, order, place, rows_of, clusters).build();
}

}  // namespace spook
