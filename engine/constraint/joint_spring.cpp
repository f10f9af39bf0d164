// Physical spring: the distance row again, with ε = 1/k and τ = c/k (numerics §1, "useful equivalents").
#include "engine/constraint/joint_rows.h"

namespace spook {

void spring_rows(const JointGeometry& joint, ConstraintRows& rows) {
  add_distance_row(joint, rows);
}

}  // namespace spook
