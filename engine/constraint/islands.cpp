#include "engine/constraint/islands.h"

#include <numeric>
#include <utility>

namespace spook {

void Islands::begin(int bodies) {
  parent_.resize(bodies);
  std::iota(parent_.begin(), parent_.end(), 0);
  count_ = 0;
}

int Islands::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

// the lower index becomes the root
void Islands::tie(int a, int b) {
  if (a < 0 || b < 0) return;
  a = root(a), b = root(b);
  if (a > b) std::swap(a, b);
  parent_[b] = a;
}

void Islands::number(const std::vector<char>& member) {
  island_.assign(parent_.size(), -1);
  for (int body = 0; body < static_cast<int>(parent_.size()); ++body) {
    if (!member[body]) continue;
    const int top = root(body);
    if (island_[top] < 0) island_[top] = count_++;
    island_[body] = island_[top];
  }
}

}  // namespace spook
