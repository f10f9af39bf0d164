// A recorded history as curves: islands are solved one after another, and drawn here as if all swept together.
#pragma once

#include <span>
#include <vector>

#include "engine/solve/solver.h"

namespace spook::plot {

// all islands after the same number of sweeps
struct CurvePoint {
  double sweeps = 0.0;  // direct solves stand between: half a sweep on
  bool direct = false;
  bool alone = false;                  // of a solver that knows no sweeps: direct solves stand at 1, 2, 3 …
  double normal = 0.0, tangent = 0.0;  // 2-norm over contacts, N s
  int changes = 0;                     // contacts that changed state
  int pivots = 0, factorisations = 0;
  int worst_contact = -1;  // row of the step problem
  double worst = 0.0;      // its residual, N s
};

std::vector<CurvePoint> convergence_curve(std::span<const SweepRecord> history);

}  // namespace spook::plot
