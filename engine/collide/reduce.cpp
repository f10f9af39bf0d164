#include <algorithm>
#include <cmath>

#include "engine/collide/manifold.h"

namespace spook {
namespace {

constexpr double collinear = 1e-3;  // of the size

struct Ring {
  int count = 0;
  int index[Manifold::capacity];  // of the manifold's points, by angle
  double x[Manifold::capacity], y[Manifold::capacity];
};

// grows with the angle of (x, y) over a full turn, without trigonometry
double turn_of(double x, double y) {
  const double p = x / (std::abs(x) + std::abs(y) + 1e-300);
  return y < 0.0 ? 3.0 + p : 1.0 - p;
}

void order_by_angle(const Manifold& manifold, Ring& ring) {
  Vec3 u, v, centre = Vec3::Zero();
  tangent_frame(manifold.normal, u, v);
  for (int i = 0; i < manifold.count; ++i) centre += manifold.points[i].b;
  centre /= manifold.count;
  double angle[Manifold::capacity];
  ring.count = manifold.count;
  for (int i = 0; i < manifold.count; ++i) {
    const Vec3 p = manifold.points[i].b - centre;
    const double x = u.dot(p), y = v.dot(p), turned = turn_of(x, y);
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
void drop_idle(const Manifold& manifold, int deepest, double size, Ring& ring) {
  auto gap = [&](int i) { return manifold.points[ring.index[i % ring.count]].gap; };
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
void start_at_lowest_feature(const Manifold& manifold, Ring& ring) {
  int lowest = 0;
  for (int i = 1; i < ring.count; ++i)
    if (manifold.points[ring.index[i]].feature < manifold.points[ring.index[lowest]].feature) lowest = i;
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
void keep_deepest(const Manifold& manifold, int deepest, double size, int* chosen) {
  double least = manifold.points[chosen[0]].gap;
  int nearest = 0;
  for (int i = 0; i < 4; ++i) {
    least = std::min(least, manifold.points[chosen[i]].gap);
    const Vec3& p = manifold.points[deepest].b;
    if ((manifold.points[chosen[i]].b - p).squaredNorm() < (manifold.points[chosen[nearest]].b - p).squaredNorm())
      nearest = i;
  }
  if (manifold.points[deepest].gap < least - 1e-6 * std::min(size, 1.0)) chosen[nearest] = deepest;
}

}  // namespace

void reduce_manifold(Manifold& manifold, double size) {
  if (manifold.count < 3) return;
  int first_deepest = 0;
  for (int i = 1; i < manifold.count; ++i)
    if (manifold.points[i].gap < manifold.points[first_deepest].gap - 1e-7 * size) first_deepest = i;
  Ring ring;
  order_by_angle(manifold, ring);
  drop_idle(manifold, first_deepest, size, ring);
  ManifoldPoint kept[4];
  int count = ring.count;
  if (ring.count > 4) {
    start_at_lowest_feature(manifold, ring);
    int chosen[4];
    choose_four(ring, chosen);
    keep_deepest(manifold, first_deepest, size, chosen);
    count = 4;
    for (int i = 0; i < 4; ++i) kept[i] = manifold.points[chosen[i]];
  } else {
    for (int i = 0; i < count; ++i) kept[i] = manifold.points[ring.index[i]];
  }
  std::copy(kept, kept + count, manifold.points);
  manifold.count = count;
}

}  // namespace spook
