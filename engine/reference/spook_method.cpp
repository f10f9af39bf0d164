// SPOOK itself on a system in generalised coordinates, so that it stands in every table (numerics §1):
//   M v⁺ − Gᵀλ = M v + h F,   G v⁺ + T λ = −(4/h) φ g + φ ġ,   q⁺ = q + h v⁺
// Its velocities belong to the middle of a step. The first step therefore starts from v − ½ h a, which is what makes
// the positions second order; memory carries the staggered velocity and the step it belongs to, so that a change of
// step moves it to half a step before the new one.
#include "engine/reference/kkt.h"
#include "engine/reference/methods.h"

namespace spook::reference {

namespace {

class SpookMethod final : public SmoothIntegrator {
 public:
  explicit SpookMethod(const IntegratorOptions& options) : options_(options) {}
  std::string_view name() const override { return "spook"; }
  int order() const override { return 2; }
  int estimate_power() const override { return 0; }

  StepResult start(const System& system, SmoothState& state) const override {
    const StepResult result = SmoothIntegrator::start(system, state);
    state.memory.resize(0);
    return result;
  }

  StepResult step(const System& system, const SmoothState& from, double h, SmoothState& to,
                  DenseOutput* dense) const override {
    StepResult result;
    const Eigen::Index n = from.q.size(), m = system.constraints;
    const bool first = from.memory.size() != n + 1;
    const Vector before =
        first ? Vector(from.v - 0.5 * h * from.a) : Vector(from.memory.head(n) + 0.5 * (from.memory[n] - h) * from.a);
    SmoothState next = from;
    next.t = from.t + h;

    const double phi = 1.0 / (1.0 + 4.0 * options_.relaxation_steps);
    const double compliance = 4.0 * options_.compliance * phi / (h * h);
    const Matrix mass = system.mass(from.q), reaction = reaction_at(system, from.q, before),
                 jacobian = jacobian_at(system, from.q);
    // the drive's own rate is taken in the middle of the step, as v⁺ is; v before belongs half a step earlier
    const double middle = from.t + 0.5 * h;
    Vector rhs = -(4.0 / h) * phi * constraint_at(system, from.t, from.q);
    if (m > 0) rhs += phi * (jacobian * before + drive_rate_at(system, middle - h)) - drive_rate_at(system, middle);

    Matrix matrix(n + m, n + m);
    matrix << mass, -reaction, jacobian, compliance * Matrix::Identity(m, m);
    Vector all(n + m), solution;
    all << mass * before + h * system.force(from.q, before, from.t), rhs;
    ++result.work.force, ++result.work.mass, ++result.work.jacobian, ++result.work.solves;
    result.status = solve_linear(matrix, all, solution);
    if (!result) return result;

    next.v = solution.head(n);
    next.q = from.q + h * next.v;
    next.memory.resize(n + 1);
    next.memory << next.v, h;
    next.lambda = solution.tail(m) / h;
    next.a = (next.v - before) / h;
    if (!finite(next)) return result.status = StepStatus::not_finite, result;
    // between the ends positions move with the step's one velocity
    if (dense)
      *dense = {from.t, h, [q0 = from.q, v1 = next.v, h](double theta, Vector& q, Vector& v) {
                  q = q0 + theta * h * v1;
                  v = v1;
                }};
    to = std::move(next);
    return result;
  }

 private:
  IntegratorOptions options_;
};

}  // namespace

std::unique_ptr<SmoothIntegrator> make_spook(const IntegratorOptions& options) {
  return std::make_unique<SpookMethod>(options);
}

}  // namespace spook::reference
