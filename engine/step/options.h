// The thresholds of the step's loop. The list is the only place they stand in: the struct and the table that `spook-lab
// run --help-parameters` prints both come from it.
#pragma once

#include <span>
#include <string_view>

namespace spook {

// X(type, name, value, unit, other values that were tried, what it decides)
#define SPOOK_STEP_OPTIONS(X)                                                                                       \
  X(int, max_rounds, 12, "solves", "8: a ring that lands opens by 0.7 mm; 16: no better",                           \
    "solved: solves of an island in one step at most")                                                              \
  X(int, friction_rounds, 1, "rounds", "0: gaps of 5 mm in a ragdoll; 2, 3: more rounds",                           \
    "solved: rounds in which friction's bounds follow the normals; then they are held")                             \
  X(int, min_rounds, 3, "rounds", "2: less work in machines, gaps of 4 mm in jenga",                                \
    "solved: rounds of a step that its effort does not end")                                                        \
  X(double, seen_gap, 1e-3, "m or rad", "3e-4: as good, dearer; none: a drum leaves its axle by 2 cm",              \
    "solved: rows that miss by more are put again whatever the effort")                                             \
  X(double, energy_tolerance, 2e-6, "of the motion", "1e-6, 4e-6",                                                  \
    "solved: work left over beside the island's kinetic energy and lift")                                           \
  X(double, way_tolerance, 2e-5, "m or rad", "", "solved: the way by which rows miss the motion found")             \
  X(double, min_motion, 1e-4, "J/kg", "", "solved: the motion there always is, a lift by 0.01 mm")                  \
  X(double, max_growth, 2.0, "", "", "accept: the residual may grow so before the way to the next trial is halved") \
  X(double, tension_growth, 1.5, "", "", "tension: put again where it grew by this factor and half the inertia")    \
  X(int, max_tensions, 3, "rounds", "", "tension: rounds of a step in which it may")                                \
  X(double, max_gradient, 0.1, "of velocities", "0.05: holds back a block on a string; none: seeds gain 1 %",       \
    "discrete gradient: what it may change in a step")                                                              \
  X(double, surprise, 0.003, "m", "5e-3: twice as many steps overlap by 2 cm; 2e-3: all that falls",                \
    "look ahead: a body that ends so far from where it was heading is looked at")                                   \
  X(double, unseen_overlap, 0.002, "m", "", "look ahead: overlap beyond what rows predicted …")                     \
  X(double, unseen_of_size, 0.02, "of the size", "", "look ahead: … or of the smaller body")                        \
  X(double, passed_through, 0.5, "of an overlap", "",                                                               \
    "look ahead: where closing accounts for less, the way is looked at")                                            \
  X(int, max_looks, 3, "a step", "", "look ahead: looks")                                                           \
  X(double, allowed_gain, 1e-2, "of kinetic energy", "1e-3: held back scenes of the library", "guard: gain a step") \
  X(double, allowed_noise, 2e-3, "J/kg", "5e-5: held back scenes of the library", "guard: gain a step, 6 cm/s")     \
  X(double, max_closing, 0.2, "m/s", "", "guard: gaps that nobody put in may close so fast")                        \
  X(double, strictness, 0.03, "", "", "guard: this share of both where the island was left unsolved")

struct StepOptions {
#define SPOOK_FIELD(type, name, value, unit, tried, decides) type name = value;
  SPOOK_STEP_OPTIONS(SPOOK_FIELD)
#undef SPOOK_FIELD
};

struct StepOptionInfo {
  std::string_view name, unit, tried, decides;
  double value;
};

inline std::span<const StepOptionInfo> step_option_table() {
#define SPOOK_ROW(type, name, value, unit, tried, decides) {#name, unit, tried, decides, double(value)},
  static constexpr StepOptionInfo table[] = {SPOOK_STEP_OPTIONS(SPOOK_ROW)};
#undef SPOOK_ROW
  return table;
}

}  // namespace spook
