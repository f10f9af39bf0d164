#include "engine/reference/impact.h"

#include <algorithm>
#include <cmath>

#include "engine/reference/kkt.h"

namespace spook::reference {

std::vector<int> closed_contacts(const System& system, const Vector& q, double tolerance) {
  std::vector<int> closed;
  for (int i = 0; i < int(system.gaps.size()); ++i)
    if (system.gaps[i].gap(q) <= tolerance) closed.push_back(i);
  return closed;
}

std::vector<int> resting_contacts(const System& system, const Vector& q, const Vector& v, std::span<const int> closed,
                                  double tolerance) {
  std::vector<int> resting;
  for (int i : closed)
    if (std::abs(system.gaps[i].normal(q).dot(v)) <= tolerance) resting.push_back(i);
  return resting;
}

double fastest_approach(const System& system, const Vector& q, const Vector& v, std::span<const int> closed) {
  double fastest = 0.0;
  for (int i : closed) fastest = std::max(fastest, -system.gaps[i].normal(q).dot(v));
  return fastest;
}

ImpactResult resolve_impact(const System& system, const Vector& q, Vector& v, std::span<const int> closed,
                            ImpactLaw law, int edges) {
  ImpactResult result;
  VelocityProblem problem;
  problem.inertia = system.mass(q);
  problem.momentum = problem.inertia * v;
  problem.joints = jacobian_at(system, q);
  problem.reaction = reaction_at(system, q);
  for (int i : closed) {
    ContactRow row = contact_row(system, q, i, edges);
    if (law == ImpactLaw::newton) row.normal_bias = system.gaps[i].restitution * std::min(0.0, row.normal.dot(v));
    problem.contacts.push_back(std::move(row));
  }
  VelocitySolution first = solve(problem);
  result.status = first.factored ? first.lcp.status : LcpStatus::singular;
  result.pivots = first.lcp.pivots;
  if (!first) return result;
  result.normal = first.normal;
  if (law == ImpactLaw::newton) {
    v = first.v;
    return result;
  }

  // decompression: the contacts give back e times what they took, and more only where something else presses them;
  // friction may use what both normal impulses allow
  problem.momentum = problem.inertia * first.v;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    ContactRow& row = problem.contacts[c];
    const double back = system.gaps[row.gap].restitution * first.normal[Eigen::Index(c)];
    problem.momentum += back * row.normal;
    row.bound_bias = row.friction * back;
    result.normal[Eigen::Index(c)] += back;
  }
  const VelocitySolution second = solve(problem);
  result.status = second.lcp.status;
  result.pivots += second.lcp.pivots;
  if (!second) return result;
  result.normal += second.normal;
  v = second.v;
  return result;
}

Modes decide_modes(const System& system, double t, const Vector& q, const Vector& v, std::span<const int> resting,
                   double slip_tolerance) {
  Modes result;
  VelocityProblem problem;
  problem.inertia = system.mass(q);
  problem.momentum = system.force(q, v, t);
  problem.joints = jacobian_at(system, q);
  problem.reaction = reaction_at(system, q);
  problem.joint_bias = acceleration_term(system, t, q, v);
  std::vector<double> signs;
  for (int i : resting) {
    const GapModel& model = system.gaps[i];
    const double slip = model.tangent && model.friction > 0.0 ? model.tangent(q).dot(v) : 0.0;
    const bool slides = std::abs(slip) > slip_tolerance;
    ContactRow row = contact_row(system, q, i, slides ? 0 : 2);
    row.normal_bias = model.normal_rate(q, v);
    signs.push_back(slides ? (slip > 0.0 ? 1.0 : -1.0) : 0.0);
    if (slides) row.push = row.normal - model.friction * signs.back() * model.tangent(q);
    if (row.edges.rows()) row.edge_bias = row.plane.col(0) * model.tangent_rate(q, v);
    problem.contacts.push_back(std::move(row));
  }
  const VelocitySolution solution = solve(problem);
  result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
  if (!solution) return result;
  result.acceleration = solution.v;

  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (solution.normal[Eigen::Index(c)] <= 0.0) continue;
    const ContactRow& row = problem.contacts[c];
    const GapModel& model = system.gaps[row.gap];
    ActiveContact active;
    active.gap = row.gap;
    active.gap_origin = model.gap(q);
    if (signs[c] != 0.0) {
      active.mode = ActiveContact::Mode::sliding, active.slide_sign = signs[c];
    } else if (row.edges.rows()) {
      // at the bound of the cone it starts to slide, the way it accelerates
      const double slipping = model.tangent(q).dot(solution.v) + model.tangent_rate(q, v);
      const double scale = 1.0 + solution.v.cwiseAbs().maxCoeff();
      if (std::abs(slipping) > 1e-10 * scale)
        active.mode = ActiveContact::Mode::sliding, active.slide_sign = slipping > 0.0 ? 1.0 : -1.0;
      else
        active.mode = ActiveContact::Mode::sticking, active.slip_origin = model.slip ? model.slip(q) : 0.0;
    }
    result.active.push_back(active);
  }
  return result;
}

}  // namespace spook::reference
