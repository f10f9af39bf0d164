#include "viewer/panels/pace_line.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "viewer/app/theme.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

constexpr double in_time = 0.95;    // of the speed wanted
constexpr double dear = 0.6;        // of the interval: what else than solving takes so much is named
constexpr double told_from = 5e-4;  // of the impulses: less is not worth a word

std::string left_over_text(double left_over) {
  if (left_over <= told_from) return {};
  char text[60];
  std::snprintf(text, sizeof text, " · approximate, %.1f %% left over", 100.0 * left_over);
  return text;
}

bool late(const SimFrame& frame) {
  return frame.real_time_factor < in_time * frame.speed;
}

// What takes the time: the work that no effort buys, solving to the end, or nothing of the last step's.
std::string reason(const SimFrame& frame) {
  const StepReport& report = frame.current->report;
  const double interval = 1000.0 * frame.interval, solving = report.ms.solve + report.ms.impact;
  const double others = report.ms.total - solving;
  char text[100];
  if (frame.physics_ms < in_time * interval) return "drawing and physics share the processor";
  if (report.ms.total < dear * interval) {  // not this one: what they take changes, or the processor has other work
    std::snprintf(text, sizeof text, "recent steps took %.0f ms", frame.physics_ms);
  } else if (others > dear * interval && report.ms.collide > 0.5 * others) {
    std::snprintf(text, sizeof text, "collision takes %.0f ms", report.ms.collide);
  } else if (others > dear * interval) {
    std::snprintf(text, sizeof text, "%d contacts take %.0f ms beside their solve", report.contacts, others);
  } else if (frame.keeps_pace && report.left_over == 0.0) {
    std::snprintf(text, sizeof text, "joints and what comes to rest are solved to their end, %.0f ms", solving);
  } else {
    std::snprintf(text, sizeof text,
                  frame.keeps_pace ? "even the quickest solve takes %.0f ms" : "solving takes %.0f ms", solving);
  }
  return text;
}

// "60 Hz", "60 Hz · approximate, 0.4 % left over", "slow motion, 0.62×: collision takes 14 ms"
std::string pace_text(const SimFrame& frame) {
  char text[160];
  if (late(frame)) {
    std::snprintf(text, sizeof text, "slow motion, %.2f×: %s", frame.real_time_factor, reason(frame).c_str());
    return text;
  }
  const double h = frame.current->time_step > 0 ? frame.current->time_step : 1.0 / 60.0;
  std::snprintf(text, sizeof text, "%.0f Hz", 1.0 / h);
  return text + left_over_text(frame.left_over);
}

// above the line, wide enough for its words
void choice(AppContext& app, const ImVec2& line) {
  ImGui::SetNextWindowPos({line.x, line.y - app.em * 0.4f}, ImGuiCond_Always, {0.0f, 1.0f});
  ImGui::SetNextWindowSize({app.em * 26.0f, 0.0f});
  if (!ImGui::BeginPopup("pace")) return;
  const auto option = [&](const char* id, const char* label, const char* help, bool on) {
    if (ImGui::RadioButton(label, app.settings.keep_pace == on)) {
      app.settings.keep_pace = on;
      ImGui::CloseCurrentPopup();
    }
    ui::track(id);
    ui::quiet("%s", help);
  };
  option("pace.keep_60", "Keep 60 Hz",
         "A step that would take too long is cut short; what is left over is "
         "finished over the next ones.",
         true);
  ImGui::Spacing();
  option("pace.keep_accuracy", "Keep accuracy",
         "Every step takes the effort set in the Solver panel, and as long "
         "as it needs: slow motion where that does not fit.",
         false);
  ImGui::EndPopup();
}

}  // namespace

std::string pace_words(const AppContext& app) {
  const SimFrame& frame = *app.frame;
  if (!frame.playing) return "paused" + left_over_text(frame.current->report.left_over);
  const std::string words = pace_text(frame);
  // in a small window the reason stands in the tooltip alone
  const bool fits = ImGui::CalcTextSize(words.c_str()).x < 0.6f * ImGui::GetIO().DisplaySize.x;
  return (fits ? words : words.substr(0, words.find(':'))) + "  ▾";
}

void draw_pace(AppContext& app) {
  const SimFrame& frame = *app.frame;
  if (!frame.playing) {
    const ImVec4 paused = accent_vec();
    return ui::piece(pace_words(app).c_str(), &paused);
  }
  const ImVec4 colour = late(frame) ? warn_vec() : good_vec();
  ui::piece(pace_words(app).c_str(), &colour);
  ui::track("time.pace");
  const ImVec2 line = ImGui::GetItemRectMin();
  ui::tooltip((pace_text(frame) + (app.settings.keep_pace ? ".\n60 Hz is kept: click to choose accuracy instead"
                                                          : ".\nAccuracy is kept: click to choose 60 Hz instead"))
                  .c_str());
  if (ImGui::IsItemClicked()) ImGui::OpenPopup("pace");
  choice(app, line);
}

}  // namespace spook
