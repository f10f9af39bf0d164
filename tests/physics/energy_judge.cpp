#include "energy_judge.h"

#include <algorithm>
#include <cmath>

#include "engine/scene/mass_properties.h"

namespace spook::test {
namespace {

constexpr double floor_per_mass = 1e-6;  // J/kg
constexpr double hopeless_share = 1000.0;

// of a body with principal axes along its own
double kinetic_energy(double mass, const Vec3& principal, const Quat& orientation, const Vec3& v, const Vec3& omega) {
  const Vec3 own = orientation.conjugate() * omega;
  return 0.5 * (mass * v.squaredNorm() + principal.dot(own.cwiseAbs2()));
}

}  // namespace

EnergyJudge::EnergyJudge(const Scene& scene, const World& world)
    : gravity_(scene.parameters.gravity), h_(scene.parameters.time_step) {
  double mass = 0.0;
  for (const BodyDesc& body : scene.bodies) {
    if (body.motion != Motion::dynamic) continue;
    const BodyMass known = body_mass(body, scene);
    const BodyId id = *world.find_body(body.name);
    const Pose pose = world.pose(id);
    bodies_.push_back({body.name, id, known.mass, known.principal, pose.position});
    mass += known.mass;
    initial_kinetic_ +=
        kinetic_energy(known.mass, known.principal, pose.orientation, world.velocity(id), world.angular_velocity(id));
    initial_potential_ -= known.mass * gravity_.dot(pose.position - 0.5 * h_ * world.velocity(id));
    as_it_stands_ -= known.mass * gravity_.dot(pose.position);
  }
  const auto index = [&](const std::optional<std::string>& name) {
    const auto found =
        std::ranges::find_if(bodies_, [&](const JudgedBody& body) { return name && body.name == *name; });
    return found == bodies_.end() ? -1 : static_cast<int>(found - bodies_.begin());
  };
  for (const JointDesc& joint : scene.joints) {
    if (joint.type != JointType::spring) continue;
    springs_.push_back(
        {index(joint.a), index(joint.b), joint.anchor_a, joint.anchor_b, joint.stiffness, joint.rest_length, 0.0});
    const double spring = start_of_spring(world, springs_.back());
    initial_potential_ += spring, as_it_stands_ += spring;
  }
  lowest_potential_ = initial_potential_;
  as_it_stands_ += initial_kinetic_, start_ = initial_kinetic_ + initial_potential_;
  floor_ = floor_per_mass * mass;
}

// world anchors become those of the bodies; the energy half a step earlier
double EnergyJudge::start_of_spring(const World& world, Spring& spring) const {
  Vec3 rate = Vec3::Zero();
  const Vec3 apart = spring.anchor_a - spring.anchor_b;
  const auto take = [&](int body, Vec3& anchor, double sign) {
    if (body < 0) return;
    const BodyId id = bodies_[body].id;
    const Pose pose = world.pose(id);
    rate += sign * (world.velocity(id) + world.angular_velocity(id).cross(anchor - pose.position));
    anchor = pose.to_local(anchor);
  };
  take(spring.a, spring.anchor_a, 1.0);
  take(spring.b, spring.anchor_b, -1.0);
  spring.elongation = apart.norm() - spring.rest_length;
  const double earlier = spring.elongation - 0.5 * h_ * rate.dot(apart.normalized());
  // what turns by radians in half a step was not there: at least what the spring holds as it stands
  return 0.5 * spring.stiffness * std::max(earlier * earlier, spring.elongation * spring.elongation);
}

Vec3 EnergyJudge::anchor(const World& world, int body, const Vec3& local) const {
  return body < 0 ? local : world.pose(bodies_[body].id).to_parent(local);
}

double EnergyJudge::elongation(const World& world, const Spring& spring) const {
  const Vec3 apart = anchor(world, spring.a, spring.anchor_a) - anchor(world, spring.b, spring.anchor_b);
  return apart.norm() - spring.rest_length;
}

void EnergyJudge::add(const World& world) {
  double kinetic = 0.0, potential = 0.0;
  for (JudgedBody& body : bodies_) {
    const Pose pose = world.pose(body.id);
    const Vec3 velocity = (pose.position - body.position) / h_;
    kinetic += kinetic_energy(body.mass, body.principal, pose.orientation, velocity, world.angular_velocity(body.id));
    potential -= body.mass * gravity_.dot(0.5 * (pose.position + body.position));
    body.position = pose.position;
  }
  for (Spring& spring : springs_) {
    const double now = elongation(world, spring), mean = 0.5 * (now + spring.elongation);
    potential += 0.5 * spring.stiffness * mean * mean;
    spring.elongation = now;
  }
  compare(kinetic, potential, world.time());
  for (const std::string& flag : world.report().flags)
    if (flag.starts_with("frozen") && verdict_.fault.empty()) verdict_.fault = flag;
}

void EnergyJudge::compare(double kinetic, double potential, double time) {
  if (!std::isfinite(kinetic + potential)) {
    if (verdict_.fault.empty()) verdict_.fault = "a pose or velocity is no longer finite";
    return;
  }
  lowest_potential_ = std::min(lowest_potential_, potential);
  const double energy = kinetic + potential, accounted = initial_kinetic_ + initial_potential_ - lowest_potential_;
  if (std::isinf(least_energy_) && energy <= as_it_stands_) start_ = std::max(start_, energy);
  least_energy_ = std::min(least_energy_, energy);
  const auto keep_largest = [&](double gain, double& share, double& at) {
    if (gain <= share * accounted) return;
    share = accounted > 0.0 ? gain / accounted : 2.0 * hopeless_share;
    at = time;
  };
  keep_largest(energy - start_ - floor_, verdict_.share, verdict_.time);
  keep_largest(energy - least_energy_ - floor_, verdict_.rise, verdict_.rise_time);
}

EnergyVerdict judge_energy(const Scene& scene, double seconds) {
  World world(scene, {.publish = false});
  EnergyJudge judge(scene, world);
  const long steps = std::lround(seconds / scene.parameters.time_step);
  for (long step = 0; step < steps && judge.verdict().share < hopeless_share; ++step) {
    world.step();
    judge.add(world);
  }
  EnergyVerdict verdict = judge.verdict();
  world.apply_commands();  // no command waits: it publishes what it finds
  for (const BodyView& body : world.snapshot()->bodies)
    if (body.frozen && verdict.fault.empty()) verdict.fault = "frozen: body \"" + body.look->name + "\"";
  return verdict;
}

}  // namespace spook::test
