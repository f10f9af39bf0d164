// Contracts of the smooth integrators: closed contacts as rows, failure as status, step control, plots.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/plot_png.h"

using namespace spook::reference;

namespace {

// a point mass above a plane tan θ = slope, by (x, y); the plane is the x axis, gravity turned
System block_on_slope(double slope, double friction) {
  System system;
  system.name = "block";
  system.coordinates = 2;
  const double angle = std::atan(slope);
  system.mass = [](const Vector&) -> Matrix { return Matrix::Identity(2, 2); };
  system.force = [angle](const Vector&, const Vector&, double) -> Vector {
    return 9.81 * Eigen::Vector2d(std::sin(angle), -std::cos(angle));
  };
  GapModel gap;
  gap.name = "floor";
  gap.gap = [](const Vector& q) { return q[1]; };
  gap.normal = [](const Vector&) -> Vector { return Eigen::Vector2d(0, 1); };
  gap.normal_rate = gap.tangent_rate = [](const Vector&, const Vector&) { return 0.0; };
  gap.tangent = [](const Vector&) -> Vector { return Eigen::Vector2d(1, 0); };
  gap.slip = [](const Vector& q) { return q[0]; };
  gap.friction = friction;
  system.gaps.push_back(gap);
  system.q0 = Vector::Zero(2);
  system.v0 = Vector::Zero(2);
  return system;
}

}  // namespace

class EveryIntegrator : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryIntegrator, HoldsASlidingContactWithItsFriction) {
  System block = block_on_slope(1.0, 0.5);
  block.v0 = Eigen::Vector2d(1.0, 0.0);
  const ActiveContact sliding{0, ActiveContact::Mode::sliding, 1.0};
  const System closed = with_contacts(block, {&sliding, 1});
  SmoothState state = initial_state(closed);
  ASSERT_EQ(integrate_fixed(closed, *make_integrator(GetParam()), state, 1.0, 400).status, StepStatus::done);
  const double acceleration = 9.81 * (1.0 - 0.5) / std::sqrt(2.0);
  const double first_order = GetParam() == "implicit-euler" || GetParam() == "spook" ? 5e-3 : 1e-9;
  EXPECT_NEAR(state.q[0], 1.0 + 0.5 * acceleration, first_order * 2);
  EXPECT_NEAR(state.v[0], 1.0 + acceleration, first_order * 2);
  EXPECT_NEAR(state.q[1], 0.0, 1e-9);
  EXPECT_NEAR(state.lambda[0], 9.81 / std::sqrt(2.0), 1e-6);
}

TEST_P(EveryIntegrator, HoldsAStickingContact) {
  const System block = block_on_slope(0.3, 0.5);
  const ActiveContact sticking{0, ActiveContact::Mode::sticking};
  const System closed = with_contacts(block, {&sticking, 1});
  SmoothState state = initial_state(closed);
  ASSERT_EQ(integrate_fixed(closed, *make_integrator(GetParam()), state, 1.0, 50).status, StepStatus::done);
  EXPECT_LT(state.q.norm(), 1e-9);
  EXPECT_NEAR(state.lambda[1] / state.lambda[0], -0.3, 1e-9);
}

TEST_P(EveryIntegrator, StepsAFreeOscillatorToItsOrder) {
  const System oscillator = harmonic_oscillator(1.0);
  const auto integrator = make_integrator(GetParam());
  const auto error = [&](long steps) {
    SmoothState state = initial_state(oscillator);
    EXPECT_EQ(integrate_fixed(oscillator, *integrator, state, 2.0, steps).status, StepStatus::done);
    return std::abs(state.q[0] - std::cos(2.0));
  };
  // SPOOK here is leapfrog; odd and even powers may cancel, so at least the order
  EXPECT_GT(std::log2(error(40) / error(80)), integrator->order() - 0.3);
}

TEST_P(EveryIntegrator, DenseOutputMeetsBothEnds) {
  const System system = four_bar();
  SmoothState from = initial_state(system), to;
  const auto integrator = make_integrator(GetParam());
  ASSERT_TRUE(integrator->start(system, from));
  DenseOutput dense;
  ASSERT_TRUE(integrator->step(system, from, 1e-3, to, &dense));
  Vector q, v;
  dense(0.0, q, v);
  EXPECT_LT((q - from.q).norm(), 1e-13);
  dense(1.0, q, v);
  EXPECT_LT((q - to.q).norm(), 1e-12);
  EXPECT_LT((v - to.v).norm(), 1e-9);
}

TEST_P(EveryIntegrator, ReportsWhatIsNotFiniteInsteadOfGoingOn) {
  System broken = four_bar();
  broken.force = [](const Vector&, const Vector&, double) -> Vector { return Vector::Constant(3, NAN); };
  SmoothState from = initial_state(four_bar()), to;
  const auto integrator = make_integrator(GetParam());
  ASSERT_TRUE(integrator->start(four_bar(), from));
  EXPECT_NE(integrator->step(broken, from, 1e-3, to).status, StepStatus::done);
}

INSTANTIATE_TEST_SUITE_P(All, EveryIntegrator, testing::ValuesIn(integrator_names().begin(), integrator_names().end()),
                         [](const auto& tested) {
                           std::string name(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

// Table 3.3 prints 1146 and 6455 accepted steps at 1e-2 and 1e-6. A limit of 1e-3 on the drift of ġ is no explanation:
// it decides at coarse tolerances, and at 1e-6 hardly acts any more
TEST(PaperControl, ALimitOnTheVelocityDriftDoesNotExplainTheStepsOfAlphaPosition) {
  const System system = four_bar();
  IntegratorOptions options;
  options.rho = 0.8;
  const auto accepted = [&](double tolerance, double limit) {
    SmoothState state = initial_state(system);
    project(system, 0.0, state.q, state.v);
    ControlOptions control;
    control.tolerance = tolerance, control.power = 2, control.drift_limit = limit;
    const ControlReport report =
        integrate_adaptive(system, *make_integrator("alpha-index3", options), state, 2.0, control);
    EXPECT_EQ(report.status, StepStatus::done);
    return double(report.accepted);
  };
  EXPECT_GT(accepted(1e-2, 1e-3), 2.0 * accepted(1e-2, 0.0));
  EXPECT_NEAR(accepted(1e-6, 1e-3) / accepted(1e-6, 0.0), 1.0, 0.01);
  EXPECT_LT(accepted(1e-6, 1e-3), 0.5 * 6455);
}

TEST(PaperControl, HalvedStepsMeetTheToleranceOfRungeKutta4) {
  const System system = slider_crank();
  ControlOptions control;
  control.halved_steps = true;
  control.tolerance = 1e-9;
  SmoothState coarse = initial_state(system), fine = initial_state(system);
  const ControlReport report = integrate_adaptive(system, *make_integrator("rk4"), coarse, 1.0, control);
  ASSERT_EQ(report.status, StepStatus::done);
  integrate_fixed(system, *make_integrator("hem5"), fine, 1.0, 800);
  EXPECT_LT((coarse.q - fine.q).norm(), 1e-6);
  EXPECT_GT(report.accepted, 20);
}

TEST(PaperPlot, WritesAPictureAndRefusesAFigureWithoutPanels) {
  using namespace spook::papers;
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "spook_plot_test.png";
  Figure figure;
  EXPECT_THROW(write_png(figure, file), std::runtime_error);
  Panel panel;
  panel.x = {"h", true};
  panel.y = {"error", true};
  Series series;
  series.label = "zero and negative values leave gaps";
  series.x = {1e-3, 1e-2, 1e-1, 1.0};
  series.y = {1e-9, 0.0, -1.0, 1e-3};
  panel.series.push_back(series);
  figure.panels.push_back(panel);
  write_png(figure, file);
  char magic[4] = {};
  std::ifstream(file, std::ios::binary).read(magic, 4);
  EXPECT_EQ(std::string(magic + 1, 3), "PNG");
  std::filesystem::remove(file);
}
