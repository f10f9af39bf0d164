// The magnifier: deformation × 1 … 10⁶, so that what ε and τ do can be seen.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/insight.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/magnifier_layer.h"

namespace spook {
namespace {

constexpr double max_times = 1e6;

struct GiveRow {
  Give kind;
  const char* id;
  const char* label;
  bool Magnifier::*on;
  const char* between;  // the names of its two bodies
  const char* help;
};

constexpr GiveRow give_kinds[] = {
    {Give::overlap, "overlaps", "Overlaps of contacts", &Magnifier::overlaps, "on",
     "How deep one body rests in the other: two squares stand apart by the enlarged depth."},
    {Give::joint_gap, "gaps", "Gaps of joints", &Magnifier::joint_gaps, "to",
     "How far apart the two points are that a joint should hold together."},
    {Give::held_slip, "slips", "Slips held by friction", &Magnifier::slips, "on",
     "Friction gives like a stiff spring before it slides: an arrow from the contact, ε of friction times its "
     "force. (friction_compliance)"}};

// the largest shown becomes about as long as a body
double suitable_times(const Magnifier& magnifier, const std::vector<Deformation>& all, double unit) {
  double most = 0.0;
  for (const Deformation& one : all)
    if (magnifier.shows(one.kind)) most = std::max(most, one.size);
  if (most <= 0.0) return 1000.0;
  const double times = std::clamp(2.0 * unit / most, 1.0, max_times);
  const double digit = std::pow(10.0, std::floor(std::log10(times)));
  return std::round(times / digit) * digit;
}

void largest_of_kind(AppContext& app, const GiveRow& row, const Deformation& one, const Snapshot& now) {
  ImGui::Indent(app.em);
  ui::quiet("Largest %s: %s", length_words(one.size).c_str(),
            between_words(now, one.body_a, one.body_b, row.between).c_str());
  if (ui::button((std::string("magnifier.fly.") + row.id).c_str(), "Look at it", "The camera goes there"))
    app.fly_to(one.at, std::max(0.5, 8.0 * double(layer_scale(now).unit)));
  ImGui::Unindent(app.em);
}

void enlarged_motion(AppContext& app, Magnifier& magnifier, const Snapshot& now) {
  ui::heading("Motion");
  ui::toggle(
      "magnifier.motion", "Motion, equally enlarged", magnifier.motion,
      "Violet bodies stand where each body would, had it moved so many times as far. Ringing and creeping show.");
  char text[60];
  std::snprintf(text, sizeof text, "Count from now  (since %.2f s)", magnifier.reference_time);
  if (ui::button("magnifier.from_now", text, "Motion is enlarged from where bodies stand now"))
    magnifier.count_motion_from(now, app.frame->world), magnifier.motion = true;
}

}  // namespace

void draw_magnifier_panel(AppContext& app) {
  if (!app.now()) return;
  const Snapshot& now = *app.now();
  Magnifier& magnifier = app.insight->magnifier;
  const std::vector<Deformation> all = deformations(now);
  ui::slider("magnifier.times", "Enlarged", magnifier.times, {1.0, max_times, 1000.0, true, "× %.0f"}, "",
             "How many times as large. What would be longer than a few bodies is drawn shorter, so that it stays in "
             "the picture.");
  if (ui::button("magnifier.suit", "Enlarge the largest to one body", "Chooses the factor for what gives most now"))
    magnifier.times = suitable_times(magnifier, all, double(layer_scale(now).unit));
  ui::heading("What gives");
  for (const GiveRow& row : give_kinds) {
    ui::toggle(std::string("magnifier.") + row.id, row.label, magnifier.*row.on, row.help);
    if (const Deformation* one = largest(all, row.kind)) largest_of_kind(app, row, *one, now);
  }
  if (all.empty())
    ui::quiet(
        "Nothing gives now: no contact carries a load and no joint is stretched. Wait until something lands, or press "
        "Space to go on.");
  enlarged_motion(app, magnifier, now);
  ui::quiet(
      "Colours go from 1 nm (blue) to 1 mm (red). Softer contacts (compliance ε in the Solver panel) rest deeper.");
}

}  // namespace spook
