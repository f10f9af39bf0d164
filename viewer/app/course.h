// The course that is being driven: its clock runs in simulated time from the first lever on, and goes back with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/courses.h"

namespace spook {

struct AppContext;
struct DrawList;
struct Snapshot;

struct CourseRun {
  const Course* course = nullptr;   // of the running scene; null: none, or it is not set up
  const Course* offered = nullptr;  // that the running scene could have
  bool running = false, done = false;
  double time = 0.0;  // s, on the clock
  double best = 0.0;  // s; 0: none yet
  int count = 0;      // gates passed, or rocks brought
  int needed() const { return course ? course->needed() : 0; }

  void take(AppContext& app);  // every frame
  void show(const Snapshot& now, DrawList& list) const;

 private:
  void begin(const AppContext& app);
  void go_back(double now);
  void judge(AppContext& app);
  static std::optional<Vec3> post_top(const Snapshot& now, int number);
  int world_ = -1;
  double started_ = -1.0, finished_ = -1.0, last_time_ = 0.0;  // simulated s; < 0: not yet
  std::vector<double> passed_at_;
  Vec2 last_ = Vec2::Zero();
};

// opens the scene again with its course set up, or without
void open_course(AppContext& app, bool on);
std::string clock_words(double seconds);  // "1:23.4"

}  // namespace spook
