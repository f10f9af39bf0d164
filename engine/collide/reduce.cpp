#include "engine/collide/reduce.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr double collinear = 1e-3;  // of the size

struct Ring {
  int count = 0;
  int index[Manifold::capacity];  // of the points, by angle
  double x[Manifold::capacity], y[Manifold::capacity];
};

// grows with the angle of (x, y) over a full turn, without trigonometry
double turn_of(double x, double y) {
  const double p = x / (std::abs(x) + std::abs(y) + 1e-300);
  return y < 0.0 ? 3.0 + p : 1.0 - p;
}

void order_by_angle(const FlatPoints& points, Ring& ring) {
  double centre_x = 0.0, centre_y = 0.0;
  for (int i = 0; i < points.count; ++i) centre_x += points.x[i], centre_y += points.y[i];
  centre_x /= points.count, centre_y /= points.count;
  double angle[Manifold::capacity];
  ring.count = points.count;
  for (int i = 0; i < points.count; ++i) {
    const double x = points.x[i] - centre_x, y = points.y[i] - centre_y, turned = turn_of(x, y);
    int at = i;
    for (; at > 0 && angle[at - 1] > turned; --at) {
      angle[at] = angle[at - 1], ring.index[at] = ring.index[at - 1];
      ring.x[at] = ring.x[at - 1], ring.y[at] = ring.y[at - 1];
    }
    angle[at] = turned, ring.index[at] = i, ring.x[at] = x, ring.y[at] = y;
  }
}

void drop(Ring& ring, int at) {
  for (int i = at; i + 1 < ring.count; ++i)
    ring.index[i] = ring.index[i + 1], ring.x[i] = ring.x[i + 1], ring.y[i] = ring.y[i + 1];
  --ring.count;
}

// a corner on the way between its neighbours carries nothing they do not, but its share of the load flickers
bool is_idle(const Ring& ring, int i, double close) {
  const int before = (i + ring.count - 1) % ring.count, after = (i + 1) % ring.count;
  const double ax = ring.x[i] - ring.x[before], ay = ring.y[i] - ring.y[before];
  const double bx = ring.x[after] - ring.x[i], by = ring.y[after] - ring.y[i];
  // the end of a row, or a sharp corner
  const double turn = ax * by - ay * bx, along = ax * bx + ay * by;
  if (along <= 0.0 && turn > -1e-6 * std::abs(along)) return false;
  const double cx = ax + bx, cy = ay + by;
  // so does one that lies inside the others' outline
  return cy * ax - cx * ay <= close * std::sqrt(cx * cx + cy * cy);
}

// keeps the outline, and the deepest point where it is deeper than its neighbours
void drop_idle(const FlatPoints& points, int deepest, double size, Ring& ring) {
  auto gap = [&](int i) { return points.gap[ring.index[i % ring.count]]; };
  for (int i = 0; i < ring.count && ring.count > 2;) {
    const bool deeper =
        ring.index[i] == deepest && gap(i) < std::min(gap(i + 1), gap(i + ring.count - 1)) - 1e-7 * size;
    if (!deeper && is_idle(ring, i, collinear * size))
      drop(ring, i), i = 0;
    else
      ++i;
  }
}

// rotate so that the lowest feature comes first: the choice below must not depend on where the angles start
void start_at_lowest_feature(const FlatPoints& points, Ring& ring) {
  int lowest = 0;
  for (int i = 1; i < ring.count; ++i)
    if (points.feature[ring.index[i]] < points.feature[ring.index[lowest]]) lowest = i;
  std::rotate(ring.index, ring.index + lowest, ring.index + ring.count);
  std::rotate(ring.x, ring.x + lowest, ring.x + ring.count);
  std::rotate(ring.y, ring.y + lowest, ring.y + ring.count);
}

double quadrilateral(const Ring& ring, const int* k) {
  return std::abs((ring.x[k[2]] - ring.x[k[0]]) * (ring.y[k[3]] - ring.y[k[1]]) -
                  (ring.x[k[3]] - ring.x[k[1]]) * (ring.y[k[2]] - ring.y[k[0]]));
}

// the four of the widest quadrilateral; a later choice must be wider by a part in a thousand
void choose_four(Ring& ring, int* best) {
  // rings of many points are first thinned to every other one
  while (ring.count > 12)
    for (int i = ring.count - 1; i > 0; i -= 2) drop(ring, i);
  double widest = -1.0;
  int k[4];
  for (k[0] = 0; k[0] < ring.count; ++k[0])
    for (k[1] = k[0] + 1; k[1] < ring.count; ++k[1])
      for (k[2] = k[1] + 1; k[2] < ring.count; ++k[2])
        for (k[3] = k[2] + 1; k[3] < ring.count; ++k[3]) {
          const double area = quadrilateral(ring, k);
          if (area > widest * 1.001) widest = area, std::copy(k, k + 4, best);
        }
  for (int i = 0; i < 4; ++i) best[i] = ring.index[best[i]];
}

// the deepest point always counts: it takes the place of the nearest
void keep_deepest(const FlatPoints& points, int deepest, double size, int* chosen) {
  auto squared = [&](int i) {
    const double x = points.x[i] - points.x[deepest], y = points.y[i] - points.y[deepest];
    return x * x + y * y;
  };
  double least = points.gap[chosen[0]];
  int nearest = 0;
  for (int i = 0; i < 4; ++i) {
    least = std::min(least, points.gap[chosen[i]]);
    if (squared(chosen[i]) < squared(chosen[nearest])) nearest = i;
  }
  if (points.gap[deepest] < least - 1e-6 * std::min(size, 1.0)) chosen[nearest] = deepest;
}

}  // namespace

int reduce_points(const FlatPoints& points, double size, int* kept) {
  int deepest = 0;
  for (int i = 1; i < points.count; ++i)
    if (points.gap[i] < points.gap[deepest] - 1e-7 * size) deepest = i;
  Ring ring;
  order_by_angle(points, ring);
  drop_idle(points, deepest, size, ring);
  if (ring.count <= 4) {
    std::copy(ring.index, ring.index + ring.count, kept);
    return ring.count;
  }
  start_at_lowest_feature(points, ring);
  choose_four(ring, kept);
  keep_deepest(points, deepest, size, kept);
  return 4;
}

void reduce_manifold(Manifold& manifold, double size) {
  if (manifold.count < 3) return;
  Vec3 u, v;
  tangent_frame(manifold.normal, u, v);
  FlatPoints points;
  points.count = manifold.count;
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& point = manifold.points[i];
    const Vec3 p = point.b - manifold.points[0].b;
    points.x[i] = u.dot(p), points.y[i] = v.dot(p);
    points.gap[i] = point.gap, points.feature[i] = point.feature;
  }
  int chosen[4];
  const int count = reduce_points(points, size, chosen);
  ManifoldPoint kept[4];
  for (int i = 0; i < count; ++i) kept[i] = manifold.points[chosen[i]];
  std::copy(kept, kept + count, manifold.points);
  manifold.count = count;
}

}  // namespace spook
