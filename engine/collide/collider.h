// One shape of one body, with where it stands this step.
#pragma once

#include "engine/collide/box_tree.h"
#include "engine/collide/convex.h"
#include "engine/collide/surface.h"
#include "engine/scene/scene.h"

namespace spook {

enum class ColliderKind : std::uint8_t { convex, plane, surface };  // surface: triangles or a height field

// a body's, so small that its square is nothing
struct Displacement {
  Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();
  Vec3 at(const Vec3& arm) const { return shift + turn.cross(arm); }
};
Displacement displacement(const Pose& from, const Pose& to);

struct Collider {
  int body = -1, shape = -1;
  ColliderKind kind = ColliderKind::convex;
  Motion motion = Motion::dynamic;
  Pose local;  // in the body
  Convex convex;
  std::unique_ptr<Polytope> polytope;
  std::unique_ptr<Surface> surface;
  Vec3 plane_normal = Vec3::UnitZ();  // in the shape's frame
  double plane_offset = 0.0;

  // this step
  Placed placed;
  Box box;                   // true, without margins
  Vec3 body_position;        // spin turns about it
  Vec3 velocity, spin;       // of the body
  double spin_speed = 0.0;   // that the spin gives the shape's farthest point
  Vec3 step = Vec3::Zero();  // how far that velocity leads in a step
  bool usable = true;
  bool stays = false;  // as placed the step before, and its motion reaches no farther than the margin
  Displacement since_placed;
  bool empty = false;  // a shape without extent touches nothing

  // broadphase
  Box grown;  // by its share of margin and motion
  Box fat;
  bool strays = false;  // out of its fat box, or lost in it
  BoxTree::Leaf leaf = nullptr;
};

Collider make_collider(int body, int shape, Motion motion, const ShapeDesc& description);
void place(Collider& collider, const Pose& body);

}  // namespace spook
