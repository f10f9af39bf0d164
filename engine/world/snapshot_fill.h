// The picture of a world for readers on other threads.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

void fill_snapshot(const WorldData& world, const std::shared_ptr<const Parameters>& parameters, Snapshot& snapshot);

}  // namespace spook
