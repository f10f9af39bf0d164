// Contacts, joints and gears tie bodies into islands; hands hold one body only.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// Islands of the bodies marked in world.scratch.member. tie_contacts(tie) calls tie(a, b) for bodies that touch.
template <typename TieContacts>
void tie_islands(WorldData& world, Islands& islands, TieContacts tie_contacts) {
  const std::vector<char>& member = world.scratch.member;
  const auto tie = [&](int a, int b) {
    if (a >= 0 && b >= 0 && member[a] && member[b]) islands.tie(a, b);
  };
  islands.begin(static_cast<int>(member.size()));
  tie_contacts(tie);
  for (const Joint& joint : world.joints) {
    if (!joint.alive) continue;
    tie(joint.body_a, joint.body_b);
    if (joint.gear_a < 0 || joint.gear_b < 0) continue;
    const Joint &a = world.joints[joint.gear_a], &b = world.joints[joint.gear_b];
    for (const int one : {a.body_a, a.body_b})
      for (const int other : {b.body_a, b.body_b}) tie(one, other);
  }
  islands.number(member);
}

}  // namespace spook
