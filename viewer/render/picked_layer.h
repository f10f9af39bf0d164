// The picked contact, drawn: a ring and its name; with its friction cone where that is looked at.
#pragma once

#include "viewer/app/picked_contact.h"
#include "viewer/render/scene_view.h"

namespace spook {

void show_picked(const Snapshot& snapshot, const PickedContact& picked, bool with_cone, const LayerScale& scale,
                 DrawList& list);

}  // namespace spook
