// A solver of one's own on step problems: own_solver FILE.problem…
// `spook-lab run SCENE --dump-problem STEP FILE` writes such files. Here every row is solved by itself, in turn
// (Gauss–Seidel), and the library's residuals judge the result beside the library's own exact solver.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

#include "spook/problem_file.h"
#include "spook/solver.h"

namespace {

using namespace spook;

// one row of the problem: what it sees of the velocities, and what a unit of its impulse does to them
struct Row {
  struct End {
    int body = -1;
    Vec6 jacobian, response;  // response: M⁻¹ Jᵀ
  };
  std::vector<End> ends;
  double diagonal = 0.0;  // J M⁻¹ Jᵀ

  double speed(const StepSolution& s) const {
    double sum = 0.0;
    for (const End& end : ends) sum += end.jacobian.dot(s.velocity[end.body]);
    return sum;
  }
  void push(StepSolution& s, double impulse) const {
    for (const End& end : ends) s.velocity[end.body] += impulse * end.response;
  }
  void add(const StepProblem& problem, int body, const Vec6& jacobian) {
    if (body < 0) return;  // static or kinematic: its motion is in the right-hand side
    const BodyBlock& block = problem.bodies[body];
    End end{body, jacobian, Vec6::Zero()};
    end.response << jacobian.head<3>() / block.mass, block.inertia.ldlt().solve(jacobian.tail<3>());
    diagonal += jacobian.dot(end.response);
    ends.push_back(end);
  }
};

Row joint_row(const StepProblem& problem, const JointBlock& joint, int row) {
  Row made;
  for (int i = 0; i < joint.body_count; ++i)
    made.add(problem, joint.bodies[i], problem.jacobians[joint.first_jacobian + i].row(row).transpose());
  return made;
}

Row contact_row(const StepProblem& problem, const ContactRow& contact, int axis) {
  const Vec3 along = contact.frame.row(axis);
  Vec6 a, b;
  a << along, contact.arm_a.cross(along);
  b << -along, -contact.arm_b.cross(along);
  Row made;
  made.add(problem, contact.body_a, a);
  made.add(problem, contact.body_b, b);
  return made;
}

// v = M⁻¹ p: no impulses at all
StepSolution free_flight(const StepProblem& problem) {
  StepSolution s;
  for (const BodyBlock& body : problem.bodies) {
    Vec6 v;
    v << body.momentum.head<3>() / body.mass, body.inertia.ldlt().solve(body.momentum.tail<3>());
    s.velocity.push_back(v);
  }
  s.joint_impulse.assign(problem.rows.size(), 0.0);
  s.contact_impulse.assign(problem.contacts.size(), Vec3::Zero());
  s.contact_state.assign(problem.contacts.size(), ContactState::open);
  return s;
}

void solve_joint(const JointRow& data, const Row& row, double& impulse, StepSolution& s) {
  const double step = (data.rhs - row.speed(s) - data.compliance * impulse) / (row.diagonal + data.compliance);
  const double next = std::clamp(impulse + step, data.lower, data.upper);
  row.push(s, next - impulse);
  impulse = next;
}

void solve_contact(const ContactRow& data, const Row* rows, Vec3& impulse, StepSolution& s) {
  const double push = -(rows[0].speed(s) + data.compliance * impulse[0] + data.bias);
  const double normal = std::max(0.0, impulse[0] + push / (rows[0].diagonal + data.compliance));
  rows[0].push(s, normal - impulse[0]);
  impulse[0] = normal;

  const double scale = std::max(rows[1].diagonal, rows[2].diagonal) + data.friction_compliance;
  Vec2 friction;
  for (int i = 0; i < 2; ++i)
    friction[i] = impulse[1 + i] -
                  (rows[1 + i].speed(s) + data.friction_compliance * impulse[1 + i] + data.friction_bias[i]) / scale;
  const double limit = data.friction * normal, size = friction.norm();
  if (size > limit) friction *= limit / size;
  for (int i = 0; i < 2; ++i) rows[1 + i].push(s, friction[i] - impulse[1 + i]), impulse[1 + i] = friction[i];
}

StepSolution gauss_seidel(const StepProblem& problem, int sweeps) {
  std::vector<Row> joints(problem.rows.size()), contacts;
  for (const JointBlock& joint : problem.joints)
    for (int i = 0; i < joint.row_count; ++i) joints[joint.first_row + i] = joint_row(problem, joint, i);
  for (const ContactRow& contact : problem.contacts)
    for (int axis = 0; axis < 3; ++axis) contacts.push_back(contact_row(problem, contact, axis));

  StepSolution s = free_flight(problem);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < joints.size(); ++i) solve_joint(problem.rows[i], joints[i], s.joint_impulse[i], s);
    for (std::size_t i = 0; i < problem.contacts.size(); ++i)
      solve_contact(problem.contacts[i], &contacts[3 * i], s.contact_impulse[i], s);
  }
  return s;
}

double judged(const StepProblem& problem, const StepSolution& s) {
  const Residual residual = contact_residual(problem, s);
  return std::hypot(residual.normal, residual.tangent, joint_residual(problem, s));
}

bool compare(const char* file) {
  const StepProblem problem = read_problem(file);
  SolveOptions options;
  options.kind = SolverKind::exact, options.factorisation_budget = 0;
  SolverMemory memory;
  StepSolution exact;
  SolveReport report;
  solve(problem, options, memory, exact, report);

  const double none = judged(problem, free_flight(problem)), few = judged(problem, gauss_seidel(problem, 20)),
               many = judged(problem, gauss_seidel(problem, 2000)), best = judged(problem, exact);
  std::printf("%-40s no impulses %8.2e   20 sweeps %8.2e   2000 sweeps %8.2e   spook, exact %8.2e\n", file, none, few,
              many, best);
  return few < none && many < 0.1 * none && best < 1e-6 * none;
}

}  // namespace

int main(int count, char** files) try {
  bool good = count > 1;
  for (int i = 1; i < count; ++i) good = compare(files[i]) && good;
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "own_solver: %s\n", error.what());
  return 2;
}
