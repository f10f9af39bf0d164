// Coulomb friction at one instant as others publish it: find r with
//   u = W r + q,   ‖r_T‖ ≤ μ r_N,   u + μ ‖u_T‖ n in the dual cone, at right angles to r
// for n contacts, the normal first in every block. Rigid contacts and the round cone: nothing is compliant here. Plane
// problems are kept in space too: their second tangent has W = 1 and q = 0, so that it stays out of everything.
#pragma once

#include <Eigen/Sparse>
#include <filesystem>
#include <string>

#include "engine/reference/system.h"

namespace spook::reference {

using SparseMatrix = Eigen::SparseMatrix<double>;  // column after column

struct ConeProblem {
  std::string name;
  int dimension = 3;  // as the file has it: 2 or 3
  SparseMatrix w;     // 3 n × 3 n
  Vector q, friction;
  int contacts() const { return int(friction.size()); }
};

// nearest point of the cone ‖r_T‖ ≤ μ r_N
Eigen::Vector3d project_on_cone(const Eigen::Vector3d& r, double friction);

// ‖r − proj(r − (u + μ ‖u_T‖ n))‖ / ‖q‖: what Siconos' tests ask to be 1e-8 (absolute where q = 0)
double cone_error(const ConeProblem& problem, const Vector& r);

// Siconos' text files in reduced or global form (M v = H r + f, u = Hᵀ v + b, reduced by M's factors) and FCLIB's
// containers. Throws std::runtime_error naming the file and what in it could not be read.
ConeProblem read_cone_problem(const std::filesystem::path& file);
// by its first bytes: one of the above rather than a step of ours
bool is_cone_problem(const std::filesystem::path& file);

}  // namespace spook::reference
