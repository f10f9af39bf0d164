#include "engine/constraint/row_writer.h"

namespace spook {

RowSpeeds row_speeds(const ConstraintRows& rows, int row, std::span<const RowBody> sides) {
  RowSpeeds speeds;
  for (int side = 0; side < rows.sides; ++side) {
    const double speed = rows.jacobian[side].row(row).dot(sides[side].velocity);
    speeds.all += speed;
    if (sides[side].index < 0) speeds.given += speed;
  }
  return speeds;
}

bool open_block(StepProblem& problem, const ConstraintRows& rows, std::span<const RowBody> sides) {
  JointBlock& block = problem.joints.emplace_back();
  block.first_jacobian = static_cast<int>(problem.jacobians.size());
  block.first_row = static_cast<int>(problem.rows.size());
  block.row_count = rows.count;
  for (int side = 0; side < rows.sides; ++side) {
    const int index = sides[side].index;
    if (index < 0) continue;
    int place = 0;
    while (place < block.body_count && block.bodies[place] != index) ++place;
    if (place == block.body_count) {
      block.bodies[block.body_count++] = index;
      problem.jacobians.emplace_back(Mat6::Zero());
    }
    // a body may stand on two sides of a gear: its parts add up
    problem.jacobians[block.first_jacobian + place].topRows(rows.count) += rows.jacobian[side].topRows(rows.count);
  }
  if (block.body_count > 0) return true;
  problem.joints.pop_back();
  return false;
}

}  // namespace spook
