// A shape as separating directions see it: supports, face normals, edges.
#pragma once

#include <vector>

#include "engine/scene/scene.h"

namespace spook::rivals {

struct ConvexFrame {
  explicit ConvexFrame(const ShapeDesc& shape);

  const ShapeDesc* shape;
  std::vector<Vec3> corners, normals, edges;  // of boxes and hulls; cylinders and capsules have their axis for an edge

  bool flat() const { return shape->type == ShapeType::box || shape->type == ShapeType::hull; }
  bool plane() const { return shape->type == ShapeType::plane; }
  double support(const Vec3& direction) const;  // the largest direction · x, in the shape's frame
};

// the same at a pose
struct Placed {
  const ConvexFrame* frame;
  Pose pose;

  double support(const Vec3& n) const {
    return n.dot(pose.position) + frame->support(pose.orientation.conjugate() * n);
  }
};

double overlap_of(const Placed& a, const Placed& b);

}  // namespace spook::rivals
