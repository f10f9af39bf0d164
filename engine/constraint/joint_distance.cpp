// Distance joint: the anchors keep their distance; as a rope the same row pulls only (its bounds say so).
#include "engine/constraint/joint_rows.h"

namespace spook {

void distance_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_distance_row(joint, rows);
}

}  // namespace spook
