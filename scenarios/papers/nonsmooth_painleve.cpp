// The Painlevé rod, the friction cone, and the complementarity solvers on their own.
#include <cmath>
#include <numbers>
#include <random>

#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::LcpStatus;
using reference::Matrix;

// spinning at ω with the tip sliding left at 1 m/s along the floor
System spinning_rod(double friction, double omega) {
  System system = reference::painleve_rod(friction);
  system.v0[2] = omega;
  system.v0[1] = std::cos(system.q0[2]) * omega;
  system.v0[0] = -1.0 - std::sin(system.q0[2]) * omega;
  return system;
}

// of the acceleration LCP of one sliding contact: A ν + b ≥ 0
void coefficients(const System& system, double& a, double& b) {
  const auto& gap = system.gaps[0];
  const Vector n = gap.normal(system.q0), t = gap.tangent(system.q0);
  const Matrix inverse = system.mass(system.q0).inverse();
  a = n.dot(inverse * (n + gap.friction * t));
  b = n.dot(inverse * system.force(system.q0, system.v0, 0.0)) + gap.normal_rate(system.q0, system.v0);
}

std::string branch(const System& system, const NonsmoothState& s) {
  const double impulse = s.normal.size() ? s.normal[0] : 0.0;
  const double slip = system.gaps[0].tangent(s.q).dot(s.v), rate = system.gaps[0].normal(s.q).dot(s.v);
  if (impulse < 1e-9) return "takes off";
  if (impulse > 0.05)
    return std::abs(slip) < 0.05 ? "impulse, tip sticks" : slip > 0.0 ? "impulse, slip reversed" : "impulse, slides on";
  return rate > 0.05 ? "pushed off" : "slides on, finite force";
}

}  // namespace

void painleve_paradox(const ExperimentContext& context, Report& report) {
  struct Case {
    std::string name;
    double friction, omega;
  };
  const std::vector<Case> cases = {{"regular (μ = 0.5)", 0.5, 0.0},
                                   {"inconsistent (μ = 2)", 2.0, 0.0},
                                   {"indeterminate (μ = 2, ω = 4/s)", 2.0, 4.0}};
  Table table{"branches",
              "One rod, one step of 1e-4 s: which branch each scheme takes, and its normal impulse",
              {"case", "A", "b", "scheme", "branch", "impulse at h = 1e-4", "at h = 1e-6", "status"},
              {}};
  bool all_solved = true;
  for (const Case& what : cases) {
    const System system = spinning_rod(what.friction, what.omega);
    double a = 0.0, b = 0.0;
    coefficients(system, a, b);
    const std::vector<int> tip = {0};
    const auto modes = reference::decide_modes(system, 0.0, system.q0, system.v0, tip, 1e-9);
    table.rows.push_back({what.name, number(a, 3), number(b, 3), "acceleration LCP (Lemke)",
                          modes.status == LcpStatus::solved
                              ? modes.active.empty() ? "takes off" : "slides on, finite force"
                              : "no finite force",
                          "", "", name_of(modes.status)});
    if (what.friction > 1.0 && what.omega == 0.0)
      report.check(what.name + ": the acceleration LCP has no solution, and Lemke says so", "infeasible",
                   name_of(modes.status), "infeasible", modes.status == LcpStatus::infeasible);
    for (const std::string_view method : reference::nonsmooth_names()) {
      if (method == "schatzman-paoli") continue;  // no friction
      context.at(0.5, method);
      const FixedRun run = run_fixed(system, method, 1e-4, 1), short_run = run_fixed(system, method, 1e-6, 1);
      all_solved = all_solved && run.result && short_run.result;
      table.rows.push_back({"", "", "", std::string(method), branch(system, run.end),
                            sci(run.end.normal.size() ? run.end.normal[0] : 0.0),
                            sci(short_run.end.normal.size() ? short_run.end.normal[0] : 0.0), status_of(run.result)});
    }
    for (const bool hybrid : {false, true}) {
      reference::SmoothState state;
      state.q = system.q0, state.v = system.v0;
      reference::EventOptions options;
      options.hybrid = hybrid ? reference::Hybrid::closing : reference::Hybrid::off;
      const auto run = integrate_events(system, *reference::make_integrator("dopri5"), state, 1e-4, options);
      table.rows.push_back({"", "", "", hybrid ? "hybrid" : "event-driven",
                            run.switches ? "handed to Moreau–Jean: slip " +
                                               number(system.gaps[0].tangent(state.q).dot(state.v), 2) + " m/s"
                            : run.status == reference::EventStatus::done ? "smooth"
                                                                         : "stops",
                            "", "", name_of(run.status)});
    }
  }
  report.tables.push_back(table);
  report.check("velocity LCPs: Lemke returns a solution for every scheme, in and out of the paradox",
               "a solution exists", yes_no(all_solved), "solved", all_solved);
  const System inconsistent = spinning_rod(2.0, 0.0);
  const double coarse = run_fixed(inconsistent, "anitescu-potra", 1e-4, 1).end.normal[0],
               fine = run_fixed(inconsistent, "anitescu-potra", 1e-7, 1).end.normal[0];
  report.check("inconsistent: Anitescu–Potra's impulse does not vanish with h (1e-4, 1e-7)", "impact without collision",
               number(coarse, 5) + ", " + number(fine, 5), "equal to 1 %",
               std::abs(coarse / fine - 1.0) < 0.01 && fine > 0.1);
  report.remarks.push_back(
      "Where A < 0 a growing normal force pulls the tip into the floor: with b < 0 no finite force is consistent, with "
      "b > 0 both contact and take-off are. Schemes that see the end velocity (Anitescu–Potra, form (70), Moreau–Jean, "
      "SPOOK) stop the slip by an impulse of 0.341 N s whatever the step; form (68) and α = ½ see the mean velocity, "
      "so "
      "their impulse is twice that and the slip comes out reversed. SPOOK's contact is compliant: below h ≈ √ε the "
      "spring "
      "cannot deliver the impulse in one step and the tip slides on into it. In the indeterminate case the "
      "acceleration "
      "LCP has b ≥ 0 and Lemke returns take-off; Moreau–Jean, which takes n at the end of the step, does the same, "
      "while "
      "the schemes that linearise n at its start do not see the centripetal term in b and take the impulse.");

  // the sweep over friction: where the paradox begins
  Figure figure{"impulse",
                "Normal impulse of one step of 1e-4 s",
                "Below A = 0 the impulse vanishes with the step; in the paradox region it does not.",
                {},
                0};
  Panel panel;
  panel.x = {"friction coefficient", false, {}, {}}, panel.y = {"normal impulse (N s)", true, {}, {}};
  for (const char* method : {"anitescu-potra", "trapezoidal-68", "moreau-jean", "spook"}) {
    Series series;
    series.label = method, series.mark = Mark::circle;
    for (double mu = 0.2; mu < 3.05; mu += 0.1) {
      const FixedRun run = run_fixed(spinning_rod(mu, 0.0), method, 1e-4, 1);
      series.x.push_back(mu), series.y.push_back(std::max(1e-9, run.end.normal.size() ? run.end.normal[0] : 0.0));
    }
    panel.series.push_back(series);
  }
  figure.panels.push_back(panel);
  report.figures.push_back(figure);

  // what each scheme makes of the rod that cannot slide on
  int lane = 0;
  const System rod = reference::painleve_rod(2.0);
  for (const char* method : {"anitescu-potra", "trapezoidal-68", "moreau-jean", "spook"}) {
    report.animation.lanes.emplace_back(method);
    Recorder recorder(report.animation, lane++, 0.1);
    recorder.body("rod", box_shape(1.0, 0.03, 0.03));
    run_fixed(rod, method, 0.4, 400, {},
              [&](const NonsmoothState& s, double) { recorder.frame(s.t, {plane_pose(s.q[0], s.q[1], s.q[2])}); });
  }
}

void friction_cone(const ExperimentContext&, Report& report) {
  // a puck sliding at every angle: a polygon of k edges turns the direction by up to π/k and weakens or strengthens
  // friction
  Table table{"cone",
              "Largest error of the stopping point over 24 directions of sliding, and LCP pivots a step",
              {"edges", "error (m)", "error times edges", "pivots a step", "steps that reused the basis"},
              {}};
  std::vector<double> edges, errors;
  const double mu = 0.3, speed = 1.0, stop = speed * speed / (2.0 * mu * 9.81);
  for (const int k : {3, 4, 6, 8, 12, 16, 24, 32, 64}) {
    double worst = 0.0;
    reference::NonsmoothWork work;
    for (int i = 0; i < 24; ++i) {
      const double angle = 2.0 * std::numbers::pi * (i + 0.37) / 24.0;
      NonsmoothOptions options;
      options.edges = k;
      const FixedRun run = run_fixed(reference::sliding_puck(mu, speed * std::cos(angle), speed * std::sin(angle)),
                                     "anitescu-potra", 0.5, 250, options);
      worst = std::max(worst, std::hypot(run.end.q[0] - stop * std::cos(angle), run.end.q[1] - stop * std::sin(angle)));
      work += run.result.work;
    }
    edges.push_back(k), errors.push_back(worst);
    table.rows.push_back({std::to_string(k), sci(worst), number(worst * k, 3),
                          number(double(work.pivots) / double(work.steps), 3),
                          number(100.0 * double(work.reused) / double(work.lcps), 3) + " %"});
  }
  report.tables.push_back(table);
  const double order = std::log(errors[5] / errors.back()) / std::log(edges.back() / edges[5]);
  report.check("order in 1/edges of the stopping point's error, 16 to 64 edges", "1", number(order, 3), "1 ± 0.2",
               std::abs(order - 1.0) <= 0.2,
               "friction acts along the nearest edge until the slip has turned between two of them");
  Figure figure{
      "cone", "Polyhedral friction cone", "Error of the stopping point of a puck against the number of edges.", {}, 0};
  Panel panel;
  panel.x = {"edges", true, {}, {}}, panel.y = {"largest error of the stopping point (m)", true, {}, {}};
  panel.series = {marks("Anitescu–Potra, h = 2 ms", edges, errors)};
  figure.panels.push_back(panel);
  report.figures.push_back(figure);
}

void complementarity_solvers(const ExperimentContext& context, Report& report) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto random = [&](int rows, int columns) {
    return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return uniform(engine); }));
  };
  struct Class {
    std::string name;
    std::function<void(int n, Matrix& a, Vector& b)> make;
  };
  const std::vector<Class> classes = {
      {"P, unsymmetric",
       [&](int n, Matrix& a, Vector& b) {
         const Matrix root = random(n, n), skew = random(n, n);
         a = root * root.transpose() + 0.05 * Matrix::Identity(n, n) + skew - skew.transpose(), b = random(n, 1);
       }},
      {"semidefinite, half rank",
       [&](int n, Matrix& a, Vector& b) {
         const Matrix root = random(n, n / 2);
         a = root * root.transpose(), b = random(n, 1).cwiseAbs() - a * random(n, 1).cwiseAbs();
       }},
      {"degenerate, small integers",
       [&](int n, Matrix& a, Vector& b) {
         const Matrix root = random(n, n).unaryExpr([](double x) { return std::round(1.4 * x); });
         const Vector z = random(n, 1).unaryExpr([](double x) { return x > 0.0 ? 1.0 : 0.0; });
         a = root * root.transpose(),
         b = (Vector::Ones(n) - z).cwiseProduct(random(n, 1).unaryExpr([](double x) { return x > 0.0 ? 1.0 : 0.0; })) -
             a * z;
       }},
      {"copositive, frictional",
       [&](int n, Matrix& a, Vector& b) {
         // contacts of normal, ±tangent and a bound each: [A e; μ −eᵀ 0], velocities in the range of the rows
         const int contacts = n / 4;
         Matrix rows(3 * contacts, 3 * contacts);
         for (int c = 0; c < contacts; ++c) {
           rows.row(3 * c) = random(1, 3 * contacts), rows.row(3 * c + 1) = random(1, 3 * contacts);
           rows.row(3 * c + 2) = -rows.row(3 * c + 1);
         }
         a = Matrix::Zero(n, n), b = Vector::Zero(n);
         a.topLeftCorner(3 * contacts, 3 * contacts) = rows * rows.transpose();
         b.head(3 * contacts) = rows * random(3 * contacts, 1);
         for (int c = 0; c < contacts; ++c) {
           a(3 * c + 1, 3 * contacts + c) = a(3 * c + 2, 3 * contacts + c) = 1.0;
           a(3 * contacts + c, 3 * c) = 0.8 + 0.7 * uniform(engine);
           a(3 * contacts + c, 3 * c + 1) = a(3 * contacts + c, 3 * c + 2) = -1.0;
         }
       }},
      {"infeasible", [&](int n, Matrix& a, Vector& b) {
         const Vector u = random(n, 1).cwiseAbs() + Vector::Constant(n, 0.1);
         const Matrix out = Matrix::Identity(n, n) - u * u.transpose() / u.squaredNorm(), root = random(n, n);
         a = out * root * root.transpose() * out, b = random(n, 1) - 2.0 * u;
       }}};
  const std::vector<std::pair<std::string, reference::LcpSolver>> solvers = {
      {"Lemke", reference::solve_lemke},
      {"block pivot", reference::solve_block_pivot},
      {"projected Gauss–Seidel", reference::solve_projected_gauss_seidel}};
  Table table{"solvers",
              "100 problems of 20 unknowns a class",
              {"class", "solver", "solved", "infeasible", "ray", "limit or singular", "mean pivots or sweeps",
               "worst residual of the solved"},
              {}};
  for (const Class& what : classes) {
    std::vector<Matrix> a(100);
    std::vector<Vector> b(100);
    for (int i = 0; i < 100; ++i) what.make(20, a[i], b[i]);
    for (const auto& [name, solver] : solvers) {
      context.at(0.5, what.name);
      int count[4] = {0, 0, 0, 0};
      double pivots = 0.0, worst = 0.0;
      for (int i = 0; i < 100; ++i) {
        Vector z;
        reference::LcpOptions options;
        if (solver == reference::solve_projected_gauss_seidel) options.iterations = 2000, options.tolerance = 1e-8;
        const auto result = solver(a[i], b[i], z, nullptr, options);
        ++count[result.status == LcpStatus::solved       ? 0
                : result.status == LcpStatus::infeasible ? 1
                : result.status == LcpStatus::ray        ? 2
                                                         : 3];
        pivots += result.pivots / 100.0;
        if (result.status == LcpStatus::solved) worst = std::max(worst, result.residual);
      }
      table.rows.push_back({what.name, name, std::to_string(count[0]), std::to_string(count[1]),
                            std::to_string(count[2]), std::to_string(count[3]), number(pivots, 3), sci(worst)});
      const bool should_solve = what.name != "infeasible";
      if (solver == reference::solve_lemke || solver == reference::solve_block_pivot)
        report.check(what.name + ", " + name, should_solve ? "100 solved (theory)" : "100 proven infeasible (theory)",
                     std::to_string(should_solve ? count[0] : count[1]), "100",
                     (should_solve ? count[0] : count[1]) == 100);
    }
  }
  report.tables.push_back(table);
}

}  // namespace spook::papers
