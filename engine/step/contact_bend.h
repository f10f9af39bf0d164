// How a contact's way bends while its bodies turn.
//
// A row knows the gap's rate at the step's beginning, N v⁺; along the step the contact's place turns with its bodies: a
// corner that pivots rises, a wheel's rim comes down, h² ω² r / 2 a step. By the trapezoid what the gap grows by beyond
// h N v⁺ is d = ½ h (N' v⁺ − N v⁺), N' the Jacobian at the step's end; at the next step's beginning N' v is known, and
// the same is expected of the step ahead. With rates N v⁺ + d/h ahead and N v − d/h behind, what rolls or pivots
// without leaving its place does no work (numerics §2: the synchronised energy may not grow). The same holds of the
// tangents, which turn about the normal with both bodies: what lies on a turntable is at rest there. Seen from it the
// rate f of the way obeys f'' = −2 Ω × f' (Coriolis), so the trapezoid misses −h³ f''/12 = (h Ω/3) × d of the way
// d = ½ h² f': d is turned by a third of the turn of the step. (Without either a box crept round a turntable of 3 rad/s
// by 1 mm/s.)
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// d of normal and tangents, m, in the contact's frame; old: what the contact of the same key carried
Vec3 contact_bend(const WorldData& world, const ContactPoint& point, const CarriedContact& old);

}  // namespace spook
