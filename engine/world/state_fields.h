// The state: every field that a later step reads, listed once. Saving, restoring, hashing and comparing all go through
// these lists. What edits alone change (shapes, masses, joint frames) is described beside it: Descriptions.
#pragma once

#include <bit>

#include "engine/solve/island_memory.h"
#include "engine/world/world_data.h"

namespace spook {

// f(name, part…) of one world or moment, or of several side by side
template <class F, class... Where>
void visit_state(F&& f, Where&... where) {
  f("steps", where.steps...);
  f("time", where.time...);
  f("parameters", where.parameters...);
  f("pace", where.pace...);
  f("bodies", where.bodies...);
  f("joints", where.joints...);
  f("hands", where.hands...);
  f("contacts", where.carried...);
  f("collision", where.collision...);
  f("solver", where.solver_memory...);
  f("impacts", where.impact_memory...);
}

// f(fields…) of one struct: the list takes it apart, so that a field that is added and not listed does not compile
#define SPOOK_FIELDS(Type, ...)                 \
  template <class F>                            \
  void visit_fields(const Type& value, F&& f) { \
    const auto& [__VA_ARGS__] = value;          \
    f(__VA_ARGS__);                             \
  }

SPOOK_FIELDS(Pose, position, orientation)
SPOOK_FIELDS(BodyState, pose, velocity, omega, angular_momentum, calm_time, sleeping, frozen)
SPOOK_FIELDS(JointMemory, equations, extras, violation_before, missed, has_before, as_placed, turns, angle)
SPOOK_FIELDS(MotorDesc, speed, max_effort, viscosity)
SPOOK_FIELDS(LockDesc, position, max_effort)
SPOOK_FIELDS(JointMoment, memory, motor, lock, lock_effort, length)
SPOOK_FIELDS(BodyId, index, generation)
SPOOK_FIELDS(Grip, hand, body, point, target, locks, orientation, effort_scale, stiffness_scale)
SPOOK_FIELDS(GripState, target, impulse)
SPOOK_FIELDS(Hand, alive, grip, body, state)
SPOOK_FIELDS(ContactKey, body_a, body_b, shape_a, shape_b, feature)
SPOOK_FIELDS(CarriedContact, key, local_point, normal_impulse, friction_impulse, slip, state)
SPOOK_FIELDS(PairMemory, known, axis, age, normal)
SPOOK_FIELDS(CollisionMemory::Pair, bodies, shapes, memory)
#undef SPOOK_FIELDS

// of the sets a factor was made for their hash, told once
template <class F>
void visit_fields(const FactorModes& modes, F&& f) {
  const auto& [contacts, rows, told] = modes;
  f(contacts.size(), rows.size(), told);
}

// A factor is told by what it was made for and by when. Its numbers follow from steps that were told before: they are
// restored, and not hashed.
template <class F>
void visit_fields(const IslandPast& past, F&& f) {
  const auto& [key, last_used, factor_bytes, more_solves, matrix, made, joints_made, joints] = past;
  f(key, last_used, factor_bytes, more_solves, matrix[0] != nullptr, matrix[1] != nullptr, *made[0], *made[1],
    *joints_made, joints != nullptr);
}

template <class F>
void visit_fields(const IslandMemory& now, F&& f) {
  f(now.key, now.last_used, now.factor_bytes, now.more_solves, now.factor[0].factored(), now.factor[1].factored(),
    *now.made[0], *now.made[1], *now.joints_made, now.joints.factored());
}

// threads never show in an answer
template <class F>
void visit_fields(const Parameters& parameters, F&& f) {
  const auto& [time_step, substeps, gravity, compliance, relaxation, friction, restitution, friction_scale,
               restitution_scale, joint_compliance, joint_relaxation, restitution_threshold, impact_law, solver, sweeps,
               couplings, sweep_kind, pivoting, effort, friction_law, friction_compliance, friction_viscosity,
               warm_start, follow_motion, discrete_gradient, geometric_stiffness, look_ahead, guard, sleeping,
               contact_source, contact_margin, threads] = parameters;
  (void)threads;
  f(time_step, substeps, gravity, compliance, relaxation, friction, restitution, friction_scale, restitution_scale,
    joint_compliance, joint_relaxation, restitution_threshold, impact_law, solver, sweeps, couplings, sweep_kind,
    pivoting, effort, friction_law, friction_compliance, friction_viscosity, warm_start, follow_motion,
    discrete_gradient, geometric_stiffness, look_ahead, guard, sleeping, contact_source, contact_margin);
}

// of a body or joint as it stands what moments hold
template <class F>
void visit_fields(const Body& body, F&& f) {
  f(body.alive, body.generation);
  if (body.alive) f(body.state);
}
template <class F>
void visit_fields(const Joint& joint, F&& f) {
  f(joint.alive, joint.generation);
  if (joint.alive) f(joint.memory, joint.desc.motor, joint.desc.lock, joint.lock_effort);
  if (joint.alive && is_hoist(joint.desc)) f(joint.length);
}

// ---- words

template <class T>
concept Fielded = requires(const T& value) {
  visit_fields(value, [](const auto&...) {});
};

// calls word(std::uint64_t) for all that stands in a value
template <class Word, class T>
void put_words(Word& word, const T& value) {
  if constexpr (Fielded<T>)
    visit_fields(value, [&](const auto&... fields) { (put_words(word, fields), ...); });
  else if constexpr (std::is_same_v<T, double>)
    word(std::bit_cast<std::uint64_t>(value));
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    word(static_cast<std::uint64_t>(value));
  else if constexpr (requires { value.coeffs(); })
    put_words(word, value.coeffs());
  else if constexpr (requires { value.derived().coeff(0); })
    for (Eigen::Index i = 0; i < value.size(); ++i) word(std::bit_cast<std::uint64_t>(value.derived().coeff(i)));
  else if constexpr (requires { value.has_value(); }) {
    word(value.has_value());
    if (value) put_words(word, *value);
  } else {
    word(value.size());
    for (const auto& one : value) put_words(word, one);
  }
}

}  // namespace spook
