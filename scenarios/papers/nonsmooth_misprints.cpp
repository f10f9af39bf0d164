// What the misprinted formulas of both papers do, on problems with known solutions.
#include <cmath>

#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::Matrix;

System pendulum_oscillator() {
  System system;
  system.name = "nonlinear oscillator";
  system.coordinates = 1;
  system.mass = [](const Vector&) { return Matrix(Matrix::Identity(1, 1)); };
  system.force = [](const Vector& q, const Vector&, double) {
    return Vector(Vector::Constant(1, -4.0 * std::sin(q[0])));
  };
  system.force_dq = [](const Vector& q, const Vector&, double) {
    return Matrix(Matrix::Constant(1, 1, -4.0 * std::cos(q[0])));
  };
  system.force_dv = [](const Vector&, const Vector&, double) { return Matrix(Matrix::Zero(1, 1)); };
  system.q0 = Vector::Constant(1, 1.0), system.v0 = Vector::Constant(1, 1.0);
  return system;
}

double oscillator_error(long steps, bool printed) {
  static const NonsmoothState exact = run_fixed(pendulum_oscillator(), "trapezoidal-68", 2.0, 200000).end;
  NonsmoothOptions options;
  options.printed_stiffness = printed;
  const NonsmoothState end = run_fixed(pendulum_oscillator(), "trapezoidal-68", 2.0, steps, options).end;
  return std::hypot((end.q - exact.q).norm(), (end.v - exact.v).norm());
}

// v̇ = F(v) v with F(v) v = (−v1 v2, v1²): v = (sech t, tanh t). f′(v) = 2 F(v).
enum class Coriolis { exact_jacobian, half_jacobian, printed_in_convergence_paper };
double coriolis_error(long steps, Coriolis form) {
  const double t_end = 2.0, h = t_end / double(steps), alpha = 0.5;
  Eigen::Vector2d v(1.0, 0.0);
  for (long i = 0; i < steps; ++i) {
    Eigen::Matrix2d f;
    f << -0.5 * v[1], -0.5 * v[0], v[0], 0.0;
    const double jacobian = form == Coriolis::exact_jacobian ? 2.0 : 1.0;
    const Eigen::Matrix2d inertia = Eigen::Matrix2d::Identity() - alpha * h * jacobian * f;
    const double weight = form == Coriolis::printed_in_convergence_paper ? 1.0 - alpha : 1.0;
    v += inertia.inverse() * (weight * h * f * v);
  }
  return (v - Eigen::Vector2d(1.0 / std::cosh(t_end), std::tanh(t_end))).norm();
}

}  // namespace

void printed_schemes(const ExperimentContext& context, Report& report) {
  const std::vector<long> steps = {20, 40, 80, 160, 320, 640};
  std::vector<double> h, corrected, printed, exact, half, conv;
  Table table{"orders",
              "Errors at t = 2: nonlinear oscillator (k̃) and quadratic force (Coriolis)",
              {"h", "k̃ corrected", "k̃ printed", "f' = 2F", "k_v = F", "(4.5) printed"},
              {}};
  for (const long n : steps) {
    context.at(double(n) / 640.0, "orders");
    h.push_back(2.0 / double(n));
    corrected.push_back(oscillator_error(n, false)), printed.push_back(oscillator_error(n, true));
    exact.push_back(coriolis_error(n, Coriolis::exact_jacobian)),
        half.push_back(coriolis_error(n, Coriolis::half_jacobian));
    conv.push_back(coriolis_error(n, Coriolis::printed_in_convergence_paper));
    table.rows.push_back({sci(h.back()), sci(corrected.back()), sci(printed.back()), sci(exact.back()),
                          sci(half.back()), sci(conv.back())});
  }
  report.tables.push_back(table);
  const auto order = [](const std::vector<double>& error) { return std::log2(error[error.size() - 2] / error.back()); };
  report.check("order with the corrected k̃ = (h/2)(k + k + h k_q v)", "2", number(order(corrected), 3), "2 ± 0.2",
               std::abs(order(corrected) - 2.0) < 0.2);
  report.check("order with k̃ as printed in (9), (15), (28), (67): (h/2) k_q v", "1 (what is lost is O(h²) a step)",
               number(order(printed), 3), "1 ± 0.2", std::abs(order(printed) - 1.0) < 0.2,
               "the printed factor costs an order");
  report.check("order for a quadratic force with its exact Jacobian 2F", "2", number(order(exact), 3), "2 ± 0.2",
               std::abs(order(exact) - 2.0) < 0.2);
  report.check("order with k_v = F as in section 9.1", "1", number(order(half), 3), "1 ± 0.2",
               std::abs(order(half) - 1.0) < 0.2,
               "fine for the energy bound, but velocity-quadratic forces are then integrated with order 1");
  report.check("convergence paper (4.5) as printed: error that stays", "does not converge", number(conv.back(), 3),
               "> 0.1 at every h", *std::min_element(conv.begin(), conv.end()) > 0.1,
               "(1 − α) h F v belongs to M v, not to M̃ v, on the right of (4.4b)");
  report.remarks.push_back(
      "Other misprints of the trapezoidal paper, without effect on a number here: (14) swaps the arguments of M; (28) "
      "also lost the factor v after k_q; "
      "Θ1 prints x2² for y1²; E1 and E2 of Table I carry the opposite sign of their definition. Table I and both "
      "stick–slip tables have k_q = 0 and cannot show the k̃ error.");

  Figure figure{"orders", "Corrected and printed formulas", "Errors at t = 2 against the step.", {}, 2};
  Panel left, right;
  left.title = "stiffness term", right.title = "quadratic force";
  left.x = right.x = {"step h (s)", true, {}, {}}, left.y = right.y = {"error", true, {}, {}};
  left.series = {marks("corrected", h, corrected), marks("printed", h, printed, Mark::square)};
  right.series = {marks("f' = 2F", h, exact), marks("k_v = F", h, half, Mark::square),
                  marks("(4.5) printed", h, conv, Mark::triangle)};
  figure.panels = {left, right};
  report.figures.push_back(figure);
}

}  // namespace spook::papers
