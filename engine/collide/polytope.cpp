#include <map>

#include "engine/collide/convex.h"
#include "engine/scene/convex_hull.h"

namespace spook {

Polytope make_polytope(const std::vector<Vec3>& points) {
  Polytope polytope;
  const ConvexHull hull = convex_hull(points);
  polytope.vertices = hull.vertices;
  std::map<std::array<int, 2>, int> edge_of;
  for (const HullFace& face : hull.faces) {
    const int count = static_cast<int>(face.vertices.size()), index = static_cast<int>(polytope.faces.size());
    polytope.faces.push_back({face.normal, face.offset, static_cast<int>(polytope.corners.size()), count});
    for (int i = 0; i < count; ++i) {
      const int p = face.vertices[i], q = face.vertices[(i + 1) % count];
      const std::array<int, 2> ends{std::min(p, q), std::max(p, q)};
      const auto [at, fresh] = edge_of.try_emplace(ends, static_cast<int>(polytope.edge_vertices.size()));
      if (fresh) {
        polytope.edge_vertices.push_back(ends);
        polytope.edge_faces.push_back({index, index});
      } else {
        polytope.edge_faces[at->second][1] = index;
      }
      polytope.corners.push_back(p);
      polytope.edges.push_back(at->second);
    }
  }
  return polytope;
}

}  // namespace spook
