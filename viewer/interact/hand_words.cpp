#include "viewer/interact/hand_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace spook {
namespace {

constexpr struct {
  double newtons;
  const char* name;
} units[] = {{1e6, "MN"}, {1e3, "kN"}, {1.0, "N"}, {1e-3, "mN"}};

// three digits, and none beyond those of `largest`, which stands beside it
std::string digits(double value, double largest) {
  const int whole = largest > 0 ? int(std::floor(std::log10(largest))) + 1 : 1;
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", std::clamp(3 - whole, 0, 2), value);
  return text;
}

}  // namespace

std::string pull_in_words(double force, double cap) {
  const auto* unit = &units[0];
  // "1440 N" reads well, "14400 N" does not
  while (unit->newtons > 1e-3 && cap < (unit->newtons == 1e3 ? 1e4 : unit->newtons)) ++unit;
  const double largest = cap / unit->newtons;
  return "Pull " + digits(std::clamp(force, 0.0, cap) / unit->newtons, largest) + " of " + digits(largest, largest) +
         " " + unit->name;
}

std::string grip_in_words(double force, double cap, double slack) {
  char behind[48];
  std::snprintf(behind, sizeof behind, " · %.2f m behind", slack);
  const bool at_limit = force >= 0.97 * cap;
  return pull_in_words(force, cap) + (at_limit ? " (at its limit)" : "") + (slack >= 0.05 ? behind : "");
}

}  // namespace spook
