// Skate: a's anchor does not move across its blade over b's plane. a carries the blade's direction z, b the plane's
// normal z; along the blade and off the plane it is free.
#include "engine/constraint/joint_rows.h"

namespace spook {

void skate_rows(const JointGeometry& joint, ConstraintRows& rows) {
  const Moving blade = carried(joint.a, joint.a.frame.col(2)), normal = carried(joint.b, joint.b.frame.col(2));
  Moving across = cross(normal, blade);
  if (across.value.norm() < 1e-6) across = carried(joint.a, joint.a.frame.col(0));  // a blade that stands upright
  add_slip_row(joint, {joint.a.anchor(), joint.a.anchor_velocity()}, across.unit(), rows);
}

}  // namespace spook
