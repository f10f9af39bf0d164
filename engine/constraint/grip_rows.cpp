#include "engine/constraint/grip_rows.h"

#include <algorithm>
#include <cmath>

#include "engine/constraint/spook_row.h"

namespace spook {

namespace {

// The hand is a critically damped spring of 4 Hz against the mass it holds: k = m ω₀², τ = c/k = 2/ω₀.
// A target so far ahead that k d = c v gives the body the speed v: that bounds the pull's reach.
constexpr double natural_frequency = 8.0 * 3.14159265358979323846;  // ω₀ at stiffness scale 1, 1/s
constexpr double top_speed = 12.0;                                  // of a pulled body, m/s
constexpr double target_speed = 25.0;                               // of the pull's target, m/s
constexpr double spin_decay = 0.15;                                 // s: angular friction

double frequency(const GripNumbers& numbers) {
  return natural_frequency * std::sqrt(numbers.stiffness_scale);
}

// What the point's rows would give a body that nothing else touches, N s:
//   T λ + v⁺ = r,   m v⁺ = m (v + h g) + λ
Vec3 free_pull(const ConstraintRows& rows, const RowBody& body, const SpookRow& constants, const GripNumbers& numbers) {
  const RowBody sides[2]{body, {}};
  Vec3 pull;
  for (int i = 0; i < 3; ++i) {
    const double speed = row_speeds(rows, i, sides).all;
    const double lacking = constants.right_hand_side(rows.violation[i], speed) - speed - numbers.h * numbers.gravity[i];
    pull[i] = lacking / (constants.T + 1.0 / numbers.mass);
  }
  return pull;
}

// Rows are bounded one by one, the hand's strength is a ball: of the boxes that fit into it, the one whose corner lies
// where the hand would pull. A share is kept for every axis, to hold what is pushed aside.
Vec3 box_in_ball(const Vec3& pull, double radius) {
  constexpr double min_share = 0.15;  // chosen: along an axis the hand then has 98 % of its strength
  const double size = pull.norm();
  const Vec3 wanted = size > radius ? Vec3(pull * (radius / size)) : pull;
  return wanted.cwiseAbs().cwiseMax(min_share * radius).normalized() * radius;
}

// three rows of one kind share compliance and slots
void push_rows(const ConstraintRows& rows, const RowBody& body, const SpookRow& constants, const Vec3& bounds,
               int first_slot, const GripState& state, StepProblem& problem, BlockSource& source) {
  const RowBody sides[2]{body, {}};
  for (int i = 0; i < 3; ++i) {
    JointRow row;
    row.compliance = constants.T;
    row.rhs = constants.right_hand_side(rows.violation[i], row_speeds(rows, i, sides).all);
    row.lower = -bounds[i], row.upper = bounds[i];
    row.warm = std::clamp(state.impulse[first_slot + i], -bounds[i], bounds[i]);
    source.slot[i] = static_cast<std::int8_t>(first_slot + i);
    problem.rows.push_back(row);
  }
}

}  // namespace

Vec3 follow_target(const Vec3& current, const Vec3& wanted, const Vec3& grip_point, const GripNumbers& numbers) {
  Vec3 step = wanted - current;
  const double longest = target_speed * numbers.h;
  if (step.norm() > longest) step *= longest / step.norm();
  Vec3 pull = current + step - grip_point;
  const double reach = 2.0 * top_speed / frequency(numbers);
  if (pull.norm() > reach) pull *= reach / pull.norm();
  return grip_point + pull;
}

void add_grip_rows(const JointSide& side, const RowBody& body, const GripNumbers& numbers, const GripState& state,
                   StepProblem& problem, std::vector<BlockSource>& sources, int grip) {
  const RowBody sides[2]{body, {}};
  const double omega = frequency(numbers);
  const double relaxation = 2.0 / omega / numbers.h;
  JointGeometry joint;
  joint.a = side;
  joint.b.centre = state.target;

  // the point: ε = 1/k
  ConstraintRows point;
  add_point_rows(joint, point);
  if (!open_block(problem, point, sides)) return;
  BlockSource source;
  source.grip = grip;
  const SpookRow spring = spook_row(1.0 / (numbers.mass * omega * omega), relaxation, numbers.h);
  const Vec3 bounds = box_in_ball(free_pull(point, body, spring, numbers), numbers.cap * numbers.h);
  push_rows(point, body, spring, bounds, 0, state, problem, source);
  sources.push_back(source);

  // the orientation: held like the point, or slowed by friction: ω⁺ + α t/(h I) = 0 lets a spin decay in a time t
  const double gyration = std::sqrt(numbers.inertia / numbers.mass);
  const double bound = numbers.cap * gyration * numbers.h;
  ConstraintRows turn;
  SpookRow constants{numbers.h, 0.0, spin_decay / numbers.h / numbers.inertia};
  if (numbers.lock_orientation) {
    joint.a.frame = numbers.orientation.toRotationMatrix();
    joint.b.frame = numbers.target_orientation.toRotationMatrix();
    add_orientation_rows(joint, turn);
    constants = spook_row(1.0 / (numbers.inertia * omega * omega), relaxation, numbers.h);
  } else {
    add_spin_rows(joint, turn);
  }
  open_block(problem, turn, sides);
  BlockSource turning;
  turning.grip = grip;
  push_rows(turn, body, constants, Vec3::Constant(bound), 3, state, problem, turning);
  sources.push_back(turning);
}

}  // namespace spook
