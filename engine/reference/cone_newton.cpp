// Newton's method on one of two equations, contact by contact with ρ = κ/‖B‖ of its own block and u = W r + q:
//   Alart and Curnier:  r_N − [r_N − ρ u_N]₊ = 0,   r_T − proj_{disc of μ [r_N − ρ u_N]₊}(r_T − ρ u_T) = 0
//   natural map:        r − proj_K(r − ρ (u + μ ‖u_T‖ n)) = 0,   K the cone: what cone_error measures
// Newton's matrix is P + Q W with 3 × 3 blocks P, Q. Redundant contacts make it singular: each round solves the problem
// with W + α 1 and q − α r₀ instead, whose answer is r₀ once that is the solution. Every κ > 0 has the same solutions,
// but the line search gets stuck at other points: what one κ does not solve, the next one often does.
#include <Eigen/SparseLU>
#include <array>
#include <cmath>

#include "engine/reference/cone_blocks.h"
#include "engine/reference/cone_solvers.h"

namespace spook::reference {

namespace {

struct Equation {
  Eigen::Vector3d value;
  Eigen::Matrix3d by_impulse, by_velocity;
};

Equation alart_curnier(const Eigen::Vector3d& r, const Eigen::Vector3d& u, double friction, double rho) {
  Equation e;
  const double pressed = r[0] - rho * u[0];
  const bool closed = pressed > 0.0;
  const double radius = friction * std::max(0.0, pressed);
  const Eigen::Vector2d trial = r.tail<2>() - rho * u.tail<2>();
  const double length = trial.norm();
  e.by_impulse.setIdentity(), e.by_velocity.setZero();
  e.value[0] = r[0] - std::max(0.0, pressed);
  if (closed) e.by_impulse(0, 0) = 0.0, e.by_velocity(0, 0) = rho;
  if (length <= radius) {
    e.value.tail<2>() = r.tail<2>() - trial;
    e.by_impulse.bottomRightCorner<2, 2>().setZero();
    e.by_velocity.bottomRightCorner<2, 2>() = rho * Eigen::Matrix2d::Identity();
    return e;
  }
  const Eigen::Vector2d along = trial / length;
  e.value.tail<2>() = r.tail<2>() - radius * along;
  if (!closed) return e;
  const Eigen::Matrix2d turn = radius / length * (Eigen::Matrix2d::Identity() - along * along.transpose());
  e.by_impulse.bottomRightCorner<2, 2>() -= turn;
  e.by_velocity.bottomRightCorner<2, 2>() = rho * turn;
  e.by_impulse.bottomLeftCorner<2, 1>() = -friction * along;
  e.by_velocity.bottomLeftCorner<2, 1>() = rho * friction * along;
  return e;
}

Equation natural_map(const Eigen::Vector3d& r, const Eigen::Vector3d& u, double friction, double rho) {
  const double slip = u.tail<2>().norm();
  Eigen::Vector3d z = r - rho * u;
  z[0] -= rho * friction * slip;
  Equation e;
  e.value = r - project_on_cone(z, friction);
  Eigen::Matrix3d slope = Eigen::Matrix3d::Identity();  // of the projection
  const double tangent = z.tail<2>().norm();
  if (friction * tangent <= -z[0]) {
    slope.setZero();
  } else if (tangent > friction * z[0]) {
    const double below = 1.0 + friction * friction, normal = (z[0] + friction * tangent) / below;
    const Eigen::Vector2d along = z.tail<2>() / tangent;
    const Eigen::Matrix2d across = Eigen::Matrix2d::Identity() - along * along.transpose();
    slope(0, 0) = 1.0 / below;
    slope.topRightCorner<1, 2>() = friction / below * along.transpose();
    slope.bottomLeftCorner<2, 1>() = friction / below * along;
    slope.bottomRightCorner<2, 2>() =
        friction * friction / below * along * along.transpose() + friction * normal / tangent * across;
  }
  Eigen::Matrix3d shifted = Eigen::Matrix3d::Identity();  // of u + μ ‖u_T‖ n
  if (slip > 0.0) shifted.topRightCorner<1, 2>() += friction / slip * u.tail<2>().transpose();
  e.by_impulse = Eigen::Matrix3d::Identity() - slope;
  e.by_velocity = rho * slope * shifted;
  return e;
}

using Law = Equation (*)(const Eigen::Vector3d& r, const Eigen::Vector3d& u, double friction, double rho);

class Newton {
 public:
  Newton(const ConeProblem& problem, const Vector& rho, Law law) : problem_(problem), rho_(rho), law_(law) {}

  // one linear system and a line search; the size of the residual that is left
  double step(Vector& r, bool& sound) {
    const Vector u = problem_.w * r + problem_.q;
    std::vector<Eigen::Triplet<double>> left, right;
    Vector value(r.size());
    for (int c = 0; c < problem_.contacts(); ++c) {
      const Equation e = law_(r.segment<3>(3 * c), u.segment<3>(3 * c), problem_.friction[c], rho_[c]);
      value.segment<3>(3 * c) = e.value;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          left.emplace_back(3 * c + i, 3 * c + j, e.by_impulse(i, j));
          if (e.by_velocity(i, j) != 0.0) right.emplace_back(3 * c + i, 3 * c + j, e.by_velocity(i, j));
        }
    }
    SparseMatrix p(r.size(), r.size()), q(r.size(), r.size());
    p.setFromTriplets(left.begin(), left.end()), q.setFromTriplets(right.begin(), right.end());
    const SparseMatrix matrix = p + SparseMatrix(q * problem_.w);
    Eigen::SparseLU<SparseMatrix> factor(matrix);
    const double before = value.norm();
    sound = factor.info() == Eigen::Success;
    if (!sound) return before;
    const Vector move = factor.solve(-value);
    sound = move.allFinite();
    if (!sound) return before;
    // the smallest of a few lengths: the equations have kinks, so that a slope promises little
    double best = INFINITY, at_best = 1.0;
    for (double length = 1.0; length > 1e-3; length *= 0.5) {
      const double size = residual(r + length * move);
      if (size < best) best = size, at_best = length;
      if (size <= (1.0 - 0.1 * length) * before) break;
    }
    r += at_best * move;
    return best;
  }

  double residual(const Vector& r) const {
    const Vector u = problem_.w * r + problem_.q;
    double sum = 0.0;
    for (int c = 0; c < problem_.contacts(); ++c)
      sum += law_(r.segment<3>(3 * c), u.segment<3>(3 * c), problem_.friction[c], rho_[c]).value.squaredNorm();
    return std::sqrt(sum);
  }

 private:
  const ConeProblem& problem_;
  const Vector& rho_;
  Law law_;
};

void sweep(const ConeProblem& problem, const BlockRows& rows, Vector& r, int times) {
  for (int k = 0; k < times; ++k)
    for (int c = 0; c < problem.contacts(); ++c) {
      const Eigen::Matrix3d& own = rows.diagonal[std::size_t(c)];
      const Eigen::Vector3d others = rows.velocity(c, r, problem.q) - own * r.segment<3>(3 * c);
      r.segment<3>(3 * c) = solve_one_cone(own, others, problem.friction[c]);
    }
}

void onto_cones(const ConeProblem& problem, Vector& r) {
  for (int c = 0; c < problem.contacts(); ++c)
    r.segment<3>(3 * c) = project_on_cone(r.segment<3>(3 * c), problem.friction[c]);
}

// One proximal step, and what it is tried with.
class ProximalStep {
 public:
  ProximalStep(const ConeProblem& problem, const BlockRows& rows, Law law)
      : problem_(problem), law_(law), rho_(problem.contacts()) {
    for (int c = 0; c < problem.contacts(); ++c) {
      const double size = rows.diagonal[std::size_t(c)].norm();
      rho_[c] = 1.0 / std::max(size, 1e-300), mean_ += size / problem.contacts();
    }
  }

  // r: from the origin r₀ to the answer, or to the best that was met; α as a part of the mean diagonal block of W
  bool solve(Vector& r, double alpha, int& iterations) {
    constexpr int inner_limit = 25;
    const Vector origin = r;
    ConeProblem near = with_compliance(problem_, alpha * mean_);
    near.q -= alpha * mean_ * origin;
    const double wanted = 1e-12 * (1.0 + origin.norm());
    double best_error = INFINITY;
    Vector best = origin;
    for (std::size_t tried = 0; tried < scales.size(); ++tried) {
      if (tried > 0) scale_ = (scale_ + 1) % scales.size();
      const Vector rho = scales[scale_] * rho_;
      Newton newton(near, rho, law_);
      r = origin;
      bool sound = true;
      double size = newton.residual(r);
      for (inner_ = 0; inner_ < inner_limit && sound && size > wanted; ++inner_, ++iterations)
        size = newton.step(r, sound);
      if (sound && size <= std::max(wanted, 1e-9 * origin.norm())) return true;
      const double error = r.allFinite() ? cone_error(near, r) : INFINITY;
      if (error < best_error) best = r, best_error = error;
    }
    r = best;
    return false;
  }
  bool quick() const { return inner_ <= 12; }  // systems of the last κ: half of what it may take

 private:
  static constexpr std::array<double, 4> scales{100.0, 1000.0, 1.0, 10.0};  // κ; the one that served comes first again
  const ConeProblem& problem_;
  Law law_;
  Vector rho_;
  double mean_ = 0.0;
  std::size_t scale_ = 0;
  int inner_ = 0;
};

ConeResult proximal_newton(const ConeProblem& problem, Vector& r, const ConeOptions& options, Law law) {
  constexpr int limit = 20000, first_sweeps = 20, patience = 3;
  constexpr double min_alpha = 1e-12, max_alpha = 1e-1;
  const double begin = cone_clock();
  const BlockRows rows(problem);
  if (r.size() != problem.q.size()) r = Vector::Zero(problem.q.size());
  ProximalStep proximal(problem, rows, law);
  ConeResult result;
  sweep(problem, rows, r, first_sweeps);
  result.error = cone_error(problem, r);
  const int most = options.iterations > 0 ? options.iterations : limit;
  double alpha = 1e-4;
  int failures = 0;
  Vector best = r;
  double best_error = result.error;
  while (best_error > options.tolerance && result.iterations < most && cone_clock() - begin < options.seconds) {
    const Vector origin = r;
    const bool solved = proximal.solve(r, alpha, result.iterations);
    onto_cones(problem, r);
    result.error = cone_error(problem, r);
    if (result.error < best_error) best = r, best_error = result.error;
    // what Newton solves quickly is asked for with less regularisation; what it does not, with more, from the same
    // origin, and after some failures from another point
    if (solved) {
      failures = 0;
      if (proximal.quick()) alpha = std::max(min_alpha, 0.5 * alpha);
      continue;
    }
    alpha = std::min(max_alpha, 4.0 * alpha);
    if (++failures < patience) {
      r = origin;
      continue;
    }
    failures = 0;
    if (result.error > 10.0 * best_error) r = best;
    sweep(problem, rows, r, first_sweeps);
  }
  r = best;
  result.error = cone_error(problem, r);
  result.solved = result.error <= options.tolerance;
  result.seconds = cone_clock() - begin;
  return result;
}

}  // namespace

ConeResult solve_cone_newton(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  return proximal_newton(problem, r, options, alart_curnier);
}

ConeResult solve_cone_natural_map(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  return proximal_newton(problem, r, options, natural_map);
}

}  // namespace spook::reference
