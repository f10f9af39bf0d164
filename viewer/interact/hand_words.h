// What the hand's pull is called on screen.
#pragma once

#include <string>

namespace spook {

// "Pull 340 of 918 N", "Pull 9.18 of 9.18 kN": three digits in the cap's unit, never more than the cap
std::string pull_in_words(double force, double cap);
// the same with how far the body is behind: "Pull 340 of 918 N · 0.12 m behind"
std::string grip_in_words(double force, double cap, double slack);

}  // namespace spook
