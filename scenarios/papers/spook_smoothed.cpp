// SPOOK paper, smoothed complementarity: a contact's 0 ≤ ν ⊥ s ≥ 0 made ν s = κ, and what is lost for it.
#include <cmath>
#include <random>

#include "engine/reference/lcp.h"
#include "scenarios/papers/engine_list.h"

namespace spook::papers {

namespace {

using reference::Matrix;
using reference::Vector;

// a ν + b = s, ν s = κ, ν > 0 for one contact: the positive root
double smoothed_impulse(double a, double b, double kappa) {
  const double root = std::sqrt(b * b + 4.0 * a * kappa);
  return b > 0.0 ? 2.0 * kappa / (b + root) : (root - b) / (2.0 * a);
}

// A ν + b = s, ν ∘ s = κ for many: Newton's method along falling κ, every step kept inside ν, s > 0
Vector smoothed_impulses(const Matrix& a, const Vector& b, double kappa) {
  const Eigen::Index n = b.size();
  Vector nu = Vector::Ones(n), s = Vector::Ones(n);
  double now = 1.0;
  for (int iteration = 0; iteration < 500; ++iteration) {
    const Vector row = a * nu + b - s, product = nu.cwiseProduct(s) - Vector::Constant(n, now);
    if (now <= kappa && row.norm() < 1e-13 && product.norm() < 1e-6 * kappa) break;
    // (A + S/ν) δν = −row − product/ν, δs = A δν + row
    const Matrix matrix = a + Matrix(s.cwiseQuotient(nu).asDiagonal());
    const Vector step = matrix.partialPivLu().solve(-row - product.cwiseQuotient(nu)), slip = a * step + row;
    double share = 1.0;
    for (Eigen::Index k = 0; k < n; ++k) {
      if (step[k] < 0.0) share = std::min(share, -0.95 * nu[k] / step[k]);
      if (slip[k] < 0.0) share = std::min(share, -0.95 * s[k] / slip[k]);
    }
    nu += share * step, s += share * slip;
    if (share > 0.5) now = std::max(kappa, 0.2 * now);
  }
  return nu;
}

// the row of numerics §1 as published, N v⁺ + T ν + (4/h) φ c − φ N v = s, for a ball of 1 kg that settles
double resting_gap(double kappa, double compliance) {
  constexpr double h = 1.0 / 60.0, gravity = 9.81, phi = 1.0 / 9.0;  // τ = 2 h
  const double t = 4.0 * compliance * phi / (h * h);
  double gap = 0.0, v = 0.0;
  for (int step = 0; step < 20000; ++step) {
    const double free = v - gravity * h, b = 4.0 / h * phi * gap - phi * v;
    v = free + smoothed_impulse(1.0 + t, free + b, kappa);
    gap += h * v;
  }
  return gap;
}

void one_contact(Report& report, Panel& corner) {
  constexpr double a = 2.0;
  double farthest = 0.0;
  for (const double kappa : {1.0, 0.1, 0.01, 0.0}) {
    Series series;
    series.label = "κ = " + number(kappa, 1) + " J";
    series.ink = kappa == 0.0;
    for (double b = -4.0; b <= 4.0001; b += 0.05) {
      const double sharp = std::max(0.0, -b / a), nu = kappa > 0.0 ? smoothed_impulse(a, b, kappa) : sharp;
      if (kappa > 0.0) farthest = std::max(farthest, (nu - sharp) / std::sqrt(kappa / a));
      series.x.push_back(b), series.y.push_back(nu);
    }
    corner.series.push_back(std::move(series));
  }
  report.check("one contact: largest ν − ν₀ over √(κ/a)", "1, where the contact just touches (closed form)",
               number(farthest, 6), "1 to 1e-9", std::abs(farthest - 1.0) <= 1e-9);
  double off = 0.0;
  for (const double kappa : {1e-2, 1e-4, 1e-6}) {
    const double compliance = 1e-6, expected = kappa / (4.0 / 9.0 * 9.81) - compliance * 9.81;
    off = std::max(off, std::abs(resting_gap(kappa, compliance) - expected));
  }
  report.check("a ball of 1 kg at rest floats: gap for κ = 1e-2, 1e-4, 1e-6 J, ε = 1e-6 m/N",
               "κ/(4 φ m g) − ε m g (closed form): 2.28 mm, 13.1 µm, −9.58 µm", "off by " + number(off, 2) + " m",
               "≤ 1e-10 m", off <= 1e-10, "a force at a distance is the price of smoothness");
}

// error against the LCP's answer as κ falls, on n contacts; `touching`: some of them have ν = s = 0 there
Series against_lcp(bool touching, std::vector<double>& orders) {
  std::mt19937 engine(4);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  constexpr int n = 20;
  const Matrix root = Matrix::NullaryExpr(n, n, [&] { return uniform(engine); });
  const Matrix a = root * root.transpose() + 0.5 * Matrix::Identity(n, n);
  Vector nu(n), s(n);
  for (int k = 0; k < n; ++k) {
    nu[k] = k % 2 ? 0.5 + std::abs(uniform(engine)) : 0.0;
    s[k] = k % 2 || (touching && k % 4 == 0) ? 0.0 : 0.5 + std::abs(uniform(engine));
  }
  const Vector b = s - a * nu;
  Series series;
  series.label = touching ? "some contacts just touch" : "strictly complementary";
  series.mark = Mark::circle;
  for (double kappa = 1e-2; kappa > 0.9e-8; kappa *= 0.1) {
    series.x.push_back(kappa);
    series.y.push_back((smoothed_impulses(a, b, kappa) - nu).norm());
  }
  orders = observed_orders(series.x, series.y);
  return series;
}

void run_smoothed(const ExperimentContext&, Report& report) {
  Figure figure{"spook_smoothed_complementarity",
                "Smoothed complementarity, ν s = κ",
                "One contact with s = 2 ν + b, and 20 of them against the LCP's answer.",
                {},
                0};
  Panel corner, error;
  corner.title = "one contact", corner.x = {"b (m/s)"}, corner.y = {"ν (N s)"};
  one_contact(report, corner);
  error.title = "20 contacts", error.x = {"κ (J)", true}, error.y = {"error of ν (N s)", true};
  std::vector<double> strict, touching;
  error.series = {against_lcp(false, strict), against_lcp(true, touching)};
  report.check("20 contacts, strictly complementary: order of the error in κ", "1 (implicit function theorem)",
               number(strict.back(), 4), "1 ± 0.05", std::abs(strict.back() - 1.0) <= 0.05);
  report.check("20 contacts, some just touching: order of the error in κ", "½ (ν and s are both √κ there)",
               number(touching.back(), 4), "0.5 ± 0.05", std::abs(touching.back() - 0.5) <= 0.05);
  figure.panels = {corner, error};
  report.figures.push_back(figure);
  report.remarks.push_back(
      "The paper's own formula was not available; ν s = κ is the usual one, that of interior points. Nothing of the "
      "engine uses it.");
}

}  // namespace

Experiment spook_smoothed_complementarity() {
  return {"spook_smoothed_complementarity", "SPOOK paper, smoothed complementarity",
          "Contacts with ν s = κ: how far from complementary, and how high a ball floats", run_smoothed};
}

}  // namespace spook::papers
