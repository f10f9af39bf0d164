// SPOOK paper, symmetrised friction: the cone's bound put into the normal's row as well, which makes the LCP monotone,
// and what a sliding puck pays for it.
#include <cmath>

#include "engine/reference/lcp.h"
#include "scenarios/papers/engine_list.h"

namespace spook::papers {

namespace {

using reference::Matrix;
using reference::Vector;

constexpr double gravity = 9.81, friction = 0.3, first_speed = 1.0;

// a puck of 1 kg on a plane, in the plane of its motion
struct Puck {
  double x = 0.0, gap = 0.0, speed = first_speed, rise = 0.0;
};

// The LCP of one step in (ν, β₊, β₋, σ): 0 ≤ ν ⊥ v_n⁺ + c/h − [μ σ] ≥ 0, 0 ≤ β± ⊥ ±v_t⁺ + σ ≥ 0,
// 0 ≤ σ ⊥ μ ν − β₊ − β₋ ≥ 0. The term in brackets is the symmetrised one's.
Matrix step_matrix(bool symmetrised) {
  Matrix a(4, 4);
  a << 1, 0, 0, symmetrised ? -friction : 0, 0, 1, -1, 1, 0, -1, 1, 1, friction, -1, -1, 0;
  return a;
}

bool step(Puck& puck, double h, bool symmetrised) {
  Vector b(4), z;
  b << puck.rise - gravity * h + puck.gap / h, puck.speed, -puck.speed, 0;
  if (reference::solve_lemke(step_matrix(symmetrised), b, z).status != reference::LcpStatus::solved) return false;
  puck.speed += z[1] - z[2], puck.rise += z[0] - gravity * h;
  puck.x += h * puck.speed, puck.gap += h * puck.rise;
  return true;
}

struct Slide {
  Puck first, end;
  double highest = 0.0, off = 0.0;  // off: of the gap from μ h v, where it slides on the plane
  bool solved = true;
};

Slide slide(double h, bool symmetrised, Series* gap = nullptr, Series* speed = nullptr) {
  Slide result;
  Puck puck;
  const int steps = static_cast<int>(std::lround(0.5 / h));
  for (int k = 1; k <= steps; ++k) {
    const double before = puck.rise;
    result.solved = result.solved && step(puck, h, symmetrised);
    if (k == 1) result.first = puck;
    result.highest = std::max(result.highest, puck.gap);
    const bool pressed = puck.rise > before - gravity * h * (1.0 - 1e-9);
    if (pressed) result.off = std::max(result.off, std::abs(puck.gap - friction * h * std::abs(puck.speed)));
    if (gap) gap->x.push_back(k * h), gap->y.push_back(1e3 * puck.gap);
    if (speed) speed->x.push_back(k * h), speed->y.push_back(puck.speed);
  }
  result.end = puck;
  return result;
}

double smallest_eigenvalue(bool symmetrised) {
  const Matrix a = step_matrix(symmetrised);
  return Eigen::SelfAdjointEigenSolver<Matrix>(0.5 * (a + a.transpose())).eigenvalues().minCoeff();
}

void run_symmetrised(const ExperimentContext&, Report& report) {
  report.check("smallest eigenvalue of the LCP's symmetric part: symmetrised | Coulomb's",
               "0 | below 0 (theory: monotone | copositive)",
               number(smallest_eigenvalue(true)) + " | " + number(smallest_eigenvalue(false)), "≥ −1e-12 | < 0",
               smallest_eigenvalue(true) >= -1e-12 && smallest_eigenvalue(false) < 0.0);
  const double h = 1e-3, mu = friction;
  Series gap, gap_coulomb, speed, speed_coulomb;
  gap.label = speed.label = "symmetrised", gap_coulomb.label = speed_coulomb.label = "Coulomb";
  gap_coulomb.stroke = speed_coulomb.stroke = Stroke::dashed;
  const Slide one = slide(h, true, &gap, &speed), coulomb = slide(h, false, &gap_coulomb, &speed_coulomb);
  const double kicked = (first_speed - mu * gravity * h) / (1.0 + mu * mu);
  report.check("speed after the first step, 1 m/s, μ = 0.3, h = 1 ms",
               "closed form (v − μ g h)/(1 + μ²) = " + number(kicked, 8), number(one.first.speed, 8), "to 1e-12",
               std::abs(one.first.speed - kicked) <= 1e-12, "Coulomb's: " + number(coulomb.first.speed, 8));
  report.check("gap while it slides", "closed form: it floats at μ h v", number(one.off) + " m off", "≤ 1e-12 m",
               one.off <= 1e-12);
  const double hop = mu * mu * kicked * kicked / (2.0 * gravity);
  report.check("height of the first hop", "closed form: (μ v)²/2g = " + number(1e3 * hop, 4) + " mm",
               number(1e3 * one.highest, 4) + " mm", "within a step's way, μ v h",
               std::abs(one.highest - hop) <= mu * first_speed * h);
  Table table{"stop",
              "Where the puck stops (Coulomb's closed form: v²/2μg = 169.894 mm)",
              {"h (s)", "symmetrised (mm)", "Coulomb (mm)"},
              {}};
  const double exact = first_speed * first_speed / (2.0 * mu * gravity);
  bool solved = true, near = true;
  for (const double step_length : {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4}) {
    const Slide with = slide(step_length, true), without = slide(step_length, false);
    solved = solved && with.solved && without.solved;
    near = near && std::abs(with.end.x - exact) <= first_speed * step_length;
    table.rows.push_back({number(step_length, 2), number(1e3 * with.end.x, 6), number(1e3 * without.end.x, 6)});
  }
  report.check("where it stops, five steps from 4 ms to 0.25 ms",
               "theory: at v²/2μg as Coulomb's: the kick (1 + μ²)⁻¹, the hop and the landing cancel",
               table.rows.front()[1] + " … " + table.rows.back()[1] + " mm", "within a step's way of 169.894 mm",
               solved && near);
  report.tables.push_back(std::move(table));
  Figure figure{"spook_symmetrised", "A puck under symmetrised friction", "1 m/s, μ = 0.3, h = 1 ms.", {}, 2};
  Panel heights, speeds;
  heights.title = "gap", heights.x = {"t (s)"}, heights.y = {"gap (mm)"};
  speeds.title = "speed", speeds.x = {"t (s)"}, speeds.y = {"v (m/s)"};
  heights.series = {gap, gap_coulomb}, speeds.series = {speed, speed_coulomb};
  figure.panels = {heights, speeds};
  report.figures.push_back(figure);
  report.remarks.push_back(
      "The paper's (78) was not available; this is the usual symmetrisation, μ σ in the normal's row. Nothing of the "
      "engine uses it.");
}

}  // namespace

Experiment spook_symmetrised() {
  return {"spook_symmetrised", "SPOOK paper, symmetrised friction (78)",
          "A monotone LCP, and a sliding puck that hops and floats for it", run_symmetrised};
}

}  // namespace spook::papers
