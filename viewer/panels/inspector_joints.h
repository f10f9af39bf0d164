// The inspector's part on joints.
#pragma once

namespace spook {

struct AppContext;
void draw_joints_of(AppContext& app, int body);
void draw_all_joints(AppContext& app);

}  // namespace spook
