#include "engine/reference/velocity_scheme.h"

#include "engine/reference/kkt.h"

namespace spook::reference {

PlainStep plain_step(const System& system, const VelocityScheme& scheme, const NonsmoothState& from, double h,
                     std::span<const int> closed, LcpBasis* basis) {
  const Vector at = from.q + scheme.gradient_at * h * from.v;
  VelocityProblem problem;
  problem.inertia = system.mass(at);
  Vector impulse;
  if (scheme.implicit_forces) {
    // M̃ = M − α h k_v − α γ h² k_q,  k̃ = h ((1 − α) k_l + α k_{l+1} + α h k_q v): what linearising the θ-rule gives.
    // The trapezoidal paper prints (h/2) k_q v inside the bracket, half of it, which costs an order and gains energy.
    const Matrix kq = force_dq_at(system, from.q, from.v, from.t), kv = force_dv_at(system, from.q, from.v, from.t);
    problem.inertia -= scheme.alpha * h * kv + scheme.alpha * scheme.gamma * h * h * kq;
    impulse = h * ((1.0 - scheme.alpha) * system.force(from.q, from.v, from.t) +
                   scheme.alpha * system.force(from.q, from.v, from.t + h)) +
              (scheme.printed_stiffness ? 0.5 : 1.0) * scheme.alpha * h * h * kq * from.v;
  } else {
    impulse = h * system.force(at, from.v, from.t + scheme.gradient_at * h);
  }
  problem.momentum = problem.inertia * from.v + impulse;
  problem.joints = jacobian_at(system, at);
  problem.reaction = reaction_at(system, at, from.v);
  if (scheme.joint_stabilisation > 0.0 && problem.joints.rows())
    problem.joint_bias = scheme.joint_stabilisation / h * constraint_at(system, from.t, from.q);
  problem.weight = scheme.seen;
  problem.base = (1.0 - scheme.seen) * from.v;
  for (int i : closed) problem.contacts.push_back(contact_row(system, at, i, scheme.edges));

  const VelocitySolution solution = solve(problem, basis);
  PlainStep result;
  result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
  result.pivots = solution.lcp.pivots, result.reused = solution.lcp.reused;
  result.v = solution.v, result.normal = solution.normal;
  if (solution) result.q = from.q + h * ((1.0 - scheme.gamma) * from.v + scheme.gamma * solution.v);
  return result;
}

void add_newton_rows(VelocityProblem& problem, const System& system, const Vector& q, const NonsmoothState& from,
                     std::span<const int> active, int edges) {
  for (int i : active) {
    ContactRow row = contact_row(system, q, i, edges == 0 ? round_edges : edges);
    row.normal_bias = system.gaps[i].restitution * system.gaps[i].normal(from.q).dot(from.v);
    problem.contacts.push_back(std::move(row));
  }
}

VelocitySolution solve_counted(VelocityProblem& problem, int edges, LcpBasis& basis, NonsmoothResult& result) {
  VelocitySolution solution = edges == 0 ? solve_round(problem) : solve(problem, &basis);
  ++result.work.newton, ++result.work.force, ++result.work.mass, ++result.work.factorisations, ++result.work.lcps;
  result.work.pivots += solution.lcp.pivots, result.work.reused += solution.lcp.reused;
  result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
  return solution;
}

void note_impulses(const System& system, const NonsmoothState& from, std::span<const int> active,
                   const VelocitySolution& solution, NonsmoothState& next, NonsmoothResult& result) {
  next.normal = Vector::Zero(Eigen::Index(system.gaps.size()));
  for (std::size_t c = 0; c < active.size(); ++c) {
    next.normal[active[c]] = solution.normal[Eigen::Index(c)];
    result.work.collisions += system.gaps[active[c]].normal(from.q).dot(from.v) < 0.0 && next.normal[active[c]] > 0.0;
  }
}

double cubic(double y0, double d0, double y1, double d1, double s) {
  const double r = 1.0 - s;
  return (1.0 + 2.0 * s) * r * r * y0 + s * r * r * d0 + s * s * (3.0 - 2.0 * s) * y1 - s * s * r * d1;
}

double cubic_root(double y0, double d0, double y1, double d1) {
  // a start on the surface that rises first: look for its positive side
  double low = 0.0, high = 1.0;
  for (double s = 0.5; y0 <= 1e-12 && d0 > 0.0 && low == 0.0 && s > 1e-9; s *= 0.5)
    if (cubic(y0, d0, y1, d1, s) > 1e-12) low = s;
  // bisection that stays on the positive side
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (cubic(y0, d0, y1, d1, middle) > 0.0 ? low : high) = middle;
  }
  return low;
}

}  // namespace spook::reference
