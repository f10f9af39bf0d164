// The small checks that validation is made of. A place in the scene is spelled out only where something is wrong with
// it: a scene of a hundred thousand bodies has millions of places.
#pragma once

#include <string>
#include <string_view>

#include "engine/scene/limits.h"
#include "engine/types.h"

namespace spook::check {

// the way to a value: it refers to the way to its parent, which must live as long
struct Path {
  const Path* parent = nullptr;
  std::string_view key = {};
  std::size_t index = 0;
  bool in_array = false;

  std::string text() const;  // a JSON pointer
};

inline Path at(const Path& parent, std::string_view key) {
  return {&parent, key, 0, false};
}
inline Path at(const Path& parent, std::size_t index) {
  return {&parent, {}, index, true};
}

[[noreturn]] void fail(const Path& place, const std::string& message);  // throws SceneFault

void finite(const Path& place, double value);
void finite(const Path& place, const Vec3& value);
void at_most(const Path& place, double value, double limit, std::string_view what, std::string_view unit = {});
void at_most(const Path& place, const Vec3& value, double limit, std::string_view what, std::string_view unit = {});
void coordinate(const Path& place, double value);
void coordinate(const Path& place, const Vec3& value);
// a positive number within the range; called by another name in the message where one is given
void within(const Path& place, double value, const limits::Range& range, std::string_view what = {});
// zero or more, up to the limit of plain numbers
void not_negative(const Path& place, double value, std::string_view what);
// zero or more without a limit: a bound that is never reached
void bound(const Path& place, double value, std::string_view what);
void unit(const Path& place, const Vec3& value);
void pose(const Path& place, const Pose& pose);
void count(const Path& place, std::size_t count, std::size_t limit, std::string_view things);

}  // namespace spook::check
