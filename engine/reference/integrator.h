// One interface for every one-step integrator of a smooth constrained system (numerics §8). An integrator has no
// memory: all that a later step depends on is in SmoothState, so keeping, copying and going back are assignments.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reference/system.h"

namespace spook::reference {

struct SmoothState {
  double t = 0.0;
  Vector q, v;
  Vector a, lambda;  // q̈ and λ at t
  Vector memory;     // what a method carries besides (the acceleration-like variable of generalised-α), may be empty
};

// the step's solution between its ends: theta 0 … 1 → q, v
class DenseOutput {
 public:
  using Function = std::function<void(double theta, Vector& q, Vector& v)>;
  double t0 = 0.0, h = 0.0;
  Function function;
  std::function<Vector(double theta)> multiplier = {};  // λ, of the methods that have one (HEM5)
  explicit operator bool() const { return static_cast<bool>(function); }
  void operator()(double theta, Vector& q, Vector& v) const { function(theta, q, v); }
};

// what it cost, in the currency that does not depend on the machine
struct Work {
  long force = 0, mass = 0, jacobian = 0;  // evaluations
  long solves = 0;                         // factorisations of a KKT or Newton matrix
  Work& operator+=(const Work& other);
};

enum class StepStatus { done, singular, not_converged, not_finite };
std::string_view describe(StepStatus status);

struct StepResult {
  StepStatus status = StepStatus::done;
  double error = 0.0;  // the method's own estimate of the local error (absolute); 0 where it has none
  Work work;
  explicit operator bool() const { return status == StepStatus::done; }
};

enum class ErrorNorm { positions, positions_velocities };  // both 2-norms

class SmoothIntegrator {
 public:
  virtual ~SmoothIntegrator() = default;
  virtual std::string_view name() const = 0;
  virtual int order() const = 0;           // global, of q
  virtual int estimate_power() const = 0;  // the estimate is O(h^power); 0: the method has none
  // fills a, λ (and memory) consistently from t, q, v; call it after every jump in v or change of active set
  virtual StepResult start(const System& system, SmoothState& state) const;
  // from `from` to `to` (may be the same object); fills *dense where asked
  virtual StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                          DenseOutput* dense = nullptr) const = 0;
};

// How an index-1 method is held on the constraint manifold
enum class Stabilisation { none, baumgarte, projection };

// HEM5's velocities between the ends of a step: with a solve a θ (they meet the constraint), by the polynomial, or by
// the thesis' (2.138) as printed, which takes the acceleration of the wrong stage
enum class DenseVelocity { solved, polynomial, printed };

// The weights of generalised-α: Chung and Hulbert's; Hilber, Hughes and Taylor's (α_m = 0), damped by ρ too; Newmark's
// (α_m = α_f = 0, β = 1/4, γ = 1/2), not damped
enum class AlphaWeights { chung_hulbert, hilber_hughes_taylor, newmark };

struct IntegratorOptions {
  ErrorNorm norm = ErrorNorm::positions;
  Stabilisation stabilisation = Stabilisation::none;
  double baumgarte_alpha = 5.0, baumgarte_beta = 5.0;  // g̈ + 2α ġ + β² g = 0, 1/s
  double rho = 0.8;                                    // spectral radius at infinity of generalised-α
  AlphaWeights alpha_weights = AlphaWeights::chung_hulbert;
  double newton_tolerance = 1e-6;  // relative; reached, corrections go on until they stop shrinking
  int newton_iterations = 50;
  bool newton_damping = false;  // true: where whole corrections lead away, parts of them; false: the step has failed
  DenseVelocity dense_velocity = DenseVelocity::solved;
  double compliance = 1e-12, relaxation_steps = 2.0;  // ε and τ/h of the SPOOK rows
};

// names: rk4 rkf45 dopri5 hem5 phem56 alpha-index2 alpha-index3 rattle shake implicit-midpoint ggl implicit-euler spook
std::span<const std::string_view> integrator_names();
std::unique_ptr<SmoothIntegrator> make_integrator(std::string_view name, const IntegratorOptions& options = {});

// index 1: [M −W; G 0][a; λ] = [F; −(dG/dt) v − drive''], W the directions λ acts in
StepStatus solve_acceleration(const System& system, double t, const Vector& q, const Vector& v, Vector& a,
                              Vector& lambda, Work* work = nullptr);
// residuals of the constraint at position and velocity level
Vector position_drift(const System& system, double t, const Vector& q);
Vector velocity_drift(const System& system, double t, const Vector& q, const Vector& v);
// mass-orthogonal projection onto g = 0, then onto G v + drive' = 0
StepStatus project(const System& system, double t, Vector& q, Vector& v);

// A closed contact as bilateral rows: the gap held shut, with sticking also the slip; sliding adds −μ times the slip's
// direction to the normal's reaction. Its rows follow the system's own, contact by contact: normal, then tangents where
// it sticks (one in the plane, two in space).
struct ActiveContact {
  enum class Mode { frictionless, sticking, sliding };
  int gap = 0;
  Mode mode = Mode::frictionless;
  double slide_sign = 0.0;   // in the plane: of the tangential velocity
  double slip_origin = 0.0;  // slip(q) where sticking began
  double gap_origin = 0.0;   // the gap held (0: closed exactly; otherwise what was left when it closed)
  Eigen::Vector2d slide = Eigen::Vector2d::Zero();  // in space: unit direction of slip when last looked at
  double second_slip_origin = 0.0;
};
System with_contacts(const System& system, std::span<const ActiveContact> active);
// slip velocity in the contact's tangent plane; the second component is 0 in the plane
Eigen::Vector2d slip_velocity(const GapModel& gap, const Vector& q, const Vector& v);

}  // namespace spook::reference
