#include "viewer/app/friction_tracker.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "engine/constraint/contact_rows.h"
#include "engine/solve/sweeps.h"

namespace spook {
namespace {

constexpr double path_seconds = 1.0;

Vec3 point_velocity(const Snapshot& now, int body, const Vec3& point) {
  if (body < 0) return Vec3::Zero();
  const BodyView& view = now.bodies[std::size_t(body)];
  return view.velocity + view.angular_velocity.cross(point - view.pose.position);
}

// D M⁻¹ Dᵀ of the two tangents, 1/kg
Eigen::Matrix2d tangent_block(const StepProblem& problem, const ContactRow& row) {
  Eigen::Matrix2d block = Eigen::Matrix2d::Zero();
  const auto add = [&](int body, const Vec3& arm) {
    if (body < 0) return;
    const BodyBlock& mass = problem.bodies[std::size_t(body)];
    const Mat3 inverse = mass.inertia.inverse();
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k) {
        const Vec3 a = row.frame.row(1 + i), b = row.frame.row(1 + k);
        block(i, k) += a.dot(b) / mass.mass + arm.cross(a).dot(inverse * arm.cross(b));
      }
  };
  add(row.body_a, row.arm_a), add(row.body_b, row.arm_b);
  return block;
}

// what the step has stored, by the engine's own rule; φ is the row's, of its T_f = 4 ε_f φ / h²
Vec2 stored_after(const ContactView& view, const FrictionSample& sample, const Vec2& before, double T, double h,
                  const Parameters& parameters) {
  ContactPoint point;
  point.frame << view.normal.transpose(), view.tangents[0].transpose(), view.tangents[1].transpose();
  point.impulse = view.impulse, point.state = view.state;
  point.slip = before.x() * view.tangents[0] + before.y() * view.tangents[1];
  const FrictionNumbers numbers{parameters.friction_law, parameters.friction_compliance, parameters.friction_viscosity};
  const double phi = T * h * h / (4.0 * numbers.compliance);
  point.relaxation_steps = phi > 0.0 ? 0.25 * (1.0 / phi - 1.0) : 2.0;
  return next_slip(point, Vec3(0.0, sample.speed.x(), sample.speed.y()), h, numbers);
}

void sweep_by_every_kind(const World& world, int row, FrictionSample& sample) {
  const StepProblem& problem = world.last_problem();
  const StepSolution& solution = world.last_solution();
  const ContactRow& contact = problem.contacts[std::size_t(row)];
  std::vector<InverseMass> inverse(problem.bodies.size());
  for (const int body : {contact.body_a, contact.body_b})
    if (body >= 0) inverse[std::size_t(body)] = inverse_mass(problem.bodies[std::size_t(body)]);
  const Mat3 block = contact_block(contact, inverse);
  const Vec3 velocity = contact_velocity(contact, solution.velocity);
  const Vec3& impulse = solution.contact_impulse[std::size_t(row)];
  for (std::size_t kind = 0; kind < sample.swept.size(); ++kind)
    sample.swept[kind] = relax_contact(contact, SweepKind(kind), block, velocity, impulse);
}

}  // namespace

double FrictionPath::creep() const {
  if (samples.size() < 2) return 0.0;
  const double time = samples.back().time - samples.front().time;
  return time > 0.0 ? (samples.back().slip - samples.front().slip).norm() / time : 0.0;
}

void FrictionTracker::forget(bool picked) {
  path_ = {};
  path_.picked = picked;
}

void FrictionTracker::look_at(const PickedContact& picked) {
  const std::lock_guard lock(mutex_);
  const bool same = picked.body_a == picked_.body_a && picked.body_b == picked_.body_b &&
                    (!path_.touching || (picked.point - picked_.point).norm() < 0.05);
  if (same && path_.picked == picked.valid()) return;
  picked_ = picked;
  forget(picked.valid());
}

void FrictionTracker::stepped(World& world) {
  const std::lock_guard lock(mutex_);
  if (!path_.picked) return;
  const Snapshot& now = *world.snapshot();
  const int found = find_picked(now, picked_);
  path_.touching = found >= 0;
  if (found < 0) return path_.samples.clear();
  const ContactView& view = now.contacts[std::size_t(found)];
  picked_.point = view.point;
  const Parameters& parameters = world.parameters();
  const double h = parameters.time_step / parameters.substeps;
  path_.time_step = h;
  FrictionSample sample;
  sample.time = now.time, sample.normal = view.impulse[0], sample.tangent = view.impulse.tail<2>();
  sample.friction = view.friction, sample.state = view.state;
  sample.positional = parameters.friction_law == FrictionLaw::positional;
  const Vec3 speed = point_velocity(now, view.body_a, view.point) - point_velocity(now, view.body_b, view.point);
  sample.speed = {view.tangents[0].dot(speed), view.tangents[1].dot(speed)};
  sample.held = parameters.friction_compliance * sample.tangent.norm() / h;
  const FrictionSample* last = path_.samples.empty() ? nullptr : &path_.samples.back();
  const Vec2 rest = -parameters.friction_compliance / h * sample.tangent;  // the first time: as if it had settled
  sample.slip = (last ? last->slip : Vec2(Vec2::Zero())) + parameters.time_step * sample.speed;
  const StepProblem& problem = world.last_problem();
  sample.stored = rest;
  if (view.row >= 0 && view.row < int(problem.contacts.size())) {
    const ContactRow& row = problem.contacts[std::size_t(view.row)];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> block(tangent_block(problem, row), Eigen::EigenvaluesOnly);
    if (world.last_solution().contact_impulse.size() == problem.contacts.size())
      sweep_by_every_kind(world, view.row, sample);
    if (view.state == ContactState::sliding) sample.held_bound = sample.tangent.norm();
    sample.hard = block.eigenvalues()[0], sample.soft = block.eigenvalues()[1];
    if (last && sample.positional)
      sample.stored = stored_after(view, sample, last->stored, row.friction_compliance, h, parameters);
  }
  if (!sample.positional) sample.stored.setZero(), sample.held = 0.0;
  path_.samples.push_back(sample);
  while (path_.samples.size() > 2 && sample.time - path_.samples.front().time > path_seconds) path_.samples.pop_front();
}

void FrictionTracker::moved(World&) {
  const std::lock_guard lock(mutex_);
  path_.samples.clear();
}

FrictionPath FrictionTracker::path() const {
  const std::lock_guard lock(mutex_);
  return path_;
}

}  // namespace spook
