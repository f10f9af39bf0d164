// A contact as something that can be evaluated at other poses than those at which it was found.
//
// Each side of a contact is a feature of its shape: a corner or an edge turns with its body, h ω × r is the chord of
// its arc; what is round keeps its contact where it is while it rolls, only its centre (or axis) turns along. So a
// side's arm is split into what turns with the body and what does not, and the row is told what the turning adds to the
// way of a step beyond h N v. Bodies that do not turn add nothing: a pile at rest pays nothing.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// does a body turn by enough in the trial, or did it, that its features are to be followed?
bool turns(const WorldData& world, int body);

// for the trial there is, and for the step before by the velocities there are
ContactTurning contact_turning(WorldData& world, const ContactPoint& point);

}  // namespace spook
