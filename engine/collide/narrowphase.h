// Contacts of one pair of colliders. One object a thread: it owns the scratch.
#pragma once

#include "engine/collide/collision_world.h"
#include "engine/collide/pair_list.h"
#include "engine/collide/surface_pairs.h"

namespace spook {

class Narrowphase {
 public:
  // appends the pair's contacts, sorted by key
  void collide(const Collider& a, const Collider& b, PairRecord& record, const CollideOptions& options,
               std::vector<Contact>& contacts);

 private:
  void convexes(const Collider& a, const Collider& b, const Reach& reach, PairMemory& memory);
  void sweep(const Placed& a, const Placed& b, const Reach& reach, NormalAnswer answer);
  void on_plane(const Collider& a, const Collider& b, const Reach& reach);
  void on_surface(const Collider& a, const Collider& b, const Reach& reach);
  void put_manifold();
  void put(const ManifoldPoint& point, const Vec3& normal);

  GeneralFinder general_;
  Manifold manifold_;
  SurfaceContacts surface_;
  const Collider *a_ = nullptr, *b_ = nullptr;
  std::vector<Contact>* contacts_ = nullptr;
};

}  // namespace spook
