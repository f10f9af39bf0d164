// Cylindrical joint: a slides along b's axis and turns about it.
#include "engine/constraint/joint_rows.h"

namespace spook {

void cylindrical_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_translation_row(joint, joint.b.frame.col(0), rows);
  add_translation_row(joint, joint.b.frame.col(1), rows);
  add_right_angle_row(joint, joint.a.frame.col(2), joint.b.frame.col(0), rows);
  add_right_angle_row(joint, joint.a.frame.col(2), joint.b.frame.col(1), rows);
}

}  // namespace spook
