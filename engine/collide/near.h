// Who cannot meet at poses yet to come: told from bounding balls, without placing shapes there.
#pragma once

#include "engine/collide/collider.h"

namespace spook {

// false: at these poses of their bodies the two shapes do not overlap
bool may_meet(const Collider& a, const Pose& pose_a, const Collider& b, const Pose& pose_b);
// true: both where it stands and with its body at that pose the shape lies in the box
bool stays_inside(const Collider& collider, const Pose& pose, const Box& box);

}  // namespace spook
