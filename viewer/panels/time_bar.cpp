// The bar below: play, step, scrub through the past; and the status line.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "viewer/app/theme.h"
#include "viewer/app/tracks.h"
#include "viewer/panels/context.h"
#include "viewer/panels/icons.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/pace_line.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void transport(AppContext& app, Furniture& furniture) {
  const SimFrame& frame = *app.frame;
  if (ui::icon_button("time.reset", ui::Icon::reset, "Start again (R)")) app.act(Action::reset);
  ImGui::SameLine();
  if (ui::icon_button("time.back", ui::Icon::step_back, "One step back (,)")) app.act(Action::step_back);
  ImGui::SameLine();
  if (ui::icon_button("time.play", frame.playing ? ui::Icon::pause : ui::Icon::play, "Play or pause (Space)",
                      !frame.playing))
    app.act(Action::play_pause);
  ImGui::SameLine();
  if (ui::icon_button("time.step", ui::Icon::step, "One step (.)")) app.act(Action::step);
  // chosen: narrower, the past would have no room; the Edit menu and keys do the same
  if (ImGui::GetIO().DisplaySize.x < 38 * app.em) return;
  ImGui::SameLine();
  const auto named = [](const char* what, const std::string& label, const char* key) {
    return what + (label.empty() ? std::string() : ": " + label) + " (" + key + ")";
  };
  if (ui::icon_button("time.undo", ui::Icon::undo, named("Undo", frame.undo_label, "Ctrl-Z").c_str(), false,
                      frame.undo_depth > 0))
    app.act(Action::undo);
  ImGui::SameLine();
  if (ui::icon_button("time.redo", ui::Icon::redo, named("Redo", frame.redo_label, "Ctrl-Y").c_str(), false,
                      frame.redo_depth > 0))
    app.act(Action::redo);
  ImGui::SameLine();
  if (ui::icon_button("time.record", ui::Icon::record, "Record what this window shows (F9)", furniture.recording))
    app.act(Action::record);
}

void speed_choice(AppContext& app) {
  static constexpr double speeds[] = {0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0};
  char now[32];
  std::snprintf(now, sizeof now, "%g×", app.frame->speed);
  // in a small window the past needs the arrow's room
  const bool arrow = ImGui::GetIO().DisplaySize.x > app.em * 40.0f;
  ImGui::SetNextItemWidth(ImGui::CalcTextSize("0.25×").x + 2.0f * ImGui::GetStyle().FramePadding.x +
                          (arrow ? ImGui::GetFrameHeight() : 0.0f));
  const bool open = ImGui::BeginCombo("##speed", now, arrow ? ImGuiComboFlags_None : ImGuiComboFlags_NoArrowButton);
  ui::track("time.speed");
  ui::tooltip("Slow motion: simulated seconds per second (- and =)");
  if (!open) return;
  for (const double speed : speeds) {
    char label[32];
    std::snprintf(label, sizeof label, "%g×", speed);
    if (ImGui::Selectable(label, speed == app.frame->speed)) app.simulation.set_speed(speed);
    ui::track(std::string("time.speed.") + label);
  }
  ImGui::EndCombo();
}

// the past that can be gone back to, the present in it, a tick a second
void scrubber(AppContext& app, float width) {
  const SimFrame& frame = *app.frame;
  const float height = ImGui::GetFrameHeight();
  const ImVec2 a = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##scrub", {std::max(app.em, width), height});
  ui::track("time.scrubber");
  const ImVec2 b = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const double time = frame.current->time, span = std::max(frame.last_time - frame.first_time, 1e-9);
  const float middle = 0.5f * (a.y + b.y), r = height * 0.22f;
  const auto x_of = [&](double t) {
    return a.x + r + (b.x - a.x - 2 * r) * float(std::clamp((t - frame.first_time) / span, 0.0, 1.0));
  };
  list->AddRectFilled({a.x, middle - r * 0.6f}, {b.x, middle + r * 0.6f}, ImGui::GetColorU32(ImGuiCol_FrameBg), r);
  list->AddRectFilled({a.x, middle - r * 0.6f}, {x_of(time), middle + r * 0.6f}, ImGui::GetColorU32(accent_vec()), r);
  if (span > 0.5)
    for (double t = std::ceil(frame.first_time); t <= frame.last_time; t += 1.0) {
      const bool ten = std::fmod(std::round(t), 10.0) == 0.0;
      list->AddLine({x_of(t), middle + r * (ten ? 0.7f : 0.9f)}, {x_of(t), middle + r * 1.6f},
                    ImGui::GetColorU32(ImGuiCol_TextDisabled, ten ? 1.0f : 0.4f));
    }
  list->AddCircleFilled({x_of(time), middle}, r * 1.25f, ImGui::GetColorU32(ImGuiCol_Text), 20);

  const auto moment = [&] {
    const double at =
        std::clamp(double(ImGui::GetIO().MousePos.x - a.x - r) / std::max(1.0, double(b.x - a.x - 2 * r)), 0.0, 1.0);
    return frame.first_step + std::uint64_t(std::llround(at * double(frame.last_step - frame.first_step)));
  };
  if (ImGui::IsItemActive()) {
    const std::uint64_t wanted = moment();
    static std::uint64_t asked = ~0ull;
    if (wanted != asked || ImGui::IsItemActivated()) app.simulation.seek(asked = wanted);
  } else if (ImGui::IsItemHovered() && frame.last_step > frame.first_step) {
    ui::place_tooltip();
    ImGui::SetTooltip(
        "%.2f s. Drag to rewind. What you change there begins a track, and this one stays (Shift-T)",
        frame.first_time + span * double(moment() - frame.first_step) / double(frame.last_step - frame.first_step));
  }
}

// a flag that is news: that the effort ended a solve is what the pace line tells, by how much is left over
const std::string* worth_telling(const StepReport& report) {
  for (const std::string& flag : report.flags)
    if (!flag.starts_with("budget:")) return &flag;
  return nullptr;
}

void status_line(AppContext& app) {
  using ui::piece;
  const SimFrame& frame = *app.frame;
  const StepReport& report = frame.current->report;
  const double h = frame.current->time_step > 0 ? frame.current->time_step : 1.0 / 60.0;
  char text[160];
  ImGui::PushFont(app.fonts.small);
  ImGui::TextUnformatted(scene_title(frame.opened->scene.name).c_str());
  ui::tooltip(frame.opened->scene.name.c_str());
  // what is counted goes before the pace, as far as there is room for both
  const float pace = ImGui::CalcTextSize(pace_words(app).c_str()).x + app.em * 2.6f;
  const auto counts = [&](const std::string& words) {
    const float to = ImGui::GetItemRectMax().x + app.em * 1.1f + ImGui::CalcTextSize(words.c_str()).x;
    if (to + pace < ImGui::GetWindowWidth()) piece(words.c_str());
  };
  const int bodies = report.bodies ? report.bodies : int(frame.current->bodies.size());
  counts(counted(bodies, "body"));
  if (report.joints) counts(counted(report.joints, "joint"));
  counts(counted(report.contacts, "contact"));
  std::snprintf(text, sizeof text, "%.2f ms", frame.physics_ms);
  const ImVec4 late = frame.physics_ms > 1000 * h ? bad_vec() : ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled);
  if (ImGui::GetItemRectMax().x + app.em * 5.0f + pace < ImGui::GetWindowWidth()) {
    piece(text, &late);
    ui::tooltip("Physics per step, averaged");
  }
  draw_pace(app);
  if (frame.tracks && frame.tracks->size() > 1) {
    std::snprintf(text, sizeof text, "track %d of %zu%s", frame.track, frame.tracks->size(),
                  frame.replaying ? ", input done again" : "");
    piece(text);
    ui::tooltip("Lines of time of this scene: Look closer > Tracks (Shift-T)");
  }
  if (const std::string* flag = worth_telling(report)) {
    const ImVec4 bad = bad_vec();
    std::snprintf(text, sizeof text, "%.120s", flag->c_str());
    piece(text, &bad);
  }
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(report.hash));
  ImGui::PushFont(app.fonts.mono);
  const float room = ImGui::CalcTextSize(text).x, at = ImGui::GetWindowWidth() - room - app.em * 1.1f;
  // where there is not room for all, the hash goes first
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() < at) {
    ImGui::SetCursorPosX(at);
    ImGui::TextDisabled("%s", text);
    ui::track("time.hash");
    ui::tooltip("A number of the whole state: the same scene and the same hand give the same one, always");
  }
  ImGui::PopFont();
  ImGui::PopFont();
}

}  // namespace

void draw_time_bar(AppContext& app, Furniture& furniture, float top, float height) {
  const float width = ImGui::GetIO().DisplaySize.x;
  ImGui::SetNextWindowPos({0, top});
  ImGui::SetNextWindowSize({width, height + 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {app.em * 0.8f, app.em * 0.45f});
  ImGui::Begin("time bar", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  if (app.now() && app.frame->opened) {
    transport(app, furniture);
    ImGui::SameLine();
    speed_choice(app);
    ImGui::SameLine();
    scrubber(app, ImGui::GetContentRegionAvail().x - app.em * 6.0f);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%.2f s", app.frame->current->time);
    status_line(app);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace spook
