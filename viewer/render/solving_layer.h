#pragma once

#include "viewer/app/solving_look.h"
#include "viewer/render/scene_view.h"

namespace spook {

inline const glm::vec4 direct_colour(0.25f, 0.56f, 0.98f, 1), swept_colour(0.98f, 0.58f, 0.16f, 1),
    automatic_colour(0.62f, 0.66f, 0.72f, 0.9f);

// bodies that carry a mark of their own in its colour (SceneViewInput)
std::vector<glm::vec4> solving_tints(const Snapshot& snapshot, const MarkLookup& marks);

// joints and contacts by who solves them: directly, by sweeps, or as the solver has it
void show_solving(const Snapshot& snapshot, const MarkLookup& marks, const LayerScale& scale, DrawList& list);

}  // namespace spook
