// SPOOK paper, the piles: what every sweep leaves of the residual and how many contacts change state in it, for the
// three sweep kinds; direct and iterative residuals over time.
#include <algorithm>
#include <cmath>
#include <utility>

#include "scenarios/papers/engine_list.h"
#include "scenarios/papers/world_animation.h"

namespace spook::papers {

namespace {

constexpr int sweeps_shown = 1000;  // as in Figures 8 to 10
constexpr int sweeps_fast = 80;     // in the tests
constexpr int sweeps_turned = 60;   // after which the paper's "separate" grows

struct SweepKindCase {
  SweepKind kind;
  const char* label;
};
constexpr SweepKindCase kinds[] = {{SweepKind::separate, "separate"},
                                   {SweepKind::block_tangents_scaled, "block tangents, scaled (as published)"},
                                   {SweepKind::block_tangents, "block tangents"},
                                   {SweepKind::block_projection, "block projection"}};

double size_of(const Residual& residual) {
  return std::hypot(residual.normal, residual.tangent);
}

struct Relaxation {
  std::vector<double> residual;  // before the first sweep, then after each
  std::vector<int> changes;
  double end = 0.0;  // after the last direct solve
  bool ended_direct = false;
};

// the sweeps of all islands side by side: squares add up, changes too
Relaxation relaxation_of(const std::vector<SweepRecord>& history, int sweeps) {
  std::vector<int> islands;
  for (const SweepRecord& record : history)
    if (std::ranges::find(islands, record.island) == islands.end()) islands.push_back(record.island);
  Relaxation sum;
  std::vector<double> squares(std::size_t(sweeps) + 1, 0.0);
  sum.changes.assign(std::size_t(sweeps) + 1, 0);
  double end = 0.0;
  for (const int island : islands) {
    double before = 0.0, last = 0.0;
    int sweep = 0;
    bool start = true;  // the first record is the state before anything was solved
    for (const SweepRecord& record : history) {
      if (record.island != island) continue;
      last = size_of(record.residual);
      const bool solved_nothing = std::exchange(start, false);
      if (solved_nothing || record.direct || sweep >= sweeps) {
        if (sweep == 0) before = last;
        continue;
      }
      if (sweep == 0) squares[0] += before * before;
      ++sweep;
      squares[sweep] += last * last;
      sum.changes[sweep] += record.changes;
    }
    if (sweep == 0) continue;
    end += last * last;
  }
  for (const double square : squares) sum.residual.push_back(std::sqrt(square));
  sum.end = std::sqrt(end);
  sum.ended_direct = !history.empty() && history.back().direct;
  return sum;
}

Relaxation relax(const StepProblem& problem, SolverKind solver, SweepKind kind, int sweeps) {
  SolveOptions options;
  options.kind = solver;
  options.sweep_kind = kind;
  options.sweeps = sweeps;
  options.couplings = 1;
  options.factorisation_budget = 0;
  options.warm_start = false;
  options.record_history = true;
  SolverMemory memory;
  StepSolution solution;
  SolveReport solved;
  solve(problem, options, memory, solution, solved);
  return relaxation_of(solved.history, sweeps);
}

struct Moment {
  std::string title;
  double time;
};

struct PileCase {
  std::string name, title, scene;
  ScenarioValues values, fast_values;
  std::vector<Moment> moments;
  double slowness = 1.0;  // of the motion shown
  double tilt = 0.0;      // degrees: how far gravity leans along x, so that friction has something to hold
};

// Figures 8 to 10: no kind of sweep converges, and "separate" even grows again
void judge_relaxation(Report& report, const std::string& what, SweepKind kind, const Relaxation& run,
                      const std::vector<double>& residual) {
  const double least = *std::min_element(residual.begin(), residual.end()), last = residual.back();
  report.show(what + ": residual after " + std::to_string(residual.size() - 1) + " sweeps, smallest on the way",
              printed("Figs 8–10", "all fail to converge"), number(last) + ", " + number(least),
              std::to_string(run.changes.back()) +
                  " contacts still changed state in the last sweep; after the closing direct solve " +
                  number(run.end / run.residual[0]) + ". Scene and gravity are ours, so the print is not a bar");
  if (kind != SweepKind::separate) return;
  const double turned = residual[std::min<std::size_t>(sweeps_turned, residual.size() - 1)];
  report.show(what + ": residual after 60 sweeps and at the end", printed("Figs 8–10", "grows after sweep 60"),
              number(turned) + ", " + number(last), last > turned ? "grows, as printed" : "does not grow here");
}

void add_moment(const StepProblem& problem, const Moment& moment, int sweeps, Figure& figure, Report& report) {
  Panel residual, changes;
  residual.title = moment.title + ", " + std::to_string(problem.contacts.size()) + " contacts";
  residual.x = {"sweep"};
  changes.x = {"sweep", true, 1.0, double(sweeps)};  // most happens in the first ones
  residual.y = {"residual, relative to the start", true};
  changes.title = "contacts that changed state in the sweep";
  changes.y = {"contacts"};
  residual.legend = LegendPlace::best;
  changes.legend = LegendPlace::top_right;
  for (const SweepKindCase& one : kinds) {
    const Relaxation run = relax(problem, SolverKind::split, one.kind, sweeps);
    if (run.residual.empty() || !(run.residual[0] > 0.0)) {
      report.check(moment.title + ", " + one.label, "", "no history of sweeps", "sweeps recorded", false);
      continue;
    }
    Series line, marks, counts;
    line.label = counts.label = one.label;
    line.colour = marks.colour = counts.colour = static_cast<int>(&one - kinds);
    marks.stroke = Stroke::none;
    marks.mark = Mark::circle;
    counts.steps = true;
    for (std::size_t k = 0; k < run.residual.size(); ++k) {
      line.x.push_back(static_cast<double>(k));
      line.y.push_back(run.residual[k] / run.residual[0]);
      if (k > 0) counts.x.push_back(static_cast<double>(k)), counts.y.push_back(run.changes[k]);
      if (run.changes[k] > 0) marks.x.push_back(line.x.back()), marks.y.push_back(line.y.back());
    }
    judge_relaxation(report, moment.title + ", " + one.label, one.kind, run, line.y);
    residual.series.push_back(std::move(line));
    residual.series.push_back(std::move(marks));
    changes.series.push_back(std::move(counts));
  }
  double most = 0.0;
  for (const Series& series : changes.series)
    for (const double count : series.y) most = std::max(most, count);
  if (most == 0.0) {
    residual.title += "; none changes state";
    figure.panels.push_back(std::move(residual));
    return;
  }
  changes.y.minimum = 0.0;
  changes.y.maximum = 1.25 * most;
  figure.panels.push_back(std::move(residual));
  figure.panels.push_back(std::move(changes));
}

void run_relaxation(const PileCase& pile, const ExperimentContext& context, Report& report) {
  Scene scene = library_scene(pile.scene, context.fast ? pile.fast_values : pile.values);
  scene.parameters.solver = SolverKind::split;
  scene.parameters.sweep_kind = SweepKind::block_tangents_scaled;
  if (pile.tilt != 0.0)
    scene.parameters.gravity =
        Eigen::AngleAxisd(pile.tilt * 3.14159265358979 / 180.0, Vec3::UnitY()) * scene.parameters.gravity;
  World world(scene, {.publish = false});
  Figure figure;
  figure.name = pile.name;
  figure.title = pile.title;
  figure.columns = 2;
  figure.caption =
      "Dots mark sweeps in which a contact changed between open, sliding and sticking. The sweeps start from "
      "the first direct solve without last step's friction.";
  const double last = pile.moments.back().time;
  WorldRecorder recorder(report.animation, world, pile.scene, pile.slowness);
  for (const Moment& moment : pile.moments) {
    while (world.time() < moment.time - 1e-9) {
      world.step();
      recorder.frame(world);
      if (world.step_count() % 10 == 0) context.at(world.time() / (1.1 * last), "stepping");
    }
    add_moment(world.last_problem(), moment, context.fast ? sweeps_fast : sweeps_shown, figure, report);
    context.at(world.time() / (1.1 * last), moment.title);
  }
  report.remarks.push_back(
      "Stepped by `split` with block tangents scaled, as published; each step problem is then solved by every sweep "
      "kind.");
  report.figures.push_back(std::move(figure));
}

// ---- direct and iterative residuals over time

void run_residuals(const ExperimentContext& context, Report& report) {
  Figure figure;
  figure.name = "spook_residuals";
  figure.title = "Residuals while logs settle";
  figure.columns = 2;
  Panel direct, iterative;
  direct.title = "direct solves, worst island";
  iterative.title = "contacts, after the step's last solve";
  direct.x = iterative.x = {"t (s)"};
  direct.y = {"residual of direct solves", true, 1e-16, {}};  // a step without contacts has none
  iterative.y = {"natural residual of all contacts (N s)", true, 1e-14, {}};
  const double seconds = context.fast ? 1.5 : 5.0;
  struct Case {
    SolverKind solver;
    SweepKind kind;
    const char* label;
  };
  for (const Case& one : {Case{SolverKind::split, SweepKind::block_tangents_scaled, "split, scaled (as published)"},
                          Case{SolverKind::direct_iterative, SweepKind::block_tangents, "direct-iterative"}}) {
    Scene scene = library_scene("log_pile", {{"logs", context.fast ? 15.0 : 60.0}});
    scene.parameters.solver = one.solver;
    scene.parameters.sweep_kind = one.kind;
    World world(scene, {.publish = false});
    WorldRecorder recorder(report.animation, world, one.label);
    Series left, right;
    left.label = right.label = one.label;
    std::vector<double> direct_all, contact_all;
    int failed = 0;
    while (world.time() < seconds) {
      world.step();
      recorder.frame(world);
      const SolveReport& solved = world.report().solve;
      if (world.step_count() % 10 == 0)
        context.at(0.5 * world.time() / seconds + (one.solver == SolverKind::split ? 0 : 0.5), one.label);
      failed += solved.failed;
      if (world.report().contacts == 0) continue;
      const double contact = size_of(contact_residual(world.last_problem(), world.last_solution()));
      left.x.push_back(world.time()), left.y.push_back(std::max(solved.direct_residual, 1e-18));
      right.x.push_back(world.time()), right.y.push_back(std::max(contact, 1e-18));
      direct_all.push_back(solved.direct_residual), contact_all.push_back(contact);
    }
    const auto median = [](std::vector<double> values) {
      if (values.empty()) return 0.0;
      std::ranges::nth_element(values, values.begin() + values.size() / 2);
      return values[values.size() / 2];
    };
    report.check(std::string(one.label) + ": median residual of direct solves", "rounding of the factors (theory)",
                 number(median(direct_all)), "≤ 1e-6", median(direct_all) <= 1e-6,
                 std::to_string(failed) + " direct solves ran out of budget");
    report.show(std::string(one.label) + ": median residual of contacts", "", number(median(contact_all)) + " N s");
    direct.series.push_back(std::move(left));
    iterative.series.push_back(std::move(right));
  }
  figure.panels = {std::move(direct), std::move(iterative)};
  report.figures.push_back(std::move(figure));
}

}  // namespace

Experiment spook_relaxation_logs() {
  return {"spook_relaxation_logs", "SPOOK paper, log pile", "Residual and state changes a sweep in a pile of logs",
          [](const ExperimentContext& context, Report& report) {
            run_relaxation({"spook_relaxation_logs",
                            "Log pile: relaxation a sweep",
                            "log_pile",
                            {{"logs", 60}},
                            {{"logs", 15}},
                            context.fast ? std::vector<Moment>{{"settling", 0.9}}
                                         : std::vector<Moment>{{"settling", 1.0}, {"at rest", 5.0}},
                            1.0},
                           context, report);
          }};
}

Experiment spook_relaxation_walls() {
  return {"spook_relaxation_walls", "SPOOK paper, brick walls",
          "Residual and state changes a sweep in collapsing walls",
          [](const ExperimentContext& context, Report& report) {
            run_relaxation({"spook_relaxation_wall_standing",
                            "Standing wall, gravity leaning by 5 degrees: relaxation a sweep",
                            "brick_wall",
                            {},
                            {{"bricks", 4}, {"courses", 4}},
                            std::vector<Moment>{{"standing", 0.5}},
                            1.0,
                            5.0},
                           context, report);
            run_relaxation({"spook_relaxation_wall_cubic",
                            "Cubic bricks, hit by the ball: relaxation a sweep",
                            "wall_ball",
                            {},
                            {},
                            {{"hit", 0.25}, {"falling", 0.6}},
                            6.0},
                           context, report);
            run_relaxation({"spook_relaxation_wall_flat",
                            "4:1 bricks, hit by the ball: relaxation a sweep",
                            "wall_ball_flat",
                            {},
                            {},
                            {{"hit", 0.25}, {"falling", 0.6}},
                            6.0},
                           context, report);
          }};
}

Experiment spook_relaxation_squeezed() {
  return {"spook_relaxation_squeezed", "SPOOK paper, squeezed box",
          "Residual and state changes a sweep of a box wedged between walls",
          [](const ExperimentContext& context, Report& report) {
            run_relaxation({"spook_relaxation_squeezed",
                            "Squeezed box, held by friction: relaxation a sweep",
                            "squeezed_box",
                            {{"from", 0.5}},
                            {{"from", 0.5}},
                            {{"held", 0.4}, {"pushed by 1000 N", 0.8}},
                            2.0},
                           context, report);
            run_relaxation({"spook_relaxation_squeezed_slides",
                            "Squeezed box, pushed beyond its friction: relaxation a sweep",
                            "squeezed_box",
                            {{"from", 0.2}, {"force", 3e5}},
                            {{"from", 0.2}, {"force", 3e5}},
                            {{"breaking loose", 0.2167}, {"sliding", 0.2667}},
                            2.0},
                           context, report);
          }};
}

Experiment spook_residuals() {
  return {"spook_residuals", "SPOOK paper, residuals direct and iterative",
          "Residuals of direct solves and of all contacts over time", run_residuals};
}

}  // namespace spook::papers
