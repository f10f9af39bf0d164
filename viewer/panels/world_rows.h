// Friction, bounce and gravity of everything, where a newcomer looks for them: in the Scene panel. The Solver panel has
// the same numbers among all others.
#pragma once

namespace spook {

struct AppContext;

void draw_world_rows(AppContext& app);

}  // namespace spook
