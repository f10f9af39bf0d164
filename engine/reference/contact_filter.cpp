#include "engine/reference/contact_filter.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/reference/lcp.h"

namespace spook::reference {

namespace {

using StepContact = spook::ContactRow;

// what the contact asks of body a, or of b where only that moves: direction, moment in units of `arm`, bias in m/s of
// `speed`. The other body's row follows from it, because both act in one line.
Vector demand(const StepContact& contact, double arm, double speed) {
  const Vec3 normal = contact.frame.row(0).transpose();
  const Vec3 moment = (contact.body_a >= 0 ? contact.arm_a : contact.arm_b).cross(normal) / arm;
  Vector row(7);
  row << normal, moment, contact.bias / speed;
  return row;
}

// the fastest that a body's points at this arm go: before the step, or after it without contacts
double fastest(const StepProblem& problem, int index, double arm) {
  if (index < 0) return 0.0;
  const BodyBlock& body = problem.bodies[std::size_t(index)];
  const Vec3 linear = body.momentum.head<3>() / body.mass, angular = body.inertia.ldlt().solve(body.momentum.tail<3>());
  return std::max(linear.norm() + arm * angular.norm(),
                  body.velocity.head<3>().norm() + arm * body.velocity.tail<3>().norm());
}

bool within_reach(const StepProblem& problem, const StepContact& contact) {
  const double speed =
      fastest(problem, contact.body_a, contact.arm_a.norm()) + fastest(problem, contact.body_b, contact.arm_b.norm());
  return contact.bias <= 2.0 * speed;
}

// weights w ≥ 0 with Σ w row = target, b up to a slack: least squares with bounds, an LCP
bool implied(const Matrix& others, const Vector& target, double tolerance) {
  const Eigen::Index count = others.cols();
  Matrix columns(7, count + 1);
  columns << others, Vector::Unit(7, 6);  // the slack: b may be larger than the sum
  Vector weights;
  const Matrix normal = columns.transpose() * columns;
  solve_lemke(normal, Vector(-columns.transpose() * target), weights);
  return weights.size() == count + 1 && (columns * weights - target).norm() <= tolerance;
}

// the contacts of one pair that the rest of them do not imply
std::vector<int> essential(const StepProblem& problem, std::vector<int> contacts, double tolerance) {
  double arm = 0.0, speed = 0.0;
  for (const int c : contacts) {
    const StepContact& contact = problem.contacts[std::size_t(c)];
    arm = std::max(arm, (contact.body_a >= 0 ? contact.arm_a : contact.arm_b).norm());
    speed = std::max(speed, std::abs(contact.bias));
  }
  if (arm <= 0.0) arm = 1.0;
  if (speed <= 0.0) speed = 1.0;
  for (std::size_t at = contacts.size(); at-- > 0 && contacts.size() > 1;) {
    const StepContact& contact = problem.contacts[std::size_t(contacts[at])];
    Matrix others(7, Eigen::Index(contacts.size()) - 1);
    Eigen::Index column = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const StepContact& other = problem.contacts[std::size_t(contacts[k])];
      // what rubs otherwise says something of its own
      if (k != at && other.friction == contact.friction) others.col(column++) = demand(other, arm, speed);
    }
    if (column > 0 && implied(others.leftCols(column), demand(contact, arm, speed), tolerance))
      contacts.erase(contacts.begin() + std::ptrdiff_t(at));
  }
  return contacts;
}

}  // namespace

ContactFilter filter_contacts(const StepProblem& problem, double tolerance) {
  ContactFilter result;
  result.problem = problem;
  result.problem.contacts.clear(), result.problem.pairs.clear(), result.problem.contact_by.clear();
  for (IslandRange& island : result.problem.islands) {
    std::map<std::pair<int, int>, std::vector<int>> pairs;
    for (int c = island.first_contact; c < island.first_contact + island.contact_count; ++c) {
      const StepContact& contact = problem.contacts[std::size_t(c)];
      if (within_reach(problem, contact)) pairs[{contact.body_a, contact.body_b}].push_back(c);
    }
    std::vector<int> kept;
    for (auto& [bodies, contacts] : pairs) {
      const std::vector<int> left = essential(problem, std::move(contacts), tolerance);
      kept.insert(kept.end(), left.begin(), left.end());
    }
    std::ranges::sort(kept);
    island.first_contact = int(result.problem.contacts.size()), island.contact_count = int(kept.size());
    island.first_pair = island.pair_count = 0;
    for (const int c : kept) result.problem.contacts.push_back(problem.contacts[std::size_t(c)]);
    result.kept.insert(result.kept.end(), kept.begin(), kept.end());
  }
  return result;
}

}  // namespace spook::reference
