// The nonsmooth methods one by one: what each must do on a problem with a known answer.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/reference/event_driven.h"
#include "engine/reference/kkt.h"
#include "engine/reference/nonsmooth_systems.h"
#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

NonsmoothState run(const System& system, std::string_view method, double t_end, long steps,
                   const NonsmoothOptions& options = {}) {
  NonsmoothState state = nonsmooth_start(system);
  const NonsmoothResult result = march(system, *make_nonsmooth(method, options), state, t_end, steps);
  EXPECT_TRUE(result) << method << ": " << name_of(result.status);
  return state;
}

// every hand-written gradient and rate against central differences
TEST(NonsmoothSystems, GapDerivativesAgreeWithDifferences) {
  for (const System& system :
       {double_pendulum_wall(), stick_slip_block(), two_carts(100, 10), three_balls(0.5), parabola_plane(1),
        parabola_plane(2), painleve_rod(1.0), slider_crank_clearance(0.4, 0.1)}) {
    Vector q = system.q0, v(system.coordinates);
    for (int i = 0; i < system.coordinates; ++i) q[i] += 0.1 + 0.07 * i, v[i] = 0.5 - 0.3 * i;
    for (const GapModel& gap : system.gaps) {
      const auto value = [&](const Vector& x) { return Vector(Vector::Constant(1, gap.gap(x))); };
      EXPECT_LT((differentiate(value, q).transpose() - gap.normal(q)).norm(), 1e-8) << system.name << ", " << gap.name;
      const double step = 1e-5;
      const double rate = v.dot(gap.normal(q + step * v) - gap.normal(q - step * v)) / (2.0 * step);
      EXPECT_NEAR(rate, gap.normal_rate(q, v), 1e-7) << system.name << ", " << gap.name;
      if (!gap.tangent) continue;
      const double turn = v.dot(gap.tangent(q + step * v) - gap.tangent(q - step * v)) / (2.0 * step);
      EXPECT_NEAR(turn, gap.tangent_rate(q, v), 1e-7) << system.name << ", " << gap.name;
    }
  }
}

TEST(Impact, PoissonAndNewtonAgreeForOneBallAndReverseItsSpeed) {
  const System system = bouncing_ball(0.0, 0.7);
  const std::vector<int> closed = {0};
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson}) {
    Vector v = Vector::Constant(1, -2.0);
    EXPECT_EQ(resolve_impact(system, system.q0, v, closed, {.law = law}).status, LcpStatus::solved);
    EXPECT_NEAR(v[0], 1.4, 1e-14);
  }
}

TEST(Impact, JointsHoldAndTheDoublePendulumLeavesTheWallAsPublished) {
  const System system = double_pendulum_wall();
  Vector q(4), v(4);
  q << 0.0, -1.0, 0.5992375292753746175, -1.8005712857128617677;
  v << -1.9855057698724300347, 0.0, -3.7187319851619730866, -1.297341302967904088;
  const std::vector<int> closed = {0};
  const ImpactResult impact = resolve_impact(system, q, v, closed, {.law = ImpactLaw::poisson});
  EXPECT_NEAR(v[0], 0.19855057698724300347, 1e-13);
  EXPECT_NEAR(v[2], -2.9344687653964808957, 1e-12);
  EXPECT_NEAR(v[3], -2.345103807002329389, 1e-12);
  EXPECT_NEAR(impact.normal[0], 2.9683195666251652291, 1e-12);
  EXPECT_LT((system.jacobian(q) * v).norm(), 1e-13);
}

// Anitescu and Potra's second LCP has friction for what it adds alone; ours also for the e ν_c that is given back
TEST(Impact, DecompressionHasItsFrictionOnlyWhereItsNameSaysSo) {
  // a point mass that slides through the impact: μ (1 + e) v_n ≪ slip
  const System system = sliding_bounce(1.0, 3.0, 0.1, 0.5);
  const std::vector<int> closed = {0};
  Vector at(2);
  at << 0.0, 0.0;
  const auto slip_after = [&](ImpactLaw law) {
    Vector v(2);
    v << 3.0, -2.0;
    EXPECT_EQ(resolve_impact(system, at, v, closed, {.law = law}).status, LcpStatus::solved);
    EXPECT_NEAR(v[1], 1.0, 1e-14);
    return v[0];
  };
  EXPECT_NEAR(slip_after(ImpactLaw::poisson), 3.0 - 0.1 * 2.0, 1e-14);
  EXPECT_NEAR(slip_after(ImpactLaw::poisson_shared), 3.0 - 0.1 * 2.0 * 1.5, 1e-14);
  EXPECT_NEAR(slip_after(ImpactLaw::newton), 3.0 - 0.1 * 2.0 * 1.5, 1e-14);
}

// q⁺ = q + h v⁺ with the LCP at q; staggered the other way it is the same leapfrog, a step of positions ahead
TEST(VelocitySchemes, AnitescuAndPotraMovePositionsWithTheNewVelocity) {
  const System system = double_pendulum_wall();
  NonsmoothOptions options;
  options.locate_collisions = false;
  const auto printed = make_nonsmooth("anitescu-potra", options),
             ahead = make_nonsmooth("anitescu-potra-ahead", options);
  const double h = 1e-3;
  NonsmoothState a = nonsmooth_start(system), b = a;
  b.q -= h * b.v;  // its first q⁺ is the other's start
  b.t -= h;
  for (int step = 0; step < 300; ++step) {
    const Vector before = a.q;
    ASSERT_TRUE(printed->step(system, a, h, a));
    ASSERT_TRUE(ahead->step(system, b, h, b));
    EXPECT_LT((a.q - before - h * a.v).norm(), 1e-15);
    EXPECT_LT((b.q - before).norm(), 1e-12);
    EXPECT_LT((a.v - b.v).norm(), 1e-11);
  }
}

TEST(VelocitySchemes, RestingContactStaysAtRest) {
  System system = stick_slip_block();
  system.force = [](const Vector&, const Vector&, double) { return Vector(Eigen::Vector2d(1.0, -9.81)); };
  for (const std::string_view method : nonsmooth_names()) {
    if (method == "schatzman-paoli") continue;
    const NonsmoothState end = run(system, method, 1.0, 100);
    EXPECT_NEAR(end.q[0], 3.0, 1e-8) << method;
    EXPECT_NEAR(end.q[1], 0.0, 1e-8) << method;
  }
}

TEST(VelocitySchemes, TheBasisIsReusedBetweenSteps) {
  const System system = stick_slip_block();
  NonsmoothState state = nonsmooth_start(system);
  const NonsmoothResult result = march(system, *make_nonsmooth("anitescu-potra"), state, 2.0, 256);
  EXPECT_GE(result.work.reused, result.work.lcps - 3);
}

TEST(VelocitySchemes, EveryMethodBouncesABallToTheHeightItsRestitutionSays) {
  // dropped from 1 m: apex after one bounce e² = 0.64
  const System system = bouncing_ball(1.0, 0.8);
  for (const std::string_view method : nonsmooth_names()) {
    NonsmoothState state = nonsmooth_start(system);
    NonsmoothOptions options;
    options.law = ImpactLaw::newton;
    double apex = 0.0;
    const NonsmoothResult result =
        march(system, *make_nonsmooth(method, options), state, 1.2, 12000, [&](const NonsmoothState& s, double) {
          if (s.t > 0.5) apex = std::max(apex, s.q[0]);
        });
    EXPECT_TRUE(result) << method;
    EXPECT_NEAR(apex, 0.64, 2e-3) << method;
  }
}

TEST(VelocitySchemes, SlidingInSpaceStopsWhereTheRoundConeSays) {
  NonsmoothOptions options;
  options.edges = 64;
  const NonsmoothState end = run(sliding_puck(0.3, 0.6, 0.8), "anitescu-potra", 0.5, 500, options);
  const double stop = 1.0 / (2.0 * 0.3 * 9.81);
  EXPECT_LT(std::hypot(end.q[0] - 0.6 * stop, end.q[1] - 0.8 * stop), 3e-3);
}

TEST(ContactProblem, SparseAndDenseEliminationAgree) {
  // a chain of masses with joints: the same problem, once padded beyond the size where sparse takes over
  for (const int n : {20, 80}) {
    VelocityProblem problem;
    problem.inertia = Matrix::Identity(n, n);
    problem.momentum = Vector::LinSpaced(n, -1.0, 1.0);
    problem.joints = Matrix::Zero(n - 1, n);
    for (int i = 0; i + 1 < n; ++i) problem.joints(i, i) = 1.0, problem.joints(i, i + 1) = -1.0;
    ContactRow row;
    row.normal = Vector::Zero(n);
    row.normal[0] = 1.0;
    row.normal_bias = -0.5;
    problem.contacts.push_back(row);
    const VelocitySolution solution = solve(problem);
    ASSERT_TRUE(bool(solution));
    // all masses move as one and the contact asks for 0.5
    EXPECT_LT((solution.v - Vector::Constant(n, 0.5)).norm(), 1e-11);
    EXPECT_NEAR(solution.normal[0], 0.5 * n, 1e-9);
  }
}

TEST(ContactProblem, RedundantJointsAreNoObstacle) {
  VelocityProblem problem;
  problem.inertia = Matrix::Identity(2, 2);
  problem.momentum = Vector::Ones(2);
  problem.joints = Matrix::Ones(2, 2);  // the same row twice
  const VelocitySolution solution = solve(problem);
  ASSERT_TRUE(bool(solution));
  EXPECT_LT(solution.v.norm(), 1e-12);
}

struct EventRun {
  SmoothState state;
  EventReport report;
};
EventRun run_events(const System& system, const char* integrator, double t_end, Hybrid hybrid,
                    double tolerance = 1e-8) {
  EventRun result;
  result.state.q = system.q0, result.state.v = system.v0;
  EventOptions options;
  options.tolerance = tolerance, options.hybrid = hybrid;
  result.report = integrate_events(system, *make_integrator(integrator), result.state, t_end, options);
  return result;
}

TEST(EventDriven, MeetsEveryImpactOfTheDoublePendulum) {
  const EventRun result = run_events(double_pendulum_wall(), "hem5", 2.5, Hybrid::off);
  ASSERT_EQ(result.report.status, EventStatus::done);
  ASSERT_EQ(result.report.impacts, 5);
  const double times[] = {0.54522994382696357052, 0.70757178602911609296, 1.2840716743875960894, 2.0966699980413776161,
                          2.1305535443479852653};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(result.report.events[std::size_t(i)].t, times[i], 1e-8);
  EXPECT_NEAR(result.state.q[2], 0.02385130950937267283, 1e-8);
}

TEST(EventDriven, PlainStopsAtAnAccumulationAndTheHybridComesToRest) {
  const EventRun plain = run_events(bouncing_ball(1.0, 0.5), "dopri5", 2.0, Hybrid::off);
  EXPECT_EQ(plain.report.status, EventStatus::accumulation);
  // t₁ (1 + e)/(1 − e) with t₁ = √(2/g)
  EXPECT_NEAR(plain.report.t_end, std::sqrt(2.0 / 9.81) * 3.0, 1e-5);
  const EventRun hybrid = run_events(bouncing_ball(1.0, 0.5), "dopri5", 2.0, Hybrid::closing);
  EXPECT_EQ(hybrid.report.status, EventStatus::done);
  EXPECT_NEAR(hybrid.state.q[0], 0.0, 1e-12);
  EXPECT_NEAR(hybrid.state.v[0], 0.0, 1e-12);
  EXPECT_GE(hybrid.report.closings, 1);
}

// friction in space: v²/2μg along the first velocity
TEST(EventDriven, APuckStopsWhereFrictionInThePlaneSays) {
  const double stop = 1.0 / (2.0 * 0.3 * 9.81);
  for (const char* integrator : {"rk4", "dopri5", "hem5", "phem56", "alpha-index2", "alpha-index3"})
    for (const Hybrid hybrid : {Hybrid::off, Hybrid::closing}) {
      const EventRun run = run_events(sliding_puck(0.3, 0.6, 0.8), integrator, 1.0, hybrid);
      ASSERT_EQ(run.report.status, EventStatus::done) << integrator;
      EXPECT_NEAR(run.state.q[0], 0.6 * stop, 1e-9) << integrator << ", hybrid " << int(hybrid);
      EXPECT_NEAR(run.state.q[1], 0.8 * stop, 1e-9) << integrator << ", hybrid " << int(hybrid);
      EXPECT_LT(run.state.v.norm(), 1e-9) << integrator;
    }
}

// a force that turns: the slip bends (to t = 1), stops and starts again in another direction (to t = 2). No closed
// form: the tolerances are held against each other, and against stepping. Where the force nearly holds the puck by
// itself the slip's direction turns ever faster towards the stop, and the error falls with the root of the tolerance
// only.
TEST(EventDriven, ABendingSlipConvergesWithTheTolerance) {
  System puck = sliding_puck(0.3, 0.6, 0.8);
  puck.force = [](const Vector&, const Vector&, double t) {
    return Vector(Eigen::Vector3d(3.2 * std::cos(3.0 * t), 3.2 * std::sin(2.0 * t), -9.81));
  };
  const auto end = [&](double t_end, double tolerance) {
    const EventRun run = run_events(puck, "hem5", t_end, Hybrid::closing, tolerance);
    EXPECT_EQ(run.report.status, EventStatus::done);
    return run.state.q;
  };
  EXPECT_LT((end(1.0, 1e-12) - end(1.0, 1e-8)).norm(), 1e-8);
  const Vector fine = end(2.0, 1e-12);
  const double coarse_error = (end(2.0, 1e-4) - fine).norm(), error = (end(2.0, 1e-8) - fine).norm();
  EXPECT_LT(error, 1e-4);
  EXPECT_LT(error, 0.1 * coarse_error);
  EXPECT_LT((run(puck, "moreau-jean", 2.0, 20000, {.edges = 0}).q - fine).norm(), 5e-4);
}

// every bounce takes its friction, and so does the last one that closes the contact
TEST(EventDriven, TheErrorOfASlidingBounceFallsWithTheTolerance) {
  const double exact = sliding_bounce_stop(1.0, 3.0, 0.1, 0.5);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const EventRun run = run_events(sliding_bounce(1.0, 3.0, 0.1, 0.5), "hem5", 5.0, Hybrid::closing, tolerance);
    ASSERT_EQ(run.report.status, EventStatus::done) << tolerance;
    EXPECT_LT(std::abs(run.state.q[0] - exact), tolerance) << tolerance;
    EXPECT_LT(run.state.v.norm(), 1e-9);
  }
}

// the limit that stepping methods share at ever smaller steps; the hybrid once ended at another
TEST(EventDriven, TheSliderCrankWithClearanceAndFrictionEndsAtTheCommonLimit) {
  const EventRun run = run_events(slider_crank_clearance(0.4, 0.01), "hem5", 0.2, Hybrid::closing, 1e-10);
  ASSERT_EQ(run.report.status, EventStatus::done);
  EXPECT_NEAR(run.state.q[0], 18.08368, 1e-5);
}

// The thesis' hybrid: an event is stepped over by plain Moreau–Jean of length h^{p+1}, never below the smallest step,
// which is where its error stays; what it leaves of a gap it keeps.
TEST(EventDriven, TheHybridOfTheThesisStepsOverEveryEvent) {
  const double exact = sliding_bounce_stop(1.0, 3.0, 0.1, 0.5);
  double coarse = 1.0;
  for (const double smallest : {1e-4, 1e-5, 1e-6}) {
    const System system = sliding_bounce(1.0, 3.0, 0.1, 0.5);
    SmoothState state;
    state.q = system.q0, state.v = system.v0;
    EventOptions options;
    options.tolerance = 1e-8, options.hybrid = Hybrid::thesis, options.smallest_step = smallest;
    const EventReport report = integrate_events(system, *make_integrator("hem5"), state, 5.0, options);
    ASSERT_EQ(report.status, EventStatus::done) << smallest;
    EXPECT_EQ(report.impacts, 0);  // none is resolved at its instant
    EXPECT_GE(report.switches, 5);
    EXPECT_GE(report.stepping.accepted, report.switches);
    const double error = std::abs(state.q[0] - exact);
    EXPECT_LT(error, 20.0 * smallest);
    EXPECT_LT(state.v.norm(), 1e-9);
    EXPECT_LT(error, 0.5 * coarse) << "first order in the smallest step";
    coarse = error;
  }
}

TEST(EventDriven, TheHybridOfTheThesisMeetsTheLimitOfThePendulum) {
  const EventRun result = run_events(double_pendulum_wall(), "hem5", 2.5, Hybrid::thesis);
  ASSERT_EQ(result.report.status, EventStatus::done);
  EXPECT_NEAR(result.state.q[2], 0.02385130950937267283, 1e-5);
}

// hops of less than a step along the guide once broke this at very small steps: 18.0974 at 640,000
TEST(VelocitySchemes, SmallStepsOfForm68MeetTheCommonLimitOfTheSliderCrankWithClearance) {
  NonsmoothOptions newton;
  newton.law = ImpactLaw::newton;
  EXPECT_NEAR(run(slider_crank_clearance(0.4, 0.01), "trapezoidal-68", 0.2, 640000, newton).q[0], 18.083679, 1e-6);
}

// (72): the stiffly damped carts bounce at the stopper many times within a millionth of a second; event-driven with
// Radau x1 ends at 0.22100
TEST(VelocitySchemes, WithEpsilonBOf0AContactCollidesAgainWithinTheStepItLeftIn) {
  NonsmoothOptions again;
  again.leaving_tolerance = 0.0;
  EXPECT_NEAR(run(two_carts(100, 1e6), "trapezoidal-68", 4.0, 400, again).q[0], 0.22100, 0.01);
  EXPECT_GT(run(two_carts(100, 1e6), "trapezoidal-68", 4.0, 400).q[0], 0.25) << "their restitution is lost";
}

// a whole step takes back what the step before added to g, whatever the step
TEST(VelocitySchemes, StabilisedJointsDriftByWhatOneStepAdds) {
  const auto drift = [](long steps, double share) {
    const System system = double_pendulum_wall();
    NonsmoothOptions options;
    options.joint_stabilisation = share;
    NonsmoothState state = nonsmooth_start(system);
    double largest = 0.0;
    march(system, *make_nonsmooth("trapezoidal-70", options), state, 2.5, steps,
          [&](const NonsmoothState& s, double) { largest = std::max(largest, system.constraint(s.q).norm()); });
    return largest;
  };
  EXPECT_GT(drift(320, 0.0), 1e-2);
  EXPECT_LT(drift(320, 1.0), 3e-3);
  EXPECT_LT(drift(1280, 1.0), drift(320, 1.0) / 12.0) << "second order";
}

// a ball that cannot bounce any more lies still instead of hopping for ever
TEST(VelocitySchemes, ABallComesToRest) {
  for (const char* method : {"anitescu-potra", "trapezoidal-68", "trapezoidal-70", "alpha-gamma"}) {
    double highest = 0.0;
    NonsmoothState state = nonsmooth_start(bouncing_ball(1.0, 0.5));
    const System ball = bouncing_ball(1.0, 0.5);
    march(ball, *make_nonsmooth(method), state, 3.0, 600, [&](const NonsmoothState& s, double) {
      if (s.t > 2.0) highest = std::max({highest, std::abs(s.q[0]), std::abs(s.v[0])});
    });
    EXPECT_LT(highest, 1e-9) << method;
  }
}

TEST(EventDriven, NoFiniteForceInThePainleveParadoxIsAStatus) {
  const EventRun plain = run_events(painleve_rod(2.0), "dopri5", 0.01, Hybrid::off);
  EXPECT_EQ(plain.report.status, EventStatus::no_mode);
  const EventRun hybrid = run_events(painleve_rod(2.0), "dopri5", 0.01, Hybrid::closing);
  EXPECT_EQ(hybrid.report.status, EventStatus::done);
}

TEST(AdaptiveStepping, ReachesItsToleranceOnTheThreeBalls) {
  const System system = three_balls(0.5);
  const Eigen::Vector3d exact(0.10235562934227316161, 0.30266700975238099183, 0.51548767073326420881);
  for (const double tolerance : {1e-4, 1e-6}) {
    NonsmoothState state = nonsmooth_start(system);
    NonsmoothOptions options;
    options.law = ImpactLaw::newton;
    SteppingOptions control;
    control.tolerance = tolerance;
    ASSERT_TRUE(step_adaptive(system, *make_nonsmooth("moreau-jean", options), state, 0.5, control));
    EXPECT_LT((state.q - exact).norm(), 20.0 * tolerance);
  }
}

}  // namespace
}  // namespace spook::reference
