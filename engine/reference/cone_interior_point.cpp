// Interior points for min ½ rᵀW r + (q + s n)ᵀ r over the cones, s = μ ‖u_T‖ held for a step and taken anew after it
// (De Saxcé's change of variable makes the convex problem's solution Coulomb's where both agree).
//   x = P r and y = P⁻¹ (W r + q + s n), P = diag(μ, 1, 1), both in the self-dual cone x₀ ≥ ‖x₁‖; x ∘ y = ν e → 0
// Nesterov and Todd's F per contact (λ = F y = F⁻¹ x) makes each step one system:
//   (P F⁻² P + W) Δr = P (F⁻¹ Δλ − residual of y)
// W need not be symmetric: others' steps have gyroscopic forces in their mass matrix.
// Where a contact's impulse and slip vanish together the error only falls as √ν, and rounding ends it near 1e-7; there,
// and where steps get short, Newton's method finishes from the best point.
#include <Eigen/SparseLU>
#include <cmath>

#include "engine/reference/cone_blocks.h"
#include "engine/reference/cone_solvers.h"

namespace spook::reference {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

double determinant(const Vector3d& x) {
  const double tangent = x.tail<2>().norm();
  return (x[0] - tangent) * (x[0] + tangent);
}

Vector3d product(const Vector3d& a, const Vector3d& b) {
  Vector3d result(a.dot(b), 0.0, 0.0);
  result.tail<2>() = a[0] * b.tail<2>() + b[0] * a.tail<2>();
  return result;
}

// b with a ∘ b = c
Vector3d quotient(const Vector3d& a, const Vector3d& c) {
  const double det = determinant(a), along = a.tail<2>().dot(c.tail<2>());
  Vector3d result((a[0] * c[0] - along) / det, 0.0, 0.0);
  result.tail<2>() = (c.tail<2>() - result[0] * a.tail<2>()) / a[0];
  return result;
}

struct Scaling {
  Matrix3d f, inverse;
  Vector3d lambda;
};

Scaling nesterov_todd(const Vector3d& x, const Vector3d& y) {
  const double root_x = std::sqrt(determinant(x)), root_y = std::sqrt(determinant(y));
  const Vector3d unit_x = x / root_x, unit_y = y / root_y;
  const double gamma = std::sqrt(0.5 * (1.0 + unit_x.dot(unit_y)));
  Vector3d middle = unit_x;
  middle[0] += unit_y[0], middle.tail<2>() -= unit_y.tail<2>();
  middle /= 2.0 * gamma;
  Vector3d v = middle;
  v[0] += 1.0;
  v /= std::sqrt(2.0 * (middle[0] + 1.0));
  const double beta = std::sqrt(root_x / root_y);
  const Vector3d mirror(1.0, -1.0, -1.0), mirrored = v.cwiseProduct(mirror);
  Scaling scaling;
  scaling.f = beta * (2.0 * v * v.transpose() - Matrix3d(mirror.asDiagonal()));
  scaling.inverse = (2.0 * mirrored * mirrored.transpose() - Matrix3d(mirror.asDiagonal())) / beta;
  scaling.lambda = scaling.f * y;
  return scaling;
}

// how far x + length dx stays in the cone
double longest_step(const Vector3d& x, const Vector3d& dx) {
  double low = 0.0, high = 1.0;
  const auto inside = [&](double length) {
    const Vector3d at = x + length * dx;
    return at[0] > at.tail<2>().norm();
  };
  if (inside(high)) return high;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (inside(middle) ? low : high) = middle;
  }
  return low;
}

class InteriorPoint {
 public:
  // units in which impulses and velocities are about 1
  explicit InteriorPoint(const ConeProblem& problem)
      : contacts_(problem.contacts()), friction_(problem.friction), w_(problem.w), q_(problem.q) {
    double mean = 0.0;
    for (Eigen::Index k = 0; k < w_.rows(); ++k) mean += std::abs(w_.coeff(k, k)) / double(w_.rows());
    velocity_unit_ = std::max(q_.norm() / std::sqrt(std::max(1.0, double(contacts_))), 1e-300);
    impulse_unit_ = velocity_unit_ / std::max(mean, 1e-300);
    w_ *= impulse_unit_ / velocity_unit_, q_ /= velocity_unit_;
    x_ = y_ = Vector::Zero(q_.size()), slip_ = Vector::Zero(contacts_);
  }

  // around impulses r, `inside` away from the boundary of the cones
  void start(const Vector& r, double inside) {
    for (int c = 0; c < contacts_; ++c) {
      Vector3d x = r.segment<3>(3 * c) / impulse_unit_;
      x[0] = std::max(friction_[c] * x[0], x.tail<2>().norm()) + inside;
      x_.segment<3>(3 * c) = x;
    }
    const Vector y = wanted_y();
    for (int c = 0; c < contacts_; ++c) {
      y_.segment<3>(3 * c) = y.segment<3>(3 * c);
      y_[3 * c] = std::max(y[3 * c], y.segment<2>(3 * c + 1).norm()) + inside;
    }
  }
  // s from the slip under the present impulses
  void hold_slip() {
    const Vector u = w_ * impulses() + q_;
    for (int c = 0; c < contacts_; ++c) slip_[c] = friction_[c] * u.segment<2>(3 * c + 1).norm();
  }

  // predictor and corrector with one factorisation; false: no step could be made
  bool step() {
    std::vector<Scaling> scaling;
    SparseMatrix matrix = w_;
    for (int c = 0; c < contacts_; ++c) {
      scaling.push_back(nesterov_todd(x_.segment<3>(3 * c), y_.segment<3>(3 * c)));
      const Vector3d p(friction_[c], 1.0, 1.0);
      const Matrix3d block = p.asDiagonal() * (scaling.back().inverse * scaling.back().inverse) * p.asDiagonal();
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix.coeffRef(3 * c + i, 3 * c + j) += block(i, j);
    }
    matrix.makeCompressed();
    if (!matrix.coeffs().allFinite()) return false;
    if (!analysed_) factor_.analyzePattern(matrix), analysed_ = true;
    factor_.factorize(matrix);
    if (factor_.info() != Eigen::Success) return false;

    const Vector residual = wanted_y() - y_;
    const double gap = x_.dot(y_) / contacts_;
    Vector dx, dy, correction = Vector::Zero(x_.size());
    if (!direction(scaling, residual, 0.0, correction, dx, dy)) return false;
    const double reached = largest(dx, dy);
    // after a short step: back towards the middle of the cones, where steps are long
    const double sigma = last_length_ < 0.2 ? 1.0 : std::pow(1.0 - reached, 3);
    if (last_length_ >= 0.2)
      for (int c = 0; c < contacts_; ++c)
        correction.segment<3>(3 * c) =
            product(scaling[c].inverse * dx.segment<3>(3 * c), scaling[c].f * dy.segment<3>(3 * c));
    if (!direction(scaling, residual, sigma * gap, correction, dx, dy)) return false;
    const double length = std::min(1.0, 0.995 * largest(dx, dy));
    x_ += length * dx, y_ += length * dy;
    last_length_ = length;
    return length > 1e-10;
  }

  Vector impulses() const {
    Vector r = x_;
    for (int c = 0; c < contacts_; ++c) r[3 * c] /= friction_[c];
    return r;
  }
  Vector answer() const { return impulse_unit_ * impulses(); }

 private:
  Vector wanted_y() const {
    Vector y = w_ * impulses() + q_;
    for (int c = 0; c < contacts_; ++c) y[3 * c] = (y[3 * c] + slip_[c]) / friction_[c];
    return y;
  }

  bool direction(const std::vector<Scaling>& scaling, const Vector& residual, double target, const Vector& correction,
                 Vector& dx, Vector& dy) const {
    Vector right(x_.size()), change(x_.size());
    for (int c = 0; c < contacts_; ++c) {
      const Scaling& s = scaling[std::size_t(c)];
      Vector3d goal = -product(s.lambda, s.lambda) - correction.segment<3>(3 * c);
      goal[0] += target;
      change.segment<3>(3 * c) = quotient(s.lambda, goal);
      right.segment<3>(3 * c) = s.inverse * change.segment<3>(3 * c) - residual.segment<3>(3 * c);
      right[3 * c] *= friction_[c];
    }
    dx = factor_.solve(right);
    // from W, not from the scaling: what is feasible stays so to rounding
    dy = w_ * dx;
    for (int c = 0; c < contacts_; ++c) dx[3 * c] *= friction_[c], dy[3 * c] /= friction_[c];
    dy += residual;
    return dx.allFinite() && dy.allFinite();
  }

  double largest(const Vector& dx, const Vector& dy) const {
    double length = 1.0;
    for (int c = 0; c < contacts_; ++c) {
      length = std::min(length, longest_step(x_.segment<3>(3 * c), dx.segment<3>(3 * c)));
      length = std::min(length, longest_step(y_.segment<3>(3 * c), dy.segment<3>(3 * c)));
    }
    return length;
  }

  int contacts_;
  Vector friction_;
  SparseMatrix w_;
  Vector q_, x_, y_, slip_;
  double impulse_unit_ = 1.0, velocity_unit_ = 1.0, last_length_ = 1.0;
  Eigen::SparseLU<SparseMatrix> factor_;
  bool analysed_ = false;
};

}  // namespace

ConeResult solve_cone_interior_point(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  constexpr int limit = 20000, patience = 10;
  const double begin = cone_clock();
  if (r.size() != problem.q.size()) r = Vector::Zero(problem.q.size());
  ConeResult result;
  result.error = cone_error(problem, r);
  // without friction there is no dual cone of full dimension
  if (problem.contacts() == 0 || problem.friction.minCoeff() <= 0.0) {
    result.solved = result.error <= options.tolerance;
    return result;
  }
  InteriorPoint method(problem);
  const int most = options.iterations > 0 ? options.iterations : limit;
  Vector best = r;
  double best_error = result.error;
  method.start(r, 1.0);
  for (int waited = 0; best_error > options.tolerance && waited < patience; ++waited) {
    if (result.iterations >= most || cone_clock() - begin > options.seconds) break;
    method.hold_slip();
    if (!method.step()) break;
    ++result.iterations;
    const Vector answer = method.answer();
    const double error = answer.allFinite() ? cone_error(problem, answer) : INFINITY;
    if (error < 0.9 * best_error) waited = 0;
    if (error < best_error) best = answer, best_error = error;
  }
  r = best;
  result.error = best_error;
  if (result.error > options.tolerance && result.iterations < most) {
    const ConeResult finish = solve_cone_newton(
        problem, r,
        {options.tolerance, most - result.iterations, std::max(0.0, options.seconds - (cone_clock() - begin))});
    result.iterations += finish.iterations, result.error = finish.error;
  }
  result.solved = result.error <= options.tolerance;
  result.seconds = cone_clock() - begin;
  return result;
}

}  // namespace spook::reference
