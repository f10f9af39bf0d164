// Courses: a task and a clock for a machine that is driven by hand. What stands in the scene (posts, a line) and what
// is judged come from the same numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace spook {

// two posts, and the way through between them
struct CourseGate {
  Vec2 at;
  double heading;  // rad, of the way through
  double half_width = 1.3;
  Vec2 post(int side) const;  // −1: right, 1: left of the way
};

struct Course {
  std::string name, scenario;  // the scene it is an option of: "course" = 1
  std::string task, things;    // "gates", "rocks"
  // either: this body goes through the gates in their order …
  std::string body;
  std::vector<CourseGate> gates;
  // … or so many bodies whose names begin so are brought over the line x = line_x, towards −x
  std::string cargo;
  int cargo_count = 0;
  double line_x = 0.0, line_half = 5.0;

  int needed() const { return gates.empty() ? cargo_count : int(gates.size()); }
};

std::span<const Course> courses();
const Course* find_course(const std::string& scenario);

// goes the way from one place to the other through the gate, forwards?
bool passes(const CourseGate& gate, const Vec2& from, const Vec2& to);

}  // namespace spook
