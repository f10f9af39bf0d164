#include "engine/solve/feasible_fallback.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/contact_forces.h"

namespace spook {

namespace {

// D along what is taken back
struct Bend {
  double slope = 0.0, bend = 0.0;
  void operator+=(const Bend& other) { slope += other.slope, bend += other.bend; }
};

void scale(const StepProblem& problem, const IslandRange& island, const Workspace& work, double t,
           StepSolution& solution) {
  on_contacts(island, work, [&](int c) { solution.contact_impulse[c] *= t; });
  for_island_rows(problem, island, [&](int r) {
    double& impulse = solution.joint_impulse[r];
    impulse = std::clamp(t * impulse, problem.rows[r].lower, problem.rows[r].upper);
  });
}

}  // namespace

double factor_work(int bodies) {
  return 1e3 * std::pow(bodies, 1.65);
}

double factorisations_of(double flop) {
  static const double one = factor_work(1000);
  return flop / one;
}

double solve_work(const IslandRange& island) {
  constexpr double passes = 2000.0;  // flop that take as long as a contact's share of them (spook-bench factor)
  return factor_work(island.body_count) + passes * island.contact_count;
}

void KeptImpulses::keep(const StepProblem& problem, const IslandRange& island, const StepSolution& solution) {
  const auto begin = solution.contact_impulse.begin() + island.first_contact;
  contacts.assign(begin, begin + island.contact_count);
  rows.clear();
  for_island_rows(problem, island, [&](int r) { rows.push_back(solution.joint_impulse[r]); });
}

void KeptImpulses::restore(const StepProblem& problem, const IslandRange& island, StepSolution& solution) const {
  std::copy(contacts.begin(), contacts.end(), solution.contact_impulse.begin() + island.first_contact);
  std::size_t k = 0;
  for_island_rows(problem, island, [&](int r) { solution.joint_impulse[r] = rows[k++]; });
}

// ½ Λᵀ J M⁻¹ Jᵀ Λ + Λᵀ J M⁻¹ p = ½ (v − v₀)ᵀ M (v + v₀): differences first, the energies themselves cancel
double dual_value(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                  const StepSolution& solution) {
  double sum = sum_bodies<double>(island, work, [&](int b, double& part) {
    const Vec6 free = work.inverse[b].times(problem.bodies[b].momentum);
    const Vec6& v = solution.velocity[b];
    part += 0.5 * times_mass(problem.bodies[b], v - free).dot(v + free);
  });
  sum += sum_contacts<double>(island, work, [&](int c, double& part) {
    const ContactRow& contact = problem.contacts[c];
    const Vec3& impulse = solution.contact_impulse[c];
    part += impulse[0] * (0.5 * contact.compliance * impulse[0] + contact.bias);
    part += impulse.tail<2>().dot(0.5 * contact.friction_compliance * impulse.tail<2>() + contact.friction_bias);
  });
  for_island_rows(problem, island, [&](int r) {
    const JointRow& row = problem.rows[r];
    const double impulse = solution.joint_impulse[r];
    sum += impulse * (0.5 * row.compliance * impulse - row.rhs);
  });
  return sum;
}

namespace {

// ν ≥ 0, ‖β‖ ≤ μν, lower ≤ λ ≤ upper; velocities are rebuilt
void make_feasible(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution) {
  on_contacts(island, work, [&](int c) {
    Vec3& impulse = solution.contact_impulse[c];
    if (!(impulse[0] > 0.0)) impulse.setZero();
    impulse.tail<2>() = project_disc(impulse.tail<2>(), problem.contacts[c].friction * impulse[0]);
  });
  for_island_rows(problem, island, [&](int r) {
    double& impulse = solution.joint_impulse[r];
    impulse = std::clamp(impulse, problem.rows[r].lower, problem.rows[r].upper);
  });
  rebuild_island(problem, island, work, solution);
}

// Impulses of last step's hit push bodies that now leave: these are taken back until D no longer gains by it much.
// Contacts whose impulse does positive work, g = Λ·∂D/∂Λ > 0, give back the share of it that lowers D most, all of them
// the same share; some rounds of that.
void take_back_work(const StepProblem& problem, const IslandRange& island, const DirectOptions& limits, Workspace& work,
                    StepSolution& solution) {
  for (int round = 0; round < limits.fallback_rounds; ++round) {
    on_bodies(island, work, [&](int b) { work.force[b].setZero(); });
    const auto taken_back = [&](int c, Bend& along) -> Vec3 {
      const ContactRow& contact = problem.contacts[c];
      const Vec3& impulse = solution.contact_impulse[c];
      Vec3& back = work.contact_step[c];
      back.setZero();
      if (impulse[0] <= 0.0) return back;
      const double gain = contact_slack(contact, contact_velocity(contact, solution.velocity), impulse).dot(impulse);
      if (gain <= 0.0) return back;
      back = impulse;
      along.slope += gain;
      along.bend += impulse.dot(compliances(contact).cwiseProduct(impulse));
      return back;
    };
    Bend along = push_contacts<Bend>(problem, island, work, work.force, taken_back);
    along.bend += sum_bodies<double>(
        island, work, [&](int b, double& part) { part += work.force[b].dot(work.inverse[b].times(work.force[b])); });
    if (!(along.bend > 0.0)) return;
    const double share = std::min(along.slope / along.bend, 1.0);
    on_contacts(island, work, [&](int c) { solution.contact_impulse[c] -= share * work.contact_step[c]; });
    rebuild_island(problem, island, work, solution);
  }
}

}  // namespace

bool nothing_pushes(const IslandRange& island, const StepSolution& solution) {
  const auto begin = solution.contact_impulse.begin() + island.first_contact;
  return std::none_of(begin, begin + island.contact_count, [](const Vec3& impulse) { return impulse[0] > 0.0; });
}

Agitation agitation(const StepProblem& problem, const IslandRange& island, const Workspace& work) {
  Agitation all;
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b) {
    const BodyBlock& body = problem.bodies[b];
    const Vec6 own = times_mass(body, body.velocity), force = body.momentum - own;
    all.motion += 0.5 * body.velocity.dot(own), all.given += 0.5 * force.dot(work.inverse[b].times(force));
  }
  return all;
}

bool nothing_moves(const StepProblem& problem, const IslandRange& island) {
  const auto begin = problem.bodies.begin() + island.first_body;
  return std::all_of(begin, begin + island.body_count, [](const BodyBlock& body) { return body.velocity.isZero(0.0); });
}

bool all_finite(const StepProblem& problem, const IslandRange& island, const StepSolution& solution) {
  double sum = 0.0;  // one number that is not finite leaves a sum that is not
  for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c)
    sum += solution.contact_impulse[c].lpNorm<1>() * 1e-30;
  for_island_rows(problem, island, [&](int r) { sum += solution.joint_impulse[r] * 1e-30; });
  for (int b = island.first_body; b < island.first_body + island.body_count; ++b) {
    sum += solution.velocity[b].lpNorm<1>() * 1e-30;
  }
  return std::isfinite(sum);
}

// the last resort is the best multiple of what there is: D(tΛ) = t L + ½ t² Q
void make_safe(const StepProblem& problem, const IslandRange& island, const DirectOptions& limits, Workspace& work,
               StepSolution& solution) {
  make_feasible(problem, island, work, solution);
  if (dual_value(problem, island, work, solution) <= 0.0) return;
  take_back_work(problem, island, limits, work, solution);
  const double all = dual_value(problem, island, work, solution);
  if (all <= 0.0) return;
  scale(problem, island, work, 0.5, solution);
  rebuild_island(problem, island, work, solution);
  const double half = dual_value(problem, island, work, solution);
  const double quadratic = 4.0 * all - 8.0 * half, linear = all - 0.5 * quadratic;
  const double t = quadratic > 0.0 ? std::clamp(-linear / quadratic, 0.0, 1.0) : 0.0;
  scale(problem, island, work, 2.0 * t, solution);
  rebuild_island(problem, island, work, solution);
}

void fly_free(const StepProblem& problem, const IslandRange& island, Workspace& work, StepSolution& solution) {
  on_contacts(island, work, [&](int c) { solution.contact_impulse[c].setZero(); });
  for_island_rows(problem, island, [&](int r) {
    solution.joint_impulse[r] = std::clamp(0.0, problem.rows[r].lower, problem.rows[r].upper);
  });
  rebuild_island(problem, island, work, solution);
}

}  // namespace spook
