// The gallery of published experiments: choosing one runs it beside the window, then shows its verdicts, plots ours
// over the published points, and puts the bodies on the stage as every integrator moved them.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scenarios/papers/method_words.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/icons.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/figure_plot.h"
#include "viewer/render/looks.h"

namespace spook {
namespace {

using papers::Experiment;
using papers::Verdict;

ImVec4 lane_vec(int lane) {
  // on a light panel as dark as to be read
  const glm::vec3 c = lane_colour(lane) * (is_dark_theme() ? 1.0f : 0.45f);
  const auto srgb = [](float v) { return std::pow(v, 1.0f / 2.2f); };
  return {srgb(c.x), srgb(c.y), srgb(c.z), 1.0f};
}

struct VerdictWord {
  const char* text;
  ImVec4 colour;
};

VerdictWord word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return {"pass", good_vec()};
    case Verdict::fail:
      return {"miss", bad_vec()};
    case Verdict::explained:
      return {"miss, explained", warn_vec()};
    case Verdict::shown:
      break;
  }
  return {"shown", ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled)};
}

const char* family(const Experiment& experiment) {
  if (experiment.name.starts_with("spook_")) return "SPOOK, from this engine";
  static const auto smooth = papers::smooth_experiments();
  for (const Experiment& one : smooth)
    if (one.name == experiment.name) return "Smooth integrators";
  return "Contact, friction, events";
}

// one experiment in the list: its title, a line of what it is, and how it went if it ran already
bool entry(AppContext& app, const Experiment& experiment) {
  const PaperReport report = app.papers.report(experiment);
  const float pad = app.em * 0.5f, width = ImGui::GetContentRegionAvail().x;
  const float wrap = width - 2 * pad;
  const ImVec2 words = ImGui::CalcTextSize(experiment.what.c_str(), nullptr, false, wrap);
  const ImVec2 a = ImGui::GetCursorScreenPos();
  const float height = 1.35f * app.em + words.y + 2 * pad;
  ImGui::PushID(experiment.name.c_str());
  const bool pressed = ImGui::InvisibleButton("entry", {width, height});
  ui::track("papers." + experiment.name);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (!ImGui::IsItemVisible()) return pressed;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 b{a.x + width, a.y + height};
  list->AddRectFilled(a, b, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                      ImGui::GetStyle().FrameRounding);
  list->AddText(app.fonts.bold, app.fonts.bold->FontSize, {a.x + pad, a.y + pad}, ImGui::GetColorU32(ImGuiCol_Text),
                experiment.title().c_str());
  list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + pad + 1.35f * app.em},
                ImGui::GetColorU32(ImGuiCol_TextDisabled), experiment.what.c_str(), nullptr, wrap);
  if (report) {
    const VerdictCount count = count_verdicts(*report);
    const int missed = count.fail + count.explained;
    char text[48];
    std::snprintf(text, sizeof text, missed ? "%d missed" : "%d pass", missed ? missed : count.pass);
    list->AddText({b.x - pad - ImGui::CalcTextSize(text).x, a.y + pad},
                  ImGui::GetColorU32(count.fail ? bad_vec() : good_vec()), text);
  }
  if (hovered) ui::tooltip(experiment.paper.c_str());
  return pressed;
}

void choose(AppContext& app, const Experiment& experiment) {
  PaperStage& stage = app.stage;
  stage = {};
  stage.experiment = &experiment;
  stage.report = app.papers.report(experiment);
  if (!stage.report) app.papers.start(experiment);
  stage.shown = stage.showable(), stage.look_at_it = stage.shown;
}

void draw_list(AppContext& app) {
  ui::quiet(
      "Tables and figures of the papers behind this engine, computed again: ours beside theirs, a verdict a row.");
  ImGui::BeginChild("experiments");
  const char* last = "";
  for (const Experiment& experiment : papers::experiments()) {
    const char* group = family(experiment);
    if (std::string_view(group) != last) ui::heading(last = group);
    if (entry(app, experiment)) choose(app, experiment);
  }
  ImGui::EndChild();
}

void draw_progress(AppContext& app, const PaperRun& run) {
  ImGui::ProgressBar(float(run.fraction), {ImGui::GetContentRegionAvail().x - app.em * 5.2f, 0});
  ui::track("papers.progress");
  ImGui::SameLine();
  if (ui::button("papers.cancel", "Cancel", "Stop this experiment")) app.papers.cancel();
  ui::quiet("%s  %.0f s", run.what.c_str(), run.seconds);
}

void draw_scrubber(AppContext& app, PaperStage& stage) {
  const double end = stage.duration();
  if (ui::icon_button("papers.play", stage.playing ? ui::Icon::pause : ui::Icon::play, "Play or pause (Space)",
                      !stage.playing))
    stage.playing = !stage.playing;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - app.em * 4.6f);
  float at = float(std::clamp(stage.time, 0.0, end)) / float(stage.report->animation.slowness);
  char shown[32];
  std::snprintf(shown, sizeof shown, "t = %%.3f s");
  if (ImGui::SliderFloat("##stage", &at, 0.0f, float(end / stage.report->animation.slowness), shown))
    stage.time = double(at) * stage.report->animation.slowness;
  ui::track("papers.scrubber");
  if (ImGui::IsItemActivated()) stage.playing = false;
  ImGui::SameLine();
  static constexpr double speeds[] = {0.1, 0.25, 0.5, 1.0, 2.0};
  char now[16];
  std::snprintf(now, sizeof now, "%g×", stage.speed);
  ImGui::SetNextItemWidth(app.em * 4.2f);
  if (ImGui::BeginCombo("##stage speed", now)) {
    for (const double speed : speeds) {
      std::snprintf(now, sizeof now, "%g×", speed);
      if (ImGui::Selectable(now, speed == stage.speed)) stage.speed = speed;
    }
    ImGui::EndCombo();
  }
}

// what stands on the stage, and the way through its time
void draw_stage(AppContext& app) {
  PaperStage& stage = app.stage;
  if (!stage.showable()) return ui::quiet("This experiment has numbers only, no body to see.");
  bool shown = stage.shown;
  if (ui::toggle("papers.stage", "Show the motion", shown, "In place of the scene, which waits meanwhile"))
    stage.shown = shown, stage.look_at_it = shown;
  if (!stage.shown) return;
  const auto& lanes = stage.report->animation.lanes;
  if (lanes.size() > 1) ImGui::SameLine(0, 2 * app.em);
  if (lanes.size() > 1 && ui::toggle("papers.side", "Side by side", stage.side_by_side, "Or one in another"))
    stage.look_at_it = true;
  draw_scrubber(app, stage);
  const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::string name = papers::method_in_words(lanes[lane]);
    const float needed = ImGui::CalcTextSize(name.c_str()).x + ImGui::GetFrameHeight() + 2.5f * app.em;
    if (lane > 0 && ImGui::GetItemRectMax().x + needed < right) ImGui::SameLine(0, 1.2f * app.em);
    bool seen = !(stage.hidden_lanes >> lane & 1u);
    ImGui::PushStyleColor(ImGuiCol_CheckMark, lane_vec(int(lane)));
    ImGui::PushStyleColor(ImGuiCol_Text, lane_vec(int(lane)));
    if (ImGui::Checkbox(name.c_str(), &seen)) stage.hidden_lanes ^= 1u << lane;
    ui::track("papers.lane." + std::to_string(lane));
    ImGui::PopStyleColor(2);
  }
}

void draw_rows(AppContext& app, const papers::Report& report) {
  if (!ImGui::BeginTable("rows", 4,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 2.4f);
  ImGui::TableSetupColumn("held against", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableSetupColumn("ours", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, app.em * 4.6f);
  ImGui::TableHeadersRow();
  const auto cell = [](const std::string& text) {
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", text.c_str());
  };
  for (const papers::Row& row : report.rows) {
    ImGui::TableNextRow();
    const papers::Yardstick& held = row.yardstick;
    cell(row.quantity), cell(held.value.empty() ? held.kind() : held.kind() + ": " + held.value), cell(row.ours);
    ImGui::TableNextColumn();
    const VerdictWord verdict = word(row.verdict);
    ImGui::TextColored(verdict.colour, "%s", verdict.text);
    const std::string more = row.bar.empty() ? row.note : "bar: " + row.bar + (row.note.empty() ? "" : "\n" + row.note);
    ui::tooltip(more.c_str());
  }
  ImGui::EndTable();
}

void draw_figures(AppContext& app, const papers::Report& report) {
  const float width = ImGui::GetContentRegionAvail().x;
  const double now = app.stage.time / report.animation.slowness;
  int number = 0;
  for (const papers::Figure& figure : report.figures) {
    ui::heading(figure.title.c_str());
    for (const papers::Panel& panel : figure.panels) {
      const bool over_time = app.stage.shown && panel.x.label.starts_with("t (s)");
      plot::draw_figure_panel(std::to_string(number++), panel, width, std::min(0.62f * width, 22 * app.em),
                              app.settings.dark, over_time ? &now : nullptr);
    }
    if (!figure.caption.empty()) ui::quiet("%s", figure.caption.c_str());
  }
}

void draw_results(AppContext& app, const papers::Report& report) {
  const VerdictCount count = count_verdicts(report);
  ImGui::TextColored(count.fail ? bad_vec() : good_vec(), "%d pass", count.pass);
  const auto more = [](int n, const char* what, const ImVec4& colour) {
    if (!n) return;
    ImGui::SameLine();
    ImGui::TextColored(colour, "%d %s", n, what);
  };
  more(count.fail, "missed", bad_vec());
  more(count.explained, "missed, explained", warn_vec());
  more(count.shown, "shown", ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  draw_stage(app);
  ImGui::BeginChild("results");
  draw_figures(app, report);
  if (ui::section("Verdicts")) draw_rows(app, report);
  if (!report.remarks.empty() && ui::section("Remarks"))
    for (const std::string& remark : report.remarks) ui::quiet("%s", remark.c_str());
  ImGui::EndChild();
}

}  // namespace

void draw_papers_panel(AppContext& app) {
  PaperStage& stage = app.stage;
  if (!stage.experiment) return draw_list(app);
  if (ui::button("papers.back", "‹ All experiments", "Back to the list; what runs is stopped")) {
    app.papers.cancel();
    stage = {};
    return;
  }
  const Experiment& experiment = *stage.experiment;
  const PaperRun run = app.papers.run();
  if (!run.running) {
    ImGui::SameLine();
    if (ui::button("papers.again", "Run again")) app.papers.start(experiment);
  }
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextWrapped("%s", experiment.title().c_str());
  ImGui::PopFont();
  ui::quiet("%s (%s)", experiment.what.c_str(), experiment.paper.c_str());
  if (run.running) draw_progress(app, run);
  if (run.cancelled && run.experiment == &experiment) ui::quiet("Stopped.");
  if (!run.error.empty()) ImGui::TextColored(bad_vec(), "%s", run.error.c_str());

  // a report that has come in goes on the stage
  if (const PaperReport report = app.papers.report(experiment); report && report != stage.report && !run.running) {
    stage.report = report, stage.time = 0.0;
    stage.shown = stage.showable(), stage.look_at_it = stage.shown;
  }
  if (stage.report) draw_results(app, *stage.report);
}

}  // namespace spook
