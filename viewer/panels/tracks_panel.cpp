// Tracks: the lines of time of this scene, one below the other; to go to, name, compare, do again and delete.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/app/theme.h"
#include "viewer/app/tracks.h"
#include "viewer/panels/compare_settings.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/chart.h"

namespace spook {
namespace {

struct Lanes {
  float x0, x1;     // of the time shown
  double from, to;  // s
  float row, top;   // height of a row; the first row's top
  float at(double time) const { return x0 + (x1 - x0) * float((time - from) / std::max(1e-6, to - from)); }
  double time_at(float x) const {
    return from + (to - from) * double(std::clamp((x - x0) / std::max(1.0f, x1 - x0), 0.0f, 1.0f));
  }
};

void memory_line(const AppContext& app) {
  const SimFrame& frame = *app.frame;
  const auto mb = [](std::size_t bytes) { return double(bytes) / double(1 << 20); };
  ui::quiet("Click a line to go there. Other tracks use %.0f of %.0f MB; beyond that they keep fewer moments.",
            mb(frame.track_bytes), mb(frame.track_budget));
}

void name_field(AppContext& app, const TrackView& track, float width) {
  static int editing = 0;
  static char text[80];
  char shown[80];
  std::snprintf(shown, sizeof shown, "%s", track.info.name.c_str());
  char* buffer = editing == track.info.number ? text : shown;
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImGui::InputText("##name", buffer, sizeof shown, ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleColor();
  if (ImGui::IsItemActive() && editing != track.info.number)
    editing = track.info.number, std::snprintf(text, sizeof text, "%s", shown);
  ui::track("tracks.name." + std::to_string(track.info.number));
  if (ImGui::IsItemDeactivatedAfterEdit() && *text) app.simulation.rename_track(track.info.number, text);
  if (!ImGui::IsItemActive() && editing == track.info.number) editing = 0;
  // a long name is cut at the field's end: whole here
  const bool cut = ImGui::CalcTextSize(shown).x + 2.0f * ImGui::GetStyle().FramePadding.x > width;
  if (!ImGui::IsItemActive())
    ui::tooltip(cut ? (std::string(shown) + "\nClick to name it").c_str() : "Click to name it");
}

// which of the two sides a track is, as a badge with its number
void badge(const AppContext& app, const TrackView& track) {
  const bool is_b = app.frame->second && app.frame->second_track == track.info.number;
  const float em = app.em, tall = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({em * 2.6f, tall});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const unsigned colour = plot::series_colour(track.info.number - 1);
  const ImVec2 a{at.x, at.y + tall * 0.12f}, b{at.x + em * 1.5f, at.y + tall * 0.88f};
  if (track.present)
    list->AddRectFilled(a, b, colour, em * 0.25f);
  else
    list->AddRect(a, b, colour, em * 0.25f, 0, em * 0.1f);
  const std::string number = std::to_string(track.info.number);
  const ImVec2 size = ImGui::CalcTextSize(number.c_str());
  list->AddText({(a.x + b.x - size.x) / 2, (a.y + b.y - size.y) / 2},
                track.present ? ImGui::GetColorU32(ImGuiCol_WindowBg) : ImGui::GetColorU32(ImGuiCol_Text),
                number.c_str());
  const char* side = is_b ? "B" : track.present && app.frame->second ? "A" : "";
  list->AddText({b.x + em * 0.25f, (a.y + b.y - size.y) / 2}, ImGui::GetColorU32(side_vec(is_b ? 1 : 0)), side);
}

// its time as a bar, what it shares with another as a thin line, marks where something was done
void lane(AppContext& app, const std::vector<TrackView>& tracks, std::size_t which, const Lanes& lanes, float y) {
  const TrackView& track = tracks[which];
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = y + lanes.row * 0.5f, thick = app.em * 0.36f;
  const unsigned colour = plot::series_colour(track.info.number - 1);
  const float begun = lanes.at(std::max(lanes.from, track.info.parent ? track.info.from_time : track.first_time));
  const float end = std::max(begun + 2.0f, lanes.at(track.end_time));
  for (std::size_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].info.number == track.info.parent && track.info.from_time >= lanes.from) {
      const float from_y = lanes.top + lanes.row * (float(i) + 0.5f);
      list->AddLine({begun, from_y}, {begun, middle}, ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f), app.em * 0.1f);
    }
  list->AddRectFilled({begun, middle - thick}, {end, middle + thick},
                      (colour & 0x00FFFFFF) | (track.present ? 0xE0000000 : 0x80000000), thick * 0.6f);
  for (const double input : track.inputs) {
    const float x = lanes.at(input);
    if (x >= begun && x <= end)
      list->AddLine({x, middle - thick * 1.7f}, {x, middle - thick}, ImGui::GetColorU32(ImGuiCol_Text), app.em * 0.08f);
  }
}

void click_in_lane(AppContext& app, const TrackView& track, const Lanes& lanes) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double time = std::clamp(lanes.time_at(mouse.x), track.first_time, track.end_time);
  if (ImGui::IsItemHovered()) {
    const std::string settings = settings_in_short(track.settings, *app.now()->parameters);
    ui::place_tooltip();
    ImGui::SetTooltip("%.2f s of track %d%s%s%s", time, track.info.number,
                      track.present      ? ", where you are"
                      : settings.empty() ? ": set as the present is"
                                         : ": ",
                      track.present ? "" : settings.c_str(),
                      track.inputs.empty() ? "" : "\nMarks: a hand, a key or an edit did something");
  }
  if (!ImGui::IsItemClicked()) return;
  const double step = app.now()->time_step > 0 ? app.now()->time_step : 1.0 / 60;
  const auto back = std::uint64_t(std::llround((track.end_time - time) / step));
  if (!track.present) app.simulation.open_track(track.info.number);
  app.simulation.seek(track.end_step - std::min(back, track.end_step));
}

void buttons(AppContext& app, const TrackView& track) {
  const std::string n = std::to_string(track.info.number);
  ImGui::BeginDisabled(track.inputs.empty());
  if (ui::button("tracks.again." + n, "Do again",
                 "What hand, keys and edits did on this track, under the present settings: from here where it lies "
                 "ahead, else from just before it. Opens a track"))
    app.simulation.replay_track(track.info.number);
  ImGui::EndDisabled();
  if (track.present) return;
  ImGui::SameLine();
  if (ui::button("tracks.compare." + n, "A/B", "This track as B, side by side with the present one")) {
    app.simulation.compare_track(track.info.number);
    app.settings.open_panels.insert("compare");
  }
  ImGui::SameLine();
  if (ui::button("tracks.delete." + n, "×", "Delete this track")) app.simulation.delete_track(track.info.number);
}

void present_line(const AppContext& app, const Lanes& lanes, std::size_t rows) {
  const float x = lanes.at(app.now()->time);
  ImGui::GetWindowDrawList()->AddLine({x, lanes.top}, {x, lanes.top + lanes.row * float(rows)},
                                      ImGui::GetColorU32(accent_vec()), app.em * 0.12f);
}

}  // namespace

void draw_tracks_panel(AppContext& app) {
  if (!app.now() || !app.frame->tracks) return;
  const std::vector<TrackView> tracks = *app.frame->tracks;
  if (tracks.size() < 2) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "One line of time so far. Drag the time bar back and do something else there: pull a body, turn a slider, "
        "shoot. What was stays here as a track, and the present goes on as another.");
    ImGui::PopTextWrapPos();
    ui::quiet("To see the same drag under other settings: drag, turn a slider, then press Do again.");
  } else {
    memory_line(app);
  }
  ImGui::Spacing();
  const float em = app.em, room = ImGui::GetContentRegionAvail().x;
  const float name_width = std::clamp(room * 0.24f, 7 * em, 16 * em);
  const float buttons_width = ui::button_width("Do again") + ui::button_width("A/B") + ui::button_width("×") +
                              2 * ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Lanes lanes{origin.x + 2.6f * em + name_width + em,
              origin.x + room - buttons_width - em,
              1e300,
              -1e300,
              ImGui::GetFrameHeightWithSpacing(),
              origin.y};
  for (const TrackView& track : tracks)
    lanes.from = std::min(lanes.from, track.first_time), lanes.to = std::max(lanes.to, track.end_time);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const TrackView& track = tracks[i];
    const float y = origin.y + lanes.row * float(i);
    ImGui::PushID(track.info.number);
    ImGui::SetCursorScreenPos({origin.x, y});
    badge(app, track);
    ImGui::SameLine(0, 0);
    name_field(app, track, name_width);
    if (lanes.x1 - lanes.x0 > 3 * em) {
      ImGui::SetCursorScreenPos({lanes.x0, y});
      ImGui::InvisibleButton("lane", {lanes.x1 - lanes.x0, ImGui::GetFrameHeight()});
      ui::track("tracks.lane." + std::to_string(track.info.number));
      click_in_lane(app, track, lanes);
      lane(app, tracks, i, lanes, y - (lanes.row - ImGui::GetFrameHeight()) * 0.5f);
    }
    ImGui::SetCursorScreenPos({lanes.x1 + em, y});
    buttons(app, track);
    ImGui::PopID();
  }
  if (lanes.x1 - lanes.x0 > 3 * em) present_line(app, lanes, tracks.size());
}

}  // namespace spook
