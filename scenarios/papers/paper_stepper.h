// Scenes of the engine stepped by the methods of the papers: the engine finds contacts and puts the rows of contacts
// and joints, the method solves the step and moves the bodies.
//   anitescu-potra  N v⁺ + g/h ≥ 0, q⁺ = q + h v⁺
//   trapezoidal     form (68): rows look at v̄ = ½ (v + v⁺), q⁺ = q + h v̄; what arrives within the step collides first
//   moreau-jean     contacts with g + ½ h N v ≤ 0 take N v⁺ ≥ 0, q⁺ = q + ½ h (v + v⁺)
// Contacts are rigid, friction has eight edges, impacts are plastic: restitution is the engine's, from its impact
// stage. Contacts that others imply are filtered out first (contact_filter.h). Joints keep the engine's right-hand
// sides (its stabilisation, motors and limits), without compliance.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/world/world.h"

namespace spook::papers {

std::span<const std::string_view> paper_steppers();

class PaperStepper {
 public:
  // `world` publishes snapshots and lets nothing sleep. Throws std::invalid_argument for an unknown name.
  PaperStepper(World& world, std::string_view method);

  // one time step, in place of World::step. Throws std::runtime_error where a step could not be solved, or an island is
  // larger than the LCP methods take.
  void step();
  std::string summary() const;  // one line: steps, pivots, overlap, joints
  double largest_joint_violation() const { return joint_; }

 private:
  void move(const Snapshot& before, const StepProblem& problem, const StepSolution& solution);

  World& world_;
  std::string method_;
  long steps_ = 0, pivots_ = 0;
  int largest_ = 0;
  double deepest_ = 0.0, joint_ = 0.0;  // m; joints: m or rad
};

}  // namespace spook::papers
