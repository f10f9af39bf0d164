#include "scenarios/papers/paper_stepper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "engine/reference/contact_filter.h"
#include "engine/reference/step_lcp.h"
#include "engine/solve/rows.h"
#include "scenarios/papers/experiment.h"

namespace spook::papers {

namespace {

using reference::StepLcpMethod;
using reference::StepLcpReport;

constexpr std::array<std::string_view, 3> names = {"anitescu-potra", "trapezoidal", "moreau-jean"};

std::vector<Vec6> velocities(const StepProblem& problem) {
  std::vector<Vec6> v;
  for (const BodyBlock& body : problem.bodies) v.push_back(body.velocity);
  return v;
}

Vec6 momentum_of(const BodyBlock& body, const Vec6& v) {
  Vec6 p;
  p << body.mass * v.head<3>(), body.inertia * v.tail<3>();
  return p;
}

StepLcpReport solved(const StepProblem& problem, const StepLcpMethod& method, StepSolution& solution) {
  const StepLcpReport report = solve_step_lcp(problem, method, solution);
  if (report.status != reference::LcpStatus::solved)
    throw std::runtime_error(std::string(method.name) + ": a step's LCP was not solved: " + name_of(report.status));
  return report;
}

// What would be behind its surface at the end of the step collides now, plastically: it keeps the speed that just
// closes its gap. A row that looks at the mean of both velocities would throw it back.
void collide_first(StepProblem& problem) {
  const std::vector<Vec6> v = velocities(problem);
  StepProblem impact = problem;
  bool any = false;
  for (ContactRow& contact : impact.contacts) {
    contact.bias = std::max(contact.bias, 0.0);
    any = any || contact_velocity(contact, v)[0] + contact.bias < 0.0;
  }
  if (!any) return;
  for (std::size_t b = 0; b < v.size(); ++b) impact.bodies[b].momentum = momentum_of(impact.bodies[b], v[b]);
  StepSolution after;
  solved(impact, *reference::find_step_lcp("anitescu-potra"), after);
  for (std::size_t b = 0; b < v.size(); ++b) {
    BodyBlock& body = problem.bodies[b];
    body.momentum += momentum_of(body, after.velocity[b] - v[b]);
    body.velocity = after.velocity[b];
  }
}

// Moreau–Jean's prediction: contacts that will not have closed by the middle of the step take no part
void open_unpredicted(StepProblem& problem) {
  constexpr double far = 1e3;        // m/s: a gap that no step closes
  constexpr double touching = 1e-9;  // m: a gap of rounding
  const std::vector<Vec6> v = velocities(problem);
  for (ContactRow& contact : problem.contacts) {
    const bool closed =
        contact.bias * problem.time_step <= touching || contact.bias + 0.5 * contact_velocity(contact, v)[0] <= 0.0;
    contact.bias = closed ? 0.0 : far;
  }
}

}  // namespace

std::span<const std::string_view> paper_steppers() {
  return names;
}

PaperStepper::PaperStepper(World& world, std::string_view method) : world_(world), method_(method) {
  if (std::ranges::find(names, method) == names.end()) {
    std::string known;
    for (const std::string_view name : names) known += " " + std::string(name);
    throw std::invalid_argument("no stepper is called '" + method_ + "': there are" + known);
  }
  // a momentum that the engine adds for its own answer's sake, which is replaced
  Parameters plain = world_.parameters();
  plain.discrete_gradient = false;
  world_.queue(SetParameters{plain});
}

void PaperStepper::step() {
  const std::shared_ptr<const Snapshot> before = world_.snapshot();
  world_.step();  // for its contacts and rows; its own answer is replaced
  StepProblem problem = reference::filter_contacts(world_.last_problem()).problem;
  const StepLcpMethod& method = *reference::find_step_lcp(method_ == "trapezoidal" ? method_ : "anitescu-potra");
  if (method_ == "trapezoidal") collide_first(problem);
  if (method_ == "moreau-jean") open_unpredicted(problem);
  StepSolution solution;
  const StepLcpReport report = solved(problem, method, solution);
  ++steps_, pivots_ += report.pivots, largest_ = std::max(largest_, report.largest);
  move(*before, problem, solution);

  const std::shared_ptr<const Snapshot> now = world_.snapshot();
  for (const ContactView& contact : now->contacts) deepest_ = std::max(deepest_, -contact.gap);
  for (const JointView& joint : now->joints) joint_ = std::max(joint_, joint.violation);
}

void PaperStepper::move(const Snapshot& before, const StepProblem& problem, const StepSolution& solution) {
  const std::shared_ptr<const Snapshot> after = world_.snapshot();
  // the problem's bodies: those of islands, island by island
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < after->bodies.size(); ++i)
    if (after->bodies[i].island >= 0) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return after->bodies[i].island; });
  if (order.size() != problem.bodies.size() || before.bodies.size() != after->bodies.size())
    throw std::runtime_error("the bodies of the step are not those of the scene");
  const double h = problem.time_step, new_share = method_ == "anitescu-potra" ? 1.0 : 0.5;
  for (std::size_t b = 0; b < order.size(); ++b) {
    const BodyView& body = before.bodies[order[b]];
    const Vec6& next = solution.velocity[b];
    const Vec6 mean = new_share * next + (1.0 - new_share) * problem.bodies[b].velocity;
    Pose pose = body.pose;
    pose.position += h * mean.head<3>();
    const Vec3 turn = h * mean.tail<3>();
    if (turn.norm() > 0.0)
      pose.orientation = (Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * pose.orientation).normalized();
    world_.queue(SetPose{body.id, pose});
    world_.queue(SetVelocity{body.id, next.head<3>(), next.tail<3>()});
  }
  world_.apply_commands();
}

std::string PaperStepper::summary() const {
  return method_ + ": " + std::to_string(steps_) + " steps, " + std::to_string(pivots_) +
         " pivots, largest LCP of a group " + std::to_string(largest_) + " unknowns, deepest overlap " +
         number(1e3 * deepest_) + " mm, largest joint violation " + number(1e3 * joint_) + " mm or mrad";
}

}  // namespace spook::papers
