// The magnifier's drawing: overlaps, joint gaps and held slips enlarged, and bodies where enlarged motion puts them.
#pragma once

#include "viewer/app/magnifier.h"
#include "viewer/render/scene_view.h"

namespace spook {

// as long as it is drawn: in proportion up to some bodies' lengths, then bounded so that nothing leaves the picture
double magnified_length(double size, double times, double unit);

void show_deformations(const std::vector<Deformation>& all, const Magnifier& magnifier, const LayerScale& scale,
                       DrawList& list);

// bodies where they would stand had they moved and turned so many times as far since the magnifier's reference
void show_magnified_motion(const Snapshot& snapshot, const Magnifier& magnifier, const LayerScale& scale,
                           ShapeLibrary& shapes, DrawList& list);

// 0 to 1 on the ramp of colours
float deformation_share(double size);
// "12.3 µm"
std::string length_words(double metres);

}  // namespace spook
