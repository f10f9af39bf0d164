// Fixed-step orders of every smooth integrator on the four-bar linkage and the slider-crank, and what they leave of
// the constraint.
#include <cmath>

#include "scenarios/papers/data.h"
#include "scenarios/papers/mechanism_animation.h"
#include "scenarios/papers/reference_state.h"
#include "scenarios/papers/smooth_list.h"

namespace spook::papers {

namespace {

using namespace reference;

struct Method {
  std::string_view name, label;
  double order;
  enum class Judge { state, each, shown } judge;  // (q, v) together; q, v and λ each; no bar in the issue
  const char* seen;                               // orders of the data file's own run
};

constexpr Method methods[] = {
    {"hem5", "HEM5", 5, Method::Judge::state, "4.97 … 5.1"},
    {"phem56", "PHEM56", 5, Method::Judge::state, "4.5 … 5.8"},
    {"rk4", "RK4", 4, Method::Judge::state, "4"},
    {"rkf45", "RKF4(5)", 4, Method::Judge::state, "3.5 … 4.0"},
    {"dopri5", "DOPRI5", 5, Method::Judge::state, "5.2 … 5.9"},
    {"alpha-index2", "generalised-α, index 2", 2, Method::Judge::each, "2.00"},
    {"alpha-index3", "generalised-α, index 3", 2, Method::Judge::each, "1.98 … 2.00"},
    {"rattle", "RATTLE", 2, Method::Judge::shown, "nothing printed"},
    {"shake", "SHAKE", 2, Method::Judge::shown, "nothing printed"},
    {"implicit-midpoint", "implicit midpoint", 2, Method::Judge::shown, "nothing printed"},
    {"implicit-euler", "implicit Euler", 1, Method::Judge::shown, "nothing printed"},
};

struct Benchmark {
  std::string title;
  System system;
  ReferenceState exact;
  std::vector<long> steps;
  // SPOOK runs on bodies, where M and the forces are constant, as in an engine
  System bodies;
  Vector bodies_q, bodies_v;
  std::vector<long> spook_steps;
  double floor = 4e-13;  // of an error that rounding has not touched
};

struct Run {
  std::vector<double> h, q, v, lambda, state;
  double position_drift = 0.0, velocity_drift = 0.0;  // largest, over all step counts
};

Run run_method(const Benchmark& benchmark, std::string_view name) {
  Run run;
  const auto integrator = make_integrator(name);
  for (const long steps : benchmark.steps) {
    SmoothState state = initial_state(benchmark.system);
    const ControlReport report = integrate_fixed(benchmark.system, *integrator, state, benchmark.exact.t, steps);
    if (report.status != StepStatus::done) continue;
    const StateError error = error_against(benchmark.exact, state);
    run.h.push_back(benchmark.exact.t / static_cast<double>(steps));
    run.q.push_back(error.q);
    run.v.push_back(error.v);
    run.lambda.push_back(error.lambda);
    run.state.push_back(std::hypot((state.q - benchmark.exact.q).norm(), (state.v - benchmark.exact.v).norm()));
    run.position_drift = std::max(run.position_drift, report.largest_position_drift.maxCoeff());
    run.velocity_drift = std::max(run.velocity_drift, report.largest_velocity_drift.maxCoeff());
  }
  return run;
}

// the order at the finest pair that rounding has not yet touched
double finest_order(const std::vector<double>& h, const std::vector<double>& error, double floor) {
  double order = NAN;
  const std::vector<double> orders = observed_orders(h, error);
  for (std::size_t k = 0; k < orders.size(); ++k)
    if (error[k + 1] > floor) order = orders[k];
  return order;
}

// error = C₅ h⁵ + C₆ h⁶ through the two finest runs that rounding has not touched: how small h must be for the h⁵ term
// to lead, so that the order shows as 5 ± 0.2, and the error left there
std::string where_fifth_order_shows(const Run& run, double floor) {
  std::size_t k = 0;
  while (k + 1 < run.state.size() && run.state[k + 1] > floor) ++k;
  if (k == 0) return {};
  const auto scaled = [&](std::size_t i) { return run.state[i] / std::pow(run.h[i], 5); };
  const double c6 = (scaled(k - 1) - scaled(k)) / (run.h[k - 1] - run.h[k]), c5 = scaled(k) - c6 * run.h[k];
  if (!(c5 > 0.0)) return {};
  // 2⁵ (C₅ + C₆ h)/(C₅ + C₆ h/2) = 2^5.2
  const double ratio = std::exp2(0.2), h = c5 / c6 * (ratio - 1) / (1 - 0.5 * ratio);
  return " Fitted error " + number(c5) + " h⁵ + " + number(c6) +
         " h⁶: the order comes within 0.2 of 5 below h = " + number(h, 2) + ", where the error is " +
         number(std::pow(h, 5) * (c5 + c6 * h), 2) + ".";
}

void judge_order(Report& report, const Method& method, const Run& run, double floor) {
  const double q = finest_order(run.h, run.q, floor), v = finest_order(run.h, run.v, floor);
  const double lambda = finest_order(run.h, run.lambda, floor);
  const double state = finest_order(run.h, run.state, floor);
  const std::string name(method.label), bar = number(method.order, 1) + " ± 0.2";
  const std::string theory = number(method.order, 1) + " (theory)";
  const std::string seen = std::string("another implementation finds ") + method.seen;
  const std::string apart = "q " + number(q) + ", v " + number(v) + ", λ " + number(lambda);
  const auto meets = [&](double order) { return std::abs(order - method.order) <= 0.2; };
  switch (method.judge) {
    case Method::Judge::shown:
      report.show(name + ": orders", theory, apart);
      break;
    case Method::Judge::each:
      report.check(name + ": orders of q, v, λ", theory, apart, bar, meets(q) && meets(v) && meets(lambda), seen);
      break;
    case Method::Judge::state:
      // in double precision the h⁶ term of DOPRI5 leads until rounding ends the series
      if (method.name == "dopri5" && state > method.order + 0.2)
        report.show(name + ": order of (q, v), judged with 31 digits in dopri5_order", theory,
                    number(state) + " (" + apart + ")", seen + "." + where_fifth_order_shows(run, floor));
      else
        report.check(name + ": order of (q, v)", theory, number(state) + " (" + apart + ")", bar, meets(state), seen);
  }
}

void judge_drift(Report& report, const Method& method, const Run& run) {
  const std::string name(method.label);
  if (method.name == "hem5" || method.name == "phem56" || method.name == "alpha-index2")
    report.check(name + ": largest |G v|", "0 (the method holds it)", number(run.velocity_drift), "≤ 1e-12",
                 run.velocity_drift <= 1e-12);
  if (method.name == "alpha-index3")
    report.check(name + ": largest |g|", "0 (the method holds it)", number(run.position_drift), "≤ 1e-14",
                 run.position_drift <= 1e-14);
}

Run run_spook(const Benchmark& benchmark) {
  Run run;
  IntegratorOptions options;
  options.compliance = 1e-14;
  const auto integrator = make_integrator("spook", options);
  for (const long steps : benchmark.spook_steps) {
    SmoothState state = initial_state(benchmark.bodies);
    const ControlReport report = integrate_fixed(benchmark.bodies, *integrator, state, benchmark.exact.t, steps);
    if (report.status != StepStatus::done) continue;
    run.h.push_back(benchmark.exact.t / static_cast<double>(steps));
    run.q.push_back((state.q - benchmark.bodies_q).cwiseAbs().maxCoeff());
    run.v.push_back((state.v - benchmark.bodies_v).cwiseAbs().maxCoeff());
  }
  return run;
}

void add_lines(Figure& figure, std::string_view label, const Run& run, int place) {
  const std::vector<double>* errors[] = {&run.q, &run.v, &run.lambda};
  for (std::size_t k = 0; k < figure.panels.size(); ++k) {
    Series series;  // without points where the method has none: the legend still names it
    series.label = label;
    if (!errors[k]->empty()) series.x = run.h, series.y = *errors[k];
    series.mark = static_cast<Mark>(1 + place % 6);
    series.ink = label.starts_with("SPOOK");
    if (place >= 6) series.stroke = Stroke::dashed;
    figure.panels[k].series.push_back(std::move(series));
  }
}

void add_rows(Table& table, std::string_view label, const Run& run) {
  const auto cell = [](const std::vector<double>& values, std::size_t k) {
    return k < values.size() ? number(values[k]) : std::string();
  };
  const auto order = [&](const std::vector<double>& values, std::size_t k) {
    return k > 0 && k < values.size() ? number(observed_orders(run.h, values)[k - 1]) : std::string();
  };
  for (std::size_t k = 0; k < run.h.size(); ++k)
    table.rows.push_back({std::string(label), number(run.h[k]), cell(run.q, k), order(run.q, k), cell(run.v, k),
                          order(run.v, k), cell(run.lambda, k), order(run.lambda, k)});
}

void run_orders(const Benchmark& benchmark, const std::string& name, const ExperimentContext& context, Report& report) {
  Table table{name + "_errors",
              "Errors at the end and orders between successive step counts",
              {"method", "h", "error q", "order", "error v", "order", "error λ", "order"},
              {}};
  Figure figure;
  figure.name = name;
  figure.title = "Fixed steps: " + benchmark.title;
  figure.caption = "Errors at t = " + number(benchmark.exact.t, 2) +
                   " s against a 20-digit reference. SPOOK runs on body coordinates.";
  for (const char* what : {"error of q (rad)", "error of v (rad/s)", "error of λ (N)"}) {
    Panel panel;
    panel.x = {"h (s)", true};
    panel.y = {what, true};
    panel.legend = LegendPlace::hidden;
    figure.panels.push_back(panel);
  }
  figure.panels.back().legend = LegendPlace::outside;
  figure.columns = 2;

  int done = 0;
  for (const Method& method : methods) {
    context.at(done / 12.0, method.label);
    const Run run = run_method(benchmark, method.name);
    judge_order(report, method, run, benchmark.floor);
    judge_drift(report, method, run);
    add_rows(table, method.label, run);
    add_lines(figure, method.label, run, done);
    ++done;
  }
  context.at(done / 12.0, "SPOOK");
  const Run spook = run_spook(benchmark);
  const double q = finest_order(spook.h, spook.q, benchmark.floor), v = finest_order(spook.h, spook.v, benchmark.floor);
  report.check("SPOOK, body coordinates: order of q", "2 (theory)", number(q), "2 ± 0.2", std::abs(q - 2) <= 0.2,
               "first velocity half a step back; ε = 1e-14, τ = 2h");
  report.check("SPOOK, body coordinates: order of v", "1 (theory)", number(v), "1 ± 0.2", std::abs(v - 1) <= 0.2,
               "its velocities belong to the middle of a step");
  add_rows(table, "SPOOK, bodies", spook);
  add_lines(figure, "SPOOK, bodies", spook, 0);
  report.tables.push_back(std::move(table));
  report.figures.push_back(std::move(figure));
}

void run_four_bar(const ExperimentContext& context, Report& report) {
  Benchmark benchmark{"four-bar linkage",
                      four_bar(),
                      reference_state("/four_bar/reference_recommended/t=2"),
                      {800, 1600, 3200, 6400},
                      four_bar_bodies(),
                      {},
                      {},
                      {3200, 6400, 12800},
                      4e-12};
  if (!context.fast) benchmark.spook_steps.push_back(25600);
  four_bar_to_bodies({}, benchmark.exact.q, benchmark.exact.v, benchmark.bodies_q, benchmark.bodies_v);
  run_orders(benchmark, "orders_four_bar", context, report);
  if (context.fast) return;
  for (const char* name : {"hem5", "alpha-index3", "spook", "implicit-euler"})
    animate_four_bar(report.animation, name, *make_integrator(name), 1.0 / 480);
}

void run_slider_crank(const ExperimentContext& context, Report& report) {
  Benchmark benchmark{"rigid slider-crank",
                      slider_crank(),
                      reference_state("/slider_crank_rigid/reference_recommended/t=1"),
                      {50, 100, 200, 400, 800},
                      slider_crank_bodies(),
                      {},
                      {},
                      {3200, 6400, 12800, 25600}};
  slider_crank_to_bodies({}, benchmark.exact.q, benchmark.exact.v, benchmark.bodies_q, benchmark.bodies_v);
  run_orders(benchmark, "orders_slider_crank", context, report);
  if (context.fast) return;
  for (const char* name : {"hem5", "alpha-index3", "spook", "implicit-euler"})
    animate_slider_crank(report.animation, name, *make_integrator(name), 1.0 / 240);
}

}  // namespace

Experiment four_bar_orders() {
  return {"orders_four_bar", "thesis 3.1.1; orders of HEM5, PHEM56, Runge–Kutta, generalised-α, SPOOK",
          "Fixed-step orders and constraint drift on the four-bar linkage", run_four_bar};
}

Experiment slider_crank_orders() {
  return {"orders_slider_crank", "thesis 3.1.2; orders of HEM5, PHEM56, Runge–Kutta, generalised-α, SPOOK",
          "Fixed-step orders and constraint drift on the rigid slider-crank", run_slider_crank};
}

}  // namespace spook::papers
