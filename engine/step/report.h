// How a step came to be solved.
#pragma once

#include <cstdint>

namespace spook {

// why an island was solved again
enum class RoundReason : std::uint8_t { none, not_linear, new_contact, new_tension };

// over the islands of a step (of its substeps: the worst)
struct RoundsReport {
  int max = 0;                             // solves of the island that took most
  RoundReason reason = RoundReason::none;  // its last
  double residual = 0.0;                   // the largest, over its tolerance: at most 1 where all are solved
  int open = 0;                            // islands that were left unsolved
  int guarded = 0;                         // islands that the guard held back
};

inline const char* name_of(RoundReason reason) {
  constexpr const char* names[]{"", "not linear", "new contact", "new tension"};
  return names[static_cast<int>(reason)];
}

}  // namespace spook
