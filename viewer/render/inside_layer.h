// A moment inside a step, drawn: contact impulses as arrows, contacts by their state, and where bodies would go.
#pragma once

#include "viewer/app/inside_step.h"
#include "viewer/render/scene_view.h"

namespace spook {

// metres of an arrow for each N s: as the forces of the layers, or less, so that they stay in the picture
double metres_of_impulse(const InsideStep& step, const LayerScale& scale);

// flash: 0 to 1, how brightly contacts show that have just changed state; marked: a contact, or −1
void show_inside(const InsideStep& step, int moment, const LayerScale& scale, float flash, int marked, DrawList& list);

// bodies where the impulses so far would carry them in the step, so many times as far
void show_carried(const InsideStep& step, int moment, double times, ShapeLibrary& shapes, DrawList& list);

}  // namespace spook
