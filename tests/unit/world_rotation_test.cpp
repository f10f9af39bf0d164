#include <gtest/gtest.h>

#include <cmath>

#include "engine/step/rotation.h"

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

// a rod of I₃ = I₁/5 that spins about its length by 1.7 rad a step: its axis nods about L at the rate L/I₁
TEST(Rotation, ASlimBodyNodsAtItsRateThoughItSpinsByRadiansAStep) {
  const Vec3 principal(0.05, 0.05, 0.01);
  const double h = 1.0 / 60.0;
  Quat orientation = Quat::Identity();
  const Vec3 momentum = momentum_from_omega(orientation, principal, {0.5, 0.0, 100.0});
  const Vec3 pole = momentum.normalized(), axis = Vec3::UnitZ();
  const int steps = 600;
  for (int i = 0; i < steps; ++i) orientation = rotate(orientation, free_omega(orientation, principal, momentum, h), h);
  const Eigen::AngleAxisd nodding(steps * h * momentum.norm() / 0.05, pole);
  // 200 rad of nodding, to 0.3 rad of it
  EXPECT_LT((orientation * axis - nodding * axis).norm(), 0.3 * (axis - pole * pole.dot(axis)).norm());
}

TEST(Rotation, ExponentialMapIsExactForAConstantRate) {
  const Vec3 omega(0.3, 0.2, -1.0);
  const Quat turned = rotate(Quat::Identity(), omega, 0.5);
  EXPECT_LT(turned.angularDistance(Quat(Eigen::AngleAxisd(0.5 * omega.norm(), omega.normalized()))), 1e-14);
}

}  // namespace
}  // namespace spook
