// Bodies that stand in one another: n of them make n² pairs, more than a step can carry.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// The set, or, where bodies crowd, what of it holds them apart: of two moving bodies that each touch more than
// `max_neighbours` others their pair counts only where it is among the deepest of one of the two.
const ContactSet& without_crowds(WorldData& world, const ContactSet& set);

}  // namespace spook
