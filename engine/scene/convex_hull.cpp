// Incremental hull with exact predicates: the points are rounded to a grid of 2^40 cells across their extent, on which
// every orientation is an exact 128-bit integer. A point in the plane of a face counts as seeing it, so faces are
// rebuilt instead of split into slivers, and the horizon is one closed loop for every input: no tolerance can fail.
// Tolerances come in only afterwards, when triangles are merged into flat faces.
#include "engine/scene/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
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
  };

  std::vector<GridPoint> grid;
  std::vector<Side> sides;

  Side side(int a, int b, int c) const { return {{a, b, c}, cross(grid[b] - grid[a], grid[c] - grid[a])}; }
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
    if (top > 0)
      sides = {side(a, c, b), side(a, b, d), side(b, c, d), side(c, a, d)};
    else
      sides = {base, side(a, d, b), side(b, d, c), side(c, d, a)};
    return true;
  }

  void add(int point) {
    // outside some face? then every face that it sees, or whose plane it lies in, is rebuilt
    const bool outside = std::any_of(sides.begin(), sides.end(), [&](const Side& s) { return height(s, point) > 0; });
    if (!outside) return;
    const auto seen = std::partition(sides.begin(), sides.end(), [&](const Side& s) { return height(s, point) < 0; });
    std::set<std::pair<int, int>> edges;
    for (auto s = seen; s != sides.end(); ++s)
      for (int i = 0; i < 3; ++i) edges.emplace(s->corners[i], s->corners[(i + 1) % 3]);
    sides.erase(seen, sides.end());
    for (const auto& [from, to] : edges)
      if (!edges.contains({to, from})) sides.push_back(side(from, to, point));
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

}  // namespace

ConvexHull convex_hull(std::span<const Vec3> points) {
  ConvexHull hull;
  double extent = 0.0;
  Builder builder;
  if (points.size() < 4 || !to_grid(points, extent, builder.grid) || !builder.start()) return hull;
  for (int i = 0; i < int(points.size()); ++i) builder.add(i);
  compact(points, builder.sides, hull);
  merge_faces(hull, extent);
  return hull;
}

}  // namespace spook
