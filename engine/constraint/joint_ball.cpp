// Ball joint: the two anchors coincide.
#include "engine/constraint/joint_rows.h"

namespace spook {

void ball_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_point_rows(joint, rows);
}

}  // namespace spook
