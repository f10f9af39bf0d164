// Contacts of one pair of colliders. One object a thread: it owns the scratch.
#pragma once

#include "engine/collide/collision_world.h"
#include "engine/collide/pair_list.h"

namespace spook {

class Narrowphase {
 public:
  // appends the pair's contacts, sorted by key
  void collide(const Collider& a, const Collider& b, PairRecord& record, const CollideOptions& options,
               std::vector<Contact>& contacts);

 private:
  void add(const Collider& a, const Collider& b, std::vector<Contact>& contacts);

  GeneralFinder general_;
  Manifold manifold_;
};

// how far apart two colliders still matter to each other this step
double reach_of_pair(const Collider& a, const Collider& b, const CollideOptions& options);
// a collider's motion in one step: linear, and the spin's share
double travel(const Collider& collider, double time_step);

}  // namespace spook
