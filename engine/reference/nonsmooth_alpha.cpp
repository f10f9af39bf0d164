// Nonsmooth generalised-α (Chen, Acary, Virlez, Brüls): the smooth part of the motion by generalised-α, contact and
// impacts as impulses of first order, at velocity level with Newton's law.
//   (1 − α_m) a⁺ + α_m a = (1 − α_f) q̈⁺ + α_f q̈,   q̈⁺ the acceleration without contacts
//   ṽ = v + h (1 − γ) a + h γ a⁺,   v⁺ = ṽ + w,   M w = Σ n ν + Σ Dᵀβ
//   q⁺ = q + h v + h² (½ − β) a + h² β a⁺ + ½ h w
// By fixed-point iteration, so that forces must not be stiff against h.
#include "engine/reference/kkt.h"
#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

class NonsmoothAlpha final : public NonsmoothIntegrator {
 public:
  explicit NonsmoothAlpha(const NonsmoothOptions& options) : options_(options) {
    const double rho = options.rho;
    alpha_m_ = (2 * rho - 1) / (rho + 1), alpha_f_ = rho / (rho + 1);
    gamma_ = 0.5 - alpha_m_ + alpha_f_;
    beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
  }
  std::string_view name() const override { return "nonsmooth-alpha"; }

  NonsmoothResult step(const System& system, const NonsmoothState& from, double h, NonsmoothState& to) const override {
    NonsmoothResult result;
    ++result.work.steps;
    const Eigen::Index n = from.q.size();
    Vector acceleration, lambda;
    if (from.memory.size() == 2 * n) {
      acceleration = from.memory.head(n);
    } else if (solve_acceleration(system, from.t, from.q, from.v, acceleration, lambda) != StepStatus::done) {
      return result.status = LcpStatus::singular, result;
    }
    const Vector a = from.memory.size() == 2 * n ? Vector(from.memory.tail(n)) : acceleration;

    NonsmoothState next = from;
    next.t = from.t + h;
    // a contact is switched on where the motion without it would close it
    const std::vector<int> active =
        closed_contacts(system, from.q + h * from.v + 0.5 * h * h * a, options_.gap_tolerance);
    if (next.basis_contacts != active) next.basis.clear(), next.basis_contacts = active;
    next.q = from.q + h * from.v, next.v = from.v;
    result.converged = false;
    VelocitySolution solution;
    for (int round = 0; round < options_.newton_iterations && !result.converged; ++round) {
      Vector at_end;
      if (solve_acceleration(system, next.t, next.q, next.v, at_end, lambda) != StepStatus::done)
        return result.status = LcpStatus::singular, result;
      const Vector a_end = ((1 - alpha_f_) * at_end + alpha_f_ * acceleration - alpha_m_ * a) / (1 - alpha_m_);
      const Vector smooth = from.v + h * ((1 - gamma_) * a + gamma_ * a_end);
      VelocityProblem problem;
      problem.inertia = system.mass(next.q);
      problem.momentum = problem.inertia * smooth;
      problem.joints = jacobian_at(system, next.q);
      problem.reaction = reaction_at(system, next.q, smooth);
      add_newton_rows(problem, system, next.q, from, active, options_.edges);
      solution = solve_counted(problem, options_.edges, next.basis, result);
      if (!solution) return result;
      const Vector q =
          from.q + h * from.v + h * h * ((0.5 - beta_) * a + beta_ * a_end) + 0.5 * h * (solution.v - smooth);
      const double change = (solution.v - next.v).norm() + (q - next.q).norm();
      next.q = q, next.v = solution.v;
      next.memory.resize(2 * n);
      next.memory << at_end, a_end;
      result.converged = change <= options_.newton_tolerance * (1.0 + next.v.norm() + next.q.norm());
    }
    next.weighted = next.v;
    note_impulses(system, from, active, solution, next, result);
    to = std::move(next);
    return result;
  }

 private:
  NonsmoothOptions options_;
  double alpha_m_, alpha_f_, gamma_, beta_;
};

}  // namespace

std::unique_ptr<NonsmoothIntegrator> make_nonsmooth_alpha(const NonsmoothOptions& options) {
  return std::make_unique<NonsmoothAlpha>(options);
}

}  // namespace spook::reference
