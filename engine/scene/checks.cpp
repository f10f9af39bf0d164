#include "engine/scene/checks.h"

#include <cmath>

#include "engine/scene/json_tree.h"
#include "engine/scene/numbers.h"
#include "engine/scene/validate.h"

namespace spook::check {

using std::string;

string Path::text() const {
  if (!parent) return {};
  return parent->text() + "/" + (in_array ? std::to_string(index) : escape_pointer(key));
}

namespace {

// "a mass", "an angular velocity"
string with_article(std::string_view what) {
  const bool vowel = !what.empty() && string("aeiou").find(what[0]) != string::npos;
  return (vowel ? "an " : "a ") + string(what);
}

}  // namespace

void fail(const Path& place, const string& message) {
  throw SceneFault{place.text(), message};
}

void finite(const Path& place, double value) {
  if (!std::isfinite(value)) fail(place, "expected a finite number");
}

void finite(const Path& place, const Vec3& value) {
  if (!value.allFinite()) fail(place, "expected three finite numbers");
}

void at_most(const Path& place, double value, double limit, std::string_view what, std::string_view unit) {
  finite(place, value);
  if (!(std::abs(value) <= limit))
    fail(place, "expected " + with_article(what) + " of at most " + format_number(limit) + string(unit) + ", found " +
                    format_number(value));
}

void at_most(const Path& place, const Vec3& value, double limit, std::string_view what, std::string_view unit) {
  finite(place, value);
  if (!(value.norm() < limit))
    fail(place, "expected " + with_article(what) + " below " + format_number(limit) + string(unit) + ", found " +
                    format_number(value.lpNorm<Eigen::Infinity>()));
}

void coordinate(const Path& place, double value) {
  at_most(place, value, limits::max_state, "coordinate", " m");
}

void coordinate(const Path& place, const Vec3& value) {
  at_most(place, value, limits::max_state, "distance from the origin", " m");
}

void within(const Path& place, double value, const limits::Range& range, std::string_view what) {
  const string name(what.empty() ? range.what : what);
  if (!(value > 0.0)) fail(place, "expected a positive " + name + ", found " + format_number(value));
  if (!(value >= range.low && value <= range.high))
    fail(place, "expected a " + name + " from " + format_number(range.low) + " to " + format_number(range.high) +
                    string(range.unit) + ", found " + format_number(value));
}

void bound(const Path& place, double value, std::string_view what) {
  if (!std::isfinite(value) || value < 0.0)
    fail(place, "expected " + with_article(what) + " of zero or more, found " + format_number(value));
}

void not_negative(const Path& place, double value, std::string_view what) {
  bound(place, value, what);
  at_most(place, value, limits::max_plain, what);
}

void unit(const Path& place, const Vec3& value) {
  finite(place, value);
  const double norm = value.norm();
  if (!(std::abs(norm - 1.0) <= unit_tolerance))
    fail(place, "expected a unit vector, found one of length " + format_number(norm));
}

void pose(const Path& place, const Pose& pose) {
  coordinate(at(place, "position"), pose.position);
  const double norm = pose.orientation.norm();
  if (!(std::abs(norm - 1.0) <= unit_tolerance))
    fail(at(place, "orientation"),
         "expected a unit quaternion [w, x, y, z], found one of length " + format_number(norm));
}

void count(const Path& place, std::size_t count, std::size_t limit, std::string_view things) {
  if (count > limit)
    fail(place,
         "expected at most " + std::to_string(limit) + " " + string(things) + ", found " + std::to_string(count));
}

}  // namespace spook::check
