// The few types every room shares. SI units, z up, quaternions w x y z, world axes unless a name says otherwise.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>

namespace spook {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Quat = Eigen::Quaterniond;

// where a frame stands in its parent
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();

  Vec3 to_parent(const Vec3& local) const { return position + orientation * local; }
  Vec3 to_local(const Vec3& parent) const { return orientation.conjugate() * (parent - position); }
  Pose operator*(const Pose& child) const {
    return {to_parent(child.position), (orientation * child.orientation).normalized()};
  }
  Pose inverse() const { return {orientation.conjugate() * (-position), orientation.conjugate()}; }
};

}  // namespace spook
