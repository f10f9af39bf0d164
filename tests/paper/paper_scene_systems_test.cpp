// Scenes of the library as reference systems, and the rotating beam: derivatives, energy, joints.
#include <gtest/gtest.h>

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/scene_systems.h"
#include "scenarios/registry.h"

namespace spook::papers {
namespace {

using reference::SmoothState;
using reference::System;
using reference::SystemCheck;

System system_of(const char* scene) {
  return scene_system(build_scenario(*find_scenario(scene)));
}

TEST(SceneSystems, DerivativesPassTheCheckAndEnergyAndJointsAreKept) {
  for (const char* scene : {"double_pendulum_wall", "slider_crank", "four_bar", "heavy_top", "t_handle"}) {
    const System system = system_of(scene);
    EXPECT_LT(system.constraint(system.q0).norm(), 1e-12) << scene;
    EXPECT_LT((system.jacobian(system.q0) * system.v0).norm(), 1e-12) << scene;
    for (const SystemCheck& check : check_system(system))
      EXPECT_TRUE(check.passed()) << scene << ": " << check.what << " differs by " << check.difference;
    SmoothState state = reference::initial_state(system);
    const auto run = integrate_fixed(system, *reference::make_integrator("phem56"), state, 0.4, 400);
    ASSERT_EQ(run.status, reference::StepStatus::done) << scene;
    const double start = system.energy(system.q0, system.v0);
    EXPECT_NEAR(system.energy(state.q, state.v), start, 1e-6 * (1.0 + std::abs(start))) << scene;
    EXPECT_LT(run.largest_position_drift.maxCoeff(), 1e-8) << scene;
  }
}

// a loop of hinges in the plane says the same thing several times: one freedom is left
TEST(SceneSystems, RedundantConstraintsAreDropped) {
  const System four = system_of("four_bar");
  EXPECT_EQ(four.coordinates - four.constraints, 1);
}

// the free T-handle: what turns about its middle axis turns over, and momentum stays
TEST(SceneSystems, AFreeBodyKeepsItsMomentum) {
  const System handle = system_of("t_handle");
  const auto momentum = [&](const reference::Vector& q, const reference::Vector& v) {
    const reference::Vector p = handle.mass(q) * v;
    Vec3 spin = Vec3::Zero();
    for (int column = 1; column < 4; ++column)
      spin += Vec3(q.segment<3>(3 * column)).cross(Vec3(p.segment<3>(3 * column)));
    return spin;
  };
  SmoothState state = reference::initial_state(handle);
  integrate_fixed(handle, *reference::make_integrator("phem56"), state, 2.0, 4000);
  const Vec3 before = momentum(handle.q0, handle.v0);
  EXPECT_LT((momentum(state.q, state.v) - before).norm(), 1e-7 * before.norm());
}

TEST(RotatingBeam, ItsHubTurnsAsDrivenAndItsTipLagsBehindWhileItSpinsUp) {
  const System beam = reference::rotating_beam();
  SmoothState state = reference::initial_state(beam);
  double lag = 0.0;
  const auto run = integrate_fixed(beam, *reference::make_integrator("hem5"), state, 1.0, 4000,
                                   [&](const SmoothState& at, double) { lag = std::min(lag, at.q[11] - at.q[2]); });
  ASSERT_EQ(run.status, reference::StepStatus::done);
  EXPECT_NEAR(state.q[2], 6.0 * 0.75, 1e-9);  // Ω (1 − T/2)
  EXPECT_NEAR(state.v[2], 6.0, 1e-9);
  EXPECT_LT(lag, -0.05);
}

}  // namespace
}  // namespace spook::papers
