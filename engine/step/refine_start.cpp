// The first step of a scene that begins with overlaps. What is pressed together on purpose, a box between walls that
// stand closer than it is wide, is pressed from the first step on with all that ε says, ν = h |c|/ε (numerics §1 with
// N v⁺ = 0), and friction holds by it; had it to wait until its contacts have taken something, 400 kN would drive such
// a box off at 60 m/s before they push. What is free to go apart is no spring that somebody wound up: its overlap
// closes slowly, as any that nobody paid for (constraint/contact_rows.cpp). Which of both it is the solution tells.
#include "engine/step/problem_builder.h"
#include "engine/step/refine.h"

namespace spook {

namespace {

// is pushed apart faster than it may be without an account
bool drives_apart(const WorldData& world, const ContactPoint& point, double impulse) {
  if (!point.begins || !(impulse > 0.0)) return false;
  const Vec3 velocity =
      contact_velocity(point, body_after_step(world, point.body_a), body_after_step(world, point.body_b));
  return velocity[0] > slow_closing(point);
}

void let_close_slowly(WorldData& world, ContactPoint& point, ContactRow& row) {
  const Parameters& p = world.parameters;
  const FrictionNumbers friction{p.friction_law, p.friction_compliance, p.friction_viscosity};
  point.begins = false;
  row.bias = contact_row(point, contact_body(world, point.body_a), contact_body(world, point.body_b), world.scratch.h,
                         friction)
                 .bias;
}

}  // namespace

bool let_first_overlaps_close_slowly(WorldData& world) {
  if (world.steps > 0) return false;
  StepScratch& scratch = world.scratch;
  StepProblem& problem = scratch.problem;
  scratch.refine.chosen.assign(problem.islands.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < problem.islands.size(); ++i) {
    const IslandRange& island = problem.islands[i];
    for (int row = island.first_contact; row < island.first_contact + island.contact_count; ++row) {
      ContactPoint& point = scratch.points[scratch.layout.contact_of[row]];
      if (!drives_apart(world, point, scratch.solution.contact_impulse[row][0])) continue;
      let_close_slowly(world, point, problem.contacts[row]);
      scratch.refine.chosen[i] = 1, any = true;
    }
  }
  return any;
}

}  // namespace spook
