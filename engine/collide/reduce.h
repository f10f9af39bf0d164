// Which of many contact points to keep: at most four, by a fixed rule.
#pragma once

#include "engine/collide/manifold.h"

namespace spook {

// contact points seen along the normal
struct FlatPoints {
  FlatPoints() {}  // points are written as they are counted
  int count = 0;
  double x[Manifold::capacity], y[Manifold::capacity], gap[Manifold::capacity];
  std::uint64_t feature[Manifold::capacity];
};

// indices of those to keep, and their number: the deepest, and the widest quadrilateral; near-collinear points go first
int reduce_points(const FlatPoints& points, double size, int* kept);

}  // namespace spook
