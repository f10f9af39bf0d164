#include "engine/constraint/joint_step.h"

#include <algorithm>

#include "engine/constraint/spook_row.h"

namespace spook {

namespace {

// A spring too fast for the step is a constraint: undamped it would ring at every other step. Up to ω h = π (two steps
// a period) it is as the user made it; beyond, τ rises to the critical 2 h.
double spring_relaxation(const JointDesc& desc, const JointNumbers& numbers) {
  const double angle_squared = numbers.mobility * desc.stiffness * numbers.h * numbers.h;
  constexpr double resolved = 3.14159265358979323846 * 3.14159265358979323846;
  const double least = angle_squared > resolved ? 2.0 * (1.0 - resolved / angle_squared) : 0.0;
  return std::max(least, desc.damping / desc.stiffness / numbers.h);
}

SpookRow row_constants(const JointDesc& desc, const JointNumbers& numbers) {
  if (desc.type == JointType::spring)  // numerics §1: ε = 1/k, τ = c/k
    return spook_row(1.0 / desc.stiffness, spring_relaxation(desc, numbers), numbers.h);
  return spook_row(numbers.compliance, numbers.relaxation_steps, numbers.h);
}

bool is_rope(const JointDesc& desc) {
  return desc.type == JointType::distance && desc.max_only;
}

// a spring of no stiffness is a damper: k → 0 turns the row into v⁺ + λ/(h c) = 0
bool is_damper(const JointDesc& desc) {
  return desc.type == JointType::spring && desc.stiffness <= 0.0;
}

// one side of c ≥ 0, c = sign (q − bound): speculative while open (numerics §1, as contacts)
void make_one_sided(JointRow& row, double sign, double g, double h) {
  if (sign * g > 0.0) row.rhs = -g / h;
  (sign > 0.0 ? row.lower : row.upper) = 0.0;
}

// it pulls with what its motor has, and pays out beyond
void bound_hoist(JointRow& row, const JointDesc& desc, const JointNumbers& numbers) {
  const double most = desc.motor->max_effort * numbers.h;
  if (!numbers.wound_out) row.lower = std::max(row.lower, -most);
  row.upper = std::min(row.upper, most);
}

double clamp_warm(const JointRow& row, double impulse) {
  return std::clamp(impulse, row.lower, row.upper);
}

// a row being put together: position rows and velocity rows of the coordinate
struct CoordinateRow {
  const JointNumbers& numbers;
  const ConstraintRows& coordinate;
  std::span<const RowBody> sides;

  JointRow position_row(const SpookRow& constants, double g) const {
    const RowSpeeds speed = row_speeds(coordinate, 0, sides);
    JointRow row;
    row.compliance = constants.T;
    row.rhs = constants.right_hand_side(g, speed.all) - speed.given;
    return row;
  }
  // numerics §1: A v⁺ + Δ α = w, Δ = δ/h; where no δ is named it is the joint's own ε
  JointRow velocity_row(int index, double speed, double max_effort, const std::optional<double>& viscosity = {}) const {
    JointRow row;
    row.compliance = std::max(viscosity.value_or(numbers.compliance), min_compliance) / numbers.h;
    row.rhs = speed - row_speeds(coordinate, index, sides).given;
    row.lower = -max_effort * numbers.h;
    row.upper = max_effort * numbers.h;
    return row;
  }
};

// the nearer limit; equal limits hold both ways
JointRow limit_row(const std::array<double, 2>& limits, const CoordinateRow& maker) {
  const SpookRow constants = spook_row(maker.numbers.compliance, maker.numbers.relaxation_steps, maker.numbers.h);
  const double q = maker.coordinate.violation[0];
  const bool lower = q - limits[0] <= limits[1] - q;
  const double g = q - (lower ? limits[0] : limits[1]);
  JointRow row = maker.position_row(constants, g);
  if (limits[0] < limits[1]) {
    if ((lower ? g : -g) > 0.0) row.rhs = -g / maker.numbers.h - row_speeds(maker.coordinate, 0, maker.sides).given;
    (lower ? row.lower : row.upper) = 0.0;
  }
  return row;
}

}  // namespace

bool follows_violations(const JointDesc& desc) {
  return desc.type != JointType::gear && !is_damper(desc);
}

void add_joint_equations(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                         const Vec6& turning, std::span<const RowBody> sides, const JointMemory& memory,
                         StepProblem& problem, std::vector<BlockSource>& sources, int joint) {
  if (is_damper(desc) && desc.damping <= 0.0) return;
  if (rows.count == 0 || !open_block(problem, rows, sides)) return;
  const SpookRow constants =
      is_damper(desc) ? SpookRow{numbers.h, 0.0, 1.0 / (numbers.h * desc.damping)} : row_constants(desc, numbers);
  BlockSource& source = sources.emplace_back();
  source.joint = joint;
  source.follows = numbers.follow_motion && follows_violations(desc);
  for (int i = 0; i < rows.count; ++i) {
    RowSpeeds speed = row_speeds(rows, i, sides);
    if (is_hoist(desc)) speed.all -= numbers.motor_speed, speed.given -= numbers.motor_speed;
    const double g = rows.violation[i];
    JointRow row;
    row.compliance = constants.T;
    const bool knows = source.follows && memory.has_before;
    // a row that begins is where it is: what spins by radians would have come from anywhere
    double came = source.follows ? 0.0 : speed.all;
    if (knows) came = (g - memory.violation_before[i]) / numbers.h;
    if (knows && is_hoist(desc)) came -= numbers.motor_speed;  // wind() has put g⁻ by the length there is now
    // a rope that comes taut is stopped, not stretched by a share of its last way
    // (what a hoist pays out under load was taut)
    const bool paid_out = is_hoist(desc) && memory.equations[i] < 0.0;
    const bool slack = memory.violation_before[i] < 0.0 && !paid_out;
    if (source.follows && is_rope(desc) && (!memory.has_before || slack)) came = 0.0;
    if (!is_damper(desc)) row.rhs = constants.right_hand_side(g, came);
    if (is_rope(desc)) make_one_sided(row, -1.0, g, numbers.h);
    JointRow linear = row;
    if (!is_damper(desc)) linear.rhs = constants.right_hand_side(g, speed.all);
    if (is_rope(desc)) make_one_sided(linear, -1.0, g, numbers.h);
    if (is_hoist(desc)) bound_hoist(row, desc, numbers);
    // as it was the step before, the motion will go on otherwise than straight ahead
    const double expected = turning[i] + (knows ? memory.missed[i] : 0.0);
    row.rhs -= speed.given + expected;
    row.warm = clamp_warm(row, memory.equations[i]);
    source.slot[i] = static_cast<std::int8_t>(i);
    source.rows[i] = {g, came, speed.given, expected, turning[i], rows.angular[i], linear.rhs - speed.given};
    problem.rows.push_back(row);
  }
}

void add_joint_extras(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                      std::span<const RowBody> sides, const JointMemory& memory, StepProblem& problem,
                      std::vector<BlockSource>& sources, int joint) {
  if (coordinate.count == 0) return;
  const CoordinateRow maker{numbers, coordinate, sides};
  const bool one_way = coordinate.count == 1;  // a spin has dry friction only

  const bool nonholonomic = joint_type_info(desc.type).nonholonomic;

  // the rows, and which line of the coordinate each repeats
  std::array<JointRow, 6> made;
  std::array<int, 6> line{};
  BlockSource source;
  int count = 0;
  auto put = [&](const JointRow& row, int slot, int of) {
    made[count] = row;
    made[count].warm = clamp_warm(row, memory.extras[slot]);
    line[count] = of;
    source.slot[count++] = static_cast<std::int8_t>(slot);
  };
  // A as it turns with the bodies, A(q ⊕ h/2 v) v⁺ = 0 to second order: so it works neither to nor fro
  for (int i = 0; i < coordinate.count && nonholonomic; ++i)
    put(maker.velocity_row(i, numbers.follow_motion ? -0.5 * numbers.h * coordinate.curvature[i] : 0.0, unbounded,
                           desc.viscosity),
        i, i);
  if (one_way && desc.limits) put(limit_row(*desc.limits, maker), limit_slot, 0);
  if (one_way && desc.motor) {
    const MotorDesc& motor = *desc.motor;
    put(maker.velocity_row(0, numbers.motor_speed, motor.max_effort, motor.viscosity), motor_slot, 0);
  }
  if (one_way && desc.lock) {
    const SpookRow constants = spook_row(numbers.compliance, numbers.relaxation_steps, numbers.h);
    const double off = coordinate.violation[0] - desc.lock->position;
    source.rows[count].violation = off, source.rows[count].came = row_speeds(coordinate, 0, sides).all;
    JointRow row = maker.position_row(constants, off);
    row.lower = -desc.lock->max_effort * numbers.h;
    row.upper = desc.lock->max_effort * numbers.h;
    put(row, lock_slot, 0);
  }
  if (desc.friction_effort > 0.0)
    for (int i = 0; i < coordinate.count; ++i)
      put(maker.velocity_row(i, 0.0, desc.friction_effort), friction_slot + i, i);
  if (count == 0) return;

  // the block: its Jacobian rows are copies of the coordinate's
  ConstraintRows rows;
  for (int i = 0; i < count; ++i) {
    rows.add(coordinate.angular[line[i]]);
    for (int side = 0; side < 2; ++side) rows.jacobian[side].row(i) = coordinate.jacobian[side].row(line[i]);
  }
  if (!open_block(problem, rows, sides)) return;
  source.joint = joint;
  source.extras = true;
  sources.push_back(source);
  problem.rows.insert(problem.rows.end(), made.begin(), made.begin() + count);
}

void add_joint_impact_rows(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& rows,
                           std::span<const RowBody> sides, StepProblem& problem) {
  if (!joint_type_info(desc.type).holds_in_impacts || rows.count == 0) return;
  if (is_rope(desc) && rows.violation[0] < 0.0) return;  // slack
  if (!open_block(problem, rows, sides)) return;
  for (int i = 0; i < rows.count; ++i) {
    JointRow row;
    row.compliance = row_constants(desc, numbers).T;
    row.rhs = -row_speeds(rows, i, sides).given;
    if (is_rope(desc)) row.upper = 0.0;
    problem.rows.push_back(row);
  }
}

void add_coordinate_impact_rows(const JointDesc& desc, const JointNumbers& numbers, const ConstraintRows& coordinate,
                                std::span<const RowBody> sides, StepProblem& problem) {
  if (joint_type_info(desc.type).nonholonomic) return add_joint_impact_rows(desc, numbers, coordinate, sides, problem);
  if (!desc.limits || coordinate.count != 1) return;
  const double q = coordinate.violation[0];
  const bool at_lower = q <= (*desc.limits)[0], at_upper = q >= (*desc.limits)[1];
  if ((!at_lower && !at_upper) || !open_block(problem, coordinate, sides)) return;
  JointRow row;
  row.compliance = spook_row(numbers.compliance, numbers.relaxation_steps, numbers.h).T;
  row.rhs = -row_speeds(coordinate, 0, sides).given;
  if (!at_upper) row.lower = 0.0;
  if (!at_lower) row.upper = 0.0;
  problem.rows.push_back(row);
}

}  // namespace spook
