// Scenes of what may not slip: they show the same wherever they are set.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_ends.h"
#include "scenario_motion.h"

namespace spook::test::ends {
namespace {

// v' = a ω², ω' = −(a/k²) v ω with k² = I/m + a² has v = c tanh s, k ω = c sech s, s = s₀ + a c t / k²
struct SleighMotion {
  double ahead, speed, spin, square, limit, start, pace;

  explicit SleighMotion(const SceneRun& run)
      : ahead(run.value("ahead")), speed(run.value("speed")), spin(run.value("spin")), square(0.04 + ahead * ahead) {
    limit = std::sqrt(speed * speed + square * spin * spin);
    start = std::asinh(speed / (std::sqrt(square) * spin));
    pace = ahead * limit / square;
  }
  double turned(double time) const {
    const auto gudermann = [](double s) { return 2.0 * std::atan(std::tanh(0.5 * s)); };
    return std::sqrt(square) / ahead * (gudermann(start + pace * time) - gudermann(start));
  }
};

void chaplygin_sleigh(const SceneRun& run) {
  const SleighMotion exact(run);
  double turned = 0.0, off = 0.0;
  for (std::size_t k = 1; k < run.steps.size(); ++k) {
    const auto heading = [](const RunStep& step) {
      const Vec3 along = step.bodies[0].pose.orientation * Vec3::UnitX();
      return std::atan2(along.y(), along.x());
    };
    turned += std::remainder(heading(run.steps[k]) - heading(run.steps[k - 1]), 2 * pi);
    off = std::max(off, std::abs(turned - exact.turned(run.steps[k].time)));
  }
  // given at the start, velocities belong to half a step before it
  EXPECT_LE(off, 0.02 + exact.limit / std::sqrt(exact.square) / 60.0) << "rad from the exact heading";
  EXPECT_NEAR(speed(run.last("sleigh")), exact.limit, 0.02 * exact.limit) << "all its energy is in running straight";
  EXPECT_NEAR(run.last("sleigh").pose.position.z(), run.first("sleigh").pose.position.z(), 1e-3) << "it stays flat";
}

void rolling_disc(const SceneRun& run) {
  constexpr double radius = 0.3;
  double slip = 0.0, lowest = 1e9;
  for (const RunStep& step : run.steps) {
    const BodyState& disc = step.bodies[0];
    const Vec3 axle = disc.pose.orientation * Vec3::UnitZ(), up = (Vec3::UnitZ() - axle.z() * axle).normalized();
    const Vec3 rim = disc.velocity - disc.angular_velocity.cross(radius * up);
    slip = std::max(slip, std::hypot(rim.x(), rim.y()));
    lowest = std::min(lowest, disc.pose.position.z());
  }
  EXPECT_LE(slip, 0.05) << "m/s at the rim";
  EXPECT_GT(lowest, 0.5 * radius) << "it does not fall over";
  EXPECT_NEAR(run.end().energy.total(), run.start().energy.total(), 0.02 * run.start().energy.total());
}

}  // namespace

Claims rolling() {
  return {{"chaplygin_sleigh", chaplygin_sleigh}, {"rolling_disc", rolling_disc}};
}

}  // namespace spook::test::ends
