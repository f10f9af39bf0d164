// Slider: a keeps its orientation in b and slides along b's axis.
#include "engine/constraint/joint_rows.h"

namespace spook {

void slider_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_translation_row(joint, joint.b.frame.col(0), rows);
  add_translation_row(joint, joint.b.frame.col(1), rows);
  add_orientation_rows(joint, rows);
}

}  // namespace spook
