// The one contact that the panels look at, known again from step to step by its bodies and its place.
#pragma once

#include "engine/world/snapshot.h"

namespace spook {

struct PickedContact {
  BodyId body_a, body_b;
  Vec3 point = Vec3::Zero();
  bool valid() const { return body_a.valid(); }
};

PickedContact pick_of(const Snapshot& snapshot, int contact);
// the contact of the same two bodies nearest to where it was; −1: they touch no more
int find_picked(const Snapshot& snapshot, const PickedContact& picked);

}  // namespace spook
