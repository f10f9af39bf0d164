// Potra et al. 10.3: two carts with a damper between them and a spring to the wall, up to the stiff limit.
#include <algorithm>
#include <cmath>

#include "scenarios/papers/data.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

struct Case {
  double spring, damper;
  bool stiff_spring;  // the γ experiment: starts at (0.2, 5.2) with −3 m/s
  std::string reference;
  double t_end() const { return stiff_spring ? 2.0 : 4.0; }
};

const std::vector<Case> cases = {
    {100, 1e2, false, "delta gamma=100 delta=100"},   {100, 1e3, false, "delta gamma=100 delta=1000"},
    {100, 1e6, false, "delta gamma=100 delta=1e+06"}, {1e2, 10, true, "gamma gamma=100 delta=10"},
    {1e4, 10, true, "gamma gamma=10000 delta=10"},    {1e6, 10, true, "gamma gamma=1e+06 delta=10"}};

System carts(const Case& what) {
  System system = reference::two_carts(what.spring, what.damper);
  if (what.stiff_spring) {
    system.q0[0] = 0.2, system.q0[2] = 5.2;
    system.v0[0] = system.v0[2] = -3.0;
  }
  return system;
}

struct Outcome {
  Trace energy, distance, first, second;
  double start_energy = 0.0, largest_energy = 0.0, largest_distance = 0.0, largest_offset = 0.0;
  NonsmoothState end;
  std::string status;
};

Outcome run_case(const Case& what, std::string_view method, double h, const NonsmoothOptions& options = {}) {
  Outcome out;
  const System system = carts(what);
  out.start_energy = out.largest_energy = system.energy(system.q0, system.v0);
  out.energy.add(0.0, out.start_energy);
  const FixedRun run = run_fixed(system, method, what.t_end(), std::lround(what.t_end() / h), options,
                                 [&](const NonsmoothState& s, double) {
                                   const double energy = system.energy(s.q, s.v), variation = s.q[2] - s.q[0] - 5.0;
                                   out.energy.add(s.t, energy), out.distance.add(s.t, variation);
                                   out.first.add(s.t, s.q[0]), out.second.add(s.t, s.q[2]);
                                   out.largest_energy = std::max(out.largest_energy, energy);
                                   out.largest_distance = std::max(out.largest_distance, std::abs(variation));
                                   out.largest_offset = std::max(out.largest_offset, std::abs(s.q[0] - 0.2));
                                 });
  out.end = run.end;
  out.status = status_of(run.result);
  return out;
}

std::string label_of(const Case& what) {
  return what.stiff_spring ? "γ = " + number(what.spring, 1) : "δ = " + number(what.damper, 1);
}

void figure_of(Report& report, bool stiff_spring, const std::vector<Outcome>& outcomes) {
  Figure figure{stiff_spring ? "figure_7" : "figure_6",
                stiff_spring ? "Figure 7: stiff spring" : "Figure 6: stiff damper",
                "Total energy and, below, what the stiff element should hold: form (68), h = 0.01.",
                {},
                1};
  Panel energy, distance;
  energy.x = distance.x = {"t (s)", false, {}, {}};
  energy.y = {"kinetic + spring energy (J)", false, 0.0, {}};
  distance.y = {stiff_spring ? "x1 − 0.2 (m)" : "x2 − x1 − 5 (m)", false, {}, {}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].stiff_spring != stiff_spring) continue;
    energy.series.push_back(line(label_of(cases[i]), outcomes[i].energy));
    Trace held = stiff_spring ? outcomes[i].first : outcomes[i].distance;
    if (stiff_spring)
      for (double& y : held.y) y -= 0.2;
    distance.series.push_back(line(label_of(cases[i]), held));
  }
  figure.panels = {energy, distance};
  report.figures.push_back(figure);
}

}  // namespace

void two_carts_stiff(const ExperimentContext& context, Report& report) {
  const auto& data = reference_data("benchmarks")["two_carts"]["reference_event_driven"];
  Table table{"end",
              "Positions at the end: reference (event-driven, Radau where stiff) and schemes at h = 0.01 and 0.001",
              {"case", "x1, x2 reference", "(70) h=.01", "(70) h=.001", "(68) h=.01", "(68) h=.001",
               "(68) h=.001, bounces located again (ε_b = 0)", "SPOOK h=.001"},
              {}};
  const auto places = [](const NonsmoothState& s) {
    return std::abs(s.q[2]) < 1e3 ? number(s.q[0], 6) + ", " + number(s.q[2], 6)
                                  : std::string("diverges: the damper is an explicit force");
  };
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& what = cases[i];
    context.at(double(i) / 7.0, label_of(what));
    outcomes.push_back(run_case(what, "trapezoidal-68", 0.01));
    const Outcome& out = outcomes.back();
    report.check(label_of(what) + ": largest energy over the start's",
                 printed(what.stiff_spring ? "Fig. 7" : "Fig. 6", "falls"),
                 number(out.largest_energy / out.start_energy, 5), "≤ 1, every step solved",
                 out.largest_energy <= out.start_energy * (1.0 + 1e-9) && out.status == "solved");
    NonsmoothOptions again;
    again.leaving_tolerance = 0.0;
    const auto& reference_case = data[what.reference];
    table.rows.push_back(
        {label_of(what),
         number(reference_case["x1"].get<double>(), 6) + ", " + number(reference_case["x2"].get<double>(), 6),
         places(run_case(what, "trapezoidal-70", 0.01).end), places(run_case(what, "trapezoidal-70", 0.001).end),
         places(out.end), places(run_case(what, "trapezoidal-68", 0.001).end),
         places(run_case(what, "trapezoidal-68", 0.001, again).end), places(run_case(what, "spook", 0.001).end)});
  }
  report.tables.push_back(table);

  // what another implementation of form (70) with the corrected k̃ gives
  const auto& schemes = reference_data("benchmarks")["two_carts"]["schemes"];
  const Outcome check = run_case(cases[4], "trapezoidal-70", 0.01);
  const double x1 = schemes["gamma=1e4 I h=.01/.001"][0][0].get<double>(),
               x2 = schemes["gamma=1e4 I h=.01/.001"][0][1].get<double>();
  report.check("γ = 1e4, form (70), h = 0.01: x1, x2 at T",
               "another implementation: " + number(x1, 9) + ", " + number(x2, 9),
               number(check.end.q[0], 9) + ", " + number(check.end.q[2], 9), "to 1e-8",
               std::abs(check.end.q[0] - x1) < 1e-8 && std::abs(check.end.q[2] - x2) < 1e-8);

  const double d2 = outcomes[0].largest_distance, d3 = outcomes[1].largest_distance, d6 = outcomes[2].largest_distance;
  // a damper lets an impulse through before it stops the motion: the carts move by Δv m / 2δ
  const auto like = [](double ratio, double theory) { return ratio >= 0.5 * theory && ratio <= 2.0 * theory; };
  report.check("largest |x2 − x1 − 5| for δ = 1e2, 1e3, 1e6", "in proportion to 1/δ",
               number(d2, 4) + ", " + number(d3, 4) + ", " + number(d6, 3),
               "1 : 1e-1 : 1e-4, each within a factor of 2", like(d3 / d2, 1e-1) && like(d6 / d2, 1e-4));
  const double g2 = outcomes[3].largest_offset, g4 = outcomes[4].largest_offset, g6 = outcomes[5].largest_offset;
  // both carts run into the spring: ½ γ x² ≤ E₀
  const auto bound = [&](std::size_t i) { return std::sqrt(2.0 * outcomes[i].start_energy / cases[i].spring); };
  report.check("largest |x1 − 0.2| for γ = 1e2, 1e4, 1e6",
               "at most √(2 E₀/γ): " + number(bound(3), 3) + ", " + number(bound(4), 3) + ", " + number(bound(5), 3),
               number(g2, 3) + ", " + number(g4, 3) + ", " + number(g6, 3), "≤ √(2 E₀/γ) each",
               g2 <= bound(3) && g4 <= bound(4) && g6 <= bound(5),
               "v₀/√γ, the bar before, is the energy of one cart alone. γ = 1e4 with h = 0.001: " +
                   number(run_case(cases[4], "trapezoidal-68", 0.001).largest_offset, 5) +
                   ", with 1e-4: " + number(run_case(cases[4], "trapezoidal-68", 1e-4).largest_offset, 5));
  // (72): with ε_b = 0 a contact may collide again within the step in which it left. The bounces at the stopper
  // accumulate within 1e-6 s; held by the LCP to the end of the step they would lose their restitution
  NonsmoothOptions again;
  again.leaving_tolerance = 0.0;
  const Outcome stiff = run_case(cases[2], "trapezoidal-68", 0.01, again);
  const double stiff_x1 = data[cases[2].reference]["x1"].get<double>();
  report.check("δ = 1e6: x1 at T, form (68), h = 0.01, ε_b = 0", "event-driven, Radau: " + number(stiff_x1, 5),
               number(stiff.end.q[0], 5), "within h of it", std::abs(stiff.end.q[0] - stiff_x1) <= 0.01,
               "with ε_b infinite, as the other rows, " + number(outcomes[2].end.q[0], 5));

  // the misprint
  NonsmoothOptions misprint;
  misprint.printed_stiffness = true;
  for (std::size_t i : {std::size_t(4), std::size_t(5)}) {
    const Outcome wrong = run_case(cases[i], "trapezoidal-68", 0.01, misprint);
    report.show(
        label_of(cases[i]) + ": largest energy over the start's with k̃ as printed", "",
        number(wrong.largest_energy / wrong.start_energy, 3),
        "printed (9), (15), (28), (67) have (h/2) k_q v where h k_q v belongs: the spring drives the cart, v1 at T = " +
            number(wrong.end.v[0], 3) + " m/s");
  }
  figure_of(report, false, outcomes);
  figure_of(report, true, outcomes);

  report.animation.bodies.push_back(
      scenery("stopper", every_lane, {box_shape(0.05, 0.35, 0.2)}, plane_pose(-0.05, 0.2)));
  int lane = 0;
  for (const std::size_t i : {std::size_t(0), std::size_t(2), std::size_t(3), std::size_t(5)}) {
    report.animation.lanes.push_back(label_of(cases[i]));
    Recorder recorder(report.animation, lane++);
    recorder.body("cart 1", box_shape(0.1, 0.3, 0.15)), recorder.body("cart 2", box_shape(0.1, 0.3, 0.15));
    const System system = carts(cases[i]);
    run_fixed(system, "trapezoidal-68", cases[i].t_end(), std::lround(cases[i].t_end() / 0.01), {},
              [&](const NonsmoothState& s, double) {
                recorder.frame(s.t, {plane_pose(s.q[0] + 0.1, 0.15), plane_pose(s.q[2] - 3.5, 0.15)});
              });
  }
}

}  // namespace spook::papers
