// How the panels look: two themes of one style, fonts at the monitor's scale.
#pragma once

struct ImFont;
struct ImVec4;

namespace spook {

struct Fonts {
  ImFont *text = nullptr, *bold = nullptr, *title = nullptr, *mono = nullptr, *small = nullptr;
};

void load_fonts(float pixels);  // once, before the first frame; falls back to ImGui's own
const Fonts& current_fonts();
void apply_theme(bool dark, float scale);
bool is_dark_theme();
ImVec4 accent_vec();  // the one colour that asks for attention
ImVec4 good_vec();
ImVec4 warn_vec();
ImVec4 bad_vec();
ImVec4 side_vec(int side);  // of a comparison: 0 is A, 1 is B

}  // namespace spook
