// Lessons: guided experiments of a minute or two. What they say and do is a table (lesson_table.cpp); a stage ends by
// itself when what it waits for has happened.
#pragma once

#include <deque>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/world/snapshot.h"
#include "viewer/app/inside_step.h"

namespace spook {

struct AppContext;

// what a stage may look at to know that it is done
struct LessonView {
  const Snapshot& now;
  const std::deque<StepReport>& reports;
  double since = 0.0;                    // s of the scene, when the stage began
  const InsideMoment* inside = nullptr;  // shown of an open step; null: none is
  int inside_moment = 0;
  double creep = -1.0;  // of the contact in the Friction panel, m/s; −1: none
  double seconds() const { return now.time - since; }
};

enum class LessonDeed { nothing, open_step, go_to_direct, pick_friction, restart_ledger, magnify };

// what the stage's button does, in this order
struct LessonAction {
  const char* label = "";
  const char* scene = nullptr;                                // opened anew; null: the scene goes on
  std::vector<std::pair<std::string, double>> values = {};    // of the scene
  std::vector<std::pair<std::string, std::string>> set = {};  // solver parameters
  std::vector<std::string> panels = {};                       // opened beside the lesson
  bool restart = false;                                       // the scene begins again, with them
  LessonDeed deed = LessonDeed::nothing;
};

struct LessonStage {
  const char* text;  // what to do and what to watch
  LessonAction action;
  const char* waits;  // "Waiting for …"
  bool (*done)(const LessonView&);
  const char* seen;  // what has happened and what it means
};

struct Lesson {
  const char* id;
  const char* title;
  const char* about;  // one line in the list
  std::vector<LessonStage> stages;
};

std::span<const Lesson> lessons();

// where somebody is in a lesson
struct LessonProgress {
  int lesson = -1, stage = 0;  // −1: the list is shown
  bool acted = false;          // the button of this stage was pressed
  bool done = false;           // what the stage waits for has happened
  bool finished = false;       // of the whole lesson
  int waits_for_world = -1;    // the scene is being opened: a later world than this
  double since = 0.0;
  std::set<std::string> ticked;  // lessons gone through in this session

  void begin(int which, const AppContext& app);
  void next(const AppContext& app);
  void act(AppContext& app);
  void watch(const AppContext& app);  // once a frame
};

}  // namespace spook
