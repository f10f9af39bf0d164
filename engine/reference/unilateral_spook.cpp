// SPOOK with contact and friction on a system in generalised coordinates, so that it stands in every table
// (numerics §1 and §2). Velocities are staggered: they belong to the middle of the step, as in the bilateral method.
#include <cmath>

#include "engine/reference/kkt.h"
#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

class UnilateralSpook final : public NonsmoothIntegrator {
 public:
  explicit UnilateralSpook(const NonsmoothOptions& options) : options_(options) {}
  std::string_view name() const override { return "spook"; }

  NonsmoothResult step(const System& system, const NonsmoothState& from, double h, NonsmoothState& to) const override {
    NonsmoothResult result;
    ++result.work.steps;
    NonsmoothState next = from;
    const Matrix mass = system.mass(from.q);
    const Vector push = h * system.force(from.q, from.v, from.t);
    ++result.work.force, ++result.work.mass;
    const Vector half_kick = 0.5 * mass.partialPivLu().solve(push);
    Vector v = from.memory.size() ? from.memory : Vector(from.v - half_kick);
    if (!collide(system, from.q, half_kick, h, v, result)) return result;

    // numerics §1, with φ = 1/(1 + 4 τ/h)
    const double phi = 1.0 / (1.0 + 4.0 * options_.relaxation_steps);
    const auto compliance = [&](double epsilon) { return 4.0 * epsilon * phi / (h * h); };
    VelocityProblem problem;
    problem.inertia = mass;
    problem.momentum = mass * v + push;
    problem.joints = jacobian_at(system, from.q);
    problem.reaction = reaction_at(system, from.q, from.v);
    problem.joint_compliance = compliance(options_.compliance);
    problem.joint_bias = (4.0 / h) * phi * constraint_at(system, from.t, from.q) - phi * (problem.joints * v);
    if (next.slip.size() != Eigen::Index(system.gaps.size()))
      next.slip = Vector::Zero(Eigen::Index(system.gaps.size()));
    for (int i = 0; i < int(system.gaps.size()); ++i) {
      ContactRow row = contact_row(system, from.q, i, options_.edges);
      const double gap = system.gaps[i].gap(from.q);
      row.normal_compliance = compliance(options_.compliance);
      row.normal_bias = gap <= 0.0 ? (4.0 / h) * phi * gap - phi * row.normal.dot(v) : gap / h;
      if (row.edges.rows()) {
        // positional friction: the slip of a sticking contact is remembered and pulled back (contacts in the plane)
        row.edge_compliance = compliance(options_.friction_compliance);
        if (row.plane.cols() == 1) row.edge_bias = row.plane.col(0) * ((4.0 * phi / h) * next.slip[i]);
      }
      problem.contacts.push_back(std::move(row));
    }
    const VelocitySolution solution = solve(problem, &next.basis);
    ++result.work.lcps, ++result.work.factorisations;
    result.work.pivots += solution.lcp.pivots, result.work.reused += solution.lcp.reused;
    result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
    if (!solution) return result;

    update_slip(problem, solution, h, next.slip);
    next.t = from.t + h;
    next.v = next.memory = solution.v;
    next.weighted = 0.5 * (v + solution.v);
    next.q = from.q + h * solution.v;
    next.normal = solution.normal;
    to = std::move(next);
    return result;
  }

 private:
  // numerics §2: approaching contacts that touch within the step, law met by the synchronised velocities
  bool collide(const System& system, const Vector& q, const Vector& half_kick, double h, Vector& v,
               NonsmoothResult& result) const {
    std::vector<int> touching;
    for (int i = 0; i < int(system.gaps.size()); ++i) {
      const GapModel& model = system.gaps[i];
      const Vector normal = model.normal(q);
      const double rate = normal.dot(v), floor = std::max(0.0, -2.0 * normal.dot(half_kick));
      const bool meets = model.gap(q) + h * rate <= 0.0 && rate < -floor && model.restitution > 0.0;
      if (meets) touching.push_back(i);
    }
    if (touching.empty()) return true;
    Vector synchronised = v + half_kick;
    const ImpactResult impact = resolve_impact(system, q, synchronised, touching, {.edges = options_.edges});
    result.status = impact.status;
    ++result.work.collisions, ++result.work.lcps, result.work.pivots += impact.pivots;
    v = synchronised - half_kick;
    return bool(result);
  }

  // sticking: u ← u + h D v⁺; sliding: the slip that the friction at its bound holds, u ← −ε_f β / h
  void update_slip(const VelocityProblem& problem, const VelocitySolution& solution, double h, Vector& slip) const {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ContactRow& row = problem.contacts[c];
      if (row.plane.cols() != 1) continue;
      const double beta = plane_impulse(row, solution.friction[c])[0], normal = solution.normal[Eigen::Index(c)];
      double& u = slip[row.gap];
      if (normal <= 0.0)
        u = 0.0;
      else if (std::abs(beta) < row.friction * normal * (1.0 - 1e-9))
        u += h * row.edges.row(0).dot(solution.v);
      else
        u = -options_.friction_compliance * beta / h;
    }
  }

  NonsmoothOptions options_;
};

}  // namespace

std::unique_ptr<NonsmoothIntegrator> make_unilateral_spook(const NonsmoothOptions& options) {
  return std::make_unique<UnilateralSpook>(options);
}

}  // namespace spook::reference
