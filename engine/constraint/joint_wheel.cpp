// Wheel: the lowest point of a's rim does not slip over b's plane, neither along nor across. a carries the axle z, b
// the plane's normal z; what bears the wheel (a contact, other joints) is none of its business.
#include "engine/constraint/joint_rows.h"

namespace spook {

void wheel_rows(const JointGeometry& joint, ConstraintRows& rows) {
  const Moving axle = carried(joint.a, joint.a.frame.col(2)), normal = carried(joint.b, joint.b.frame.col(2));
  // a wheel that lies flat has no lowest point: then one that its body carries serves
  Moving along = cross(axle, normal);
  if (along.value.norm() < 1e-6) along = carried(joint.a, joint.a.frame.col(0));
  along = along.unit();
  const Moving up = cross(along, axle), across = cross(normal, along);
  const Moving lowest{joint.a.anchor() - joint.length * up.value, joint.a.anchor_velocity() - joint.length * up.rate};
  add_slip_row(joint, lowest, along, rows);
  add_slip_row(joint, lowest, across, rows);
}

}  // namespace spook
