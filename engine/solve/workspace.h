// Scratch of one solve, sized to the problem. Islands touch their own ranges only, so threads may share it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/solve/rows.h"
#include "engine/solve/solver.h"
#include "engine/thread_pool.h"

namespace spook {

enum class RowMode : std::uint8_t { active, at_lower, at_upper };

struct ContactMode {
  bool normal = false;
  ContactState friction = ContactState::open;  // sticking or sliding; open: no friction rows
  bool operator==(const ContactMode&) const = default;
};

// k n nᵀ + DᵀC D: what a contact adds to the matrix, C symmetric
struct ContactStiffness {
  double normal = 0.0, c00 = 0.0, c01 = 0.0, c11 = 0.0;
  Vec3 times(const Vec3& e) const { return {normal * e[0], c00 * e[1] + c01 * e[2], c01 * e[1] + c11 * e[2]}; }
  bool zero() const { return normal == 0.0 && c00 == 0.0 && c11 == 0.0; }
};

struct Workspace {
  // a body
  std::vector<InverseMass> inverse;
  std::vector<Vec6> base;      // p, and the friction impulses that are held
  std::vector<Vec6> velocity;  // the iterate v
  std::vector<Vec6> force;     // JᵀΛ
  std::vector<Vec6> gradient;  // M v − base − JᵀΛ
  std::vector<Vec6> step;      // Newton direction
  std::vector<Mat6> diagonal;  // M + ΣJᵀJ/T
  // a pair of bodies
  std::vector<Mat6> coupling;
  // a row of a joint: its multiplier before clamping, where it is clamped, and their directions
  std::vector<double> row_y, row_step, row_slack, row_velocity_step, row_compliance, row_packed;
  std::vector<double> row_left;   // interior: what a row leaves over
  std::vector<double> row_extra;  // interior: what the bounds add to T
  std::vector<RowMode> row_mode;
  std::vector<double> row_diagonal;                              // G M⁻¹ Gᵀ
  std::vector<std::array<double, 2>> row_bound, row_bound_step;  // interior: multipliers of the bounds
  std::vector<Vec6> jacobian;                                    // row by row; zero where clamped
  // a contact
  std::vector<Vec3> contact_y, contact_step;  // multipliers before projection, numerics §3
  std::vector<double> disc;                   // R = μν, held
  std::vector<ContactMode> contact_mode;
  std::vector<ContactStiffness> stiffness;
  std::vector<Vec3> interior, interior_step;  // interior: s, z and a second-order term of a contact
  std::vector<Vec3> interior_left;            // interior: what its rows leave over
  std::vector<Vec3> interior_fix;             // interior: second-order terms of its rows
  std::vector<Vec3> start_impulse;            // the last momentum-consistent ones
  std::vector<double> start_row_impulse;
  std::vector<Mat3> block;  // J M⁻¹ Jᵀ of a contact, for sweeps

  std::vector<std::uint16_t> state_changes;  // over the recorded history

  // threads that work inside one island; null: islands have a thread each (contact_forces.h)
  ThreadPool* pool = nullptr;
  std::vector<std::array<Vec6, 2>> push;         // of a pair on its bodies
  std::vector<std::array<Mat6, 2>> pair_matrix;  // what it adds to their diagonal blocks
  std::vector<int> first_side, sides;            // a body's pairs: 2·pair, and one more where it is the pair's b

  void resize(const StepProblem& problem, ThreadPool* threads = nullptr);

 private:
  void find_sides(const StepProblem& problem);
};

}  // namespace spook
