// What the formulas do as printed, beside their corrected forms: tableaux of the thesis' appendix, generalised-α's
// update, HEM5's dense output, the mass matrix of the slider-crank; and the powers of the error estimates.
#include <cmath>

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/data.h"
#include "scenarios/papers/reference_state.h"
#include "scenarios/papers/smooth_list.h"

namespace spook::papers {

namespace {

using namespace reference;

struct Tableau {
  std::vector<double> c, b;
  std::vector<std::vector<double>> a;
};

Tableau tableau(const char* name, const char* weights) {
  const nlohmann::json& data = reference_data(name);
  Tableau result{reference_numbers(data["c"]), reference_numbers(data[weights]), {}};
  for (const auto& row : data["A"]) result.a.push_back(reference_numbers(row));
  return result;
}

// ẏ = y cos t, y = exp(sin t): the error at t = 2
double scalar_error(const Tableau& method, int steps) {
  double y = 1.0;
  const double h = 2.0 / steps;
  std::vector<double> k(method.b.size());
  for (int step = 0; step < steps; ++step) {
    double next = y;
    for (std::size_t i = 0; i < k.size(); ++i) {
      double stage = y;
      for (std::size_t j = 0; j < method.a[i].size(); ++j) stage += h * method.a[i][j] * k[j];
      k[i] = stage * std::cos(h * (step + method.c[i]));
      next += h * method.b[i] * k[i];
    }
    y = next;
  }
  return std::abs(y - std::exp(std::sin(2.0)));
}

double scalar_order(const Tableau& method, int steps) {
  return std::log2(scalar_error(method, steps) / scalar_error(method, 2 * steps));
}

void compare_tableau(Report& report, const std::string& what, const Tableau& right, const Tableau& printed,
                     double order) {
  const int steps = order > 4.5 ? 40 : 160;  // before rounding shows
  const double ours = scalar_order(right, steps), theirs = scalar_order(printed, steps);
  report.check(what, "as printed: order " + number(theirs, 2), "corrected: order " + number(ours, 3),
               number(order, 1) + " ± 0.3 corrected, less as printed",
               std::abs(ours - order) <= 0.3 && theirs < order - 0.5);
}

void tableaux(Report& report) {
  const Tableau dopri = tableau("dopri5", "b5"), rkf = tableau("rkf45", "b4"), rkf5 = tableau("rkf45", "b5");
  Tableau wrong = dopri;
  wrong.a[5][2] = -46732.0 / 5247.0;
  compare_tableau(report, "(A.6) Y₆: −46732/5247 Y₃", dopri, wrong, 5);
  wrong = dopri;
  wrong.a[5][3] = 49.0 / 472.0;
  compare_tableau(report, "(A.6) Y₆: 49/472 Y₄", dopri, wrong, 5);
  wrong = dopri;
  wrong.b[3] = 125.0 / 195.0;
  compare_tableau(report, "(A.7): 125/195 Y₄", dopri, wrong, 5);
  wrong = rkf;
  wrong.b[3] = 2197.0 / 4101.0;
  compare_tableau(report, "(A.4): 2197/4101 Y₄", rkf, wrong, 4);
  wrong = rkf5;
  wrong.c[5] = 1.0;
  compare_tableau(report, "(A.3) Y₆ at t + h", rkf5, wrong, 5);
}

// q̈ = −q by generalised-α; the last term of q⁺ is h²β a⁺, printed 2βh a⁺
double alpha_error(double h, bool printed) {
  const double rho = 0.8, alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
  const double gamma = 0.5 - alpha_m + alpha_f, beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  double q = 1.0, v = 0.0, acceleration = -1.0, a = -1.0;
  const double weight = printed ? 2 * beta * h : h * h * beta;
  const int steps = static_cast<int>(std::lround(2.0 / h));
  for (int step = 0; step < steps; ++step) {
    // a⁺ = (k + (1−α_f) q̈⁺)/(1−α_m) with q̈⁺ = −q⁺, q⁺ = p + weight a⁺
    const double known = (alpha_f * acceleration - alpha_m * a) / (1 - alpha_m), factor = (1 - alpha_f) / (1 - alpha_m);
    const double predictor = q + h * v + h * h * (0.5 - beta) * a;
    const double next_a = (known - factor * predictor) / (1 + factor * weight);
    v += h * ((1 - gamma) * a + gamma * next_a);
    q = predictor + weight * next_a;
    a = next_a;
    acceleration = -q;
  }
  return std::abs(q - std::cos(2.0));
}

// the error at t = 0.5, a fraction θ into the last step
double dense_error(const SmoothIntegrator& integrator, const System& system, const ReferenceState& exact, int steps,
                   double theta, bool velocities) {
  const double h = exact.t / (steps - 1 + theta);
  SmoothState state = initial_state(system);
  integrator.start(system, state);
  DenseOutput dense;
  for (int step = 0; step < steps; ++step)
    integrator.step(system, state, h, state, step + 1 == steps ? &dense : nullptr);
  Vector q, v;
  dense(theta, q, v);
  return velocities ? (v - exact.v).cwiseAbs().maxCoeff() : (q - exact.q).cwiseAbs().maxCoeff();
}

double dense_order(const SmoothIntegrator& integrator, double theta, bool velocities) {
  const System system = four_bar();
  const ReferenceState exact = reference_state("/four_bar/reference_recommended/t=0.5");
  return std::log2(dense_error(integrator, system, exact, 400, theta, velocities) /
                   dense_error(integrator, system, exact, 800, theta, velocities));
}

void run_dense(const ExperimentContext& context, Report& report) {
  struct Case {
    const char *name, *label, *seen;
    double order;
  };
  for (const Case& one : {Case{"hem5", "HEM5", "another implementation: q 5.0, v 4.6 … 5.6", 5},
                          Case{"phem56", "PHEM56", "another implementation: q, v about 5", 5},
                          Case{"dopri5", "DOPRI5", "order 4 at least", 4}}) {
    const auto integrator = make_integrator(one.name);
    for (const double theta : {0.25, 0.5, 0.75}) {
      context.at(0.0, one.label);
      const double q = dense_order(*integrator, theta, false), v = dense_order(*integrator, theta, true);
      report.check(std::string(one.label) + " at θ = " + number(theta, 2), one.seen,
                   "q " + number(q) + ", v " + number(v), "≥ " + number(one.order, 1) + " − 0.5",
                   std::min(q, v) >= one.order - 0.5);
    }
  }
  IntegratorOptions options;
  options.dense_velocity = DenseVelocity::polynomial;
  const double polynomial = dense_order(*make_integrator("hem5", options), 0.5, true);
  options.dense_velocity = DenseVelocity::printed;
  const double printed = dense_order(*make_integrator("hem5", options), 0.5, true);
  report.show("HEM5 velocities by the polynomial, no solve a θ", "4.3 … 5.5", number(polynomial));
  report.check("HEM5 velocities by (2.138) as printed", "2", number(printed), "≤ 2.5", printed <= 2.5,
               "prints the end's acceleration where stage 10's belongs");
}

void run_printed(const ExperimentContext& context, Report& report) {
  context.at(0.1, "tableaux");
  report.remarks.push_back("Orders of the Runge–Kutta tableaux are measured on ẏ = y cos t.");
  tableaux(report);

  const double right = std::log2(alpha_error(0.02, false) / alpha_error(0.01, false));
  const double wrong = std::log2(alpha_error(0.02, true) / alpha_error(0.01, true));
  report.check("(2.75) last term 2βh a instead of h²β a", "as printed: order " + number(wrong, 2),
               "corrected: order " + number(right), "2 ± 0.2 corrected", std::abs(right - 2) <= 0.2 && wrong < 1.0,
               "error as printed at h = 0.01: " + number(alpha_error(0.01, true)));

  // (3.7): 0.5 m₂ for 0.25 m₂ in M₂₂
  SliderCrankData data;
  data.rod_factor = 0.5;
  const System printed = slider_crank(data);
  SmoothState state = initial_state(printed);
  integrate_fixed(printed, *make_integrator("hem5"), state, 1.0, 400);
  const ReferenceState with_error = reference_state("/slider_crank_rigid/reference_recommended_thesisM22/t=1");
  const ReferenceState exact = reference_state("/slider_crank_rigid/reference_recommended/t=1");
  report.check("(3.7) M22 with 0.5 m₂: q at t = 1", number(with_error.q[0], 6) + ", " + number(with_error.q[1], 6),
               number(state.q[0], 6) + ", " + number(state.q[1], 6), "1e-9", (state.q - with_error.q).norm() < 1e-9,
               "corrected: " + number(exact.q[0], 6) + ", " + number(exact.q[1], 6) +
                   "; energy plots cannot tell the two apart");
  data = {};
  data.l2 = 1.0;
  const System unequal = slider_crank(data);
  const double rate = velocity_drift(unequal, 0.0, unequal.q0, unequal.v0)[0];
  report.check("initial data with l1 = l2 = 1, v0 = (4, −2): G v0",
               papers::printed("Table 3.4", "0: called compatible"), number(rate), "0", std::abs(rate) < 1e-12, "",
               {Cause::print, "the printed data are not compatible: G v0 = 2 by arithmetic"});

  // powers of the estimates, which decide the exponent of step control
  context.at(0.6, "error estimates");
  struct Estimate {
    const char *name, *label, *printed, *seen;
    double power;
  };
  const System four = four_bar();
  for (const Estimate& one :
       {Estimate{"hem5", "HEM5", "1/5", "another implementation: h^4.2 … h^4.5", 4.35},
        Estimate{"phem56", "PHEM56", "1/5", "h^5", 5}, Estimate{"rkf45", "RKF4(5)", "1/4", "h^5", 5},
        Estimate{"alpha-index2", "generalised-α", "1/2", "h^3", 3}}) {
    const auto integrator = make_integrator(one.name);
    SmoothState start = initial_state(four), middle = start, end;
    integrate_fixed(four, *make_integrator("hem5"), middle, 0.3, 400);
    start = middle;
    integrator->start(four, start);
    const double coarse = integrator->step(four, start, 4e-3, end).error,
                 fine = integrator->step(four, start, 2e-3, end).error;
    const double power = std::log2(coarse / fine);
    report.check(std::string("estimate of ") + one.label, one.seen, "h^" + number(power), number(one.power) + " ± 0.5",
                 std::abs(power - one.power) <= 0.5, std::string("exponent used by the thesis: ") + one.printed);
  }
}

void run_stabilisation(const ExperimentContext& context, Report& report) {
  System system = four_bar();
  system.t_end = context.fast ? 4.0 : 20.0;
  const long steps = std::lround(system.t_end * 500);
  Figure figure;
  figure.name = "drift_stabilisation";
  figure.title = "Drift of RK4 on the four-bar, h = 2 ms";
  Panel panel;
  panel.x = {"t (s)"};
  panel.y = {"|g| (m)", true};
  panel.legend = LegendPlace::outside;
  struct Case {
    const char* label;
    Stabilisation stabilisation;
    double parameter;
  };
  double none = 0.0, baumgarte = 0.0, projection = 0.0;
  for (const Case& one :
       {Case{"none", Stabilisation::none, 0}, Case{"Baumgarte, α = β = 5", Stabilisation::baumgarte, 5},
        Case{"Baumgarte, α = β = 50", Stabilisation::baumgarte, 50},
        Case{"projection", Stabilisation::projection, 0}}) {
    context.at(0.0, one.label);
    IntegratorOptions options;
    options.stabilisation = one.stabilisation;
    options.baumgarte_alpha = options.baumgarte_beta = one.parameter;
    SmoothState state = initial_state(system);
    Series series;
    series.label = one.label;
    double last = 0.0;
    integrate_fixed(system, *make_integrator("rk4", options), state, system.t_end, steps,
                    [&](const SmoothState& at, double) {
                      last = position_drift(system, at.t, at.q).norm();
                      if (series.x.empty() || at.t > series.x.back() + system.t_end / 800)
                        series.x.push_back(at.t), series.y.push_back(std::max(last, 1e-17));
                    });
    if (one.stabilisation == Stabilisation::none) none = last;
    if (one.stabilisation == Stabilisation::projection)
      projection = *std::max_element(series.y.begin(), series.y.end());
    if (one.stabilisation == Stabilisation::baumgarte) baumgarte = last;
    panel.series.push_back(std::move(series));
  }
  report.check("projection: largest |g|", "rounding (theory)", number(projection), "≤ 1e-14", projection <= 1e-14);
  report.check("Baumgarte (50) at the end, against none", "smaller (theory)",
               number(baumgarte) + " against " + number(none), "at most a tenth", baumgarte <= 0.1 * none);
  figure.panels.push_back(std::move(panel));
  report.figures.push_back(std::move(figure));
}

void run_check(const ExperimentContext&, Report& report) {
  const System four = four_bar_automatic(), crank = slider_crank_automatic(),
               flexible = slider_crank_flexible_automatic();
  const auto compare = [&](const System& written, const System* automatic, const std::string& name) {
    Table table{"system_check_" + std::to_string(report.tables.size() + 1),
                "Derivatives of " + name,
                {"derivative", "difference", "allowed"},
                {}};
    bool all = true;
    double worst = 0.0;
    for (const SystemCheck& check : check_system(written, automatic)) {
      table.rows.push_back({check.what, number(check.difference), number(check.allowed)});
      all &= check.passed();
      worst = std::max(worst, check.difference / check.allowed);
    }
    report.check(name + ": hand-written derivatives", "automatic ones", "worst " + number(worst) + " of the allowance",
                 "all within", all);
    report.tables.push_back(std::move(table));
  };
  compare(four_bar(), &four, "four-bar linkage");
  compare(slider_crank(), &crank, "rigid slider-crank");
  compare(slider_crank_flexible(), &flexible, "elastic slider-crank");
  compare(four_bar_bodies(), nullptr, "four-bar, body coordinates");
  System wrong = slider_crank();
  wrong.jacobian = [right = wrong.jacobian](const Vector& q) -> Matrix {
    Matrix g = right(q);
    g(0, 1) = -g(0, 1);
    return g;
  };
  std::string found;
  for (const SystemCheck& check : check_system(wrong, &crank))
    if (!check.passed()) found += (found.empty() ? "" : ", ") + check.what;
  report.check("a wrong sign in G is named", "G", found, "G", found.find('G') != std::string::npos);
}

}  // namespace

Experiment printed_formulas() {
  return {"printed_formulas", "thesis chapters 2, 3 and appendix A",
          "What the formulas do as printed, beside their corrected forms", run_printed};
}

Experiment dense_output_orders() {
  return {"dense_output", "thesis 2.4, HEM5, PHEM56, DOPRI5", "Orders of the dense outputs, and of (2.138) as printed",
          run_dense};
}

Experiment drift_stabilisation() {
  return {"drift_stabilisation", "thesis 2.2", "Runge–Kutta 4 on the index-1 form: drift, Baumgarte, projection",
          run_stabilisation};
}

Experiment system_check() {
  return {"system_check", "numerics §8",
          "Derivatives of the mechanisms by hand against automatic ones: the check for any system", run_check};
}

}  // namespace spook::papers
