// Universal joint: the anchors coincide, and a's axis (z) stays at right angles to b's second axis (x).
#include "engine/constraint/joint_rows.h"

namespace spook {

void universal_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_point_rows(joint, rows);
  add_right_angle_row(joint, joint.a.frame.col(2), joint.b.frame.col(0), rows);
}

}  // namespace spook
