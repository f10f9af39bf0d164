// Anitescu, Potra 1997: Poisson's law by two LCPs. What the friction bound of the second does, on random impacts of a
// rod's tip.
#include <cmath>
#include <random>

#include "engine/reference/impact.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"

namespace spook::papers {
namespace {

using reference::ImpactLaw;

// a free rod of mass 1 and length 2: (x, y, angle), its lower tip on the plane y = 0
System free_rod(double angle, double friction, double restitution) {
  System system;
  system.name = "rod";
  system.coordinates = 3;
  system.mass = [](const Vector&) -> reference::Matrix { return Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal(); };
  system.force = [](const Vector&, const Vector&, double) -> Vector { return Vector::Zero(3); };
  reference::GapModel tip;
  tip.name = "tip";
  tip.gap = [angle](const Vector& q) { return q[1] + std::sin(q[2]) - std::sin(angle); };
  tip.normal = [](const Vector& q) -> Vector { return Eigen::Vector3d(0.0, 1.0, std::cos(q[2])); };
  tip.tangent = [](const Vector& q) -> Vector { return Eigen::Vector3d(1.0, 0.0, -std::sin(q[2])); };
  tip.friction = friction, tip.restitution = restitution;
  system.gaps = {tip};
  system.q0 = Eigen::Vector3d(0.0, 0.0, angle), system.v0 = Vector::Zero(3);
  return system;
}

struct Tally {
  int gains = 0;
  double largest_gain = 0.0;
};

}  // namespace

void decompression_bounds(const ExperimentContext& context, Report& report) {
  const int trials = context.fast ? 2000 : 20000;
  std::mt19937 engine(16);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const std::vector<int> closed = {0};
  constexpr ImpactLaw laws[] = {ImpactLaw::poisson, ImpactLaw::poisson_shared, ImpactLaw::newton};
  Tally tally[3];
  int differ = 0, solved = 0, decompressed_right = 0;
  for (int trial = 0; trial < trials; ++trial) {
    if (trial % 500 == 0) context.at(double(trial) / trials, "impacts");
    const double angle = 6.283185307179586 * unit(engine), friction = 1.2 * unit(engine), e = unit(engine);
    const System system = free_rod(angle, friction, e);
    Vector before(3);
    before << 4.0 * unit(engine) - 2.0, -2.0 * unit(engine), 6.0 * unit(engine) - 3.0;
    const Vector normal = system.gaps[0].normal(system.q0);
    if (normal.dot(before) >= 0.0) before -= 2.0 * normal.dot(before) / normal.squaredNorm() * normal;  // approaching
    const auto energy = [&](const Vector& v) { return 0.5 * v.dot(system.mass(system.q0) * v); };
    Vector after[3];
    bool all = true;
    double impulse[3] = {0, 0, 0};
    for (int law = 0; law < 3; ++law) {
      after[law] = before;
      const auto impact = resolve_impact(system, system.q0, after[law], closed, {.law = laws[law]});
      all = all && impact.status == reference::LcpStatus::solved;
      impulse[law] = impact.normal.size() ? impact.normal[0] : 0.0;
      const double gain = energy(after[law]) / energy(before) - 1.0;
      if (gain > 1e-12) ++tally[law].gains, tally[law].largest_gain = std::max(tally[law].largest_gain, gain);
    }
    solved += all;
    differ += (after[0] - after[1]).norm() > 1e-9;
    // Poisson's law itself: the impulse of decompression is e times that of compression, or more where something
    // presses
    Vector plastic = before;
    const auto compression =
        resolve_impact(free_rod(angle, friction, 0.0), system.q0, plastic, closed, {.law = laws[0]});
    decompressed_right += impulse[0] >= (1.0 + e) * compression.normal[0] * (1.0 - 1e-9);
  }
  const std::string of = " of " + std::to_string(trials);
  report.check("random impacts of a rod's tip: both LCPs solved under every law", "all (theory: copositive)",
               std::to_string(solved) + of, "all", solved == trials);
  report.check("normal impulse of both phases under the printed law", "≥ (1 + e) ν_c (Poisson's law)",
               std::to_string(decompressed_right) + of, "all", decompressed_right == trials);
  report.show("velocities differ between the printed bound and ours", "", std::to_string(differ) + of,
              "printed: friction of the second LCP is at most μ times what that LCP adds; ours: e ν_c has its friction "
              "too");
  Table table{"energy", "Impacts that gain kinetic energy, by law", {"law", "impacts that gain", "largest gain"}, {}};
  const char* names[] = {"poisson (printed bound)", "poisson_shared (ours)", "newton"};
  for (int law = 0; law < 3; ++law)
    table.rows.push_back({names[law], std::to_string(tally[law].gains) + of, sci(tally[law].largest_gain)});
  report.tables.push_back(table);
  report.remarks.push_back(
      "The two LCPs of Poisson's law share their matrix; the second starts from M v_c + n e ν_c. The text of the paper "
      "is not among this project's data: that its bound counts only what the second LCP adds is taken from the form "
      "of that LCP (the same matrix, nothing but the momentum changed) and from an implementation published by "
      "others.");
}

}  // namespace spook::papers
