#include "viewer/app/lessons.h"

#include <algorithm>

#include "engine/tuning.h"
#include "viewer/app/insight.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"

namespace spook {
namespace {

void open_scene_of(AppContext& app, const LessonAction& action) {
  SceneSource source;
  source.scenario = find_scenario(action.scene);
  for (const auto& [name, value] : action.values) source.values[name] = value;
  source.overrides = action.set;
  app.simulation.open(std::move(source));
  app.simulation.play(true);
}

void set_parameters_of(AppContext& app, const LessonAction& action) {
  Parameters parameters = *app.now()->parameters;
  for (const auto& [name, value] : action.set) set_any_parameter(parameters, name, value);
  if (action.restart) app.simulation.play(false);  // so that they hold before the scene begins again
  app.simulation.set_parameters(Side::a, parameters);
  if (action.restart) app.simulation.reset();
  app.simulation.play(true);
}

void magnify_most(AppContext& app) {
  Magnifier& magnifier = app.insight->magnifier;
  magnifier.times = 100.0, magnifier.motion = false, magnifier.overlaps = true;
}

void pick_most_loaded(AppContext& app) {
  const Snapshot& now = *app.now();
  int most = -1;
  for (std::size_t c = 0; c < now.contacts.size(); ++c)
    if (most < 0 || now.contacts[c].impulse[0] > now.contacts[std::size_t(most)].impulse[0]) most = int(c);
  if (most >= 0) app.insight->picked = pick_of(now, most), app.insight->picked_world = app.frame->world;
}

void go_to_direct(InsideView& view) {
  if (!view.step) return;
  for (std::size_t m = 0; m < view.step->moments.size(); ++m)
    if (view.step->moments[m].direct) {
      view.playing = false;
      return view.go(int(m));
    }
}

void do_deed(AppContext& app, LessonDeed deed) {
  switch (deed) {
    case LessonDeed::open_step:
      if (!app.inside.step) app.act(Action::open_step);
      break;
    case LessonDeed::go_to_direct:
      go_to_direct(app.inside);
      break;
    case LessonDeed::pick_friction:
      pick_most_loaded(app);
      break;
    case LessonDeed::restart_ledger:
      if (app.insight->ledger) app.insight->ledger->restart();
      break;
    case LessonDeed::magnify:
      magnify_most(app);
      break;
    case LessonDeed::nothing:
      break;
  }
}

}  // namespace

void LessonProgress::begin(int which, const AppContext& app) {
  lesson = which, stage = 0, acted = done = finished = false, waits_for_world = -1;
  since = app.now() ? app.now()->time : 0.0;
}

void LessonProgress::next(const AppContext& app) {
  const Lesson& of = lessons()[std::size_t(lesson)];
  acted = done = false, since = app.now() ? app.now()->time : 0.0;
  if (stage + 1 < int(of.stages.size()))
    ++stage;
  else
    finished = true, ticked.insert(of.id);
}

void LessonProgress::act(AppContext& app) {
  const LessonAction& action = lessons()[std::size_t(lesson)].stages[std::size_t(stage)].action;
  for (const std::string& panel : action.panels) {
    app.settings.open_panels.insert(panel);
    bring_to_front(app, panel.c_str());
  }
  acted = true, done = false;
  const bool begins_again = action.scene || action.restart;
  waits_for_world = begins_again ? app.frame->world : -1;
  since = begins_again || !app.now() ? 0.0 : app.now()->time;
  if (action.scene)
    open_scene_of(app, action);
  else if (!action.set.empty() || action.restart)
    set_parameters_of(app, action);
  do_deed(app, action.deed);
}

void LessonProgress::watch(const AppContext& app) {
  if (lesson < 0 || finished || done || !app.now()) return;
  const LessonStage& now = lessons()[std::size_t(lesson)].stages[std::size_t(stage)];
  // a stage that sets a scene has nothing to see before that
  if ((now.action.scene || now.action.restart) && !acted) return;
  if (waits_for_world >= 0 && app.frame->world == waits_for_world) return;
  waits_for_world = -1;
  LessonView view{*app.now(), app.reports, since, nullptr, app.inside.moment, -1.0};
  if (app.inside.step && !app.inside.step->moments.empty())
    view.inside = &app.inside.step->moments[std::size_t(app.inside.moment)];
  if (app.insight->friction)
    if (const FrictionPath path = app.insight->friction->path(); path.samples.size() > 20) view.creep = path.creep();
  done = now.done(view);
}

}  // namespace spook
