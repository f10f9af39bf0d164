// Projected Gauss–Seidel on one island (numerics §4). Velocities are kept up to date: no row reads anything but its
// bodies and itself.
#pragma once

#include "engine/solve/workspace.h"

namespace spook {

// the new impulse of a contact from its present one, its velocity w and its block A = J M⁻¹ Jᵀ
Vec3 relax_contact(const ContactRow& contact, SweepKind kind, const Mat3& A, const Vec3& w, const Vec3& impulse);

// (B + s·1) β = r with the least s ≥ 0 that keeps ‖β‖ ≤ radius
Vec2 solve_disc(const Eigen::Matrix2d& B, const Vec2& r, double radius);

// double precision, one row after another; impulses and velocities of `solution` in and out
void sweep_scalar(const StepProblem& problem, const IslandRange& island, SweepKind kind, bool joints,
                  const Workspace& work, StepSolution& solution);

}  // namespace spook
