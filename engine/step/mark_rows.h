#pragma once

namespace spook {

struct WorldData;

// what the scene says of who is solved directly and who by sweeps, told to the rows of the step's problem
void mark_rows(WorldData& world);

}  // namespace spook
