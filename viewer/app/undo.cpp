#include "viewer/app/undo.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "viewer/app/simulation_thread.h"
#include "viewer/panels/compare_settings.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/setting_words.h"

namespace spook {
namespace {

constexpr std::size_t max_entries = 64;  // chosen: a moment shares what did not change with its neighbours
constexpr double gesture_pause = 1.5;    // s; chosen: a slider at rest for longer is turned anew

std::string value_in_words(const ScenarioParameter& parameter, double value) {
  if (parameter.integer && parameter.minimum == 0 && parameter.maximum == 1) return value != 0 ? "on" : "off";
  return value_with_unit(value, parameter.unit, 4);
}

// "bricks 10 → 12", "open pyramid", "reset"
std::string opening_in_words(const SceneSource& before, const SceneSource& after, bool reset) {
  if (reset) return "reset";
  if (!after.scenario) return "open " + after.file.filename().string();
  if (before.scenario != after.scenario) return "open " + after.scenario->title;
  std::string text;
  int changed = 0;
  for (const ScenarioParameter& parameter : after.scenario->parameters) {
    const auto value_of = [&](const ScenarioValues& values) {
      const auto found = values.find(parameter.name);
      return found == values.end() ? parameter.value : found->second;
    };
    const double from = value_of(before.values), to = value_of(after.values);
    if (from == to) continue;
    text = scene_parameter_label(parameter.name) + " " + value_in_words(parameter, from) + " → " +
           value_in_words(parameter, to);
    ++changed;
  }
  return changed == 1 ? text : changed == 0 ? "open " + after.scenario->title : std::to_string(changed) + " parameters";
}

}  // namespace

std::string change_in_words(const Parameters& before, const Parameters& after) {
  const auto differences = setting_differences(before, after);
  if (differences.size() == 1) return differences[0].label + " " + differences[0].a + " → " + differences[0].b;
  return differences.empty() ? "settings" : std::to_string(differences.size()) + " settings";
}

void UndoStacks::push(UndoEntry entry) {
  forget_from(entry.opened.get(), entry.step + 1);
  undo.push_back(std::move(entry));
  if (undo.size() > max_entries) undo.erase(undo.begin());
  redo.clear();
}

void UndoStacks::forget_from(const OpenedScene* scene, std::uint64_t step) {
  std::erase_if(undo, [&](const UndoEntry& entry) { return entry.opened.get() == scene && entry.step >= step; });
  std::erase_if(redo, [&](const UndoEntry& entry) { return entry.opened.get() == scene && entry.common >= step; });
}

void UndoStacks::exchange_sides(const OpenedScene* of_a) {
  for (UndoEntry& entry : undo) {
    if (!entry.second || entry.opened.get() != of_a) continue;
    std::swap(entry.state, entry.second);
    if (!entry.second_opened) continue;
    std::swap(entry.opened, entry.second_opened);
    std::swap(entry.step, entry.second_step);
    entry.common = entry.step, entry.since.clear();  // the steps told there were the other scene's
  }
}

void UndoStacks::forget_second() {
  for (std::vector<UndoEntry>* stack : {&undo, &redo})
    for (UndoEntry& entry : *stack) entry.second.reset(), entry.second_opened.reset(), entry.second_session.reset();
}

// leaves_scene: another begins, and the session goes with this one
UndoEntry Simulation::Thread::present(const std::string& label, bool leaves_scene) {
  UndoEntry entry{label,
                  {},
                  opened,
                  world->save(),
                  second ? second->world().save() : nullptr,
                  world->step_count(),
                  world->step_count(),
                  {},
                  nullptr};
  if (leaves_scene) entry.session = std::make_shared<Session>(std::move(session));
  if (!second_opened) return entry;
  entry.second_opened = second_opened, entry.second_step = second->world().step_count();
  if (leaves_scene) entry.second_session = std::make_shared<Session>(second->session());
  return entry;
}

bool Simulation::Thread::goes_on(const std::string& gesture) const {
  return !gesture.empty() && !edits.undo.empty() && edits.undo.back().gesture == gesture &&
         edits.undo.back().opened == opened && steady_seconds() - edits.gesture_at < gesture_pause;
}

void Simulation::Thread::mark_undo(const std::string& label, const std::string& gesture) {
  const bool same = goes_on(gesture);
  edits.gesture_at = steady_seconds();
  if (same) {
    edits.undo.back().label = label;
    return;
  }
  edits.push(present(label, false));
  edits.undo.back().gesture = gesture;
}

void Simulation::Thread::mark_opening(const SceneSource& source, bool reset) {
  if (world) edits.push(present(opening_in_words(opened->source, source, reset), true));
}

// The present moment is kept on the other stack. Within a scene the two share a past up to some step.
void Simulation::Thread::go_to(UndoEntry entry, std::vector<UndoEntry>& keep_present_in) {
  const bool crosses = entry.opened != opened;
  UndoEntry here = present(entry.label, crosses);
  if (crosses) {
    opened = entry.opened;
    session = std::move(*entry.session);
    second.reset(), second_opened.reset();
    world = std::make_unique<World>(opened->scene);
    recording.reset();
    timeline.clear();
    forget_tracks();
    ++world_number;
    description.reset();
  } else {
    timeline.forget_after(entry.common);
    here.common = std::min(entry.common, here.step);
    here.since = session.steps_from(here.common);
    session.put(entry.common, std::move(entry.since));
  }
  keep_present_in.push_back(std::move(here));
  if (crosses && entry.second_opened) {
    begin_beside(entry.second_opened, std::make_unique<World>(entry.second_opened->scene));
    second->session() = *entry.second_session;
  } else if (crosses && entry.second) {
    world->restore(*entry.state);
    split();
  }
  restore(*entry.state, entry.second.get(), true);
  if (!timeline.last() || timeline.last()->step < world->step_count()) keep_moment();
  touched = true;
  due = steady_seconds() + interval();
}

void Simulation::Thread::undo() {
  if (!world || edits.undo.empty()) return;
  UndoEntry entry = std::move(edits.undo.back());
  edits.undo.pop_back();
  say("Undone: " + entry.label);
  go_to(std::move(entry), edits.redo);
}

void Simulation::Thread::redo() {
  if (!world || edits.redo.empty()) return;
  UndoEntry entry = std::move(edits.redo.back());
  edits.redo.pop_back();
  say("Redone: " + entry.label);
  go_to(std::move(entry), edits.undo);
}

// One gesture as long as the same ones are turned; named from where they stood before it.
void Simulation::Thread::changed_settings(Side side, const Parameters& parameters) {
  const World& changed = side == Side::b ? second->world() : *world;
  const auto gesture_from = [&](const Parameters& before) {
    std::string names;
    for (const SettingDifference& difference : setting_differences(before, parameters))
      names += " " + difference.parameter;
    return names.empty() ? names : (side == Side::b ? "b" : "a") + names;
  };
  std::string gesture = gesture_from(edits.settings_before);
  if (!goes_on(gesture)) {
    edits.settings_before = changed.parameters();
    gesture = gesture_from(edits.settings_before);
    if (gesture.empty()) return;  // as it was: nothing to take back
  }
  const char* whose = !second ? "" : side == Side::b ? ", B" : ", A";
  mark_undo(change_in_words(edits.settings_before, parameters) + whose, gesture);
}

void Simulation::Thread::say(std::string text) {
  const std::lock_guard lock(owner.mutex_);
  owner.messages_.push_back({"", std::move(text)});
}

}  // namespace spook
