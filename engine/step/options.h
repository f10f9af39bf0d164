// The thresholds of the step's loop: what each is and its unit. What was tried is said; elsewhere a value is chosen,
// and the range in which it serves is not known yet.
#pragma once

namespace spook {

struct StepOptions {
  // ---- when a step is solved (residual.cpp)
  int max_rounds = 8;  // solves of an island in one step; 12 was no better
  // work left over, as a share of the island's motion (its kinetic energy and lift);
  // 1e-6 and 4e-6 were tried too
  double energy_tolerance = 2e-6;
  // way by which rows miss the motion found, m or rad
  double way_tolerance = 2e-5;
  // J/kg, the motion that there always is: lifting an island by a hundredth of a millimetre
  double least_motion = 1e-4;

  // ---- the accelerated iteration (accept.cpp)
  double max_growth = 2.0;  // of the residual from one round to the next, before the way to the next trial is halved

  // ---- tension (tension.cpp): put again where it grew by this factor and by half the inertia
  double tension_growth = 1.5;
  int max_tensions = 3;  // rounds of a step in which it may

  // ---- discrete gradient (turning.cpp): what it may change of the velocities in a step
  double max_gradient = 0.05;

  // ---- contacts that nothing foresaw (look_ahead.cpp)
  double surprise = 0.005;        // m: a body that ends so far from where it was heading is looked at
  double unseen_overlap = 0.002;  // m beyond what rows predicted …
  double unseen_of_size = 0.02;   // … or this share of the smaller body's size
  double passed_through = 0.5;    // of an overlap: where closing accounts for less, the way is looked at
  int max_looks = 3;              // a step

  // ---- guard (guard.cpp)
  double allowed_gain = 1e-2;   // of the island's kinetic energy, per step; at 1e-3 it held back scenes of the library
  double allowed_noise = 2e-3;  // J/kg, per step: 6 cm/s; 5e-5 held back scenes of the library
  double max_closing = 0.2;     // m/s: gaps that nobody put in may close so fast
  double strictness = 0.03;     // … this share of both where the island was left unsolved
};

}  // namespace spook
