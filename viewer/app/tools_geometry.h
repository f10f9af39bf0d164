// Plain geometry of the tools.
#pragma once

#include <glm/glm.hpp>
#include <string>

#include "viewer/interact/hand.h"

namespace spook {

// pixels between two segments of the picture; 0: they cross
float distance_of_segments(glm::vec2 a, glm::vec2 b, glm::vec2 c, glm::vec2 d);

// of a brick or log that is laid, by what suits the scene
struct BrickSize {
  Vec3 half;  // along the row, across, up
};
BrickSize brick_size(const HandSettings& hand, bool log);
BodyDesc laid_body(const BrickSize& size, bool log, const Pose& pose, const std::string& name);

}  // namespace spook
