// A convex shape on one-sided triangles: their own normals on flat and hollow ground, the wedge between neighbours'
// normals at ridges, so that no side inside a surface is ever felt.
#pragma once

#include "engine/collide/normals.h"
#include "engine/collide/surface.h"

namespace spook {

struct SurfacePoint {
  ManifoldPoint point;
  Vec3 normal;
};

class SurfaceContacts {
 public:
  // a is the convex shape, box its bounds, all in the surface's frame; so are the points found, merged and reduced.
  void find(const Placed& a, const Box& box, const Surface& surface, const Reach& reach, GeneralFinder& general);
  const std::vector<SurfacePoint>& points() const { return points_; }

 private:
  void choose_deepest(const Placed& a, const Box& box, const Surface& surface, double limit);
  void touch(const Placed& a, const Surface& surface, int face, const Reach& reach, GeneralFinder& general);
  void take(const Vec3* lowest, double deepest, double size);
  void merge(double size);
  void reduce_clusters(double size);

  struct Deepest {
    int face = -1;
    double gap = 0.0;
  };
  std::vector<int> faces_;
  std::vector<Deepest> deepest_;  // of each cell
  std::vector<SurfacePoint> points_, kept_;
  std::vector<char> taken_;
  Manifold manifold_;
};

}  // namespace spook
