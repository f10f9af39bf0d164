// Where a normal can lie: the outward normals of a convex shape form a map on the sphere. Faces are points of it, edges
// and round sides arcs, corners and rims whole regions. The greatest s(n) of two shapes lies on a face of either, where
// two arcs cross, on an arc at the other's corner or rim, or between two rims: closed forms for all but the rims.
#pragma once

#include "engine/collide/convex.h"

namespace spook {

// normals with normal · axis = level
struct GaussArc {
  Vec3 axis;
  double level = 0.0;
  Vec3 through;  // on the edge, on the side's axis, or the cone's apex
};

// the part of a shape's map around one outward direction
struct GaussPatch {
  static constexpr int capacity = 24;
  int face_count = 0, arc_count = 0;
  Vec3 faces[capacity];
  GaussArc arcs[capacity];
  Vec3 corner;       // the core's farthest point
  bool rim = false;  // it lies on a curve, of this centre and axis
  Vec3 rim_centre, rim_axis;
};

// faces within the angle (rad, small) of a direction, arcs likewise; an angle of 2 or more takes in all
void gauss_patch(const Placed& placed, const Vec3& direction, double angle, GaussPatch& patch);

// whether to search along rims, which takes many values of s(n)
enum class Rims { skip, search };

// moves n, from b to a, to the best of these places around it; gap is s(n). True where it gained.
bool refine_normal(const Placed& a, const Placed& b, double angle, Rims rims, Vec3& n, double& gap);

// how far outside the core a point lies, at least; 0 or less: inside
double outside_core(const Placed& placed, const Vec3& point);

}  // namespace spook
