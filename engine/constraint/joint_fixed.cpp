// Fixed joint: anchors and frames coincide.
#include "engine/constraint/joint_rows.h"

namespace spook {

void fixed_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_point_rows(joint, rows);
  add_orientation_rows(joint, rows);
}

}  // namespace spook
