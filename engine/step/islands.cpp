// Stage 4: islands over all moving bodies, asleep or awake; an island sleeps when all of it has been calm long enough.
#include <algorithm>

#include "engine/step/step.h"
#include "engine/step/tie_islands.h"

namespace spook {

namespace {

constexpr double calm_before_sleep = 0.5;  // s

// is this a moving body that others can lean on without ending up in one island?
bool keeps_awake(const Body& body) {
  return body.alive && body.desc.motion == Motion::kinematic &&
         (body.state.velocity.squaredNorm() > 0.0 || body.state.omega.squaredNorm() > 0.0);
}

void fall_asleep_or_wake(WorldData& world) {
  StepWork& scratch = world.scratch;
  std::vector<char>& awake = scratch.chosen_island;
  awake.assign(scratch.islands.count(), world.parameters.sleeping ? 0 : 1);
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (scratch.islands.of(static_cast<int>(i)) >= 0 && world.bodies[i].state.calm_time < calm_before_sleep)
      awake[scratch.islands.of(static_cast<int>(i))] = 1;
  for (const ContactPair& pair : scratch.contacts->pairs)
    if (keeps_awake(world.bodies[pair.body_a]) || keeps_awake(world.bodies[pair.body_b])) {
      const int island = scratch.islands.of(pair.body_a, pair.body_b);
      if (island >= 0) awake[island] = 1;
    }
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const int island = scratch.islands.of(static_cast<int>(i));
    BodyState& state = world.bodies[i].state;
    if (island < 0 || state.sleeping == !awake[island]) continue;
    state.sleeping = !awake[island];
    state.calm_time = state.sleeping ? state.calm_time : 0.0;
    if (!state.sleeping) continue;
    state.velocity.setZero();
    set_momentum(world.bodies[i], Vec3::Zero());
  }
}

}  // namespace

void stage::islands(WorldData& world) {
  StepWork& scratch = world.scratch;
  const int count = static_cast<int>(world.bodies.size());
  std::vector<char>& member = scratch.member;
  member.resize(count);
  for (int i = 0; i < count; ++i) member[i] = world.bodies[i].dynamic() && !world.bodies[i].state.frozen;
  tie_islands(world, scratch.islands, [&](auto tie) {
    for (const ContactPair& pair : scratch.contacts->pairs) tie(pair.body_a, pair.body_b);
  });
  fall_asleep_or_wake(world);
}

}  // namespace spook
