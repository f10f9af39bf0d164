// Hinge: the anchors coincide, and a's axis is at right angles to two directions across b's axis.
#include "engine/constraint/joint_rows.h"

namespace spook {

void hinge_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_point_rows(joint, rows);
  add_right_angle_row(joint, joint.a.frame.col(2), joint.b.frame.col(0), rows);
  add_right_angle_row(joint, joint.a.frame.col(2), joint.b.frame.col(1), rows);
}

}  // namespace spook
