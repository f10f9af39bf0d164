#include "viewer/app/event_log.h"

#include <cctype>
#include <cstdio>

#include "engine/constraint/joint_rows.h"

namespace spook {
namespace {

constexpr std::size_t max_events = 100, max_aloud = 2;  // chosen: what the eye takes in at once

std::string with_unit(double value, const char* unit) {
  char text[40];
  if (value >= 1000.0)
    std::snprintf(text, sizeof text, value >= 1e5 ? "%.0f k%s" : "%.3g k%s", value / 1000.0, unit);
  else
    std::snprintf(text, sizeof text, "%.3g %s", value, unit);
  return text;
}

}  // namespace

std::string in_words(const BrokenJoint& joint) {
  const std::string kind = joint_type_info(joint.type).name,
                    what = kind == "hinge" || kind == "spring" || kind == "slider" ? kind : kind + " joint";
  std::string words = what;
  words[0] = char(std::toupper(static_cast<unsigned char>(words[0])));
  return words + " '" + joint.name + "' broke at " +
         (joint.by_torque ? with_unit(joint.torque, "N m") : with_unit(joint.force, "N"));
}

std::vector<std::string> EventLog::take(const StepReport& report) {
  forget_after(report.step - (report.step > 0));
  std::vector<std::string> aloud;
  for (const BrokenJoint& joint : report.broken) {
    events.push_back({report.step, report.time, in_words(joint)});
    if (aloud.size() < max_aloud) aloud.push_back(events.back().text);
  }
  if (report.broken.size() > max_aloud)
    aloud.back() = "… and " + std::to_string(report.broken.size() - 1) + " more joints broke";
  while (events.size() > max_events) events.pop_front();
  return aloud;
}

void EventLog::forget_after(std::uint64_t step) {
  while (!events.empty() && events.back().step > step) events.pop_back();
}

}  // namespace spook
