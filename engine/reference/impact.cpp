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

namespace {

double restitution_of(const System& system, int gap, const ImpactOptions& options) {
  return std::ranges::find(options.plastic, gap) != options.plastic.end() ? 0.0 : system.gaps[gap].restitution;
}

}  // namespace

ImpactResult resolve_impact(const System& system, const Vector& q, Vector& v, std::span<const int> closed,
                            const ImpactOptions& options) {
  ImpactResult result;
  const auto solve_impact = [&](VelocityProblem& problem) {
    return options.edges == 0 ? solve_round(problem) : solve(problem);
  };
  VelocityProblem problem;
  problem.inertia = system.mass(q);
  problem.momentum = problem.inertia * v;
  problem.joints = jacobian_at(system, q);
  problem.reaction = reaction_at(system, q, v);
  for (int i : closed) {
    ContactRow row = contact_row(system, q, i, options.edges == 0 ? round_edges : options.edges);
    if (options.law == ImpactLaw::newton)
      row.normal_bias = restitution_of(system, i, options) * std::min(0.0, row.normal.dot(v));
    problem.contacts.push_back(std::move(row));
  }
  VelocitySolution first = solve_impact(problem);
  result.status = first.factored ? first.lcp.status : LcpStatus::singular;
  result.pivots = first.lcp.pivots;
  if (!first) return result;
  result.normal = first.normal;
  if (options.law == ImpactLaw::newton) {
    v = first.v;
    return result;
  }

  // decompression: the contacts give back e times what they took, and more only where something else presses them
  problem.momentum = problem.inertia * first.v;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    ContactRow& row = problem.contacts[c];
    const double back = restitution_of(system, row.gap, options) * first.normal[Eigen::Index(c)];
    problem.momentum += back * row.normal;
    if (options.law == ImpactLaw::poisson_shared) row.bound_bias = row.friction * back;
    result.normal[Eigen::Index(c)] += back;
  }
  const VelocitySolution second = solve_impact(problem);
  result.status = second.lcp.status;
  result.pivots += second.lcp.pivots;
  if (!second) return result;
  result.normal += second.normal;
  v = second.v;
  return result;
}

namespace {

ContactRow mode_row(const System& system, const Vector& q, const Vector& v, int gap, const ActiveContact& slides) {
  const GapModel& model = system.gaps[gap];
  const bool in_space = bool(model.second_tangent), sliding = slides.mode == ActiveContact::Mode::sliding;
  ContactRow row = contact_row(system, q, gap, sliding ? 0 : in_space ? round_edges : 2);
  row.normal_bias = model.normal_rate(q, v);
  if (sliding && !in_space) row.push = row.normal - model.friction * slides.slide_sign * model.tangent(q);
  if (sliding && in_space)
    row.push =
        row.normal - model.friction * (slides.slide[0] * model.tangent(q) + slides.slide[1] * model.second_tangent(q));
  if (!row.edges.rows()) return row;
  if (in_space) {
    row.tangent_bias = Eigen::Vector2d(model.tangent_rate(q, v), model.second_tangent_rate(q, v));
    row.edge_bias = row.plane * row.tangent_bias;
  } else {
    row.edge_bias = row.plane.col(0) * model.tangent_rate(q, v);
  }
  return row;
}

// what a contact that slips already does: slide on, the way it slips
ActiveContact slipping_contact(const System& system, const Vector& q, const Vector& v, int gap, double tolerance) {
  const GapModel& model = system.gaps[gap];
  ActiveContact contact;
  contact.gap = gap;
  contact.gap_origin = model.gap(q);
  if (!model.tangent || model.friction <= 0.0) return contact;
  const Eigen::Vector2d slip = slip_velocity(model, q, v);
  contact.mode = slip.norm() > tolerance ? ActiveContact::Mode::sliding : ActiveContact::Mode::sticking;
  contact.slide_sign = slip[0] > 0.0 ? 1.0 : -1.0;
  if (slip.norm() > tolerance) contact.slide = slip.normalized();
  return contact;
}

// at the bound of the cone a contact that stood still starts to slide, the way it accelerates
void start_to_slide(const System& system, const Vector& q, const Vector& v, const Vector& acceleration,
                    ActiveContact& contact) {
  const GapModel& model = system.gaps[contact.gap];
  Eigen::Vector2d slipping = slip_velocity(model, q, acceleration);
  slipping[0] += model.tangent_rate(q, v);
  if (model.second_tangent) slipping[1] += model.second_tangent_rate(q, v);
  const double scale = 1.0 + acceleration.cwiseAbs().maxCoeff();
  if (slipping.norm() > 1e-10 * scale) {
    contact.mode = ActiveContact::Mode::sliding;
    contact.slide_sign = slipping[0] > 0.0 ? 1.0 : -1.0, contact.slide = slipping.normalized();
    return;
  }
  contact.slip_origin = model.slip ? model.slip(q) : 0.0;
  contact.second_slip_origin = model.second_slip ? model.second_slip(q) : 0.0;
}

}  // namespace

Modes decide_modes(const System& system, double t, const Vector& q, const Vector& v, std::span<const int> resting,
                   double slip_tolerance) {
  Modes result;
  VelocityProblem problem;
  problem.inertia = system.mass(q);
  problem.momentum = system.force(q, v, t);
  problem.joints = jacobian_at(system, q);
  problem.reaction = reaction_at(system, q, v);
  problem.joint_bias = acceleration_term(system, t, q, v);
  std::vector<ActiveContact> contacts;
  for (int i : resting) {
    contacts.push_back(slipping_contact(system, q, v, i, slip_tolerance));
    problem.contacts.push_back(mode_row(system, q, v, i, contacts.back()));
  }
  const VelocitySolution solution = solve_round(problem);
  result.status = solution.factored ? solution.lcp.status : LcpStatus::singular;
  if (!solution) return result;
  result.acceleration = solution.v;

  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (solution.normal[Eigen::Index(c)] <= 0.0) continue;
    if (contacts[c].mode == ActiveContact::Mode::sticking) start_to_slide(system, q, v, solution.v, contacts[c]);
    result.active.push_back(contacts[c]);
  }
  return result;
}

}  // namespace spook::reference
