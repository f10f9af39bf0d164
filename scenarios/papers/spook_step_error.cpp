// SPOOK paper: the error of the engine against the step, on a pendulum.
#include <algorithm>
#include <cmath>

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/engine_list.h"

namespace spook::papers {

namespace {

constexpr double gravity = 9.81;

Series line(std::string label, Stroke stroke = Stroke::solid) {
  Series series;
  series.label = std::move(label);
  series.stroke = stroke;
  return series;
}

// a point-like bob on a hinge; its velocity belongs half a step earlier, as the stepper reads it
Scene swinging_bob(double h, double compliance, double angle) {
  Scene scene;
  scene.name = "error against h";
  scene.parameters.time_step = h;
  scene.parameters.geometric_stiffness = false;
  BodyDesc bob;
  bob.name = "bob";
  bob.mass = 1.0;
  bob.inertia = Vec3::Constant(0.004);
  ShapeDesc ball;
  ball.radius = 0.1;
  bob.shapes.push_back(ball);
  bob.pose.position = {std::sin(angle), 0, -std::cos(angle)};
  const double acceleration = -gravity / 1.004 * std::sin(angle);  // of the angle
  bob.velocity = -0.5 * h * acceleration * Vec3(std::cos(angle), 0, std::sin(angle));
  bob.angular_velocity = -0.5 * h * acceleration * Vec3(0, -1, 0);
  scene.bodies.push_back(bob);
  JointDesc pivot;
  pivot.name = "pivot";
  pivot.type = JointType::hinge;
  pivot.a = "bob";
  pivot.axis = {0, 1, 0};
  pivot.compliance = compliance;
  pivot.relaxation_steps = 2.0;
  scene.joints.push_back(pivot);
  return scene;
}

void run_error(const ExperimentContext& context, Report& report) {
  const double angle = 1.0, seconds = 1.0, stiffness = gravity / 1.004;
  reference::System exact;
  exact.coordinates = 1;
  exact.mass = [](const reference::Vector&) -> reference::Matrix { return reference::Matrix::Identity(1, 1); };
  exact.force = [stiffness](const reference::Vector& q, const reference::Vector&, double) -> reference::Vector {
    return reference::Vector::Constant(1, -stiffness * std::sin(q[0]));
  };
  exact.q0 = reference::Vector::Constant(1, angle);
  exact.v0 = reference::Vector::Zero(1);
  reference::SmoothState end = reference::initial_state(exact);
  reference::integrate_fixed(exact, *reference::make_integrator("dopri5"), end, seconds, 4000);
  const Vec3 truth(std::sin(end.q[0]), 0, -std::cos(end.q[0]));

  Figure figure;
  figure.name = "spook_error_against_h";
  figure.title = "Error of the engine against the step: pendulum, t = 1 s";
  figure.caption =
      "The slope is h² until the compliance ε of the joint takes over: its stretch does not shrink with h.";
  Panel panel;
  panel.x = {"h (s)", true};
  panel.y = {"error of the bob (m)", true};
  const std::vector<double> compliances{1e-4, 1e-6, 1e-8, 1e-12};
  const int finest = context.fast ? 7 : 9;
  int done = 0;
  for (const double compliance : compliances) {
    Series series = line("ε = " + number(compliance, 1));
    series.mark = static_cast<Mark>(1 + done % 4);
    for (int k = 0; k <= finest; ++k) {
      context.at((done + k / (finest + 1.0)) / compliances.size(), "ε = " + number(compliance, 1));
      const int steps = 30 << k;
      World world(swinging_bob(seconds / steps, compliance, angle), {.publish = false});
      for (int step = 0; step < steps; ++step) world.step();
      series.x.push_back(seconds / steps);
      series.y.push_back((position_of(world, "bob") - truth).norm());
    }
    const std::vector<double> orders = observed_orders(series.x, series.y);
    if (compliance == 1e-12) {
      const double order = orders.back();  // no plateau yet: the smallest steps tell
      report.check("slope at ε = 1e-12, smallest steps", "2 (theory)", number(order), "2 ± 0.2",
                   std::abs(order - 2) <= 0.2);
    }
    if (compliance == 1e-4) {
      const double last = series.y.back(), doubled = series.y[series.y.size() - 2];
      report.check("plateau at ε = 1e-4", "error no longer falls with h (theory: the joint's stretch stays)",
                   number(last), "within 20 % from the last halving", std::abs(last / doubled - 1) <= 0.2,
                   "stretch of the joint: ε times its force, about " + number(1e-4 * 1.5 * gravity));
    }
    panel.series.push_back(std::move(series));
    ++done;
  }
  Series slope = line("h²", Stroke::dashed);
  slope.ink = true;
  for (const double h : {1.0 / 30, 1.0 / (30 << finest)}) slope.x.push_back(h), slope.y.push_back(3.0 * h * h);
  panel.series.push_back(std::move(slope));
  figure.panels.push_back(std::move(panel));
  report.figures.push_back(std::move(figure));
}

}  // namespace

Experiment spook_error_against_h() {
  return {"spook_error_against_h", "SPOOK paper, error against the step",
          "The h² slope of the stepper and the plateau of its compliance", run_error};
}

}  // namespace spook::papers
