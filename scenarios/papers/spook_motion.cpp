// SPOOK paper, the small systems: oscillator and pendulum under the engine at 60 Hz.
#include <algorithm>
#include <cmath>

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/engine_list.h"
#include "scenarios/papers/world_animation.h"

namespace spook::papers {

namespace {

constexpr double gravity = 9.81;

Series line(std::string label, Stroke stroke = Stroke::solid) {
  Series series;
  series.label = std::move(label);
  series.stroke = stroke;
  return series;
}

// ---- oscillator

// cos θ of x_{k+1} + x_{k−1} = 2 cos θ x_k, by least squares: the angle a step turns
double angle_a_step(const std::vector<double>& x) {
  double product = 0.0, square = 0.0;
  for (std::size_t k = 1; k + 1 < x.size(); ++k) product += x[k] * (x[k + 1] + x[k - 1]), square += 2 * x[k] * x[k];
  return std::acos(std::clamp(product / square, -1.0, 1.0));
}

double largest(const std::vector<double>& x, std::size_t from, std::size_t to) {
  double size = 0.0;
  for (std::size_t k = from; k < to; ++k) size = std::max(size, std::abs(x[k]));
  return size;
}

void run_oscillator(const ExperimentContext& context, Report& report) {
  const int springs = 4;
  const double first = 0.05, factor = 2.0, amplitude = 0.3, seconds = context.fast ? 10.0 : 60.0;
  const Scene scene = library_scene(
      "oscillator", {{"springs", springs}, {"omega_h", first}, {"factor", factor}, {"amplitude", amplitude}});
  World world(scene, {.publish = false});
  const double h = scene.parameters.time_step;
  WorldRecorder recorder(report.animation, world, "SPOOK");
  std::vector<std::vector<double>> x(springs);
  const auto note = [&] {
    for (int i = 0; i < springs; ++i) x[i].push_back(position_of(world, "mass_" + std::to_string(i)).z() - 1.0);
  };
  note();
  const int steps = static_cast<int>(std::lround(seconds / h));
  for (int step = 0; step < steps; ++step) {
    world.step();
    if (world.time() < 20.0) recorder.frame(world);
    note();
    if (step % 60 == 0) context.at(0.9 * step / steps, "stepping");
  }

  Figure figure;
  figure.name = "spook_oscillator";
  figure.title = "Harmonic oscillators at 60 Hz";
  figure.caption =
      "The engine keeps the amplitude and turns 2 atan(ωh/2) a step; implicit Euler at the same step dies.";
  double omega_h = first;
  for (int i = 0; i < springs; ++i, omega_h *= factor) {
    const double theta = angle_a_step(x[i]), theory = 2.0 * std::atan(0.5 * omega_h);
    const std::string name = "ωh = " + number(omega_h, 2);
    report.check(name + ": angle a step", "2 atan(ωh/2) = " + number(theory, 7), number(theta, 7), "1e-6 of it",
                 std::abs(theta / theory - 1) < 1e-6,
                 "frequency off by " + number(100 * (theta / omega_h - 1)) +
                     " %, theory −(ωh)²/12 = " + number(-100 * omega_h * omega_h / 12) + " %");
    const std::size_t tenth = x[i].size() / 10;
    const double kept = largest(x[i], x[i].size() - tenth, x[i].size()) / largest(x[i], 0, tenth);
    report.check(name + ": amplitude kept after " + number(seconds, 2) + " s", "1 (theory: no damping)",
                 number(kept, 5), "within (ωh)²/8 of a peak between samples, or 1 %",
                 std::abs(kept - 1) <= std::max(0.01, omega_h * omega_h / 8));

    Panel panel;
    panel.title = name;
    panel.x = {"t (s)"};
    panel.y = {"x (m)"};
    panel.legend = LegendPlace::top_right;
    Series ours = line("SPOOK"), exact = line("exact", Stroke::dashed), euler = line("implicit Euler");
    ours.width = 3.0, exact.ink = true;
    double q = -amplitude, v = 0.0;
    const double omega = omega_h / h;
    const int shown = std::min<int>(static_cast<int>(x[i].size()), static_cast<int>(5 * 2 * 3.1416 / omega_h) + 1);
    for (int k = 0; k < shown; ++k) {
      ours.x.push_back(k * h), ours.y.push_back(x[i][k]);
      euler.x.push_back(k * h), euler.y.push_back(q);
      v = (v - h * omega * omega * q) / (1 + omega_h * omega_h);
      q += h * v;
    }
    for (int k = 0; k < 8 * shown; ++k) {
      exact.x.push_back(k * h / 8), exact.y.push_back(-amplitude * std::cos(omega * k * h / 8));
    }
    panel.y.maximum = 1.75 * amplitude;
    panel.series = {std::move(ours), std::move(euler), std::move(exact)};
    figure.panels.push_back(std::move(panel));
  }
  report.figures.push_back(std::move(figure));
}

// ---- pendulum

// a lane an integrator: a bob on its rod
void add_bobs(Animation& animation, const std::vector<std::string>& labels, double h) {
  animation.frame_time = h;
  animation.lanes = labels;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    AnimatedBody bob;
    bob.name = labels[k];
    bob.lane = static_cast<int>(k);
    ShapeDesc ball, rod;
    ball.radius = 0.1;
    rod.type = ShapeType::box;
    rod.half_extents = {0.012, 0.012, 0.5};
    rod.pose.position = {0, 0, 0.5};
    bob.shapes = {ball, rod};
    animation.bodies.push_back(std::move(bob));
  }
}

Pose bob_pose(double angle) {
  return {{std::sin(angle), 0.0, 1.6 - std::cos(angle)}, Quat(Eigen::AngleAxisd(-angle, Vec3::UnitY()))};
}

void run_pendulum(const ExperimentContext& context, Report& report) {
  const double degrees = 3.14159265358979 / 180.0, angle = 60.0, top = 1.6, radius = 0.1;
  const double seconds = context.fast ? 10.0 : 20.0;
  const Scene scene = library_scene("pendulum_beside", {{"angle", angle}, {"seconds", seconds}});
  World world(scene, {.publish = false});
  const double h = scene.parameters.time_step, stiffness = gravity / (1 + 0.4 * radius * radius);
  const std::vector<std::string> names{"spook", "implicit_euler", "implicit_midpoint", "projection"};
  const std::vector<std::string> labels{"SPOOK (engine)", "implicit Euler", "implicit midpoint", "projection"};
  std::vector<Series> angles, amplitudes;
  for (const std::string& label : labels) angles.push_back(line(label)), amplitudes.push_back(line(label));
  angles[0].width = amplitudes[0].width = 4.0;  // the others lie on it

  const int steps = static_cast<int>(std::lround(seconds / h));
  std::vector<std::vector<double>> theta(names.size());
  add_bobs(report.animation, labels, h);
  for (int step = 0; step <= steps; ++step) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Vec3 at = position_of(world, names[k]);
      theta[k].push_back(std::atan2(at.x(), top - at.z()));
      report.animation.bodies[k].poses.push_back(bob_pose(theta[k].back()));
    }
    if (step < steps) world.step();
    if (step % 60 == 0) context.at(0.9 * step / steps, "stepping");
  }
  // energy as the amplitude it would swing to: ½ θ'² + k (1 − cos θ), θ' between two steps
  for (std::size_t k = 0; k < names.size(); ++k)
    for (int step = 0; step + 1 <= steps; ++step) {
      const double a = theta[k][step], b = theta[k][step + 1], rate = (b - a) / h;
      const double energy = 0.5 * rate * rate + stiffness * (1 - 0.5 * (std::cos(a) + std::cos(b)));
      if (step * h < 10.0) angles[k].x.push_back(step * h), angles[k].y.push_back(a / degrees);
      amplitudes[k].x.push_back((step + 0.5) * h);
      amplitudes[k].y.push_back(std::acos(std::clamp(1 - energy / stiffness, -1.0, 1.0)) / degrees);
    }

  reference::System exact;
  exact.coordinates = 1;
  exact.mass = [](const reference::Vector&) -> reference::Matrix { return reference::Matrix::Identity(1, 1); };
  exact.force = [stiffness](const reference::Vector& q, const reference::Vector&, double) -> reference::Vector {
    return reference::Vector::Constant(1, -stiffness * std::sin(q[0]));
  };
  exact.q0 = reference::Vector::Constant(1, angle * degrees);
  exact.v0 = reference::Vector::Zero(1);
  Series truth = line("exact", Stroke::dashed);
  truth.ink = true;
  reference::SmoothState state = reference::initial_state(exact);
  reference::integrate_fixed(
      exact, *reference::make_integrator("dopri5"), state, 10.0, 2000,
      [&](const reference::SmoothState& at, double) { truth.x.push_back(at.t), truth.y.push_back(at.q[0] / degrees); });
  const auto at_end = [&](std::size_t k) {
    const auto& y = amplitudes[k].y;
    return *std::max_element(y.end() - 90, y.end());
  };
  report.check("SPOOK: amplitude after " + number(seconds, 2) + " s", "60° (the exact motion keeps it)",
               number(at_end(0), 4) + "°", "within 1°", std::abs(at_end(0) - angle) <= 1.0);
  report.check("implicit Euler: amplitude", "lost (theory: damps)", number(at_end(1), 4) + "°", "below SPOOK's",
               at_end(1) < at_end(0) - 1.0);
  report.show("implicit midpoint: amplitude", printed("Fig. 5", "can go unstable"), number(at_end(2), 4) + "°",
              "not comparable: the figure's stiff penalties in Cartesian coordinates are not run here; this is the "
              "constrained pendulum");
  report.show("projection: amplitude", "", number(at_end(3), 4) + "°");

  Figure figure;
  figure.name = "spook_pendulum";
  figure.title = "Planar pendulum at 60 Hz, released at 60°";
  Panel swing, energy;
  swing.title = "angle";
  swing.x = energy.x = {"t (s)"};
  swing.y = {"angle (degrees)"};
  swing.y.maximum = 110.0;
  swing.legend = LegendPlace::top_right;
  angles.push_back(std::move(truth));
  swing.series = std::move(angles);
  energy.title = "energy, as the amplitude it would reach";
  energy.y = {"amplitude (degrees)"};
  energy.series = std::move(amplitudes);
  figure.panels = {std::move(swing), std::move(energy)};
  report.figures.push_back(std::move(figure));
}

}  // namespace

Experiment spook_oscillator() {
  return {"spook_oscillator", "SPOOK paper, oscillator",
          "Undamped springs under the engine keep frequency and amplitude", run_oscillator};
}

Experiment spook_pendulum() {
  return {"spook_pendulum", "SPOOK paper, pendulum",
          "A pendulum under the engine beside implicit Euler, midpoint and projection", run_pendulum};
}

}  // namespace spook::papers
