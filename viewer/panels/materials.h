// The table of materials and of pairs that differ from the mixing rule.
#pragma once

#include <string>

namespace spook {

struct AppContext;
void draw_materials(AppContext& app);
void draw_material(AppContext& app, const std::string& name);  // one material's numbers

}  // namespace spook
