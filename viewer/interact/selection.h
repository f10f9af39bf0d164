// What is selected, and what the cursor is over.
#pragma once

#include <set>

#include "engine/world/snapshot.h"

namespace spook {

struct Selection {
  std::set<BodyId> bodies;
  BodyId hovered;
  JointId joint;  // shown by the inspector

  void toggle(BodyId id) {
    if (!bodies.erase(id)) bodies.insert(id);
  }
  void forget_gone(const Snapshot& snapshot);
};

// index of a body in the snapshot, −1 where it is gone
int index_of(const Snapshot& snapshot, BodyId id);

}  // namespace spook
