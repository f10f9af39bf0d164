#include "viewer/app/theme.h"

#include <imgui.h>

#include <filesystem>

#include "engine/scene/scene_io.h"

namespace spook {
namespace {

bool dark_theme = true;
Fonts fonts;

// Latin, Greek, arrows, mathematics, shapes: what formulas and keys are written with
const ImWchar glyphs[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x1d62, 0x1d6a, 0x2010, 0x205e, 0x2070,
                          0x209c, 0x2190, 0x22ff, 0x25a0, 0x26ff, 0x2713, 0x2718, 0};

ImFont* load(const char* file, float pixels) {
  for (const std::filesystem::path& folder :
       {assets_folder() / "fonts", std::filesystem::path("/usr/share/fonts/truetype/dejavu")}) {
    std::error_code none;
    if (!std::filesystem::exists(folder / file, none)) continue;
    ImFontConfig config;
    config.OversampleH = 2, config.OversampleV = 1;
    config.PixelSnapH = true;
    return ImGui::GetIO().Fonts->AddFontFromFileTTF((folder / file).c_str(), pixels, &config, glyphs);
  }
  return nullptr;
}

ImVec4 hex(unsigned rgb, float alpha = 1.0f) {
  return {float((rgb >> 16) & 255) / 255.0f, float((rgb >> 8) & 255) / 255.0f, float(rgb & 255) / 255.0f, alpha};
}

ImVec4 with_alpha(ImVec4 c, float alpha) {
  return {c.x, c.y, c.z, alpha};
}

struct Shades {
  unsigned panel, raised, field, field_hover, line, text, dim, accent, grab;
  float panel_alpha;
};

constexpr Shades dark_shades{0x15181d, 0x23282f, 0x20252c, 0x2c333c, 0x363d47,
                             0xe9ecf0, 0x929ba6, 0xf2a33c, 0x4d5865, 0.985f};
constexpr Shades light_shades{0xfafaf8, 0xecedee, 0xe6e8ea, 0xd9dde1, 0xcfd3d8,
                              0x22262b, 0x646c75, 0xb9580a, 0xb3bac2, 0.985f};

void set_colours(const Shades& s) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 accent = hex(s.accent), field = hex(s.field), hover = hex(s.field_hover), raised = hex(s.raised);
  c[ImGuiCol_Text] = hex(s.text), c[ImGuiCol_TextDisabled] = hex(s.dim);
  c[ImGuiCol_WindowBg] = hex(s.panel, s.panel_alpha), c[ImGuiCol_ChildBg] = hex(s.panel, 0.0f);
  c[ImGuiCol_PopupBg] = hex(s.panel, 0.98f);
  c[ImGuiCol_Border] = hex(s.line, 0.8f), c[ImGuiCol_BorderShadow] = hex(0, 0.0f);
  c[ImGuiCol_FrameBg] = field, c[ImGuiCol_FrameBgHovered] = hover, c[ImGuiCol_FrameBgActive] = hover;
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = raised;
  c[ImGuiCol_MenuBarBg] = raised;
  c[ImGuiCol_ScrollbarBg] = hex(s.panel, 0.0f), c[ImGuiCol_ScrollbarGrab] = hover;
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = hex(s.dim, 0.7f);
  c[ImGuiCol_CheckMark] = accent, c[ImGuiCol_SliderGrab] = hex(s.grab), c[ImGuiCol_SliderGrabActive] = accent;
  c[ImGuiCol_Button] = field, c[ImGuiCol_ButtonHovered] = hover, c[ImGuiCol_ButtonActive] = with_alpha(accent, 0.55f);
  c[ImGuiCol_Header] = field, c[ImGuiCol_HeaderHovered] = hover, c[ImGuiCol_HeaderActive] = with_alpha(accent, 0.45f);
  c[ImGuiCol_Separator] = hex(s.line), c[ImGuiCol_SeparatorHovered] = c[ImGuiCol_SeparatorActive] = accent;
  c[ImGuiCol_ResizeGrip] = hex(s.line, 0.0f), c[ImGuiCol_ResizeGripHovered] = c[ImGuiCol_ResizeGripActive] = accent;
  c[ImGuiCol_Tab] = hex(s.panel, 0.0f), c[ImGuiCol_TabHovered] = hover, c[ImGuiCol_TabActive] = raised;
  c[ImGuiCol_TabUnfocused] = hex(s.panel, 0.0f), c[ImGuiCol_TabUnfocusedActive] = raised;
  c[ImGuiCol_PlotLines] = accent, c[ImGuiCol_PlotHistogram] = accent;
  c[ImGuiCol_TableHeaderBg] = raised, c[ImGuiCol_TableBorderStrong] = c[ImGuiCol_TableBorderLight] = hex(s.line);
  c[ImGuiCol_TextSelectedBg] = with_alpha(accent, 0.35f), c[ImGuiCol_NavHighlight] = accent;
  c[ImGuiCol_ModalWindowDimBg] = hex(0x000000, 0.45f), c[ImGuiCol_DragDropTarget] = accent;
}

}  // namespace

const Fonts& current_fonts() {
  return fonts;
}

void load_fonts(float pixels) {
  fonts.text = load("DejaVuSans.ttf", pixels);
  if (!fonts.text) {
    ImFontConfig config;
    config.SizePixels = pixels;
    fonts.text = ImGui::GetIO().Fonts->AddFontDefault(&config);
  }
  const auto or_text = [](ImFont* font) { return font ? font : fonts.text; };
  fonts.bold = or_text(load("DejaVuSans-Bold.ttf", pixels));
  fonts.title = or_text(load("DejaVuSans-Bold.ttf", pixels * 1.35f));
  fonts.mono = or_text(load("DejaVuSansMono.ttf", pixels * 0.95f));
  fonts.small = or_text(load("DejaVuSans.ttf", pixels * 0.86f));
}

void apply_theme(bool dark, float scale) {
  dark_theme = dark;
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {12, 10}, style.FramePadding = {8, 4}, style.ItemSpacing = {8, 6},
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {6, 3}, style.IndentSpacing = 16, style.ScrollbarSize = 10, style.GrabMinSize = 9;
  style.WindowRounding = 8, style.ChildRounding = 6, style.FrameRounding = 5, style.PopupRounding = 7,
  style.GrabRounding = 4, style.TabRounding = 5;
  style.ScrollbarRounding = 5;
  style.WindowBorderSize = 1, style.PopupBorderSize = 1, style.FrameBorderSize = 0;
  style.WindowTitleAlign = {0.0f, 0.5f};
  style.ScaleAllSizes(scale);
  set_colours(dark ? dark_shades : light_shades);
}

bool is_dark_theme() {
  return dark_theme;
}

ImVec4 accent_vec() {
  return hex((dark_theme ? dark_shades : light_shades).accent);
}
ImVec4 good_vec() {
  return dark_theme ? hex(0x6cc484) : hex(0x28804a);
}
ImVec4 warn_vec() {
  return dark_theme ? hex(0xf0c04c) : hex(0x8f6408);
}
ImVec4 side_vec(int side) {
  if (dark_theme) return side ? hex(0x58a6e8) : hex(0xf2a33c);
  return side ? hex(0x1c6cb8) : hex(0xcc700c);
}
ImVec4 bad_vec() {
  return dark_theme ? hex(0xf0705c) : hex(0xc33a26);
}

}  // namespace spook
