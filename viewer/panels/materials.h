// The table of materials and of pairs that differ from the mixing rule.
#pragma once

namespace spook {

struct AppContext;
void draw_materials(AppContext& app);

}  // namespace spook
