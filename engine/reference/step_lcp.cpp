#include "engine/reference/step_lcp.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "engine/reference/contact_problem.h"
#include "engine/solve/rows.h"
#include "engine/solve/solver.h"

namespace spook::reference {

namespace {

using StepContact = spook::ContactRow;

// how an impulse of the LCP becomes one of the step: a joint row with bounds is shifted, and mirrored where only its
// upper bound is finite
struct BoundedRow {
  int row = 0;
  double shift = 0.0, sign = 1.0;
  bool box = false;  // both bounds are finite: an edge pair with a bound of its own
};

class Island {
 public:
  Island(const StepProblem& problem, const IslandRange& range, const StepLcpMethod& method)
      : step_(problem), range_(range), method_(method), size_(6 * range.body_count) {
    for (int b = range.first_body; b < range.first_body + range.body_count; ++b)
      unit_ += problem.bodies[std::size_t(b)].mass / range.body_count;
    problem_.inertia = Matrix::Zero(size_, size_);
    problem_.momentum.resize(size_);
    Vector before(size_);
    for (int b = 0; b < range.body_count; ++b) {
      const BodyBlock& body = problem.bodies[range.first_body + b];
      problem_.inertia.block<3, 3>(6 * b, 6 * b).diagonal().setConstant(body.mass / unit_);
      problem_.inertia.block<3, 3>(6 * b + 3, 6 * b + 3) = body.inertia / unit_;
      problem_.momentum.segment<6>(6 * b) = body.momentum / unit_;
      before.segment<6>(6 * b) = body.velocity;
    }
    problem_.weight = method.seen;
    problem_.base = (1.0 - method.seen) * before;
    add_joints();
    for (int c = 0; c < range.contact_count; ++c) add_contact(problem.contacts[range.first_contact + c]);
  }

  int unknowns() const {
    int count = 0;
    for (const ContactRow& contact : problem_.contacts) count += contact.unknowns();
    return count;
  }

  LcpResult solve(StepSolution& solution) {
    const VelocitySolution found =
        method_.round ? solve_round(problem_, method_.solver) : reference::solve(problem_, nullptr, method_.solver);
    LcpResult result = found.lcp;
    if (!found.factored) result.status = LcpStatus::singular;
    if (!found) return result;
    for (std::size_t k = 0; k < free_rows_.size(); ++k)
      solution.joint_impulse[std::size_t(free_rows_[k])] = unit_ * found.joint[Eigen::Index(k)];
    for (std::size_t k = 0; k < bounded_.size(); ++k) {
      const BoundedRow& row = bounded_[k];
      const double impulse = row.box ? found.friction[k][0] - found.friction[k][1] : found.normal[Eigen::Index(k)];
      solution.joint_impulse[std::size_t(row.row)] = row.shift + unit_ * row.sign * impulse;
    }
    for (int c = 0; c < range_.contact_count; ++c) {
      const std::size_t k = bounded_.size() + std::size_t(c);
      Vec3& impulse = solution.contact_impulse[range_.first_contact + c];
      impulse = {unit_ * found.normal[Eigen::Index(k)], 0.0, 0.0};
      if (problem_.contacts[k].edges.rows())
        impulse.tail<2>() = unit_ * problem_.contacts[k].plane.transpose() * found.friction[k];
    }
    return result;
  }

 private:
  Eigen::Index place(int body) const { return 6 * (body - range_.first_body); }

  void add_joints() {
    std::vector<Vector> rows;
    std::vector<double> rhs, compliance;
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) {
      const JointBlock& joint = step_.joints[std::size_t(j)];
      for (int i = 0; i < joint.row_count; ++i) {
        Vector row = Vector::Zero(size_);
        for (int k = 0; k < joint.body_count; ++k)
          if (const int body = joint.bodies[std::size_t(k)]; body >= 0)
            row.segment<6>(place(body)) += step_.jacobians[joint.first_jacobian + k].row(i).transpose();
        const JointRow& limits = step_.rows[joint.first_row + i];
        if (limits.lower == -unbounded && limits.upper == unbounded) {
          free_rows_.push_back(joint.first_row + i);
          rows.push_back(std::move(row)), rhs.push_back(limits.rhs);
          compliance.push_back(method_.rigid ? 0.0 : unit_ * limits.compliance);
        } else {
          add_bounded(joint.first_row + i, limits, row);
        }
      }
    }
    problem_.joints.resize(Eigen::Index(rows.size()), size_);
    problem_.joint_bias.resize(problem_.joints.rows()), problem_.joint_compliances.resize(problem_.joints.rows());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      problem_.joints.row(Eigen::Index(k)) = rows[k].transpose();
      problem_.joint_bias[Eigen::Index(k)] = -rhs[k], problem_.joint_compliances[Eigen::Index(k)] = compliance[k];
    }
  }

  // lower ≤ λ ≤ upper. λ = shift + sign z with z ≥ 0 where one bound is finite, |z| ≤ half the width where both are.
  // Their compliance stays even where contacts are rigid: it is what makes a motor's and a brake's force finite.
  void add_bounded(int index, const JointRow& limits, const Vector& row) {
    BoundedRow bounded;
    bounded.row = index;
    bounded.box = limits.lower != -unbounded && limits.upper != unbounded;
    bounded.shift = bounded.box                  ? 0.5 * (limits.lower + limits.upper)
                    : limits.lower != -unbounded ? limits.lower
                                                 : limits.upper;
    bounded.sign = limits.lower == -unbounded ? -1.0 : 1.0;
    problem_.momentum += bounded.shift / unit_ * row;
    const double bias = limits.compliance * bounded.shift - limits.rhs;
    ContactRow contact;
    if (bounded.box) {
      contact.normal = Vector::Zero(size_), contact.normal_bias = 1.0, contact.normal_compliance = 1.0;  // stays 0
      contact.edges.resize(2, size_);
      contact.edges << row.transpose(), -row.transpose();
      contact.plane = (Matrix(2, 1) << 1.0, -1.0).finished();
      contact.edge_bias = Eigen::Vector2d(bias, -bias);
      contact.edge_compliance = unit_ * limits.compliance;
      contact.bound_bias = 0.5 * (limits.upper - limits.lower) / unit_;
    } else {
      contact.normal = bounded.sign * row, contact.normal_bias = bounded.sign * bias;
      contact.normal_compliance = unit_ * limits.compliance;
    }
    bounded_.push_back(bounded);
    problem_.contacts.push_back(std::move(contact));
  }

  void add_contact(const StepContact& from) {
    Matrix rows = Matrix::Zero(3, size_);
    const auto add = [&](int body, const Vec3& arm, double sign) {
      if (body < 0) return;
      rows.middleCols<3>(place(body)) += sign * from.frame;
      for (int k = 0; k < 3; ++k)
        rows.block<1, 3>(k, place(body) + 3) += sign * arm.cross(from.frame.row(k).transpose()).transpose();
    };
    add(from.body_a, from.arm_a, 1.0), add(from.body_b, from.arm_b, -1.0);
    ContactRow contact;
    contact.normal = rows.row(0).transpose();
    contact.friction = from.friction;
    contact.normal_bias = from.bias;
    if (!method_.rigid) contact.normal_compliance = unit_ * from.compliance;
    if (from.friction > 0.0) {
      contact.tangents = rows.bottomRows(2);
      if (!method_.rigid) {
        contact.tangent_bias = from.friction_bias;
        contact.edge_compliance = unit_ * from.friction_compliance;
      }
      shape_polygon(contact, round_edges, 0.0);
    }
    problem_.contacts.push_back(std::move(contact));
  }

  const StepProblem& step_;
  const IslandRange& range_;
  const StepLcpMethod& method_;
  Eigen::Index size_;
  double unit_ = 0.0;  // kg: impulses are put in it, so that the LCP's rows are of one size
  VelocityProblem problem_;
  std::vector<int> free_rows_;
  std::vector<BoundedRow> bounded_;  // the first of problem_.contacts
};

// as the engine tells them: by the impulse against its bound
ContactState state_of(const StepContact& contact, const Vec3& impulse) {
  if (impulse[0] <= 0.0) return ContactState::open;
  const double bound = contact.friction * impulse[0];
  return impulse.tail<2>().norm() < bound * (1.0 - 1e-9) ? ContactState::sticking : ContactState::sliding;
}

constexpr std::array<StepLcpMethod, 4> methods{{{"lemke", solve_lemke, false, 1.0, true},
                                                {"block-pivot", solve_block_pivot, false, 1.0, true},
                                                {"anitescu-potra", solve_lemke, true, 1.0, false},
                                                {"trapezoidal", solve_lemke, true, 0.5, false}}};

}  // namespace

std::span<const StepLcpMethod> step_lcp_methods() {
  return methods;
}

const StepLcpMethod* find_step_lcp(std::string_view name) {
  const auto* const found = std::ranges::find(methods, name, &StepLcpMethod::name);
  return found == methods.end() ? nullptr : found;
}

StepLcpReport solve_step_lcp(const StepProblem& problem, const StepLcpMethod& method, StepSolution& solution) {
  StepLcpReport report;
  solution.joint_impulse.assign(problem.rows.size(), 0.0);
  solution.contact_impulse.assign(problem.contacts.size(), Vec3::Zero());
  for (const IslandRange& range : problem.islands) {
    Island island(problem, range, method);
    const int unknowns = island.unknowns();
    report.largest = std::max(report.largest, unknowns);
    if (unknowns > max_lcp_unknowns)
      throw std::runtime_error("an island of " + std::to_string(range.contact_count) + " contacts has " +
                               std::to_string(unknowns) + " unknowns in its LCP, more than " +
                               std::to_string(max_lcp_unknowns));
    const LcpResult result = island.solve(solution);
    report.pivots += result.pivots, report.residual = std::max(report.residual, result.residual);
    if (result.status != LcpStatus::solved && report.status == LcpStatus::solved) report.status = result.status;
  }
  rebuild_velocities(problem, solution);
  solution.contact_state.resize(problem.contacts.size());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c)
    solution.contact_state[c] = state_of(problem.contacts[c], solution.contact_impulse[c]);
  return report;
}

}  // namespace spook::reference
