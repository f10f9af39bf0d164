// SPOOK paper, the small systems: oscillator, pendulum and bouncing ball under the engine at 60 Hz.
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

// ---- bouncing ball

double exact_height(double height, double restitution, double t) {
  double speed = std::sqrt(2 * gravity * height), fall = speed / gravity;
  if (t < fall) return height - 0.5 * gravity * t * t;
  t -= fall;
  for (speed *= restitution; speed > 1e-6; speed *= restitution) {
    const double flight = 2 * speed / gravity;
    if (t < flight) return speed * t - 0.5 * gravity * t * t;
    t -= flight;
  }
  return 0.0;
}

// Fetecau, Marsden, Ortiz and West's variational collisions, e = 1: discrete Euler–Lagrange, the impact's instant among
// the unknowns, discrete energy kept through it. Heights at the steps.
std::vector<double> variational_heights(double height, double h, int steps) {
  std::vector<double> heights{height};
  double momentum = 0.0, q = height;
  for (int step = 0; step < steps; ++step) {
    double left = h;
    double next = q + momentum * left - 0.5 * gravity * left * left;
    while (next < 0.0) {
      const double until = (momentum + std::sqrt(momentum * momentum + 2.0 * gravity * q)) / gravity;
      momentum = gravity * until - momentum;  // turned round on the floor
      left -= until, q = 0.0;
      next = momentum * left - 0.5 * gravity * left * left;
    }
    momentum -= gravity * left, q = next;
    heights.push_back(q);
  }
  return heights;
}

// what else Fig. 6 has at e = 1: the variational reference, and the engine without its impact stage
void add_other_bounces(const Scene& scene, double height, double radius, Report& report, Panel& panel) {
  const double h = scene.parameters.time_step, seconds = 6.0;
  const int steps = static_cast<int>(std::lround(seconds / h));
  Series variational = line("variational (Fetecau)", Stroke::none), without = line("engine, no impact stage");
  variational.mark = Mark::plus;
  const std::vector<double> heights = variational_heights(height, h, steps);
  double off = 0.0;
  for (int k = 0; k <= steps; ++k) {
    off = std::max(off, std::abs(heights[k] - exact_height(height, 1.0, k * h)));
    if (k % 4 == 0) variational.x.push_back(k * h), variational.y.push_back(heights[k]);
  }
  report.check("e = 1: variational collisions, largest error at the steps to 6 s",
               "0: its parabolas are exact (theory)", number(off) + " m", "≤ 1e-9 m", off <= 1e-9);
  Scene plain = scene;
  plain.parameters.restitution_threshold = 1e9;  // m/s: nothing is fast enough to bounce
  World world(plain, {.publish = false});
  double highest = 0.0;
  bool landed = false;
  for (int k = 1; k <= steps; ++k) {
    world.step();
    const double z = position_of(world, "ball").z() - radius;
    landed = landed || z < 0.02;
    if (landed) highest = std::max(highest, z);
    without.x.push_back(k * h), without.y.push_back(z);
  }
  report.show("e = 1 without the impact stage: highest after the first touch, of the drop", "",
              number(highest / height), "Fig. 6 has such a run; what it does there was not available");
  panel.series.push_back(std::move(variational)), panel.series.push_back(std::move(without));
}

void run_ball(const ExperimentContext& context, Report& report) {
  Figure figure;
  figure.name = "spook_bouncing_ball";
  figure.title = "Bouncing ball at 60 Hz";
  const double height = 1.0, radius = 0.25;
  for (const double restitution : {1.0, 0.8}) {
    context.at(restitution == 1.0 ? 0.1 : 0.6, "dropping");
    const Scene scene =
        library_scene("bouncing_ball", {{"restitution", restitution}, {"height", height}, {"radius", radius}});
    World world(scene, {.publish = false});
    const double h = scene.parameters.time_step;
    Series ours = line("engine"), exact = line("exact", Stroke::dashed);
    ours.mark = Mark::none;
    std::vector<double> apexes;
    const std::size_t balls = report.animation.bodies.size();
    report.animation.frame_time = h;
    for (const char* name : {"engine", "exact"}) {
      AnimatedBody ball;
      ball.name = name;
      ball.lane = static_cast<int>(report.animation.lanes.size());
      ball.shapes.emplace_back().radius = radius;
      ball.poses.push_back({{0, 0, height + radius}, Quat::Identity()});
      report.animation.lanes.push_back(ball.name + ", e = " + number(restitution, 2));
      report.animation.bodies.push_back(std::move(ball));
    }
    double before = height, last = height;
    const int apex_count = context.fast ? 30 : 101;
    for (int step = 1; static_cast<int>(apexes.size()) < apex_count && step < 8000; ++step) {
      world.step();
      const double z = position_of(world, "ball").z() - radius, t = step * h;
      if (t < 6.0) {
        report.animation.bodies[balls].poses.push_back({{0, 0, z + radius}, Quat::Identity()});
        report.animation.bodies[balls + 1].poses.push_back(
            {{0, 0, exact_height(height, restitution, t) + radius}, Quat::Identity()});
        ours.x.push_back(t), ours.y.push_back(z);
        for (int part = 0; part < 6; ++part)
          exact.x.push_back(t + h * part / 6), exact.y.push_back(exact_height(height, restitution, t + h * part / 6));
      }
      if (last > before && last >= z && step > 2) apexes.push_back(last);
      before = last, last = z;
      if (restitution < 1.0 && t > 6.0) break;
    }
    if (restitution == 1.0 && !apexes.empty()) {
      const double high = *std::max_element(apexes.begin(), apexes.end());
      report.check(
          "e = 1: highest of " + std::to_string(apexes.size()) + " apexes, of the drop",
          "≤ 1 (theory: no energy is gained)", number(high / height, 5), "≤ 1", high / height <= 1.0 + 1e-9, "",
          {Cause::ours,
           "an apex between two steps is read at the nearer one, and positions are staggered against velocities"});
      report.check("e = 1: last apex, of the drop", "1 (theory: none is lost)", number(apexes.back() / height, 5),
                   "≥ 1 − g h²/8 of sampling = " + number(1.0 - gravity * h * h / 8 / height, 5),
                   apexes.back() / height >= 1.0 - gravity * h * h / 8 / height, "",
                   {Cause::ours, "the impact stage meets the law at the end of a step, up to h too early or late"});
    } else {
      for (std::size_t k = 0; k < apexes.size(); ++k) {
        const double theory = height * std::pow(restitution, 2.0 * (static_cast<double>(k) + 1));
        if (theory < 2.0 * gravity * h * h) break;  // a fall of two steps: nothing below it is a bounce at this step
        report.check("e = 0.8: apex " + std::to_string(k + 1), "closed form: " + number(theory, 4),
                     number(apexes[k], 4), "within 2 % of it", std::abs(apexes[k] - theory) <= 0.02 * theory, "",
                     {Cause::ours, "at " + number(1 / h, 2) + " Hz the impact is up to a step early, at a height of " +
                                       number(std::sqrt(2 * gravity * theory) * h, 2) +
                                       " m: later, lower bounces feel it more"});
      }
    }
    Panel panel;
    panel.title = "e = " + number(restitution, 2);
    panel.x = {"t (s)"};
    panel.y = {"height (m)"};
    panel.y.maximum = 1.3;
    panel.legend = LegendPlace::top_right;
    panel.series = {std::move(ours), std::move(exact)};
    if (restitution == 1.0) add_other_bounces(scene, height, radius, report, panel);
    panel.legend = restitution == 1.0 ? LegendPlace::outside : LegendPlace::top_right;
    figure.panels.push_back(std::move(panel));
  }
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

Experiment spook_bouncing_ball() {
  return {"spook_bouncing_ball", "SPOOK paper, bouncing ball", "Impacts at 60 Hz beside the exact bounces", run_ball};
}

}  // namespace spook::papers
