// Lessons: the list, and the card of the one that is on.
#include <imgui.h>

#include <string>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void lesson_list(AppContext& app, LessonProgress& progress) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted("Ten experiments of a minute or two. Each sets its own scene.");
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.2f * app.em});
  for (std::size_t i = 0; i < lessons().size(); ++i) {
    const Lesson& lesson = lessons()[i];
    const bool ticked = progress.ticked.contains(lesson.id);
    const std::string label = std::to_string(i + 1) + "  " + lesson.title;
    if (ui::button("lesson." + std::string(lesson.id), label.c_str(), nullptr)) progress.begin(int(i), app);
    if (ticked) {
      ImGui::SameLine();
      ImGui::TextColored(good_vec(), "done");
    }
    ui::quiet("%s", lesson.about);
  }
  ImGui::PopStyleVar();
}

void wrapped(const char* text) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
}

void end_of_lesson(AppContext& app, LessonProgress& progress) {
  ImGui::TextColored(good_vec(), "Lesson done");
  const int next = progress.lesson + 1;
  if (next < int(lessons().size())) {
    const std::string label = std::string("Next: ") + lessons()[std::size_t(next)].title;
    if (ui::button("lesson.another", label.c_str(), "Begins the next lesson")) return progress.begin(next, app);
  } else {
    wrapped("That was the last one. The panels under \"Look closer\" are yours now.");
  }
  if (ui::button("lesson.list", "All lessons")) progress.lesson = -1;
}

void lesson_card(AppContext& app, LessonProgress& progress) {
  const Lesson& lesson = lessons()[std::size_t(progress.lesson)];
  ImGui::PushFont(app.fonts.title ? app.fonts.title : app.fonts.bold);
  wrapped(lesson.title);
  ImGui::PopFont();
  if (progress.finished) return end_of_lesson(app, progress);
  const LessonStage& stage = lesson.stages[std::size_t(progress.stage)];
  ui::quiet("%d of %d", progress.stage + 1, int(lesson.stages.size()));
  wrapped(stage.text);
  ImGui::Spacing();
  if (ui::button("lesson.do", stage.action.label)) progress.act(app);
  ImGui::Spacing();
  if (!progress.done) {
    const bool begun = progress.acted || !(stage.action.scene || stage.action.restart);
    ui::quiet("%s", begun ? (std::string(stage.waits) + " …").c_str() : "Press the button to begin.");
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, good_vec());
    wrapped("There it is.");
    ImGui::PopStyleColor();
    wrapped(stage.seen);
    ImGui::Spacing();
    if (ui::button("lesson.next", progress.stage + 1 < int(lesson.stages.size()) ? "Go on" : "Finish"))
      progress.next(app);
  }
  ImGui::Spacing();
  ImGui::Separator();
  if (ui::button("lesson.list", "All lessons", "Leaves this lesson")) progress.lesson = -1;
}

}  // namespace

void draw_lessons_panel(AppContext& app) {
  LessonProgress& progress = app.insight->lessons;
  if (progress.lesson < 0)
    lesson_list(app, progress);
  else
    lesson_card(app, progress);
}

}  // namespace spook
