// Moreau–Jean: θ-method in velocity and position, Newton's law at the end of the step, contacts switched on by the
// predicted gap; Newton iteration in the nonlinear terms. The projected variant pulls positions back at the end.
#include <cmath>

#include "engine/reference/kkt.h"
#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

class MoreauJean final : public NonsmoothIntegrator {
 public:
  MoreauJean(bool projected, const NonsmoothOptions& options) : projected_(projected), options_(options) {}
  std::string_view name() const override { return projected_ ? "moreau-jean-projected" : "moreau-jean"; }

  NonsmoothResult step(const System& system, const NonsmoothState& from, double h, NonsmoothState& to) const override {
    NonsmoothResult result;
    ++result.work.steps;
    const double theta = options_.theta, t_end = from.t + h;
    const Vector force_before = system.force(from.q, from.v, from.t);
    // a contact is switched on where free motion closes it by mid-step; without the pull of the forces a contact at
    // rest with a trace of outward velocity would be let go for a whole step
    const Vector pull = system.mass(from.q).partialPivLu().solve(force_before);
    const std::vector<int> active =
        closed_contacts(system, from.q + 0.5 * h * (from.v + 0.25 * h * pull), options_.gap_tolerance);
    ++result.work.force;

    NonsmoothState next = from;
    if (next.basis_contacts != active) next.basis.clear(), next.basis_contacts = active;
    Vector v = from.v;
    VelocitySolution solution;
    result.converged = false;
    for (int round = 0; round < options_.newton_iterations && !result.converged; ++round) {
      const Vector q = from.q + h * ((1.0 - theta) * from.v + theta * v);
      const Vector q_mean = from.q + theta * (q - from.q);
      const Matrix mass = system.mass(q_mean);
      VelocityProblem problem;
      problem.inertia = mass - h * theta * force_dv_at(system, q, v, t_end) -
                        h * h * theta * theta * force_dq_at(system, q, v, t_end);
      const Vector force = (1.0 - theta) * force_before + theta * system.force(q, v, t_end);
      problem.momentum = problem.inertia * v - mass * (v - from.v) + h * force;
      problem.joints = jacobian_at(system, q);
      problem.reaction = reaction_at(system, q, v);
      add_newton_rows(problem, system, q, from, active, options_.edges);
      solution = solve_counted(problem, options_.edges, next.basis, result);
      if (!solution) return result;
      const double change = (solution.v - v).norm();
      v = solution.v;
      result.converged = change <= options_.newton_tolerance * (1.0 + v.norm());
    }

    next.t = t_end;
    next.q = from.q + h * ((1.0 - theta) * from.v + theta * v);
    next.v = v;
    next.weighted = theta * v + (1.0 - theta) * from.v;
    note_impulses(system, from, active, solution, next, result);
    if (projected_) project_positions(system, next, result);
    to = std::move(next);
    return result;
  }

 private:
  // nearest positions (in the mass metric) with g = 0 and no penetration among the contacts that push
  void project_positions(const System& system, NonsmoothState& state, NonsmoothResult& result) const {
    for (int round = 0; round < 20; ++round) {
      VelocityProblem problem;
      problem.inertia = system.mass(state.q);
      problem.momentum = Vector::Zero(state.q.size());
      problem.joints = jacobian_at(system, state.q);
      problem.joint_bias = constraint_at(system, state.t, state.q);
      double worst = problem.joint_bias.size() ? problem.joint_bias.cwiseAbs().maxCoeff() : 0.0;
      for (int i = 0; i < int(system.gaps.size()); ++i) {
        const double gap = system.gaps[i].gap(state.q);
        if (gap > 0.0) continue;
        ContactRow row = contact_row(system, state.q, i, 0);
        row.normal_bias = gap;
        worst = std::max(worst, -gap);
        if (round == 0) result.pushed_out = std::max(result.pushed_out, -gap);
        problem.contacts.push_back(std::move(row));
      }
      if (worst <= 1e-14) return;
      const VelocitySolution correction = solve(problem);
      ++result.work.lcps, ++result.work.factorisations;
      if (!correction) return;  // keep the unprojected position: still a Moreau–Jean step
      state.q += correction.v;
    }
  }

  bool projected_;
  NonsmoothOptions options_;
};

// Schatzman–Paoli: central differences in position, the restitution in a mean of the outer positions:
//   M (q⁺ − 2 q + q⁻) = h² F + h (Gᵀλ + n ν),   0 ≤ c((q⁺ + e q⁻)/(1 + e)) ⊥ ν ≥ 0
class SchatzmanPaoli final : public NonsmoothIntegrator {
 public:
  explicit SchatzmanPaoli(const NonsmoothOptions& options) : options_(options) {}
  std::string_view name() const override { return "schatzman-paoli"; }

  NonsmoothResult step(const System& system, const NonsmoothState& from, double h, NonsmoothState& to) const override {
    NonsmoothResult result;
    ++result.work.steps;
    NonsmoothState next = from;
    const bool first = from.memory.size() == 0;
    Vector before = from.memory;
    if (first) {
      Vector a, lambda;
      if (solve_acceleration(system, from.t, from.q, from.v, a, lambda) != StepStatus::done) {
        result.status = LcpStatus::singular;
        return result;
      }
      before = from.q - h * from.v + 0.5 * h * h * a;
    }
    const Matrix mass = system.mass(from.q);
    const Vector speed = (from.q - before) / h, force = system.force(from.q, from.v, from.t);
    ++result.work.force, ++result.work.mass;
    Vector q = from.q + h * speed;
    result.converged = false;
    for (int round = 0; round < options_.newton_iterations && !result.converged; ++round) {
      // unknown u = (q⁺ − q)/h; rows linearised at the last iterate
      VelocityProblem problem;
      problem.inertia = mass;
      problem.momentum = mass * speed + h * force;
      problem.joints = jacobian_at(system, q);
      problem.reaction = reaction_at(system, from.q, from.v);
      problem.joint_bias = (constraint_at(system, from.t + h, q) - problem.joints * (q - from.q)) / h;
      for (int i = 0; i < int(system.gaps.size()); ++i) {
        const double e = system.gaps[i].restitution;
        const Vector mean = (q + e * before) / (1.0 + e);
        ContactRow row = contact_row(system, mean, i, 0);
        row.normal_bias = ((1.0 + e) * system.gaps[i].gap(mean) - row.normal.dot(q - from.q)) / h;
        problem.contacts.push_back(std::move(row));
      }
      const VelocitySolution solution = solve(problem, &next.basis);
      ++result.work.newton, ++result.work.lcps, ++result.work.factorisations;
      result.work.pivots += solution.lcp.pivots, result.work.reused += solution.lcp.reused;
      result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
      if (!solution) return result;
      const Vector better = from.q + h * solution.v;
      result.converged = (better - q).norm() <= options_.newton_tolerance * (1.0 + q.norm());
      q = better;
      next.normal = solution.normal;
    }
    next.t = from.t + h;
    next.memory = from.q;
    next.q = q;
    next.v = (q - from.q) / h;
    next.weighted = (q - before) / (2.0 * h);
    to = std::move(next);
    return result;
  }

 private:
  NonsmoothOptions options_;
};

}  // namespace

std::unique_ptr<NonsmoothIntegrator> make_moreau_jean(bool projected, const NonsmoothOptions& options) {
  return std::make_unique<MoreauJean>(projected, options);
}
std::unique_ptr<NonsmoothIntegrator> make_schatzman_paoli(const NonsmoothOptions& options) {
  return std::make_unique<SchatzmanPaoli>(options);
}

}  // namespace spook::reference
