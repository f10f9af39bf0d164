#include "scenarios/nested_dissection.h"

#include <algorithm>

namespace spook {
namespace {

constexpr std::size_t small = 24;  // unknowns; chosen: four bodies are not worth a cut

// Cuts are levels of distance from an unknown at the rim, after Lipton, Rose and Tarjan: the level that halves a part.
struct Dissection {
  std::vector<std::vector<int>> neighbours;
  std::vector<int> part;   // which part an unknown is in now
  std::vector<int> level;  // its distance, of the search under way
  std::vector<int> order;
  int parts = 0;

  explicit Dissection(const Eigen::SparseMatrix<double>& matrix)
      : neighbours(std::size_t(matrix.cols())), part(neighbours.size(), 0), level(neighbours.size(), -1) {
    for (int column = 0; column < int(matrix.cols()); ++column)
      for (Eigen::SparseMatrix<double>::InnerIterator entry(matrix, column); entry; ++entry) {
        const int row = int(entry.row());
        if (row == column) continue;
        neighbours[std::size_t(column)].push_back(row), neighbours[std::size_t(row)].push_back(column);
      }
    for (std::vector<int>& list : neighbours) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }

  // by distance from `from`, within its part
  std::vector<int> search(int from) {
    const int mine = part[std::size_t(from)];
    std::vector<int> found{from};
    level[std::size_t(from)] = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      for (const int next : neighbours[std::size_t(found[i])])
        if (part[std::size_t(next)] == mine && level[std::size_t(next)] < 0)
          level[std::size_t(next)] = level[std::size_t(found[i])] + 1, found.push_back(next);
    return found;
  }

  void forget_levels(const std::vector<int>& of) {
    for (const int i : of) level[std::size_t(i)] = -1;
  }

  void dissect(const std::vector<int>& all) {
    const int mine = ++parts;
    for (const int i : all) part[std::size_t(i)] = mine;
    for (const int start : all) {
      if (part[std::size_t(start)] != mine) continue;
      std::vector<int> found = search(start);
      const int rim = found.back();
      forget_levels(found);
      found = search(rim);
      cut(found);
    }
  }

  void cut(const std::vector<int>& found) {
    const int middle = level[std::size_t(found[found.size() / 2])];
    std::vector<int> near, far, between;
    for (const int i : found) {
      const int at = level[std::size_t(i)];
      (at < middle ? near : at > middle ? far : between).push_back(i);
    }
    forget_levels(found);
    for (const int i : found) part[std::size_t(i)] = -1;  // taken
    if (found.size() > small && !near.empty() && !far.empty()) {
      dissect(near), dissect(far);
      order.insert(order.end(), between.begin(), between.end());
    } else {
      order.insert(order.end(), found.begin(), found.end());
    }
  }
};

}  // namespace

std::vector<int> nested_dissection(const Eigen::SparseMatrix<double>& matrix) {
  Dissection dissection(matrix);
  std::vector<int> all(std::size_t(matrix.cols()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = int(i);
  dissection.dissect(all);
  return dissection.order;
}

}  // namespace spook
