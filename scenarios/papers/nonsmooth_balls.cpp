// Thesis 4.3.1: a column of three balls. The thesis prints no data; ours is a fully specified replacement with exact
// event times, an impact sequence at e = 0.9 and an accumulation point at e = 0.5.
#include <cmath>

#include "scenarios/papers/data.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"
#include "scenarios/papers/work_precision.h"

namespace spook::papers {
namespace {

using reference::EventKind;
using reference::EventOptions;
using reference::EventReport;
using reference::Hybrid;
using reference::SmoothState;
using reference::three_balls;

struct EventRun {
  SmoothState end;
  EventReport report;
};

EventRun run_events(double e, std::string_view integrator, double t_end, double tolerance, Hybrid hybrid,
                    const reference::EventObserver& observer = {}, double largest_step = 0.5) {
  EventRun run;
  const System system = three_balls(e);
  run.end.q = system.q0, run.end.v = system.v0;
  EventOptions options;
  options.tolerance = tolerance, options.hybrid = hybrid;
  options.first_step = 1e-3, options.largest_step = largest_step;
  run.report = integrate_events(system, *reference::make_integrator(integrator), run.end, t_end, options, observer);
  return run;
}

double state_error(const SmoothState& state, const nlohmann::json& exact) {
  const std::vector<double> z = reference_numbers(exact["z"]), v = reference_numbers(exact["v"]);
  double error = 0.0;
  for (int i = 0; i < 3; ++i) error = std::max({error, std::abs(state.q[i] - z[i]), std::abs(state.v[i] - v[i])});
  return error;
}

double worst_impact_time(const EventReport& run, const nlohmann::json& exact) {
  double worst = 0.0;
  std::size_t i = 0;
  for (const reference::Event& event : run.events) {
    if (event.kind != EventKind::impact || i >= exact.size()) continue;
    if (event.gap + 1 != exact[i]["contact"].get<int>()) return 1e300;
    worst = std::max(worst, std::abs(event.t - reference_number(exact[i]["t"])));
    ++i;
  }
  return i == exact.size() ? worst : 1e300;
}

void impacts(Report& report, const nlohmann::json& exact) {
  Table table{"impacts",
              "e = 0.9, tolerance 1e-8: event-driven over each smooth integrator",
              {"integrator", "worst of 25 impact times", "error at t = 2", "impacts", "violation"},
              {}};
  for (const char* name : {"rk4", "rkf45", "dopri5", "hem5", "phem56", "alpha-index2", "alpha-index3"}) {
    const EventRun run = run_events(0.9, name, 2.0, 1e-8, Hybrid::off);
    const double time = worst_impact_time(run.report, exact["first_impacts"]),
                 error = state_error(run.end, exact["t=2"]);
    table.rows.push_back({name, sci(time), sci(error), std::to_string(run.report.impacts),
                          sci(run.report.largest_violation.maxCoeff())});
    report.check(std::string("event-driven over ") + name + ": impacts up to t = 2, error of the state",
                 "32 (parabolas, 34 digits)", std::to_string(run.report.impacts) + ", " + sci(error),
                 "32, times to 1e-12", run.report.impacts == 32 && time < 1e-12 && error < 1e-11);
  }
  report.tables.push_back(table);
}

void violations(Report& report) {
  // Table 4.1: the largest violation of each gap
  for (const auto& row : reference_data("benchmarks")["chain_of_three_balls"]["table_4_1_max_violation"]) {
    const double tolerance = row["tol"].get<double>();
    const auto worst = [&](Hybrid hybrid) {
      const Vector g = run_events(0.5, "hem5", 1.0, tolerance, hybrid).report.largest_violation;
      return sci(g[0]) + ", " + sci(g[1]) + ", " + sci(g[2]);
    };
    report.show("tol " + sci(tolerance, 1) + ": largest violation of g1, g2, g3, the thesis' hybrid",
                printed("Table 4.1", sci(row["g1"].get<double>()) + ", " + sci(row["g2"].get<double>()) + ", " +
                                         sci(row["g3"].get<double>())),
                worst(Hybrid::thesis),
                "not comparable, so not judged: the thesis' masses, heights and restitution are not printed; this is "
                "another column, e = 0.5 across its accumulation point. Our hybrid: " +
                    worst(Hybrid::closing));
  }
}

}  // namespace

void three_balls_chain(const ExperimentContext& context, Report& report) {
  const auto& data = reference_data("benchmarks")["chain_of_three_balls"]["proposed_test_problem"];
  impacts(report, data["e=0.9"]);
  context.at(0.3, "accumulation");
  violations(report);

  // the accumulation point: a plain event-driven scheme stops there, the hybrid does not
  const EventRun plain = run_events(0.5, "hem5", 2.0, 1e-8, Hybrid::off),
                 hybrid = run_events(0.5, "hem5", 2.0, 1e-8, Hybrid::closing);
  report.check("e = 0.5: a plain event-driven run ends at", "0.545846537720817 (34 digits)",
               number(plain.report.t_end, 9) + ": " + name_of(plain.report.status), "within 1e-6",
               plain.report.status == reference::EventStatus::accumulation &&
                   std::abs(plain.report.t_end - 0.545846537720817) < 1e-6);
  const double rest = (hybrid.end.q - Eigen::Vector3d(0.1, 0.3, 0.5)).cwiseAbs().maxCoeff();
  report.check("e = 0.5: the hybrid crosses it and comes to rest at t = 2", "0.1, 0.3, 0.5 (closed form)",
               sci(rest) + " off, contacts closed " + std::to_string(hybrid.report.closings),
               "error ≤ 1e-9, at least one contact closed",
               hybrid.report.status == reference::EventStatus::done && rest < 1e-9 && hybrid.report.closings > 0);

  // time-stepping at fixed steps: error of z at t = 0.5 with e = 0.9
  context.at(0.6, "time-stepping");
  const std::vector<double> z = reference_numbers(data["e=0.9"]["t=0.5"]["z"]);
  const Vector exact = Eigen::Map<const Vector>(z.data(), 3);
  Table table{"stepping",
              "e = 0.9: error of z at t = 0.5, six impacts, and work per run",
              {"method", "h = 1e-2", "1e-3", "1e-4", "LCPs at 1e-4"},
              {}};
  Figure figure{"work",
                "Three balls: work and precision",
                "e = 0.5: force evaluations and error of z at t = 0.6, past the accumulation at 0.546.",
                {},
                0};
  for (const std::string_view method : reference::nonsmooth_names()) {
    std::vector<std::string> row = {std::string(method)};
    NonsmoothOptions options;
    options.law = reference::ImpactLaw::newton;
    for (const long steps : {50L, 500L, 5000L}) {
      const FixedRun run = run_fixed(three_balls(0.9), method, 0.5, steps, options);
      row.push_back(sci((run.end.q - exact).norm()));
      if (steps == 5000) row.push_back(std::to_string(run.result.work.lcps));
    }
    table.rows.push_back(row);
  }
  report.tables.push_back(table);

  // work and error at t = 0.6, past the accumulation at 0.5458, where the lower two lie still and the third bounces on
  const Vector known = run_events(0.5, "hem5", 0.6, 1e-12, Hybrid::closing).end.q;
  std::vector<double> work, error, mj_work, mj_error, thesis_work, thesis_error;
  Table wp{"work",
           "e = 0.5: force evaluations and error of z at t = 0.6, past the accumulation (against our hybrid at 1e-12)",
           {"tolerance", "our hybrid: work", "error", "thesis' hybrid: work", "error", "Moreau–Jean: work", "error",
            "SPOOK at as many steps: error", "processor ms: ours, thesis', Moreau–Jean"},
           {}};
  bool cheaper = true, crossed = true;
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const double began = processor_seconds();
    const EventRun run = run_events(0.5, "hem5", 0.6, tolerance, Hybrid::closing);
    const double ours_done = processor_seconds();
    const EventRun thesis = run_events(0.5, "hem5", 0.6, tolerance, Hybrid::thesis);
    const double thesis_done = processor_seconds();
    thesis_work.push_back(double(thesis.report.work.force + thesis.report.stepping.work.force));
    thesis_error.push_back((thesis.end.q - known).norm());
    crossed = crossed && thesis.report.status == reference::EventStatus::done;
    const System system = three_balls(0.5);
    NonsmoothState state = reference::nonsmooth_start(system);
    NonsmoothOptions options;
    options.law = reference::ImpactLaw::newton;
    reference::SteppingOptions control;
    control.tolerance = tolerance, control.smallest_step = 5e-7;  // as the thesis has it
    const auto integrator = reference::make_nonsmooth("moreau-jean", options);
    const double before = processor_seconds();
    const auto stepping = step_adaptive(system, *integrator, state, 0.6, control);
    const double stepping_time = processor_seconds() - before;
    mj_error.push_back((state.q - known).norm());
    const FixedRun spook = run_fixed(system, "spook", 0.6, std::max(10L, stepping.accepted), options);
    work.push_back(double(run.report.work.force + run.report.stepping.work.force));
    error.push_back((run.end.q - known).norm()), mj_work.push_back(double(stepping.work.force));
    cheaper = cheaper && work.back() < mj_work.back();
    wp.rows.push_back({sci(tolerance, 1), std::to_string(long(work.back())), sci(error.back()),
                       std::to_string(long(thesis_work.back())), sci(thesis_error.back()),
                       std::to_string(long(mj_work.back())), sci(mj_error.back()), sci((spook.end.q - known).norm()),
                       number(1e3 * (ours_done - began)) + ", " + number(1e3 * (thesis_done - ours_done)) + ", " +
                           number(1e3 * stepping_time)});
  }
  report.tables.push_back(wp);
  report.check("our hybrid cheaper than adaptive Moreau–Jean at every tolerance", "yes: what a hybrid is for",
               yes_no(cheaper), "fewer force evaluations at 1e-2 … 1e-8", cheaper);
  report.check("error at t = 0.6 at tolerance 1e-8: our hybrid, the thesis', adaptive Moreau–Jean",
               "they tend to one answer (the third ball still bounces)",
               sci(error.back()) + ", " + sci(thesis_error.back()) + ", " + sci(mj_error.back()),
               "≤ 1e-8, ≤ 10 h_min = 5e-6, ≤ 1e-4",
               error.back() <= 1e-8 && thesis_error.back() <= 5e-6 && mj_error.back() <= 1e-4);
  report.check("the thesis' hybrid crosses the accumulation at every tolerance", "yes: what it is for", yes_no(crossed),
               "yes", crossed);
  Panel panel;
  panel.x = {"force evaluations", true, {}, {}}, panel.y = {"error of z", true, {}, {}};
  for (auto* values : {&error, &mj_error, &thesis_error})
    for (double& value : *values) value = std::max(value, 1e-16);
  panel.series = {marks("our hybrid, HEM5", work, error),
                  marks("the thesis' hybrid", thesis_work, thesis_error, Mark::diamond),
                  marks("adaptive Moreau–Jean", mj_work, mj_error, Mark::square)};
  figure.panels.push_back(panel);
  report.figures.push_back(figure);

  Figure motion{"motion",
                "Column of three balls, e = 0.5",
                "Heights; the hybrid closes the contacts at the accumulation point.",
                {},
                0};
  Panel heights;
  heights.x = {"t (s)", false, 0.0, 0.8}, heights.y = {"z (m)", false, 0.0, 1.6};
  std::array<Trace, 3> traces;
  report.animation.lanes = {"our hybrid, e = 0.5", "Moreau–Jean, h = 1 ms", "SPOOK, h = 1 ms"};
  Recorder recorder(report.animation, 0, 0.25);
  for (const char* name : {"ball 1", "ball 2", "ball 3"}) recorder.body(name, ball_shape(0.1));
  const auto places = [](const Vector& q) {
    return std::vector<Pose>{plane_pose(0, q[0]), plane_pose(0, q[1]), plane_pose(0, q[2])};
  };
  run_events(
      0.5, "hem5", 1.2, 1e-8, Hybrid::closing,
      [&](double t, const Vector& q, const Vector&, bool) {
        for (int i = 0; i < 3; ++i) traces[i].add(t, q[i]);
        recorder.frame(t, places(q));
      },
      2e-3);
  int lane = 1;
  for (const char* method : {"moreau-jean", "spook"}) {
    Recorder beside(report.animation, lane++, 0.25);
    for (const char* name : {"ball 1", "ball 2", "ball 3"}) beside.body(name, ball_shape(0.1));
    NonsmoothOptions options;
    options.law = reference::ImpactLaw::newton;
    run_fixed(three_balls(0.5), method, 1.2, 1200, options,
              [&](const NonsmoothState& s, double) { beside.frame(s.t, places(s.q)); });
  }
  for (int i = 0; i < 3; ++i) heights.series.push_back(line("ball " + std::to_string(i + 1), traces[i]));
  motion.panels.push_back(heights);
  report.figures.push_back(motion);
}

}  // namespace spook::papers
