// Potra et al. 2006, (99)–(100): the Jacobian of a spring between two points without the part that turns with it. The
// step is then solvable at any size; the price is the second order.
#include <cmath>

#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::Matrix;

constexpr double stiffness = 400.0, rest_length = 1.0;
constexpr double spring_end = 1.0;  // s

Eigen::Vector2d spring_force(const Vector& q) {
  const double length = q.norm();
  return -stiffness * (length - rest_length) * Eigen::Vector2d(q) / length;
}

// −γ (n nᵀ + (1 − l₀/l) (1 − n nᵀ)); approximate: −γ n nᵀ, negative semidefinite whatever the length
Matrix spring_jacobian(const Vector& q, bool approximate) {
  const double length = q.norm();
  const Eigen::Vector2d n = Eigen::Vector2d(q) / length;
  const Eigen::Matrix2d along = n * n.transpose();
  Eigen::Matrix2d result = -stiffness * along;
  if (!approximate) result -= stiffness * (1.0 - rest_length / length) * (Eigen::Matrix2d::Identity() - along);
  return result;
}

System mass_on_spring(bool approximate) {
  System system;
  system.name = "mass on a spring";
  system.coordinates = 2;
  system.mass = [](const Vector&) { return Matrix(Matrix::Identity(2, 2)); };
  system.force = [](const Vector& q, const Vector&, double) {
    return Vector(spring_force(q) + Eigen::Vector2d(0.0, -9.81));
  };
  system.force_dq = [approximate](const Vector& q, const Vector&, double) { return spring_jacobian(q, approximate); };
  system.force_dv = [](const Vector&, const Vector&, double) { return Matrix(Matrix::Zero(2, 2)); };
  system.q0 = Eigen::Vector2d(0.9, 0.0), system.v0 = Eigen::Vector2d(0.0, 1.0);
  return system;
}

double smallest_eigenvalue(double h, bool approximate) {
  const Vector q = mass_on_spring(approximate).q0;
  const Eigen::Matrix2d inertia = Eigen::Matrix2d::Identity() - 0.25 * h * h * spring_jacobian(q, approximate);
  return inertia.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
}

}  // namespace

void approximate_jacobian(const ExperimentContext& context, Report& report) {
  // whether the step's matrix M − h² k_q/4 is positive definite, with the spring pressed to 0.9 of its length
  Table matrix{"matrix",
               "Smallest eigenvalue of M − ¼ h² k_q, spring of 400 N/m pressed to 0.9 of its length",
               {"h", "exact Jacobian", "approximate"},
               {}};
  bool always = true;
  for (const double h : {0.01, 0.1, 0.2, 0.3, 0.5, 1.0, 10.0}) {
    always = always && smallest_eigenvalue(h, true) >= 1.0 - 1e-12;
    matrix.rows.push_back({number(h, 1), number(smallest_eigenvalue(h, false)), number(smallest_eigenvalue(h, true))});
  }
  // 1 + ¼ h² γ (1 − l₀/l) = 0
  const double limit = 2.0 / std::sqrt(stiffness * (rest_length / 0.9 - 1.0));
  report.check("approximate Jacobian: M̃ is at least M at h = 0.01 … 10 s",
               "k_q ≤ 0, so that any step is solvable (theory)", always ? "at every step" : "not at every step",
               "at every step", always);
  report.check("exact Jacobian: the step beyond which M̃ is indefinite",
               "2/√(γ (l₀/l − 1)) = " + number(limit, 4) + " s",
               number(smallest_eigenvalue(0.99 * limit, false), 2) + " before, " +
                   number(smallest_eigenvalue(1.01 * limit, false), 2) + " beyond",
               "positive before, negative beyond",
               smallest_eigenvalue(0.99 * limit, false) > 0.0 && smallest_eigenvalue(1.01 * limit, false) < 0.0,
               "where a step is not solvable: a spring in compression turns away from its line");
  report.tables.push_back(matrix);

  context.at(0.3, "orders");
  const Vector exact = run_fixed(mass_on_spring(false), "trapezoidal-68", spring_end, 400000).end.q;
  std::vector<double> h, with_exact, with_approximate;
  Table table{"errors",
              "Error of the position at t = 1 s, form (68)",
              {"h", "exact Jacobian", "approximate", "price: ratio"},
              {}};
  for (long steps = 64; steps <= 4096; steps *= 2) {
    context.at(0.6, "orders");
    h.push_back(spring_end / double(steps));
    with_exact.push_back((run_fixed(mass_on_spring(false), "trapezoidal-68", spring_end, steps).end.q - exact).norm());
    with_approximate.push_back(
        (run_fixed(mass_on_spring(true), "trapezoidal-68", spring_end, steps).end.q - exact).norm());
    table.rows.push_back({sci(h.back()), sci(with_exact.back()), sci(with_approximate.back()),
                          number(with_approximate.back() / with_exact.back())});
  }
  const auto order = [](const std::vector<double>& error) { return std::log2(error[error.size() - 2] / error.back()); };
  report.check("order with the exact Jacobian", "2 (theory)", number(order(with_exact)), "2 ± 0.2",
               std::abs(order(with_exact) - 2.0) <= 0.2);
  report.check("order with the approximate Jacobian", "1 (theory: h² of the force's change is lost a step)",
               number(order(with_approximate)), "1 ± 0.2", std::abs(order(with_approximate) - 1.0) <= 0.2,
               "the price. That the paper's (99)–(100) are this Jacobian is our reading of \"springs attached to two "
               "points\"");
  report.tables.push_back(table);
  Figure figure{"orders", "The approximate Jacobian and its price", "Mass on a spring, t = 1 s, form (68).", {}, 0};
  Panel panel;
  panel.x = {"step h (s)", true, {}, {}}, panel.y = {"error of the position (m)", true, {}, {}};
  panel.series = {marks("exact Jacobian", h, with_exact), marks("approximate", h, with_approximate, Mark::square)};
  figure.panels = {panel};
  report.figures.push_back(figure);
}

}  // namespace spook::papers
