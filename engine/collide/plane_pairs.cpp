#include "engine/collide/plane_pairs.h"

namespace spook {

void plane_manifold(const Placed& a, const Vec3& normal, double offset, double limit, Manifold& manifold) {
  manifold.begin(normal);
  const double deepest = -reach(a, -normal) - offset, size = a.shape->size;
  if (deepest > limit) return;
  Feature feature;
  support_feature(a, -normal, feature);
  double share = 1.0;
  if (feature.count == 2) {
    const Vec3 along = feature.points[1] - feature.points[0];
    const double length = along.norm();
    if (is_slender(length, feature.roundness)) share = share_of_line(0.5 * length, feature.roundness);
  }
  double least = limit;
  auto add = [&](const Vec3& p, std::uint64_t id) {
    const double gap = normal.dot(p) - offset;
    if (gap > limit) return;
    least = std::min(least, gap);
    manifold.points[manifold.count++] = {p, p - gap * normal, gap, id, 0, normal, share};
  };
  for (int i = 0; i < feature.count; ++i) add(feature.points[i], feature_id(Meeting::vertex_a, feature.vertices[i], 0));
  if (manifold.count == 0 || least > deepest + 1e-7 * size)
    add(support(a, -normal), feature_id(Meeting::witness, 0, 0));
  reduce_manifold(manifold, size);
}

void swap_sides(Manifold& manifold) {
  manifold.normal = -manifold.normal;
  for (int i = 0; i < manifold.count; ++i) std::swap(manifold.points[i].a, manifold.points[i].b);
}

}  // namespace spook
