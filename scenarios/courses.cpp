#include "scenarios/courses.h"

#include <cmath>

namespace spook {
namespace {

const std::vector<Course>& course_table() {
  static const std::vector<Course> all{
      {"Five gates",
       "rover",
       "Through the five gates in their order",
       "gates",
       "chassis",
       {{{-5.2, 0.45}, 0.15}, {{-2.6, -0.75}, -0.3}, {{0.2, -0.6}, 0.3}, {{3.0, 0.75}, 0.3}, {{6.0, 0.3}, -0.3}},
       "",
       0},
      {"Five rocks", "wheel_loader", "Bring five rocks back over the line", "rocks", "", {}, "rock_", 5, 3.0, 4.0}};
  return all;
}

}  // namespace

Vec2 CourseGate::post(int side) const {
  return at + side * half_width * Vec2(-std::sin(heading), std::cos(heading));
}

std::span<const Course> courses() {
  return course_table();
}

const Course* find_course(const std::string& scenario) {
  for (const Course& course : course_table())
    if (course.scenario == scenario) return &course;
  return nullptr;
}

bool passes(const CourseGate& gate, const Vec2& from, const Vec2& to) {
  const Vec2 along(std::cos(gate.heading), std::sin(gate.heading)), across(-along.y(), along.x());
  const double before = along.dot(from - gate.at), after = along.dot(to - gate.at);
  if (!(before < 0.0 && after >= 0.0)) return false;
  const double share = before / (before - after);
  return std::abs(across.dot(from + share * (to - from) - gate.at)) <= gate.half_width;
}

}  // namespace spook
