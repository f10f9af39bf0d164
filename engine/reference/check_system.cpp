// The generic check for a system somebody wrote by hand.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <random>

#include "engine/reference/kkt.h"
#include "engine/reference/systems.h"

namespace spook::reference {

namespace {

constexpr double exact_bar = 1e-12, difference_bar = 1e-6;

class Comparisons {
 public:
  // noise: what rounding alone may make of the difference
  void note(const std::string& what, const Matrix& written, const Matrix& other, double allowed, double noise = 0.0) {
    double difference = std::numeric_limits<double>::infinity();
    if (written.rows() == other.rows() && written.cols() == other.cols()) {
      const double scale = std::max({1.0, written.cwiseAbs().maxCoeff(), other.cwiseAbs().maxCoeff()});
      difference = std::max(0.0, (written - other).cwiseAbs().maxCoeff() - noise) / scale;
      if (!written.allFinite() || !other.allFinite()) difference = std::numeric_limits<double>::infinity();
    }
    const auto known = std::ranges::find(list_, what, &SystemCheck::what);
    if (known == list_.end())
      list_.push_back({what, difference, allowed});
    else
      known->difference = std::max(known->difference, difference);
  }
  std::vector<SystemCheck> take() { return std::move(list_); }

 private:
  std::vector<SystemCheck> list_;
};

Vector along(const std::function<Vector(const Vector&)>& function, const Vector& q, const Vector& v) {
  const double step = 6e-6 * std::max(1.0, q.norm()) / std::max(v.norm(), 1e-9);
  return (function(q + step * v) - function(q - step * v)) / (2 * step);
}

void compare_with(const System& written, const System& exact, const Vector& q, const Vector& v, Comparisons& list) {
  list.note("M", written.mass(q), exact.mass(q), exact_bar);
  list.note("F", written.force(q, v, 0.0), exact.force(q, v, 0.0), exact_bar);
  if (written.mass_rate && exact.mass_rate)
    list.note("dM/dt", written.mass_rate(q, v), exact.mass_rate(q, v), exact_bar);
  if (written.force_dq && exact.force_dq)
    list.note("dF/dq", written.force_dq(q, v, 0.0), exact.force_dq(q, v, 0.0), exact_bar);
  if (written.force_dv && exact.force_dv)
    list.note("dF/dv", written.force_dv(q, v, 0.0), exact.force_dv(q, v, 0.0), exact_bar);
  if (written.constraints == 0) return;
  list.note("g", written.constraint(q), exact.constraint(q), exact_bar);
  list.note("G", written.jacobian(q), exact.jacobian(q), exact_bar);
  list.note("(dG/dt) v", written.jacobian_rate(q, v), exact.jacobian_rate(q, v), exact_bar);
}

void compare_with_differences(const System& s, const Vector& q, const Vector& v, Comparisons& list) {
  const double noise = 1e-15 * s.force(q, v, 0.0).cwiseAbs().maxCoeff() / 6e-6;
  if (s.force_dq)
    list.note("dF/dq by differences", s.force_dq(q, v, 0.0),
              differentiate([&](const Vector& at) { return s.force(at, v, 0.0); }, q), difference_bar, noise);
  if (s.force_dv)
    list.note("dF/dv by differences", s.force_dv(q, v, 0.0),
              differentiate([&](const Vector& at) { return s.force(q, at, 0.0); }, v), difference_bar, noise);
  if (s.constraints > 0) {
    list.note("G by differences", s.jacobian(q), differentiate(s.constraint, q), difference_bar);
    list.note("(dG/dt) v by differences", s.jacobian_rate(q, v),
              along([&](const Vector& at) -> Vector { return s.jacobian(at) * v; }, q, v), difference_bar);
  }
  for (const GapModel& gap : s.gaps) {
    const auto as_vector = [](const auto& function) {
      return [&function](const Vector& at) -> Vector { return Vector::Constant(1, function(at)); };
    };
    const std::string name = gap.name.empty() ? std::string("contact") : gap.name;
    list.note(name + ": normal", gap.normal(q).transpose(), differentiate(as_vector(gap.gap), q), difference_bar);
    if (gap.normal_rate)
      list.note(name + ": normal rate", Matrix::Constant(1, 1, gap.normal_rate(q, v)),
                along([&](const Vector& at) -> Vector { return Vector::Constant(1, gap.normal(at).dot(v)); }, q, v),
                difference_bar);
    if (gap.tangent && gap.tangent_rate)
      list.note(name + ": tangent rate", Matrix::Constant(1, 1, gap.tangent_rate(q, v)),
                along([&](const Vector& at) -> Vector { return Vector::Constant(1, gap.tangent(at).dot(v)); }, q, v),
                difference_bar);
    if (gap.tangent && gap.slip)
      list.note(name + ": tangent", gap.tangent(q).transpose(), differentiate(as_vector(gap.slip), q), difference_bar);
  }
}

}  // namespace

std::vector<SystemCheck> check_system(const System& written, const System* automatic, int samples, unsigned seed) {
  Comparisons list;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto near = [&](const Vector& centre) {
    Vector result = centre;
    for (Eigen::Index k = 0; k < result.size(); ++k) result[k] += uniform(random) * std::max(0.1, std::abs(centre[k]));
    return result;
  };
  for (int sample = 0; sample < samples; ++sample) {
    const Vector q = near(written.q0), v = near(written.v0);
    const Matrix mass = written.mass(q);
    list.note("M symmetric", mass, mass.transpose(), exact_bar);
    const double smallest = Eigen::SelfAdjointEigenSolver<Matrix>(mass).eigenvalues()[0];
    list.note("M positive definite", Matrix::Constant(1, 1, smallest > 0.0 ? 0.0 : 1.0), Matrix::Zero(1, 1), exact_bar);
    if (automatic) compare_with(written, *automatic, q, v, list);
    compare_with_differences(written, q, v, list);
  }
  return list.take();
}

}  // namespace spook::reference
