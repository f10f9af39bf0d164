// The table of joint types: one row says all there is to know of a type.
#include <cmath>

#include "engine/constraint/joint_rows.h"

namespace spook {

namespace {

using JC = JointCoordinate;

constexpr JointTypeInfo table[] = {
    {JointType::ball, "ball", 3, ball_rows, JC::spin, false, true},
    {JointType::hinge, "hinge", 5, hinge_rows, JC::angle, false, true},
    {JointType::slider, "slider", 5, slider_rows, JC::translation, false, true},
    {JointType::cylindrical, "cylindrical", 4, cylindrical_rows, JC::translation, false, true},
    {JointType::universal, "universal", 4, universal_rows, JC::spin, false, true},
    {JointType::fixed, "fixed", 6, fixed_rows, JC::none, false, true},
    {JointType::distance, "distance", 1, distance_rows, JC::none, true, true},
    {JointType::spring, "spring", 1, spring_rows, JC::none, true, false},
    {JointType::gear, "gear", 1, gear_rows, JC::none, false, true},
    {JointType::wheel, "wheel", 2, wheel_rows, JC::none, false, true, true},
    {JointType::skate, "skate", 1, skate_rows, JC::none, false, true, true},
};

}  // namespace

const JointTypeInfo& joint_type_info(JointType type) {
  return table[static_cast<int>(type)];
}

void coordinate_row(JointCoordinate coordinate, const JointGeometry& joint, ConstraintRows& rows) {
  if (coordinate == JC::angle) add_angle_row(joint, rows);
  if (coordinate == JC::translation) add_translation_row(joint, joint.b.frame.col(2), rows);
  if (coordinate == JC::spin) add_spin_rows(joint, rows);
}

Mat3 frame_from_axis(const Vec3& axis, const Vec3& preferred_x) {
  const Vec3 z = axis.normalized();
  Vec3 x = preferred_x - z * z.dot(preferred_x);
  if (x.norm() < 1e-3 * preferred_x.norm() || x.norm() < 1e-12) x = z.unitOrthogonal();
  x.normalize();
  Mat3 frame;
  frame << x, z.cross(x), z;
  return frame;
}

}  // namespace spook
