// Every threshold of a direct solve: its value, unit, the range in which it serves and what it decides. The list is the
// only place they stand in: the struct, the table that README.md and `spook-lab` print, and the code all come from it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spook {

// X(type, name, value, unit, serves from … to, what it decides)
#define SPOOK_DIRECT_OPTIONS(X)                                                                                        \
  X(double, digit, 0.1, "", "0.03 … 0.3", "a step that gets somewhere leaves at most this share of the gradient")      \
  X(double, wrong_sets, 0.02, "of contacts", "0.01 … 0.1", "last sets: given up where more would rather change")       \
  X(int, extra_solves, 16, "solves", "4 … 64", "last sets: refinements that a kept factor may cost; then a new one")   \
  X(double, max_turn, 1e-5, "rad a step", "1e-6 … 1e-4",                                                               \
    "last sets: jointed bodies that turn faster get a new factor")                                                     \
  X(double, near, 1e-3, "", "1e-4 … 1e-2", "last impulses: tried where their natural residual is below")               \
  X(double, calm_motion, 1.0, "of gravity's", "1 … 4",                                                                 \
    "budget: a group that moves by so little beside what forces give it in a step is at rest soon: solved directly")   \
  X(double, bounds_moved, 0.01, "", "1e-3 … 0.05", "split: another coupling where a bound μν moved by more (§4)")      \
  X(int, sweeps_in_flight, 4, "", "2 … 8", "split: times as many sweeps where they stand in for step 1")               \
  X(double, calm, 1e-4, "", "1e-5 … 1e-3", "newton: below this gradient its own steps are trusted to settle sets")     \
  X(double, many_flips, 0.05, "of contacts", "0.02 … 0.1", "newton: changes of set that call for the interior method") \
  X(int, patience, 5, "steps", "4 … 10", "newton: steps with changes before it is called; four times that when calm")  \
  X(int, max_idle, 8, "steps", "4 … 16",                                                                               \
    "without progress: newton ends near rounding; bounds of `exact` go half the way")                                  \
  X(double, plain_sets, 30.0, "", "10 … 100",                                                                          \
    "interior: a set is clear where one factor of ν s is so much the larger")                                          \
  X(double, unclear_sets, 0.01, "of products", "0 … 0.02", "interior: so many may be left to Newton's method")         \
  X(double, met, 1e-4, "", "1e-5 … 1e-3", "interior: momentum and rows are met, relative")                             \
  X(double, little_left, 0.01, "of motion's energy", "1e-3 … 0.1",                                                     \
    "interior: what complementarity may leave over of a calm group that cannot hope for an end")                       \
  X(int, max_factorisations, 40, "", "20 … 100",                                                                       \
    "budget: of one direct solve; half as many again are ample, half is little")                                       \
  X(double, sweeps_hold, 1e-3, "of gravity's energy", "3e-4 … 1e-3",                                                   \
    "budget: such a group keeps what sweeps found where the second half of them gained no more")                       \
  X(int, few, 10, "factorisations", "10 … 14", "budget: of a calm group that cannot hope for more")                    \
  X(int, hopeful, 24, "factorisations", "10 … 60",                                                                     \
    "budget: with fewer the splits are not begun: sweeps, and a direct solve where they came near")                    \
  X(int, contacts_a_joint, 12, "", "10 … 14",                                                                          \
    "budget: a group with fewer is mostly joints: it may spend `max_factorisations` of a thousand bodies")             \
  X(double, share_of_couplings, 0.3, "", "0.2 … 0.5", "budget: no further coupling once this share is spent")          \
  X(double, share_of_sweeps, 0.5, "", "0.3 … 0.8",                                                                     \
    "feasible fallback: of the island's work that sweeps may take where it pays a factor; else all")                   \
  X(int, max_sweeps, 200, "", "100 … 400", "feasible fallback: sweeps at most")                                        \
  X(int, fallback_rounds, 3, "", "2 … 5", "feasible fallback: contacts and joints in turn; work taken back")

struct DirectOptions {
#define SPOOK_FIELD(type, name, value, unit, serves, decides) type name = value;
  SPOOK_DIRECT_OPTIONS(SPOOK_FIELD)
#undef SPOOK_FIELD
};

inline constexpr DirectOptions default_direct_options{};

struct DirectOptionInfo {
  std::string_view name, unit, serves, decides;
  double value;
};
std::span<const DirectOptionInfo> direct_option_table();

}  // namespace spook
