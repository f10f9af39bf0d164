// What happened in the scene, in words: joints that broke.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/world/snapshot.h"

namespace spook {

struct EventLog {
  struct Event {
    std::uint64_t step = 0;
    double time = 0.0;
    std::string text;
  };
  std::deque<Event> events;  // at most the last hundred, always one time line

  // takes what a step tells; what is worth saying aloud comes back
  std::vector<std::string> take(const StepReport& report);
  void forget_after(std::uint64_t step);  // gone back to that step
};

// "The hinge 'x' broke at 512 N"
std::string in_words(const BrokenJoint& joint);

}  // namespace spook
