// Thesis Tables 3.3 and 3.5 and Figures 3.3 and 3.5: step control on the four-bar, the rigid and the elastic
// slider-crank. Counts and drifts stand beside the published ones; what does not agree is explained as the data file
// does.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/reference/systems.h"
#include "scenarios/papers/data.h"
#include "scenarios/papers/mechanism_animation.h"
#include "scenarios/papers/smooth_list.h"
#include "scenarios/papers/work_precision.h"

namespace spook::papers {

namespace {

using namespace reference;

// what the data file found reproducible: bars on accepted steps and on g1, for tolerances of 1e-6 and below; 0:
// explained
struct Expectation {
  double steps = 0.0, drift = 0.0;
  std::string why;
};

struct TableCase {
  std::string json, title, figure;
  ControlledProblem problem;
  std::vector<ControlledMethod> methods;
  std::vector<Expectation> expectations;
  std::vector<std::string> ordered;  // keys whose order of work must be the thesis'
  std::string order_note, step_note;
};

using MethodRuns = std::vector<std::pair<std::string, std::vector<ControlledRun>>>;

const nlohmann::json& published(const TableCase& table) {
  return reference_data("benchmarks").at(nlohmann::json::json_pointer(table.json));
}

const nlohmann::json* published_row(const TableCase& table, const std::string& key, double tolerance) {
  for (const auto& row : published(table))
    if (row["method"] == key && std::abs(row["tol"].get<double>() / tolerance - 1) < 1e-9) return &row;
  return nullptr;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

void compare_run(const ControlledMethod& method, const Expectation& expected, const ControlledRun& run,
                 const nlohmann::json& row, Report& report) {
  const std::string what = method.label + ", tol " + number(run.tolerance, 1);
  const long accepted = row["accepted"].get<long>();
  const std::string theirs = std::to_string(accepted) + " / " + std::to_string(row["rejected"].get<long>());
  const std::string ours = std::to_string(run.report.accepted) + " / " + std::to_string(run.report.rejected);
  if (!run.finished()) {
    report.explain(what + ": steps", theirs, "gave up after " + std::to_string(run.report.accepted), expected.why);
    return;
  }
  const double ratio = static_cast<double>(run.report.accepted) / static_cast<double>(accepted);
  const bool strict = run.tolerance <= 1.0000001e-6;
  const std::string bar = "accepted within " + number(100 * expected.steps, 2) + " %";
  if (strict && expected.steps > 0.0)
    report.check(what + ": accepted / rejected", theirs, ours, bar, std::abs(ratio - 1) <= expected.steps);
  else if (expected.steps > 0.0)
    report.show(what + ": accepted / rejected", theirs, ours, "coarse tolerance: a few steps more or less decide");
  else
    report.explain(what + ": accepted / rejected", theirs, ours, expected.why);

  std::vector<std::string> their_drift, our_drift;
  for (Eigen::Index k = 0; k < run.report.largest_position_drift.size(); ++k) {
    their_drift.push_back(number(row["g" + std::to_string(k + 1)].get<double>()));
    our_drift.push_back(number(run.report.largest_position_drift[k]));
  }
  const double drift = run.report.largest_position_drift[0] / row["g1"].get<double>();
  if (strict && expected.drift > 0.0)
    report.check(what + ": |g|", joined(their_drift, ", "), joined(our_drift, ", "),
                 "g1 within " + number(100 * expected.drift, 2) + " %", std::abs(drift - 1) <= expected.drift);
  else
    report.show(what + ": |g|", joined(their_drift, ", "), joined(our_drift, ", "));
}

// methods that the thesis does not have stand in its tables without a verdict
void show_run(const ControlledMethod& method, const ControlledRun& run, Report& report) {
  std::vector<std::string> drift;
  for (Eigen::Index k = 0; k < run.report.largest_position_drift.size(); ++k)
    drift.push_back(number(run.report.largest_position_drift[k]));
  report.show(method.label + ", tol " + number(run.tolerance, 1) + ": accepted / rejected, |g|, error of q", "–",
              run.finished() ? std::to_string(run.report.accepted) + " / " + std::to_string(run.report.rejected) +
                                   ", " + joined(drift, ", ") + ", " + number(run.error)
                             : "gave up after " + std::to_string(run.report.accepted),
              method.halved_steps ? "not in the thesis; controlled by halved steps" : "not in the thesis");
}

std::vector<std::string> by_work(std::vector<std::pair<double, std::string>> work) {
  std::ranges::sort(work);
  std::vector<std::string> names;
  for (auto& [seconds, name] : work) names.push_back(std::move(name));
  return names;
}

// same order, where the thesis' own times differ by more than a fifth and ours by more than the clock's noise
void compare_order(const TableCase& table, const MethodRuns& runs, double tolerance, Report& report) {
  std::vector<std::pair<double, std::string>> theirs, ours;
  struct Timed {
    std::string label;
    double theirs, ours;
    bool judged;
  };
  std::vector<Timed> timed;
  for (std::size_t k = 0; k < table.methods.size(); ++k) {
    const nlohmann::json* row = published_row(table, table.methods[k].key, tolerance);
    for (const ControlledRun& run : runs[k].second)
      if (row && run.tolerance == tolerance && run.finished()) {
        const double seconds = (*row)["cpu_s"].get<double>();
        theirs.emplace_back(seconds, table.methods[k].label);
        ours.emplace_back(run.seconds, table.methods[k].label);
        timed.push_back({table.methods[k].label, seconds, run.seconds,
                         std::ranges::find(table.ordered, table.methods[k].key) != table.ordered.end()});
      }
  }
  std::vector<std::string> swapped, swapped_judged;
  for (const Timed& a : timed)
    for (const Timed& b : timed) {
      if (a.theirs * 1.2 > b.theirs || a.ours <= 1.15 * b.ours) continue;
      (a.judged && b.judged ? swapped_judged : swapped).push_back(a.label + " / " + b.label);
    }
  const std::string what = "order of work at tol " + number(tolerance, 1), note = joined(swapped, "; ");
  std::vector<std::string> names;
  for (const Timed& one : timed)
    if (one.judged) names.push_back(one.label);
  report.check(what, joined(by_work(theirs), " < "), joined(by_work(ours), " < "),
               "same order of " + joined(names, ", "), swapped_judged.empty(), joined(swapped_judged, "; "));
  if (!swapped.empty()) report.explain(what + ", the others", "", "swapped: " + note, table.order_note);
}

// The same order again with every step attempt priced as the thesis paid for it: what remains is the number of steps.
void compare_order_by_steps(const TableCase& table, const MethodRuns& runs, double tolerance, Report& report) {
  std::vector<std::pair<double, std::string>> theirs, ours;
  std::vector<std::array<double, 2>> pairs;
  for (std::size_t k = 0; k < table.methods.size(); ++k) {
    const nlohmann::json* row = published_row(table, table.methods[k].key, tolerance);
    for (const ControlledRun& run : runs[k].second) {
      if (!row || run.tolerance != tolerance || !run.finished()) continue;
      const double seconds = (*row)["cpu_s"].get<double>();
      const auto attempts = static_cast<double>((*row)["accepted"].get<long>() + (*row)["rejected"].get<long>());
      const double priced = seconds / attempts * static_cast<double>(run.report.accepted + run.report.rejected);
      theirs.emplace_back(seconds, table.methods[k].label);
      ours.emplace_back(priced, table.methods[k].label);
      pairs.push_back({seconds, priced});
    }
  }
  std::string swapped;
  bool only_alpha_position = true;  // the one method that is not reproduced
  for (std::size_t a = 0; a < pairs.size(); ++a)
    for (std::size_t b = 0; b < pairs.size(); ++b)
      if (pairs[a][0] * 1.2 < pairs[b][0] && pairs[a][1] > pairs[b][1]) {
        swapped += (swapped.empty() ? "" : "; ") + theirs[a].second + " / " + theirs[b].second;
        only_alpha_position &= theirs[a].second == "α position" || theirs[b].second == "α position";
      }
  const std::string what = "order of work at tol " + number(tolerance, 1) + ", a step at the thesis' price";
  const std::string left = joined(by_work(theirs), " < "), right = joined(by_work(ours), " < ");
  if (swapped.empty() || table.step_note.empty() || !only_alpha_position)
    report.check(what, left, right, "same order of all five", swapped.empty(), swapped);
  else
    report.explain(what, left, right, "swapped: " + swapped + ". " + table.step_note);
}

void run_table(const TableCase& table, const ExperimentContext& context, Report& report) {
  MethodRuns runs;
  std::vector<double> tolerances{1e-2, 1e-4, 1e-6, 1e-8};
  if (!context.fast) tolerances.push_back(1e-10);
  Table out{
      table.figure + "_runs",
      "Every run",
      {"method", "tolerance", "accepted", "rejected", "accepted published", "rejected published", "largest g1",
       "g1 published", "largest G v", "error q", "evaluations", "factorisations", "processor s", "cpu s published"},
      {}};
  for (std::size_t k = 0; k < table.methods.size(); ++k) {
    const ControlledMethod& method = table.methods[k];
    runs.emplace_back(method.label, std::vector<ControlledRun>{});
    for (double tolerance : tolerances) {
      if (tolerance < 0.99 * method.finest || (context.fast && method.key.empty() && tolerance < 1e-5)) break;
      // the four-bar's position-level runs stop at 1e-9 in the thesis
      if (!method.key.empty() && !published_row(table, method.key, tolerance) && tolerance < 1e-9) tolerance = 1e-9;
      const nlohmann::json* row = published_row(table, method.key, tolerance);
      context.at((static_cast<double>(k) + 0.2 * runs.back().second.size()) / table.methods.size(), method.label);
      const ControlledRun run = run_controlled(table.problem, method, tolerance);
      runs.back().second.push_back(run);
      if (row)
        compare_run(method, table.expectations[k], run, *row, report);
      else
        show_run(method, run, report);
      const bool some = run.report.largest_position_drift.size() > 0;
      const auto theirs = [&](const char* field) { return row ? number((*row)[field].get<double>()) : "–"; };
      const auto count = [&](const char* field) { return row ? std::to_string((*row)[field].get<long>()) : "–"; };
      out.rows.push_back({method.label, number(tolerance, 1), std::to_string(run.report.accepted),
                          std::to_string(run.report.rejected), count("accepted"), count("rejected"),
                          some ? number(run.report.largest_position_drift[0]) : "", theirs("g1"),
                          some ? number(run.report.largest_velocity_drift.maxCoeff()) : "", number(run.error),
                          std::to_string(run.report.work.force), std::to_string(run.report.work.solves),
                          number(run.seconds), theirs("cpu_s")});
    }
  }
  for (const double tolerance : tolerances) {
    compare_order(table, runs, tolerance, report);
    compare_order_by_steps(table, runs, tolerance, report);
  }
  for (const double error : {1e-3, 1e-5, 1e-7}) {
    std::vector<std::pair<double, std::string>> work;
    for (const auto& [label, list] : runs)
      if (const double seconds = work_to_reach(list, error); std::isfinite(seconds)) work.emplace_back(seconds, label);
    report.show("order of work for an error of " + number(error, 1), "–", joined(by_work(work), " < "),
                "for an accuracy rather than a tolerance");
  }
  report.tables.push_back(std::move(out));
  Figure figure = work_precision_figure(table.figure, table.title, runs);
  Panel& last = figure.panels.back();
  for (const ControlledMethod& method : table.methods) {
    if (method.key.empty()) continue;
    // their seconds are another machine's: only order and slope compare
    const int place = static_cast<int>(&method - table.methods.data());
    Series theirs;
    theirs.label = method.label + ", thesis";
    theirs.colour = place;
    theirs.open_mark = true;
    theirs.stroke = Stroke::dotted;
    theirs.mark = static_cast<Mark>(1 + place);
    for (const auto& row : published(table))
      if (row["method"] == method.key) {
        theirs.x.push_back(row["tol"].get<double>());
        theirs.y.push_back(row["cpu_s"].get<double>());
      }
    last.series.push_back(std::move(theirs));
  }
  report.figures.push_back(std::move(figure));
}

// those of the thesis, then the others; low orders stop where their steps become too many to wait for
std::vector<ControlledMethod> all_methods(double position_limit, double coarse = 1e-8, double coarsest = 1e-6) {
  return {{"PHEM56", "PHEM56", "phem56", 5},
          {"HEM5", "HEM5", "hem5", 5},
          {"RKF", "RKF4(5)", "rkf45", 4, ErrorNorm::positions_velocities},
          {"alpha_velocity", "α velocity", "alpha-index2", 2},
          {"alpha_position", "α position", "alpha-index3", 2, ErrorNorm::positions, position_limit},
          {"", "DOPRI5", "dopri5", 5},
          {"", "RK4", "rk4", 5, ErrorNorm::positions, 0.0, true},
          {"", "RATTLE", "rattle", 3, ErrorNorm::positions, 0.0, true, coarse},
          {"", "SHAKE", "shake", 3, ErrorNorm::positions, 0.0, true, coarse},
          {"", "implicit midpoint", "implicit-midpoint", 3, ErrorNorm::positions, 0.0, true, coarse},
          {"", "implicit Euler", "implicit-euler", 2, ErrorNorm::positions, 0.0, true, coarsest},
          {"", "SPOOK", "spook", 2, ErrorNorm::positions, 0.0, true, coarse}};
}

const char* alpha_position_note =
    "not reproduced by the data file's own runs either: the thesis' limit on the drift of ġ was probably another than "
    "the printed one";

void run_table_3_3(const ExperimentContext& context, Report& report) {
  // φ₂ rounded to 8 digits and d from the initial position: that is what leaves g2, and only g2, a floor of 1.5e-9
  FourBarData data;
  data.angles[1] = 0.24256387;
  data.d = data.l1 * std::cos(data.angles[0]) + data.l2 * std::cos(data.angles[1]) - data.l3 * std::cos(data.angles[2]);
  TableCase table{
      "/four_bar/table_3_3",
      "Thesis Table 3.3: four-bar linkage, step control",
      "thesis_table_3_3",
      {four_bar(data), reference_state("/four_bar/reference_rounded_phi2/t=2").q, 0.9, 5},
      all_methods(1e-3),
      {{0.10, 0.20, ""},
       {0, 0,
        "thesis' HEM5 rows are hard to reconcile with themselves (1188 steps leave 2.3e-15, out of reach of this "
        "order); the data file's own run takes the same counts as ours"},
       {0.13, 0, ""},
       {0.10, 0.20, ""},
       {0, 0, alpha_position_note}},
      {"PHEM56", "HEM5", "alpha_velocity", "alpha_position"},
      "RKF evaluations cost the thesis about three times those of the half-explicit methods (2.6 ms against 0.9 ms an "
      "evaluation at 1e-4); here they cost the same",
      ""};
  report.remarks.push_back(
      "Controller of the thesis: accept if err ≤ tol, h_new = 0.9 h (tol/err)^(1/p), 2-norm of positions (RKF: "
      "positions and "
      "velocities), p = 5 (HEM5, PHEM56), 4 (RKF), 2 (generalised-α, ρ∞ = 0.8), h₀ = 0.01, h_min = 1e-6. The exponents "
      "of RKF and α "
      "should be 1/5 and 1/3; only the printed ones reproduce the published step counts.");
  run_table(table, context, report);
  if (context.fast) return;
  for (const char* name : {"phem56", "hem5", "alpha-index2", "spook"})
    animate_four_bar(report.animation, name, *make_integrator(name), 1.0 / 240);
}

void run_table_3_5(const ExperimentContext& context, Report& report) {
  TableCase table{
      "/slider_crank_flexible/table_3_5",
      "Thesis Table 3.5 and Figure 3.5: elastic slider-crank, step control",
      "thesis_table_3_5",
      {slider_crank_flexible(), reference_state("/slider_crank_flexible/reference_projected_start_t0.1").q, 0.85, 5},
      all_methods(1e-2),
      {{0.10, 0, ""}, {0.10, 0, ""}, {0.10, 0, ""}, {0.10, 0.10, ""}, {0, 0, alpha_position_note}},
      {"PHEM56", "HEM5", "alpha_velocity"},
      "at 1e-2 and 1e-4 the thesis' RKF takes three times our steps for no accuracy: stability ends at 700 "
      "steps a 0.1 s; "
      "α at position level is not reproduced",
      alpha_position_note};
  report.remarks.push_back(
      "Explicit methods are held by stability (elastic frequencies 203 … 3917 Hz), so their counts hardly depend on "
      "the tolerance. "
      "The printed initial data leave g2 = 2.03e-10, which is the floor of the table.");
  run_table(table, context, report);
  if (context.fast) return;
  for (const char* name : {"phem56", "alpha-index2", "implicit-midpoint", "spook"})
    animate_flexible_crank(report.animation, name, *make_integrator(name), 5e-5);
}

void run_figure_3_3(const ExperimentContext& context, Report& report) {
  const ControlledProblem problem{slider_crank(), reference_state("/slider_crank_rigid/reference_recommended/t=1").q,
                                  0.85, 5};
  std::vector<double> tolerances;
  for (int exponent = 2; exponent <= (context.fast ? 8 : 10); ++exponent)
    tolerances.push_back(std::pow(10.0, -exponent));
  const std::vector<ControlledMethod> methods = all_methods(0.0);
  MethodRuns runs;
  for (const ControlledMethod& method : methods) {
    context.at(static_cast<double>(runs.size()) / methods.size(), method.label);
    runs.emplace_back(method.label, std::vector<ControlledRun>{});
    for (const double tolerance : tolerances)
      if (tolerance >= 0.99 * method.finest) runs.back().second.push_back(run_controlled(problem, method, tolerance));
  }
  for (const double error : {1e-4, 1e-6}) {
    std::vector<std::pair<double, std::string>> work;
    for (std::size_t k = 0; k < runs.size(); ++k)
      if (const double seconds = work_to_reach(runs[k].second, error); std::isfinite(seconds))
        work.emplace_back(seconds, runs[k].first);
    const std::vector<std::string> order = by_work(work);
    const auto place = [&](const char* label) { return std::ranges::find(order, label) - order.begin(); };
    report.check("order of work for an error of " + number(error, 1), "a figure: no numbers printed",
                 joined(order, " < "), "PHEM56 and HEM5 before both α",
                 std::max(place("PHEM56"), place("HEM5")) < std::min(place("α velocity"), place("α position")),
                 "our bar: the thesis prints no numbers to compare with");
  }
  report.remarks.push_back(
      "The printed data are inconsistent (l1 = l2 = 1 with v0 = (4, −2) gives G v0 = 2): l2 = 2 is used, and 0.25 m2 "
      "in M22 for the "
      "printed 0.5.");
  report.figures.push_back(work_precision_figure("thesis_figure_3_3", "Thesis Figure 3.3: rigid slider-crank", runs));
  for (const char* name : {"phem56", "rkf45", "alpha-index2", "spook"})
    animate_slider_crank(report.animation, name, *make_integrator(name), 1.0 / 120);
}

}  // namespace

Experiment thesis_table_3_3() {
  return {"thesis_table_3_3", "thesis 3.1.1, Tables 3.2 and 3.3",
          "Step control on the four-bar linkage: steps, drift, work", run_table_3_3};
}

Experiment thesis_figure_3_3() {
  return {"thesis_figure_3_3", "thesis 3.1.2, Figure 3.3", "Work against accuracy on the rigid slider-crank",
          run_figure_3_3};
}

Experiment thesis_table_3_5() {
  return {"thesis_table_3_5", "thesis 3.1.3, Table 3.5 and Figure 3.5",
          "Step control on the elastic slider-crank: steps, drift, work", run_table_3_5};
}

}  // namespace spook::papers
