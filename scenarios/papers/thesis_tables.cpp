// Thesis Tables 3.3 and 3.5 and Figures 3.3 and 3.5: step control on the four-bar, the rigid and the elastic
// slider-crank. Counts and drifts stand beside the published ones; what does not agree is explained as the data file
// does.
#include <algorithm>
#include <cmath>

#include "engine/reference/systems.h"
#include "scenarios/papers/data.h"
#include "scenarios/papers/mechanism_animation.h"
#include "scenarios/papers/smooth_list.h"
#include "scenarios/papers/thesis_table_causes.h"
#include "scenarios/papers/work_precision.h"

namespace spook::papers {

namespace {

using namespace reference;

// why a method's printed steps or drifts are not met, where they are not
struct Expectation {
  Reason steps, drift;
};

const Reason not_found{Cause::unknown, "unknown"};
const Reason coarse_note{Cause::not_printed,
                         "at coarse tolerances a few steps more or less decide, and how steps grow is not printed"};
constexpr double growth_tried = 1.05;
const Reason rejected_note{
    Cause::not_printed,
    "with the printed controller hardly a step fails at fine tolerances, in the thesis 20–30 % at every one. Steps "
    "that "
    "grow by 5 % after every accepted one fail as often (last column of the runs); such a rule is not printed"};

struct TableCase {
  std::string json, title, figure, printed_in;
  ControlledProblem problem;
  std::vector<ControlledMethod> methods;
  std::vector<Expectation> expectations;
  std::string order_note;
  EqualErrorDrift rkf_drift = {};  // empty: not asked for
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

// Every printed cell is judged. A run again of the same method and controller takes the same steps to within a tenth
// and leaves the same drift to within a fifth, or something was done that is not printed.
void compare_run(const TableCase& table, const ControlledMethod& method, const Expectation& expected,
                 const ControlledRun& run, const nlohmann::json& row, Report& report) {
  const std::string what = method.label + ", tol " + number(run.tolerance, 1);
  GrowthTrials trials(table.problem, method, run.tolerance);
  using Pick = std::function<double(const ControlledRun&)>;
  const auto judge = [&](const std::string& quantity, double theirs, const Pick& pick, double bar, Reason why) {
    const double ours = pick(run);
    const auto text = [&](double value) { return bar < 0.15 ? std::to_string(std::lround(value)) : number(value); };
    // a reason that speaks of coarse tolerances does not explain fine ones
    if (why.text == coarse_note.text && run.tolerance < 1e-5) {
      why = run.finished() && std::abs(ours / theirs - 1) > bar ? trials.reason(pick, theirs, bar) : Reason{};
      if (why.text.empty()) why = not_found;
    }
    report.check(what + ": " + quantity, printed(table.printed_in, text(theirs)),
                 run.finished() ? text(ours) : "gave up after " + std::to_string(run.report.accepted) + " steps",
                 "within " + number(100 * bar, 2) + " %", run.finished() && std::abs(ours / theirs - 1) <= bar, "",
                 why);
  };
  judge(
      "accepted steps", row["accepted"].get<double>(),
      [](const ControlledRun& one) { return double(one.report.accepted); }, count_bar, expected.steps);
  judge(
      "rejected steps", row["rejected"].get<double>(),
      [](const ControlledRun& one) { return double(one.report.rejected); }, count_bar, rejected_note);
  const bool rkf = table.rkf_drift.equal.size() > 0 && method.key == "RKF";
  const Reason drift = rkf ? rkf_drift_reason(row, table.rkf_drift) : expected.drift;
  const std::string largest = what + ": largest |";
  for (Eigen::Index k = 0; k < run.report.largest_position_drift.size(); ++k) {
    const std::string g = "g" + std::to_string(k + 1);
    if (!row.contains(g)) continue;
    const double theirs = row[g].get<double>(), ours = run.report.largest_position_drift[k];
    // at rounding two implementations need not agree: both small is enough
    if (theirs < rounding_floor && ours < rounding_floor)
      report.check(largest + g + "|", printed(table.printed_in, number(theirs)), number(ours), "rounding, as theirs",
                   true);
    else
      judge(
          "largest |" + g + "|", theirs, [k](const ControlledRun& one) { return one.report.largest_position_drift[k]; },
          drift_bar, drift);
  }
  if (!rkf || run.tolerance > 1e-5) return;
  const double theory = table.rkf_drift.equal[0],
               ours = std::pow(double(run.report.accepted), 4) * run.report.largest_velocity_drift[0];
  report.check(what + ": N⁴ times the largest |ġ1|", "theory, N steps of equal error: " + number(theory), number(ours),
               "within 10 %", std::abs(ours / theory - 1.0) <= 0.1);
}

// methods that the thesis does not have stand in its tables without a verdict
void show_run(const ControlledMethod& method, const ControlledRun& run, Report& report) {
  std::vector<std::string> drift;
  for (Eigen::Index k = 0; k < run.report.largest_position_drift.size(); ++k)
    drift.push_back(number(run.report.largest_position_drift[k]));
  report.show(method.label + ", tol " + number(run.tolerance, 1) + ": accepted / rejected, |g|, error of q", "",
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

// same order of processor time among all five, where the thesis' own times differ by more than a fifth and ours by more
// than the clock's noise. A run that ends more than 1 off its reference solved nothing and is left out.
void compare_order(const TableCase& table, const MethodRuns& runs, double tolerance, Report& report) {
  constexpr double lost = 1.0;
  std::vector<std::pair<double, std::string>> theirs, ours;
  std::string left_out;
  for (std::size_t k = 0; k < table.methods.size(); ++k) {
    const nlohmann::json* row = published_row(table, table.methods[k].key, tolerance);
    for (const ControlledRun& run : runs[k].second) {
      if (!row || run.tolerance != tolerance || !run.finished()) continue;
      if (run.error > lost) {
        left_out +=
            (left_out.empty() ? "left out: " : ", ") + table.methods[k].label + ", " + number(run.error) + " off";
        continue;
      }
      theirs.emplace_back((*row)["cpu_s"].get<double>(), table.methods[k].label);
      ours.emplace_back(run.seconds, table.methods[k].label);
    }
  }
  std::vector<std::string> swapped;
  for (std::size_t a = 0; a < theirs.size(); ++a)
    for (std::size_t b = 0; b < theirs.size(); ++b)
      if (theirs[a].first * 1.2 < theirs[b].first && ours[a].first > 1.15 * ours[b].first)
        swapped.push_back(theirs[a].second + " / " + theirs[b].second);
  report.check("order of processor time at tol " + number(tolerance, 1),
               printed(table.printed_in, joined(by_work(theirs), " < ")), joined(by_work(ours), " < "),
               "the same order", swapped.empty(), left_out,
               {Cause::other, "swapped: " + joined(swapped, "; ") + ". " + table.order_note});
}

// what the printed controller would do if it never let an accepted step go without a longer one
std::string growing_run(ControlledProblem problem, ControlledMethod method, double tolerance) {
  if (tolerance < 5e-9 && method.drift_limit > 0.0) return "";  // a minute each
  problem.repeats = 1, method.min_growth = growth_tried;
  const ControlledRun run = run_controlled(problem, method, tolerance);
  return std::to_string(run.report.accepted) + " / " + std::to_string(run.report.rejected);
}

void run_table(const TableCase& table, const ExperimentContext& context, Report& report) {
  MethodRuns runs;
  std::vector<PublishedRun> printed_runs;
  std::vector<double> tolerances{1e-2, 1e-4, 1e-6, 1e-8};
  if (!context.fast) tolerances.push_back(1e-10);
  Table out{table.figure + "_runs",
            "Every run",
            {"method", "tolerance", "accepted", "rejected", "accepted published", "rejected published", "largest g1",
             "g1 published", "largest G v", "error q", "evaluations", "factorisations", "processor s",
             "cpu s published", "accepted / rejected if steps always grow by 5 %"},
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
      if (row && (tolerance > 5e-9 || method.drift_limit == 0.0))  // finer α position: a minute each
        printed_runs.push_back({method, tolerance, row});
      if (row)
        compare_run(table, method, table.expectations[k], run, *row, report);
      else
        show_run(method, run, report);
      const bool some = run.report.largest_position_drift.size() > 0;
      const auto theirs = [&](const char* field) { return row ? number((*row)[field].get<double>()) : "–"; };
      const auto count = [&](const char* field) { return row ? std::to_string((*row)[field].get<long>()) : "–"; };
      out.rows.push_back(
          {method.label, number(tolerance, 1), std::to_string(run.report.accepted), std::to_string(run.report.rejected),
           count("accepted"), count("rejected"), some ? number(run.report.largest_position_drift[0]) : "", theirs("g1"),
           some ? number(run.report.largest_velocity_drift.maxCoeff()) : "", number(run.error),
           std::to_string(run.report.work.force), std::to_string(run.report.work.solves), number(run.seconds),
           theirs("cpu_s"), row && !context.fast ? growing_run(table.problem, method, tolerance) : ""});
    }
  }
  for (const double tolerance : tolerances) compare_order(table, runs, tolerance, report);
  for (const double error : {1e-3, 1e-5, 1e-7}) {
    std::vector<std::pair<double, std::string>> work;
    for (const auto& [label, list] : runs)
      if (const double seconds = work_to_reach(list, error); std::isfinite(seconds)) work.emplace_back(seconds, label);
    report.show("order of work for an error of " + number(error, 1), "", joined(by_work(work), " < "),
                "for an accuracy rather than a tolerance");
  }
  report.tables.push_back(std::move(out));
  if (!context.fast) vary_growth(table.problem, printed_runs, 0.985, context, report);
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

const Reason alpha_position_note{
    Cause::not_printed,
    "ρ∞ is not printed, and decides here where it does not at velocity level: with the thesis' controller steps double "
    "or triple from ρ∞ = 0.8, which is ours, to 0.985, and with a step that grows by 5 % after an accepted one "
    "rejections come to the thesis' share too (table of ρ∞)"};
const Reason hem5_note{
    Cause::print,
    "the thesis' HEM5 rows are hard to reconcile with themselves: 1188 steps leave 2.3e-15, out of reach of this "
    "order; another implementation takes our counts"};
const Reason stability_note{
    Cause::not_printed,
    "held by stability, not by the tolerance: counts depend on how rejections fall; another implementation takes ours"};
const Reason edge_note{Cause::not_printed, "at 1e-2 and 1e-4 the drift is that of steps at the edge of stability"};

const Reason regimes_note{
    Cause::not_printed,
    "at coarse tolerances the method has two regimes, of 730 and of 2000 to 2400 steps, and chance decides between "
    "them: at 1e-2 other first steps lead to the other one, at 1e-4 steps that grow by 10 % after an accepted one "
    "(table of first steps). Neither is printed"};

void run_table_3_3(const ExperimentContext& context, Report& report) {
  // φ₂ rounded to 8 digits and d from the initial position: that is what leaves g2, and only g2, a floor of 1.5e-9
  FourBarData data;
  data.angles[1] = 0.24256387;
  data.d = data.l1 * std::cos(data.angles[0]) + data.l2 * std::cos(data.angles[1]) - data.l3 * std::cos(data.angles[2]);
  TableCase table{
      "/four_bar/table_3_3",
      "Thesis Table 3.3: four-bar linkage, step control",
      "thesis_table_3_3",
      "Table 3.3",
      {four_bar(data), reference_state("/four_bar/reference_rounded_phi2/t=2").q, 0.9, 5},
      all_methods(1e-3),
      {{coarse_note, coarse_note},
       {hem5_note, hem5_note},
       {coarse_note, not_found},  // its drift is held against theory
       {coarse_note, coarse_note},
       {alpha_position_note, alpha_position_note}},
      "an evaluation of RKF cost the thesis about three times one of the half-explicit methods (2.6 ms against 0.9 ms "
      "at "
      "1e-4), here it costs the same; α at position level takes another ρ∞"};
  table.rkf_drift = rkf_drift_by_theory(table.problem.system);
  report.remarks.push_back(
      "Controller of the thesis: accept if err ≤ tol, h_new = 0.9 h (tol/err)^(1/p), 2-norm of positions (RKF: "
      "positions and "
      "velocities), p = 5 (HEM5, PHEM56), 4 (RKF), 2 (generalised-α, ρ∞ = 0.8), h₀ = 0.01, h_min = 1e-6. The exponents "
      "of RKF and α "
      "should be 1/5 and 1/3; only the printed ones reproduce the published step counts.");
  run_table(table, context, report);
  vary_rho(table.problem, 1e-3, context.fast, report);
  if (context.fast) return;
  for (const char* name : {"phem56", "hem5", "alpha-index2", "spook"})
    animate_four_bar(report.animation, name, *make_integrator(name), 1.0 / 240);
}

void run_table_3_5(const ExperimentContext& context, Report& report) {
  TableCase table{
      "/slider_crank_flexible/table_3_5",
      "Thesis Table 3.5 and Figure 3.5: elastic slider-crank, step control",
      "thesis_table_3_5",
      "Table 3.5",
      {slider_crank_flexible(), reference_state("/slider_crank_flexible/reference_projected_start_t0.1").q, 0.85, 5},
      all_methods(1e-2),
      {{stability_note, edge_note},
       {stability_note, edge_note},
       {regimes_note, regimes_note},
       {coarse_note,
        {Cause::print, "the drifts printed for 1e-2 and 1e-4 are the same number, which is not plausible"}},
       {alpha_position_note, alpha_position_note}},
      "at 1e-2 and 1e-4 the thesis' RKF is in its regime of many steps, ours in that of few; α at position level takes "
      "another ρ∞"};
  report.remarks.push_back(
      "Explicit methods are held by stability (elastic frequencies 203 … 3917 Hz), so their counts hardly depend on "
      "the tolerance. "
      "The printed initial data leave g2 = 2.03e-10, which is the floor of the table.");
  run_table(table, context, report);
  vary_rho(table.problem, 1e-2, context.fast, report);
  vary_first_step(table.problem, context.fast, report);
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
    report.check("order of work for an error of " + number(error, 1),
                 "higher orders first (Fig. 3.3 prints no numbers)", joined(order, " < "),
                 "PHEM56 and HEM5 before both α",
                 std::max(place("PHEM56"), place("HEM5")) < std::min(place("α velocity"), place("α position")));
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
