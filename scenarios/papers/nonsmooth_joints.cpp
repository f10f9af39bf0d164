// Potra et al. 2006, what the paper leaves open or says in a sentence: the order with nonlinear joints, stabilisation
// inside the LCP, and energy where there are Coriolis forces.
#include <algorithm>
#include <cmath>

#include "engine/reference/systems.h"
#include "scenarios/papers/data.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"
#include "scenarios/papers/reference_state.h"

namespace spook::papers {
namespace {

using reference::Matrix;

double last_order(const std::vector<double>& error) {
  return std::log2(error[error.size() - 2] / error.back());
}

// four-bar linkage, no contacts: joints that bend
void nonlinear_joints(const ExperimentContext& context, Report& report) {
  const ReferenceState exact = reference_state("/four_bar/reference_recommended/t=0.5");
  const reference::FourBarData data;
  System bodies = reference::four_bar_bodies(data), angles = reference::four_bar(data);
  Vector body_q, body_v;
  four_bar_to_bodies(data, exact.q, exact.v, body_q, body_v);
  Table table{"nonlinear_joints",
              "Four-bar linkage at t = 0.5, no contacts: orders between the last two of the steps",
              {"coordinates", "form", "error of q at the finest step", "order of q", "order of v", "|g| there"},
              {}};
  Figure figure{"order", "Order with nonlinear joints", "Four-bar linkage by bodies, t = 0.5 s.", {}, 0};
  Panel panel;
  panel.x = {"step h (s)", true, {}, {}}, panel.y = {"error of q", true, {}, {}};
  panel.legend = LegendPlace::top_left;
  const long finest = context.fast ? 1600 : 6400;
  for (const bool by_bodies : {true, false})
    for (const char* form : {"trapezoidal-68", "trapezoidal-70"}) {
      const System& system = by_bodies ? bodies : angles;
      const Vector &q = by_bodies ? body_q : exact.q, &v = by_bodies ? body_v : exact.v;
      std::vector<double> h, of_q, of_v;
      double drift = 0.0;
      for (long steps = 200; steps <= finest; steps *= 2) {
        context.at(0.1, form);
        const NonsmoothState end = run_fixed(system, form, 0.5, steps).end;
        h.push_back(0.5 / double(steps));
        of_q.push_back((end.q - q).norm()), of_v.push_back((end.v - v).norm());
        drift = system.constraint(end.q).norm();
      }
      const std::string where = by_bodies ? "bodies" : "angles";
      table.rows.push_back(
          {where, form, sci(of_q.back()), number(last_order(of_q)), number(last_order(of_v)), sci(drift)});
      if (by_bodies)
        panel.series.push_back(marks(form, h, of_q, *form == 't' && form[13] == '8' ? Mark::circle : Mark::square));
      if (form == std::string_view("trapezoidal-68") && by_bodies)
        report.check("nonlinear joints (open in the paper), form (68): order of q, by bodies",
                     "2, as for smooth systems (expected)", number(last_order(of_q)), "2 ± 0.2",
                     std::abs(last_order(of_q) - 2.0) <= 0.2,
                     "v has order " + number(last_order(of_v)) +
                         ": what a wrong start or an event leaves of G v alternates in sign from step to step");
      else
        report.show("nonlinear joints, form " + std::string(form + 12) + ", by " + where + ": orders of q, v", "",
                    number(last_order(of_q)) + ", " + number(last_order(of_v)));
    }
  report.tables.push_back(table);
  figure.panels = {panel};
  report.figures.push_back(figure);
}

struct Drift {
  double largest = 0.0, error = 0.0;  // of a rod's length; of q at the end
};

Drift drift_of(const char* form, double h, double share) {
  const System system = reference::double_pendulum_wall();
  const auto& data = reference_data("benchmarks")["double_pendulum_wall"];
  const std::vector<double> state = reference_numbers(data["reference"]["q"]);
  NonsmoothOptions options;
  options.joint_stabilisation = share;
  Drift drift;
  const FixedRun run =
      run_fixed(system, form, 2.5, std::lround(2.5 / h), options, [&](const NonsmoothState& s, double) {
        // Θ is the square of the rod's length less 1
        for (const double theta : Vector(system.constraint(s.q)))
          drift.largest = std::max(drift.largest, std::abs(std::sqrt(1.0 + theta) - 1.0));
      });
  drift.error = (run.end.q - Eigen::Map<const Vector>(state.data(), 4)).norm();
  if (!run.result) drift.largest = drift.error = INFINITY;
  return drift;
}

// what a step adds to g is O(h³) where joints see the mean velocity, O(h²) where they see its end; as published it adds
// up, stabilised the next step takes it back
void stabilisation(const ExperimentContext& context, Report& report) {
  Figure figure{"stabilisation",
                "Joint drift, with and without stabilisation in the LCP",
                "Double pendulum against a wall: largest change of a rod's length up to t = 2.5 s.",
                {},
                0};
  Panel panel;
  panel.x = {"step h (s)", true, {}, {}}, panel.y = {"change of length (m)", true, {}, {}};
  panel.legend = LegendPlace::outside;
  const int last = context.fast ? 9 : 11;
  for (const char* form : {"trapezoidal-68", "trapezoidal-70"}) {
    const std::string name = std::string("form (") + (form + 12) + ")";
    Table table{"stabilisation_" + std::string(form + 12),
                "Double pendulum against a wall, " + name + ": largest change of a rod's length, error of q at t = 2.5",
                {"h", "as published", "error", "stabilised in the LCP", "error"},
                {}};
    std::vector<double> h, plain, stabilised, plain_error, error;
    for (int power = 5; power <= last; ++power) {
      context.at(0.5, name);
      h.push_back(std::ldexp(1.0, -power));
      const Drift as_published = drift_of(form, h.back(), 0.0), held = drift_of(form, h.back(), 1.0);
      plain.push_back(as_published.largest), plain_error.push_back(as_published.error);
      stabilised.push_back(held.largest), error.push_back(held.error);
      table.rows.push_back({"2^-" + std::to_string(power), sci(plain.back()), sci(plain_error.back()),
                            sci(stabilised.back()), sci(error.back())});
    }
    const auto order = [&](const std::vector<double>& of) {
      return std::log(of.front() / of.back()) / std::log(h.front() / h.back());
    };
    const double one_step = form[13] == '8' ? 3.0 : 2.0;
    report.check(name + ": order of the joints' drift, stabilised by G w = −g/h inside the LCP",
                 number(one_step, 1) + ": what one step adds; as published " + number(one_step - 1.0, 1) + " (theory)",
                 number(order(stabilised)) + "; as published " + number(order(plain)), "each ± 0.3",
                 std::abs(order(stabilised) - one_step) <= 0.3 && std::abs(order(plain) - one_step + 1.0) <= 0.3,
                 "at h = 2^-5 the rods of 1 m are " + number(1e3 * plain.front(), 2) + " mm off as published, " +
                     number(1e3 * stabilised.front(), 2) + " mm stabilised");
    report.show(name + ": order of q at t = 2.5, stabilised | as published", "",
                number(order(error)) + " | " + number(order(plain_error)));
    report.tables.push_back(table);
    panel.series.push_back(marks(name + ", as published", h, plain));
    panel.series.push_back(marks(name + ", stabilised", h, stabilised, Mark::square));
  }
  figure.panels = {panel};
  report.figures.push_back(figure);
}

// a free point by polar coordinates inside a circle: its only forces are those of the coordinates
System free_point() {
  System system;
  system.name = "free point, polar coordinates", system.coordinates = 2;
  system.mass = [](const Vector& q) -> Matrix { return Eigen::Vector2d(1.0, q[0] * q[0]).asDiagonal(); };
  system.force = [](const Vector& q, const Vector& v, double) -> Vector {
    return Eigen::Vector2d(q[0] * v[1] * v[1], -2.0 * q[0] * v[0] * v[1]);
  };
  system.energy = [](const Vector& q, const Vector& v) { return 0.5 * (v[0] * v[0] + q[0] * q[0] * v[1] * v[1]); };
  reference::GapModel wall;
  wall.name = "circle", wall.restitution = 0.5;
  wall.gap = [](const Vector& q) { return 1.0 - q[0]; };
  wall.normal = [](const Vector&) -> Vector { return Eigen::Vector2d(-1.0, 0.0); };
  wall.normal_rate = [](const Vector&, const Vector&) { return 0.0; };
  system.gaps = {wall};
  system.q0 = Eigen::Vector2d(0.5, 0.0), system.v0 = Eigen::Vector2d(0.3, 1.0);
  return system;
}

void coriolis_energy(const ExperimentContext& context, Report& report) {
  const System system = free_point();
  const double start = system.energy(system.q0, system.v0);
  std::vector<double> excess;
  std::string values;
  for (long steps = 50; steps <= 1600; steps *= 2) {
    context.at(0.9, "Coriolis forces");
    double largest = start;
    run_fixed(system, "trapezoidal-68", 5.0, steps, {},
              [&](const NonsmoothState& s, double) { largest = std::max(largest, system.energy(s.q, s.v)); });
    excess.push_back(std::max(0.0, largest / start - 1.0));
    values += (values.empty() ? "" : ", ") + sci(excess.back(), 2);
  }
  report.check("energy gained with Coriolis forces (free point, polar coordinates, bounces at e = 0.5), h = 0.1 … 3e-3",
               "Theorem 9.1 without them: none; with them at most the scheme's own error, O(h²)", values,
               "none, or falling to less than a half with each halving at the finest two steps",
               excess.back() == 0.0 || excess.back() < 0.5 * excess[excess.size() - 2]);
}

}  // namespace

void joints_and_energy(const ExperimentContext& context, Report& report) {
  nonlinear_joints(context, report);
  stabilisation(context, report);
  coriolis_energy(context, report);
}

}  // namespace spook::papers
