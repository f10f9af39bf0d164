// Incremental hull with exact predicates: the points are rounded to a grid of 2^40 cells across their extent, on which
// every orientation is an exact 128-bit integer. A point in the plane of a face counts as seeing it, so faces are
// rebuilt instead of split into slivers, and the horizon is one closed loop for every input: no tolerance can fail.
// Tolerances come in only afterwards, when triangles are merged into flat faces.
#include "engine/scene/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <unordered_map>
#include <utility>

namespace spook {
namespace {

using Wide = __int128;
using GridPoint = std::array<std::int64_t, 3>;
using WidePoint = std::array<Wide, 3>;
using Triangle = std::array<int, 3>;

constexpr double grid_cells = 1099511627776.0;  // 2^40
constexpr double flat = 1e-7;                   // of the extent: what counts as one plane, and as one line

GridPoint operator-(const GridPoint& a, const GridPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

WidePoint cross(const GridPoint& a, const GridPoint& b) {
  return {Wide(a[1]) * b[2] - Wide(a[2]) * b[1], Wide(a[2]) * b[0] - Wide(a[0]) * b[2],
          Wide(a[0]) * b[1] - Wide(a[1]) * b[0]};
}

Wide dot(const WidePoint& a, const GridPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double length(const WidePoint& a) {
  return std::hypot(double(a[0]), double(a[1]), double(a[2]));
}

struct Builder {
  struct Side {
    Triangle corners;
    WidePoint normal;
    std::vector<int> outside = {};  // points that see it and wait to be added, each in one side's list
    bool gone = false;
  };

  std::vector<GridPoint> grid;
  std::vector<Side> sides;
  std::vector<int> seen_from;                     // a waiting point: a side that it sees; -1: it lies inside
  std::unordered_map<std::uint64_t, int> across;  // an edge, from and to: the side it belongs to

  Side side(int a, int b, int c) const { return {{a, b, c}, cross(grid[b] - grid[a], grid[c] - grid[a])}; }
  static std::uint64_t edge(int from, int to) { return std::uint64_t(from) << 32 | std::uint32_t(to); }
  Wide height(const Side& s, int point) const { return dot(s.normal, grid[point] - grid[s.corners[0]]); }

  template <typename Measure>
  int farthest(Measure&& measure) const {
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < int(grid.size()); ++i)
      if (const double m = measure(i); m > most) most = m, best = i;
    return best;
  }

  // four points that span the most, or false where all lie in one plane
  bool start() {
    const int a = farthest([&](int i) { return -double(grid[i][0]) + grid_cells; });
    const int b = farthest([&](int i) {
      const GridPoint d = grid[i] - grid[a];
      return std::hypot(double(d[0]), double(d[1]), double(d[2]));
    });
    const int c = farthest([&](int i) { return length(cross(grid[b] - grid[a], grid[i] - grid[a])); });
    Side base = side(a, b, c);
    const int d = farthest([&](int i) { return std::abs(double(height(base, i))); });
    const Wide top = height(base, d);
    if (!(std::abs(double(top)) > flat * grid_cells * length(base.normal))) return false;
    const auto first = top > 0 ? std::array{side(a, c, b), side(a, b, d), side(b, c, d), side(c, a, d)}
                               : std::array{base, side(a, d, b), side(b, d, c), side(c, d, a)};
    for (const Side& s : first) put(s);
    seen_from.assign(grid.size(), -1);
    for (int i = 0; i < int(grid.size()); ++i) wait(i, 0);
    return true;
  }

  void put(const Side& s) {
    for (int i = 0; i < 3; ++i) across[edge(s.corners[i], s.corners[(i + 1) % 3])] = int(sides.size());
    sides.push_back(s);
  }

  // a point waits with the first side it sees, of those from `first` on
  void wait(int point, int first) {
    seen_from[point] = -1;
    for (int s = first; s < int(sides.size()); ++s) {
      if (height(sides[s], point) <= 0) continue;
      seen_from[point] = s;
      sides[s].outside.push_back(point);
      return;
    }
  }

  // the sides that a point sees or whose plane it lies in: they hang together, around one that it sees
  std::vector<int> rebuilt_for(int point) {
    std::vector<int> found{seen_from[point]};
    sides[found[0]].gone = true;
    for (std::size_t next = 0; next < found.size(); ++next)
      for (int i = 0; i < 3; ++i) {
        const Triangle& t = sides[found[next]].corners;
        const int other = across.at(edge(t[(i + 1) % 3], t[i]));
        if (sides[other].gone || height(sides[other], point) < 0) continue;
        sides[other].gone = true;
        found.push_back(other);
      }
    return found;
  }

  void add(int point) {
    if (seen_from[point] < 0) return;
    const std::vector<int> old = rebuilt_for(point);
    std::vector<std::pair<int, int>> rim;
    for (const int s : old)
      for (int i = 0; i < 3; ++i) {
        const int from = sides[s].corners[i], to = sides[s].corners[(i + 1) % 3];
        if (!sides[across.at(edge(to, from))].gone) rim.emplace_back(from, to);
      }
    for (const int s : old)
      for (int i = 0; i < 3; ++i) across.erase(edge(sides[s].corners[i], sides[s].corners[(i + 1) % 3]));
    const int first = int(sides.size());
    for (const auto& [from, to] : rim) put(side(from, to, point));
    // Who saw an old side and is still outside sees a new one: between the side it saw and any kept one that it sees
    // too lies a piece of the rim, both of whose sides it sees, and the new side there leans between them.
    for (const int s : old) {
      for (const int waiting : std::exchange(sides[s].outside, {}))
        if (waiting != point) wait(waiting, first);
    }
  }
};

bool to_grid(std::span<const Vec3> points, double& extent, std::vector<GridPoint>& grid) {
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    if (!p.allFinite()) return false;
    low = low.cwiseMin(p), high = high.cwiseMax(p);
  }
  extent = (high - low).maxCoeff();
  if (!(extent > 0.0) || !std::isfinite(extent)) return false;
  for (const Vec3& p : points) {
    const Vec3 cell = (p - low) / extent * grid_cells;
    grid.push_back({std::llround(cell[0]), std::llround(cell[1]), std::llround(cell[2])});
  }
  return true;
}

// keeps the corners only, renumbered
void compact(std::span<const Vec3> points, const std::vector<Builder::Side>& sides, ConvexHull& hull) {
  std::vector<int> number(points.size(), -1);
  for (const auto& s : sides)
    for (const int corner : s.corners) number[corner] = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = int(hull.vertices.size());
    hull.vertices.push_back(points[i]);
  }
  for (const auto& s : sides)
    hull.triangles.push_back({number[s.corners[0]], number[s.corners[1]], number[s.corners[2]]});
  // the same hull, the same table: order by corners, smallest first in each triangle
  for (auto& t : hull.triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(hull.triangles.begin(), hull.triangles.end());
}

Vec3 area_vector(const ConvexHull& hull, const Triangle& t) {
  const Vec3& a = hull.vertices[t[0]];
  return 0.5 * (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a);
}

// neighbours[3t + i]: the triangle across the edge from corner i to the next
std::vector<int> neighbours_of(const ConvexHull& hull) {
  std::vector<std::pair<std::pair<int, int>, int>> edges;
  for (int t = 0; t < int(hull.triangles.size()); ++t)
    for (int i = 0; i < 3; ++i) edges.push_back({{hull.triangles[t][i], hull.triangles[t][(i + 1) % 3]}, 3 * t + i});
  std::sort(edges.begin(), edges.end());
  std::vector<int> neighbours(edges.size());
  for (const auto& [edge, slot] : edges) {
    const auto twin = std::lower_bound(edges.begin(), edges.end(), std::pair{std::pair{edge.second, edge.first}, 0});
    neighbours[slot] = twin->second / 3;
  }
  return neighbours;
}

// the corners of a face: the hull in its plane of the points that lie in it, near-collinear ones left out
std::vector<int> outline(const ConvexHull& hull, const Vec3& normal, const std::set<int>& members, double tolerance) {
  const Vec3 u = normal.unitOrthogonal(), w = normal.cross(u);
  std::vector<std::pair<Vec2, int>> flat_points;
  for (const int i : members) flat_points.push_back({Vec2(hull.vertices[i].dot(u), hull.vertices[i].dot(w)), i});
  std::sort(flat_points.begin(), flat_points.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.x(), a.first.y()) < std::pair(b.first.x(), b.first.y());
  });
  // is b a corner of a → b → c, turning left by more than the tolerance?
  const auto turns = [&](const Vec2& a, const Vec2& b, const Vec2& c) {
    const Vec2 ab = b - a, ac = c - a;
    return ab.x() * ac.y() - ab.y() * ac.x() > tolerance * ac.norm();
  };
  // lower chain forwards, upper chain backwards
  std::vector<std::pair<Vec2, int>> chain;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t first = chain.size();
    for (const auto& point : flat_points) {
      while (chain.size() >= first + 2 && !turns(chain[chain.size() - 2].first, chain.back().first, point.first))
        chain.pop_back();
      chain.push_back(point);
    }
    chain.pop_back();
    std::reverse(flat_points.begin(), flat_points.end());
  }
  // the seams of the two chains have not been looked at yet
  for (std::size_t i = 0; i < chain.size() && chain.size() > 3;) {
    const std::size_t n = chain.size();
    if (turns(chain[(i + n - 1) % n].first, chain[i].first, chain[(i + 1) % n].first))
      ++i;
    else
      chain.erase(chain.begin() + long(i));
  }
  std::vector<int> corners;
  for (const auto& point : chain) corners.push_back(point.second);
  return corners;
}

// largest triangles first, each takes in its neighbours as long as they lie in its plane
void merge_faces(ConvexHull& hull, double extent) {
  const double tolerance = flat * extent;
  const std::vector<int> neighbours = neighbours_of(hull);
  std::vector<Vec3> areas;
  for (const Triangle& t : hull.triangles) areas.push_back(area_vector(hull, t));
  std::vector<int> order(areas.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return areas[a].norm() > areas[b].norm(); });

  std::vector<bool> taken(areas.size(), false);
  for (const int seed : order) {
    if (taken[seed] || !(areas[seed].norm() > 0.0)) continue;
    const Vec3 plane = areas[seed].normalized();
    const double level = plane.dot(hull.vertices[hull.triangles[seed][0]]);
    Vec3 area = Vec3::Zero();
    std::set<int> members;
    std::vector<int> front{seed};
    taken[seed] = true;
    while (!front.empty()) {
      const int t = front.back();
      front.pop_back();
      area += areas[t];
      members.insert(hull.triangles[t].begin(), hull.triangles[t].end());
      for (int i = 0; i < 3; ++i) {
        const int next = neighbours[3 * t + i];
        const bool in_plane = std::all_of(hull.triangles[next].begin(), hull.triangles[next].end(), [&](int v) {
          return std::abs(plane.dot(hull.vertices[v]) - level) <= tolerance;
        });
        if (taken[next] || !in_plane) continue;
        taken[next] = true;
        front.push_back(next);
      }
    }
    HullFace face;
    face.normal = area.normalized();
    face.vertices = outline(hull, face.normal, members, tolerance);
    if (face.vertices.size() < 3) continue;  // thinner than the tolerance: an edge
    face.offset = face.normal.dot(hull.vertices[*members.begin()]);
    for (const int v : members) face.offset = std::max(face.offset, face.normal.dot(hull.vertices[v]));
    hull.faces.push_back(std::move(face));
  }
}

// Few points as they come; many shuffled, always alike, so that no order of theirs makes it slow: each new point then
// has few sides to rebuild, and few points wait with these.
std::vector<int> order_of_adding(std::size_t count) {
  constexpr std::size_t many = 1000;  // chosen: below, even the worst order takes milliseconds
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(1);
  if (count > many)
    for (std::size_t i = count - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
  return order;
}

}  // namespace

ConvexHull convex_hull(std::span<const Vec3> points) {
  ConvexHull hull;
  double extent = 0.0;
  Builder builder;
  if (points.size() < 4 || !to_grid(points, extent, builder.grid) || !builder.start()) return hull;
  for (const int point : order_of_adding(points.size())) builder.add(point);
  std::erase_if(builder.sides, [](const Builder::Side& s) { return s.gone; });
  compact(points, builder.sides, hull);
  merge_faces(hull, extent);
  return hull;
}

}  // namespace spook
