#include <gtest/gtest.h>

#include <cmath>

#include "engine/world/rotation.h"

namespace spook {
namespace {

TEST(Rotation, FreeMotionKeepsEnergyAndMomentumOfAnUnsymmetricBody) {
  const Vec3 principal(0.000913, 0.002723, 0.003535);
  Quat orientation = Quat::Identity();
  const Vec3 momentum = momentum_from_omega(orientation, principal, {0.5, 15.0, 0.01});
  auto energy = [&] { return 0.5 * momentum.dot(omega_from_momentum(orientation, principal, momentum)); };
  const double start = energy();
  for (int i = 0; i < 3600; ++i)
    orientation = rotate(orientation, free_omega(orientation, principal, momentum, 1.0 / 60.0), 1.0 / 60.0);
  EXPECT_NEAR(energy() / start, 1.0, 1e-11);
}

TEST(Rotation, ASymmetricBodyTurnsAtItsRate) {
  const Vec3 omega(1.0, -2.0, 0.5);
  const Quat orientation(Eigen::AngleAxisd(0.7, Vec3(1, 1, 0).normalized()));
  const Vec3 momentum = momentum_from_omega(orientation, Vec3::Constant(2.0), omega);
  for (const double h : {0.01, 0.5, 1.0}) {
    const Vec3 free = free_omega(orientation, Vec3::Constant(2.0), momentum, h);
    EXPECT_LT((free - omega).norm(), 1e-12) << h;
  }
}

TEST(Rotation, ExponentialMapIsExactForAConstantRate) {
  const Vec3 omega(0.3, 0.2, -1.0);
  const Quat turned = rotate(Quat::Identity(), omega, 0.5);
  EXPECT_LT(turned.angularDistance(Quat(Eigen::AngleAxisd(0.5 * omega.norm(), omega.normalized()))), 1e-14);
}

}  // namespace
}  // namespace spook
