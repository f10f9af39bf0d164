// Gear: q_a = ratio · q_b + offset, q the coordinates of two hinges or sliders; four sides, one row.
#include "engine/constraint/joint_rows.h"

namespace spook {

void gear_rows(const JointGeometry& joint, ConstraintRows& rows) {
  const double factor[2]{1.0, -joint.ratio};
  const int row = rows.add(false);
  rows.sides = 4;
  rows.violation[row] = -joint.offset;
  for (int i = 0; i < 2; ++i) {
    ConstraintRows coordinate;
    coordinate_row(joint_type_info(joint.geared_type[i]).coordinate, *joint.geared[i], coordinate);
    rows.jacobian[2 * i].row(row) = factor[i] * coordinate.jacobian[0].row(0);
    rows.jacobian[2 * i + 1].row(row) = factor[i] * coordinate.jacobian[1].row(0);
    rows.violation[row] += factor[i] * (coordinate.violation[0] + joint.turns[i]);
    rows.curvature[row] += factor[i] * coordinate.curvature[0];
    rows.angular[row] = coordinate.angular[0];
  }
}

}  // namespace spook
