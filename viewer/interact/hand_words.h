// What the hand's pull is called on screen.
#pragma once

#include <string>

namespace spook {

// "340 N of 918", "9.18 kN of 9.18": three digits in the cap's unit, never more than the cap
std::string pull_in_words(double force, double cap);
// the same with how far the body is behind: "340 N of 918 · 0.12 m behind"
std::string grip_in_words(double force, double cap, double slack);

}  // namespace spook
