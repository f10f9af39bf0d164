// The friction inspector: one contact's cone with its impulse inside, the path of that impulse, slip and creep.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/layer_colours.h"
#include "viewer/render/magnifier_layer.h"

namespace spook {
namespace {

ImU32 cone_packed(const glm::vec4& c, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, alpha});
}

glm::vec4 cone_colour(ContactState state) {
  return state == ContactState::open ? open_colour : state == ContactState::sliding ? slide_colour : stick_colour;
}

void friction_buttons(AppContext& app) {
  Insight& insight = *app.insight;
  if (ui::button("friction.pick", insight.picking ? "Click a contact …" : "Pick in the picture",
                 "The next click in the picture picks the contact nearest to it (Alt-click does so at any time)"))
    insight.picking = !insight.picking;
  ui::next_on_line(ui::button_width("The hardest pushed sideways"));
  if (ui::button("friction.most", "The hardest pushed sideways",
                 "Picks the contact that uses most of what its friction can hold")) {
    const Snapshot& now = *app.now();
    int most = -1;
    double share = -1.0;
    for (std::size_t c = 0; c < now.contacts.size(); ++c) {
      const ContactView& contact = now.contacts[c];
      const double bound = contact.friction * contact.impulse[0];
      if (contact.state == ContactState::open || bound <= 0.0) continue;
      // of equals the one with the larger load
      const double used = contact.impulse.tail<2>().norm() / bound + 1e-9 * contact.impulse[0];
      if (used > share) share = used, most = int(c);
    }
    if (most >= 0)
      insight.picked = pick_of(now, most), insight.picked_world = app.frame->world;
    else
      app.say("No contact with friction carries a load now");
  }
}

// seen along the normal: the rim is μ times the normal impulse
void cone_from_above(const FrictionPath& path, const ImVec2& at, float side) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float em = ImGui::GetFontSize();
  const FrictionSample& now = path.samples.back();
  list->AddRectFilled(at, {at.x + side, at.y + side}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f),
                      ImGui::GetStyle().FrameRounding);
  double most = now.bound();
  for (const FrictionSample& sample : path.samples) most = std::max({most, sample.bound(), sample.tangent.norm()});
  const float words = 1.4f * em;  // above the circle
  const ImVec2 middle{at.x + 0.5f * side, at.y + 0.5f * (side + words)};
  const float scale = most > 0.0 ? 0.46f * (side - words) / float(most) : 0.0f;
  const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Separator, 0.6f);
  list->AddLine({at.x, middle.y}, {at.x + side, middle.y}, grid);
  list->AddLine({middle.x, at.y + words}, {middle.x, at.y + side}, grid);
  const glm::vec4 colour = cone_colour(now.state);
  list->AddCircleFilled(middle, scale * float(now.bound()), cone_packed(colour, 0.18f), 48);
  list->AddCircle(middle, scale * float(now.bound()), cone_packed(colour, 1), 48, 2.0f);
  const auto place = [&](const Vec2& impulse) {
    return ImVec2(middle.x + scale * float(impulse.x()), middle.y - scale * float(impulse.y()));
  };
  for (std::size_t i = 1; i < path.samples.size(); ++i) {
    const float age = float(i) / float(path.samples.size());
    list->AddLine(place(path.samples[i - 1].tangent), place(path.samples[i].tangent),
                  ImGui::GetColorU32(ImGuiCol_Text, 0.15f + 0.7f * age), 1.5f);
  }
  list->AddLine(middle, place(now.tangent), cone_packed(force_colour, 1), 2.5f);
  list->AddCircleFilled(place(now.tangent), 0.25f * em, cone_packed(force_colour, 1), 16);
  list->AddText({at.x + 0.4f * em, at.y + 0.2f * em}, ImGui::GetColorU32(ImGuiCol_TextDisabled), "along the normal");
}

// seen from the side of the impulse
void cone_from_beside(const FrictionSample& now, const ImVec2& at, float side) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float em = ImGui::GetFontSize();
  list->AddRectFilled(at, {at.x + side, at.y + side}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f),
                      ImGui::GetStyle().FrameRounding);
  const float mu = float(now.friction), height = std::min(0.70f * side, 0.42f * side / std::max(mu, 0.01f));
  const ImVec2 foot{at.x + 0.5f * side, at.y + 0.88f * side};
  const ImVec2 left{foot.x - mu * height, foot.y - height}, right{foot.x + mu * height, foot.y - height};
  const glm::vec4 colour = cone_colour(now.state);
  list->AddTriangleFilled(foot, left, right, cone_packed(colour, 0.18f));
  list->AddLine(foot, left, cone_packed(colour, 1), 2.0f), list->AddLine(foot, right, cone_packed(colour, 1), 2.0f);
  list->AddLine({at.x + 0.1f * side, foot.y}, {at.x + 0.9f * side, foot.y}, ImGui::GetColorU32(ImGuiCol_Separator),
                2.0f);
  if (now.normal > 0.0) {
    const float lean = float(now.tangent.norm() / now.normal) * height;
    const ImVec2 tip{foot.x + lean, foot.y - height};
    list->AddLine(foot, tip, cone_packed(force_colour, 1), 2.5f);
    list->AddCircleFilled(tip, 0.25f * em, cone_packed(force_colour, 1), 16);
  }
  char text[40];
  std::snprintf(text, sizeof text, "from the side, μ %.3g", now.friction);
  list->AddText({at.x + 0.4f * em, at.y + 0.2f * em}, ImGui::GetColorU32(ImGuiCol_TextDisabled), text);
}

// the couplings of numerics §4 hold a bound, solve, and bound anew; and what a sweep of each kind would do next
void couplings_and_sweeps(const FrictionSample& now, double h) {
  if (now.held_bound > 0.0)
    ui::value_line("Bound, this round", "%s", quantity(now.held_bound / h, "N").c_str());
  else
    ui::value_line("Bound, this round", "Not reached");
  ui::tooltip("The μν that the last direct solve held: what friction came to where the contact slides");
  ui::value_line("Bound, the next", "%s", quantity(now.bound() / h, "N").c_str());
  ui::tooltip("μ times the normal force there is now: another round would hold this. They agree where it is solved");
  static constexpr const char* kinds[] = {"separate", "block-tangents", "block-tangents-scaled", "block-projection"};
  ui::heading("After one more sweep");
  if (!ImGui::BeginTable("kinds", 3, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("Sweeps solve", 0, 1.4f), ImGui::TableSetupColumn("Normal, N"),
      ImGui::TableSetupColumn("Friction, N");
  ImGui::TableHeadersRow();
  for (std::size_t kind = 0; kind < now.swept.size(); ++kind) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn(), ImGui::TextUnformatted(choice_label("sweep_kind", kinds[kind]).c_str());
    ImGui::TableNextColumn(), ImGui::Text("%.4g", now.swept[kind][0] / h);
    ImGui::TableNextColumn(), ImGui::Text("%.4g", now.swept[kind].tail<2>().norm() / h);
  }
  ImGui::EndTable();
}

const char* friction_sentence(const FrictionSample& now) {
  if (now.state == ContactState::open) return "Open: nothing pushes, nothing rubs.";
  if (now.state == ContactState::sliding) return "Slides: the impulse stands on the rim of its cone.";
  return "Sticks: the impulse stands inside its cone.";
}

void friction_numbers(const FrictionPath& path) {
  const FrictionSample& now = path.samples.back();
  const double h = path.time_step;
  ui::value_line("Normal force", "%s", quantity(now.normal / h, "N").c_str());
  ui::value_line("Friction force", "%s, %.0f %% of bound", quantity(now.tangent.norm() / h, "N", 1e-6).c_str(),
                 now.bound() > 0.0 ? 100.0 * now.tangent.norm() / now.bound() : 0.0);
  ui::value_line("Slip speed now", "%s", quantity(now.speed.norm(), "m/s", 1e-9).c_str());
  ui::value_line("Creep, last second", "%s", quantity(path.creep(), "m/s", 1e-9).c_str());
  ui::value_line("Slipped since picked", "%s", length_words(now.slip.norm()).c_str());
  if (now.positional) {
    ui::value_line("Stored slip", "%s", length_words(now.stored.norm()).c_str());
    ui::value_line("Where it would rest", "%s", length_words(now.held).c_str());
    ui::tooltip(
        "ε of friction times the friction force: stored slip goes there while the contact sticks. "
        "(friction_compliance)");
  } else {
    ui::quiet("This friction law stores no slip: what sticks creeps by δ times the force.");
  }
  if (now.hard > 0.0) ui::value_line("Inverse mass", "%.3g to %.3g /kg", now.hard, now.soft);
  ui::tooltip(
      "How easily a sideways push moves the two bodies, in the hardest and the easiest direction. Where they "
      "differ much, sweeps that take both directions alike converge slowly.");
  couplings_and_sweeps(now, h);
}

}  // namespace

void draw_friction_panel(AppContext& app) {
  if (!app.now() || !app.insight->friction) return;
  friction_buttons(app);
  const Insight& insight = *app.insight;
  const FrictionPath path = insight.friction->path();
  if (!insight.picked.valid()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "Pick a contact to see its friction cone: press the button above and click where two bodies touch.");
    ImGui::PopTextWrapPos();
    return;
  }
  const int a = index_of(*app.now(), insight.picked.body_a), b = index_of(*app.now(), insight.picked.body_b);
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextWrapped("%s", between_words(*app.now(), a, b, "on").c_str());
  ImGui::PopFont();
  if (path.samples.empty()) {
    ui::quiet(path.touching || !app.frame->playing
                  ? "Its path begins with the next step: press Space to go on, or . for one step."
                  : "The two do not touch now. The path begins again when they do; or pick another contact.");
    return;
  }
  const FrictionSample& now = path.samples.back();
  ImGui::TextWrapped("%s", friction_sentence(now));
  const float room = ImGui::GetContentRegionAvail().x, gap = 0.4f * app.em, side = 0.5f * (room - gap) - 1;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({room - 1, side});
  ui::track("friction.cone");
  cone_from_above(path, at, side);
  cone_from_beside(now, {at.x + side + gap, at.y}, side);
  friction_numbers(path);
  ui::quiet("The thin line is where the friction impulse was during the last second%s.",
            app.frame->second ? ", of A" : "");
}

}  // namespace spook
