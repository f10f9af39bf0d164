// What stands in words over the picture: names, what the hand does, and what the layers' colours mean.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/interact/hand_words.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/quantity.h"
#include "viewer/render/convert.h"
#include "viewer/render/inside_layer.h"
#include "viewer/render/layer_colours.h"
#include "viewer/render/solving_layer.h"

namespace spook {
namespace {

const ImU32 plate = IM_COL32(16, 19, 24, 190), ink = IM_COL32(240, 243, 246, 255);

ImU32 packed(const glm::vec4& c) {
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1.0f});
}

struct Box {
  ImVec2 a, b;
  bool meets(const Box& o) const { return a.x < o.b.x && o.a.x < b.x && a.y < o.b.y && o.a.y < b.y; }
};

// one line of the legend: a colour, or the whole ramp, and what it means
struct LegendLine {
  std::string text;
  glm::vec4 colour{0};
  bool ramp = false;
};

std::string number(const char* format, double value) {
  char text[80];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void contact_lines(const Layers& layers, const LayerScale& scale, std::vector<LegendLine>& lines) {
  if (layers.residual) {
    lines.push_back({"residual: up to " + quantity(scale.worst_residual, "N s") + ", over six decades", {}, true});
  } else if (layers.state_changes) {
    lines.push_back(scale.max_changes
                        ? LegendLine{number("state changes in this step: 0 to %.0f", scale.max_changes), {}, true}
                        : LegendLine{"no contact changed its state in this step", ramp_colour(0), false});
  } else if (layers.contacts || layers.cones) {
    lines.push_back({"sticks", stick_colour, false});
    lines.push_back({"slides", slide_colour, false});
    if (layers.contacts) lines.push_back({"open", open_colour, false});
  }
  if (layers.normals) lines.push_back({"normal", normal_colour, false});
  const std::string size = " (one body long: " + quantity(scale.weight, "N") + ")";
  if (layers.forces) lines.push_back({"normal force" + size, force_colour, false});
  if (layers.friction_forces) lines.push_back({"friction force" + size, friction_colour, false});
  if (layers.cones) lines.push_back({"impulse in its friction cone", force_colour, false});
}

std::vector<LegendLine> legend(const Layers& layers, const LayerScale& scale) {
  std::vector<LegendLine> lines;
  contact_lines(layers, scale, lines);
  if (layers.joints) {
    lines.push_back({"joint, its axis, where it stands", joint_colour, false});
    lines.push_back({"its limits, or how far it is off", limit_colour, false});
  }
  if (layers.axes)
    for (int k = 0; k < 3; ++k) lines.push_back({std::string("principal axis ") + "xyz"[k], axis_colours[k], false});
  if (layers.inertia) {
    lines.push_back({"centre of mass", centre_colour, false});
    lines.push_back({"box of the same inertia", inertia_colour, false});
  }
  if (layers.bounds) lines.push_back({"bounding box", box_colour, false});
  if (layers.velocity) lines.push_back({number("speed: 0 to %.0f m/s or more", fast_enough), {}, true});
  if (layers.islands) lines.push_back({"one colour per island", glm::vec4(0.9f, 0.45f, 0.3f, 1), false});
  if (layers.sleeping) lines.push_back({"asleep", glm::vec4(0.38f, 0.35f, 0.55f, 1), false});
  return lines;
}

// an open step's arrows and dots
void inside_lines(const InsideStep& step, const LayerScale& scale, std::vector<LegendLine>& lines) {
  lines.push_back({"sticks", stick_colour, false});
  lines.push_back({"slides", slide_colour, false});
  lines.push_back({"open", open_colour, false});
  lines.push_back({"arrow: impulse (one body long: " +
                       quantity(2.0 * double(scale.unit) / metres_of_impulse(step, scale), "N s") + ")",
                   stick_colour, false});
  lines.push_back({"flash: has just changed", glm::vec4(1), false});
  lines.push_back({"cross: worst residual", force_colour, false});
}

void magnifier_lines(const AppContext& app, std::vector<LegendLine>& lines) {
  if (!app.settings.open_panels.contains("magnifier")) return;
  lines.push_back({number("enlarged × %.0f: 1 nm to 1 mm", app.insight->magnifier.times), {}, true});
  if (app.insight->magnifier.motion) lines.push_back({"motion enlarged", glm::vec4(0.77f, 0.63f, 0.98f, 1), false});
}

void solving_lines(const AppContext& app, std::vector<LegendLine>& lines) {
  if (!app.settings.open_panels.contains("solving") || !app.insight->solving.colours) return;
  lines.push_back({"direct", direct_colour, false});
  lines.push_back({"iterative", swept_colour, false});
  lines.push_back({"automatic", automatic_colour, false});
}

void comparison_lines(const Comparison& comparison, std::vector<LegendLine>& lines) {
  const auto of_side = [](int side) {
    const ImVec4 c = side_vec(side);
    return glm::vec4(c.x, c.y, c.z, 1);
  };
  if (comparison.shown == ShownDifference::colours)
    lines.push_back({"apart: 10 µm to 1 m, over five decades", {}, true});
  if (comparison.shown == ShownDifference::ghosts && comparison.largest > 0.0) {
    lines.push_back({"ghost in B: where A has it", of_side(0), false});
    lines.push_back({"ghost in A: where B has it", of_side(1), false});
  }
}

}  // namespace

// nearest first; a name that would cover another is left out
void draw_labels(const AppContext& app, std::vector<Label> labels) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const auto away = [&](const Label& label) { return glm::length(label.at - app.view.eye); };
  std::sort(labels.begin(), labels.end(), [&](const Label& a, const Label& b) { return away(a) < away(b); });
  std::vector<Box> taken;
  for (const Label& label : labels) {
    glm::vec2 at;
    if (!project(app.view, label.at, at)) continue;
    const ImVec2 size = app.fonts.small->CalcTextSizeA(app.fonts.small->FontSize, 1e9f, 0, label.text.c_str());
    const ImVec2 corner{at.x - size.x / 2, at.y - size.y / 2};
    const Box box{{corner.x - 4, corner.y - 1}, {corner.x + size.x + 4, corner.y + size.y + 1}};
    if (std::any_of(taken.begin(), taken.end(), [&](const Box& other) { return box.meets(other); })) continue;
    taken.push_back(box);
    list->AddRectFilled(box.a, box.b, plate, 4);
    list->AddText(app.fonts.small, app.fonts.small->FontSize, corner, packed(label.colour), label.text.c_str());
  }
}

void draw_low_hint(const AppContext& app, const char* hint) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  ImFont* font = app.fonts.small;
  const ViewArea& area = app.view.area;
  const float em = app.em, room = float(area.width) - area.left - area.right - em * 2.4f;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, std::max(room, em * 8.0f), hint);
  const float middle = 0.5f * (area.left + float(area.width) - area.right);
  const ImVec2 b{middle + 0.5f * size.x + em * 0.6f, float(area.height) - area.bottom - em * 0.8f},
      a{middle - 0.5f * size.x - em * 0.6f, b.y - size.y - em * 0.7f};
  list->AddRectFilled(a, b, plate, em * 0.35f);
  list->AddText(font, font->FontSize, {a.x + em * 0.6f, a.y + em * 0.35f}, ink, hint, nullptr, size.x + 1.0f);
}

// what the hand does: force against its cap, and how far the body lags behind
void draw_grip_label(const AppContext& app) {
  if (!app.now()) return;
  if (!app.now()->grips.empty())
    draw_low_hint(app, "Wheel, or Shift and drag: nearer and farther   ·   right button: keep its turn");
  for (const GripView& grip : app.now()->grips) {
    glm::vec2 at;
    if (!project(app.view, to_glm(grip.target), at)) continue;
    const std::string text = grip_in_words(grip.force, grip.cap, grip.slack);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const float em = app.em;
    const float wide = app.fonts.small->CalcTextSizeA(app.fonts.small->FontSize, 1e9f, 0, text.c_str()).x + em;
    const float top = em * (app.frame->second ? 5.6f : 3.0f);  // under the bar, and under the plates of A and B
    const ImVec2 a{std::min(at.x + em, float(app.view.area.width) - wide - em), std::max(at.y - em * 2.4f, top)},
        b{a.x + wide, a.y + em * 1.9f};
    list->AddRectFilled(a, b, plate, em * 0.35f);
    list->AddText(app.fonts.small, app.fonts.small->FontSize, {a.x + em * 0.5f, a.y + em * 0.2f}, ink, text.c_str());
    const float used = float(std::clamp(grip.cap > 0 ? grip.force / grip.cap : 0.0, 0.0, 1.0));
    const ImVec2 bar_a{a.x + em * 0.5f, b.y - em * 0.5f}, bar_b{b.x - em * 0.5f, b.y - em * 0.3f};
    list->AddRectFilled(bar_a, bar_b, IM_COL32(80, 88, 98, 255), 2);
    list->AddRectFilled(bar_a, {bar_a.x + (bar_b.x - bar_a.x) * used, bar_b.y},
                        ImGui::GetColorU32(used > 0.96f ? bad_vec() : accent_vec()), 2);
  }
}

// at the lower right of what the panels leave free
void draw_legend(const AppContext& app) {
  if (!app.now() || app.stage.shown) return;
  std::vector<LegendLine> lines = legend(app.settings.layers, layer_scale(*app.now()));
  if (app.frame->second && !app.two_scenes()) comparison_lines(app.comparison, lines);
  magnifier_lines(app, lines);
  solving_lines(app, lines);
  const InsideStep* step = app.inside.step.get();
  if (step && !step->parts.empty() && !step->parts.back().contacts.empty())
    inside_lines(*step, layer_scale(*app.now()), lines);
  if (lines.empty()) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  ImFont* font = app.fonts.small;
  const float em = app.em, row = em * 1.35f, swatch = em * 0.7f;
  float wide = 0;
  for (const LegendLine& line : lines)
    wide = std::max(
        wide, font->CalcTextSizeA(font->FontSize, 1e9f, 0, line.text.c_str()).x + (line.ramp ? em * 4.6f : em * 1.2f));
  const ViewArea& area = app.view.area;
  const ImVec2 b{float(area.width) - area.right - em * 0.8f, float(area.height) - area.bottom - em * 0.8f},
      a{b.x - wide - em, b.y - row * float(lines.size()) - em * 0.6f};
  list->AddRectFilled(a, b, plate, em * 0.35f);
  float y = a.y + em * 0.3f;
  for (const LegendLine& line : lines) {
    const float top = y + 0.5f * (row - swatch);
    float x = a.x + em * 0.5f;
    if (line.ramp) {
      constexpr int parts = 16;
      const float part = em * 4.0f / parts;
      for (int i = 0; i < parts; ++i, x += part)
        list->AddRectFilled({x, top}, {x + part + 0.5f, top + swatch}, packed(ramp_colour((float(i) + 0.5f) / parts)));
      x += em * 0.6f;
    } else {
      list->AddRectFilled({x, top}, {x + swatch, top + swatch}, packed(line.colour), swatch * 0.3f);
      x += em * 1.2f;
    }
    list->AddText(font, font->FontSize, {x, y + 0.5f * (row - font->FontSize)}, ink, line.text.c_str());
    y += row;
  }
}

}  // namespace spook
