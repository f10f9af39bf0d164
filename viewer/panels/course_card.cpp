// The card of a course: task, progress, clock and best time; or the offer to set one up.
#include <imgui.h>

#include <string>

#include "viewer/app/course.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void run_rows(AppContext& app) {
  const CourseRun& run = *app.course;
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextUnformatted(run.course->name.c_str());
  ImGui::PopFont();
  ui::quiet("%s", run.course->task.c_str());
  ImGui::PushFont(app.fonts.title);
  if (run.done) ImGui::PushStyleColor(ImGuiCol_Text, good_vec());
  ImGui::TextUnformatted(clock_words(run.time).c_str());
  if (run.done) ImGui::PopStyleColor();
  ImGui::PopFont();
  ui::track("course.clock");
  ImGui::Text("%d of %d %s", run.count, run.needed(), run.course->things.c_str());
  if (run.best > 0.0) ui::quiet("best %s", clock_words(run.best).c_str());
  if (!run.running && !run.done) ui::quiet("The clock starts with the first lever");
  if (ui::button("course.restart", "Start again", "R, or Ctrl-R where R is a lever")) app.act(Action::reset);
  ImGui::SameLine();
  if (ui::button("course.leave", "Leave", "The scene without its course")) open_course(app, false);
}

void offer_row(AppContext& app) {
  if (ui::button("course.start", ("Course: " + app.course->offered->name).c_str(), app.course->offered->task.c_str()))
    open_course(app, true);
}

}  // namespace

void draw_course_card(AppContext& app) {
  if (!app.now() || app.stage.shown || (!app.course->course && !app.course->offered)) return;
  const ViewArea& area = app.view.area;
  ImGui::SetNextWindowPos({float(area.width) - area.right - app.em * 0.8f, area.top + app.em * 0.8f}, 0, {1, 0});
  ImGui::SetNextWindowBgAlpha(0.88f);
  if (app.course->course) ImGui::SetNextWindowSize({app.em * 15.0f, 0});
  ImGui::Begin("course", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  app.course->course ? run_rows(app) : offer_row(app);
  ImGui::End();
}

}  // namespace spook
