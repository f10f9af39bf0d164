// Solvers of Coulomb friction with the round cone, one signature each: for problems that others published, and as a
// yardstick beside polygons. All of them are judged by cone_error, not by what they believe.
#pragma once

#include <span>
#include <string_view>

#include "engine/reference/cone_problem.h"

namespace spook::reference {

struct ConeOptions {
  double tolerance = 1e-8;  // of cone_error
  int iterations = 0;       // 0: the solver's own limit
  double seconds = 60.0;    // of processor time
};

struct ConeResult {
  bool solved = false;
  int iterations = 0;  // sweeps, or linear systems
  double error = 0.0;  // cone_error of r
  double seconds = 0.0;
};

using ConeSolver = ConeResult (*)(const ConeProblem& problem, Vector& r, const ConeOptions& options);

// Projected Gauss–Seidel: one contact after another, each by its exact 3 × 3 solution; every fifth sweep is followed by
// an accelerated point (Anderson), kept where its error is smaller.
ConeResult solve_cone_gauss_seidel(const ConeProblem& problem, Vector& r, const ConeOptions& options = {});
// Newton's method on Alart and Curnier's equations, with a line search, inside proximal-point steps that keep its
// matrix regular where contacts are redundant.
ConeResult solve_cone_newton(const ConeProblem& problem, Vector& r, const ConeOptions& options = {});
// The same on the natural map of the cone, which is what cone_error measures.
ConeResult solve_cone_natural_map(const ConeProblem& problem, Vector& r, const ConeOptions& options = {});
// Primal–dual interior points with the Nesterov–Todd scaling; the term μ ‖u_T‖, which is not convex, is held for a step
// and follows. What they get no closer to is finished by solve_cone_newton from their best point.
ConeResult solve_cone_interior_point(const ConeProblem& problem, Vector& r, const ConeOptions& options = {});

struct NamedConeSolver {
  std::string_view name;
  ConeSolver solve;
};
std::span<const NamedConeSolver> cone_solvers();

// The exact solution for one contact: u = B r + q with B symmetric and positive definite. r opposes the slip.
Eigen::Vector3d solve_one_cone(const Eigen::Matrix3d& b, const Eigen::Vector3d& q, double friction);

// the same problem with every contact made compliant by ε (in units of W), as a SPOOK step has it
ConeProblem with_compliance(ConeProblem problem, double compliance);

}  // namespace spook::reference
