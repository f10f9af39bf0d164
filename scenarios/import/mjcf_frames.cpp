// Where things stand: the five ways of MJCF to say an orientation.
#include <cmath>

#include "scenarios/import/mjcf.h"

namespace spook::models {
namespace {

Quat unit_quaternion(const MjcfElement& element, const std::vector<double>& q) {
  const Quat turn(q[0], q[1], q[2], q[3]);
  if (!(turn.norm() > 1e-12)) element.fail("'quat': expected a quaternion other than zero");
  return turn.normalized();
}

Vec3 direction(const MjcfElement& element, const char* key, const Vec3& v) {
  if (!(v.norm() > 1e-12)) element.fail(std::string("'") + key + "': expected a direction, found one without length");
  return v.normalized();
}

// small letters turn about the axes that turn along, capital ones about the parent's
Quat from_euler(const MjcfElement& element, const MjcfCompiler& compiler, const Vec3& angles) {
  Quat turn = Quat::Identity();
  for (int i = 0; i < 3; ++i) {
    const char letter = compiler.euler_sequence[std::size_t(i)];
    const bool fixed = letter >= 'X' && letter <= 'Z';
    const int axis = fixed ? letter - 'X' : letter - 'x';
    if (axis < 0 || axis > 2) element.fail("eulerseq: expected three letters of xyzXYZ");
    const Quat part(Eigen::AngleAxisd(compiler.angle(angles[i]), Vec3::Unit(axis)));
    turn = fixed ? part * turn : turn * part;
  }
  return turn;
}

}  // namespace

// the shortest turn; straight down, half a turn about x
Quat turn_z_to(const Vec3& direction) {
  const Vec3 across = Vec3::UnitZ().cross(direction);
  const double sine = across.norm(), cosine = direction.z();
  if (sine < 1e-10) return cosine > 0.0 ? Quat::Identity() : Quat(0, 1, 0, 0);
  return Quat(Eigen::AngleAxisd(std::atan2(sine, cosine), across / sine));
}

Quat mjcf_orientation(const MjcfElement& element, const MjcfCompiler& compiler) {
  const auto quat = element.numbers("quat", 4, 4), axis_angle = element.numbers("axisangle", 4, 4),
             axes = element.numbers("xyaxes", 6, 6), z_axis = element.numbers("zaxis", 3, 3),
             euler = element.numbers("euler", 3, 3);
  const int given = !axis_angle.empty() + !axes.empty() + !z_axis.empty() + !euler.empty();
  if (given > 1) element.fail("more than one of axisangle, xyaxes, zaxis and euler");
  if (!axis_angle.empty()) {
    const Vec3 axis = direction(element, "axisangle", Vec3(axis_angle[0], axis_angle[1], axis_angle[2]));
    return Quat(Eigen::AngleAxisd(compiler.angle(axis_angle[3]), axis));
  }
  if (!axes.empty()) {
    Mat3 turn;
    turn.col(0) = direction(element, "xyaxes", Vec3(axes[0], axes[1], axes[2]));
    const Vec3 y(axes[3], axes[4], axes[5]);
    turn.col(1) = direction(element, "xyaxes", y - turn.col(0).dot(y) * turn.col(0));
    turn.col(2) = turn.col(0).cross(turn.col(1));
    return Quat(turn).normalized();
  }
  if (!z_axis.empty()) return turn_z_to(direction(element, "zaxis", Vec3(z_axis[0], z_axis[1], z_axis[2])));
  if (!euler.empty()) return from_euler(element, compiler, Vec3(euler[0], euler[1], euler[2]));
  return quat.empty() ? Quat::Identity() : unit_quaternion(element, quat);
}

Pose mjcf_pose(const MjcfElement& element, const MjcfCompiler& compiler) {
  return {element.vector("pos", Vec3::Zero()), mjcf_orientation(element, compiler)};
}

}  // namespace spook::models
