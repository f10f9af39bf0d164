// Lemke's algorithm on a dense tableau. Anti-cycling by the lexicographic ratio test (Cottle, Pang, Stone, §4.9), so
// it ends on every degenerate problem; where it ends on a ray, the ray is checked as a certificate of infeasibility.
// A ray that proves nothing may be rounding in a tie: it is pivoted again with longer numbers and another cover.
#include <algorithm>
#include <cmath>
#include <span>

#include "engine/reference/lcp.h"

namespace spook::reference {
namespace {

// the tableau of w − A z − d z₀ = b: columns w (start: unit, so later B⁻¹), z, z₀, right-hand side
template <class Real>
class Tableau {
 public:
  Tableau(const Matrix& a, const Vector& b, const Vector& cover, double zero)
      : n_(int(b.size())), rows_(n_, 2 * n_ + 2), basic_(n_) {
    rows_.leftCols(n_).setIdentity();
    rows_.middleCols(n_, n_) = -a.cast<Real>();
    rows_.col(2 * n_) = -cover.cast<Real>();
    rows_.col(2 * n_ + 1) = b.cast<Real>();
    for (int i = 0; i < n_; ++i) basic_[i] = i;
    noise_ = Real(sizeof(Real) > sizeof(double) ? 1e-16 : 1e-13) * Real(1.0 + a.cwiseAbs().maxCoeff());
    threshold_ = Real(zero) * noise_;
  }

  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  int basic(int row) const { return basic_[row]; }
  Real value(int row) const { return rows_(row, 2 * n_ + 1); }
  Real entry(int row, int column) const { return rows_(row, column); }

  // z₀ enters where b is most negative (lexicographically), which makes every row feasible
  int first_row() const {
    int best = -1;
    for (int i = 0; i < n_; ++i)
      if (value(i) < 0.0 && -rows_(i, 2 * n_) > 0.0 && (best < 0 || lexicographically_less(i, best, 2 * n_, -1.0)))
        best = i;
    return best;
  }

  // minimum ratio among positive entries of the entering column; −1: a ray
  int ratio_test(int column) const {
    int best = -1;
    for (int i = 0; i < n_; ++i) {
      if (rows_(i, column) <= threshold_) continue;
      if (best < 0 || lexicographically_less(i, best, column, 1.0)) best = i;
    }
    if (best < 0 || basic_[best] == artificial()) return best;
    // where z₀ may leave as well, it does: the problem is then solved
    for (int i = 0; i < n_; ++i)
      if (basic_[i] == artificial() && rows_(i, column) > threshold_ &&
          std::abs(value(i) / rows_(i, column) - value(best) / rows_(best, column)) <=
              1e-14 * (1.0 + std::abs(value(best))))
        return i;
    return best;
  }

  int pivot(int row, int column) {  // returns the variable that leaves
    rows_.row(row) /= rows_(row, column);
    for (int i = 0; i < n_; ++i)
      if (i != row && rows_(i, column) != 0.0) rows_.row(i) -= rows_(i, column) * rows_.row(row);
    const int leaving = basic_[row];
    basic_[row] = column;
    return leaving;
  }

 private:
  // compares (value, row of B⁻¹) / (sign · pivot entry), component by component
  bool lexicographically_less(int i, int j, int column, double sign) const {
    const Real pi = Real(sign) * rows_(i, column), pj = Real(sign) * rows_(j, column);
    const auto differ = [&](Real x, Real y) {
      const Real gap = x / pi - y / pj;
      return std::abs(gap) <= noise_ * (1 / pi + 1 / pj + std::abs(x / pi) + std::abs(y / pj)) ? 0 : gap < 0 ? -1 : 1;
    };
    if (const int order = differ(value(i), value(j))) return order < 0;
    for (int k = 0; k < n_; ++k)
      if (const int order = differ(rows_(i, k), rows_(j, k))) return order < 0;
    return i < j;
  }

  int n_;
  // below which differences are ties and entries are zeros
  Real noise_ = 0, threshold_ = 0;
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
  std::vector<int> basic_;
};

// u = direction of z along the ray: u ≥ 0, Aᵀu ≤ 0, bᵀu < 0 leaves no feasible point
bool proves_infeasible(const Matrix& a, const Vector& b, Vector u) {
  const double size = u.size() ? u.maxCoeff() : 0.0;
  if (size <= 0.0) return false;
  u /= size;
  const double tolerance = 1e-9 * (1.0 + a.cwiseAbs().maxCoeff());
  return u.minCoeff() >= -1e-12 && (a.transpose() * u).maxCoeff() <= tolerance &&
         b.dot(u) < -1e-9 * (1.0 + b.cwiseAbs().maxCoeff());
}

template <class Real>
LcpResult pivot_to_the_end(const Matrix& a, const Vector& b, const Vector& cover, double zero, LcpBasis& basis,
                           Vector& z, int limit) {
  LcpResult result;
  const int n = int(b.size());
  basis.assign(n, 0);
  z.setZero(n);
  result.status = LcpStatus::solved;
  Tableau<Real> tableau(a, b, cover, zero);
  const int first = tableau.first_row();
  if (first < 0) return result;  // b ≥ 0: z = 0

  int leaving = tableau.pivot(first, tableau.artificial());
  for (result.pivots = 1; leaving != tableau.artificial(); ++result.pivots) {
    if (result.pivots > limit) {
      result.status = LcpStatus::iteration_limit;
      break;
    }
    const int entering = tableau.complement(leaving);
    const int row = tableau.ratio_test(entering);
    if (row < 0) {
      // the ray: the entering variable grows, the basic ones follow
      Vector u = Vector::Zero(n);
      if (entering >= n) u[entering - n] = 1.0;
      for (int i = 0; i < n; ++i)
        if (tableau.basic(i) >= n && tableau.basic(i) < 2 * n)
          u[tableau.basic(i) - n] = -double(tableau.entry(i, entering));
      result.status = proves_infeasible(a, b, u) ? LcpStatus::infeasible : LcpStatus::ray;
      break;
    }
    leaving = tableau.pivot(row, entering);
  }
  for (int i = 0; i < n; ++i) {
    if (tableau.basic(i) < n || tableau.basic(i) == tableau.artificial()) continue;
    basis[tableau.basic(i) - n] = 1;
    z[tableau.basic(i) - n] = std::max(0.0, double(tableau.value(i)));
  }
  return result;
}

bool fits(const Matrix& a, const Vector& b, const Vector& z, double tolerance) {
  const double slack = 100.0 * tolerance * (1.0 + b.cwiseAbs().maxCoeff());
  return natural_residual(a, b, z) <= slack * (1.0 + z.maxCoeff() * a.cwiseAbs().maxCoeff());
}

bool accept(const Matrix& a, const Vector& b, const LcpBasis& basis, Vector& z, double tolerance) {
  Vector exact;
  if (!solve_basis(a, b, basis, exact) && !solve_singular_basis(a, b, basis, exact = z)) return false;
  if (exact.minCoeff() < -100.0 * tolerance * (1.0 + b.cwiseAbs().maxCoeff()) * (1.0 + exact.cwiseAbs().maxCoeff()))
    return false;
  exact = exact.cwiseMax(0.0);
  if (!fits(a, b, exact, tolerance)) return false;
  z = exact;
  return true;
}

struct Attempt {
  bool longer;
  double zero, cover;  // zeros in units of rounding; how unequal the cover is
};
// with zeros of 1e2, redundant contacts led into singular bases; with 1e5, contacts of small compliance did
constexpr Attempt in_double[] = {{false, 1e5, 0.0}, {false, 1e2, 0.0}};
constexpr Attempt in_longer[] = {{true, 1e2, 0.618}, {true, 1e2, 1.236}, {true, 1e5, 0.618}};

// pivots in double; where that ends on a ray, in a basis too near singular or not at all, again: with smaller zeros,
// for compliances far below the rest of their row, and with longer numbers
LcpResult lemke(const Matrix& a, const Vector& b, LcpBasis& basis, Vector& z, int limit, double tolerance,
                std::span<const Attempt> attempts) {
  const Eigen::Index n = b.size();
  LcpResult result;
  for (const Attempt& attempt : attempts) {
    const int spent = result.pivots;
    const Vector cover = Vector::Ones(n) + attempt.cover * Vector::LinSpaced(n, 1.0 / double(n), 1.0);
    result = attempt.longer ? pivot_to_the_end<long double>(a, b, cover, attempt.zero, basis, z, limit)
                            : pivot_to_the_end<double>(a, b, cover, attempt.zero, basis, z, limit);
    result.pivots += spent;
    if (result.status == LcpStatus::infeasible) return result;
    if (result.status == LcpStatus::ray || result.status == LcpStatus::iteration_limit) continue;
    if (accept(a, b, basis, z, tolerance) || fits(a, b, z, tolerance)) return result;
    result.status = LcpStatus::singular;
  }
  return result;
}

// A and b in units that make A's entries near 1: a positive diagonal scaling keeps the problem
Vector equilibrate(const Matrix& a) {
  const Eigen::Index n = a.rows();
  Vector scale = Vector::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (a(i, i) > 0.0) scale[i] = 1.0 / std::sqrt(a(i, i));
  for (Eigen::Index i = 0; i < n; ++i) {
    if (a(i, i) > 0.0) continue;
    const double largest = std::max((a.row(i).transpose().cwiseProduct(scale)).cwiseAbs().maxCoeff(),
                                    (a.col(i).cwiseProduct(scale)).cwiseAbs().maxCoeff());
    if (largest > 0.0) scale[i] = 1.0 / largest;
  }
  return scale;
}

// the same problem seen from a basis: z and w of the basic indices exchanged (principal pivot transform)
bool exchange(const Matrix& a, const Vector& b, const LcpBasis& basis, Matrix& pivoted, Vector& shifted) {
  std::vector<int> in, out;
  for (int i = 0; i < int(basis.size()); ++i) (basis[i] ? in : out).push_back(i);
  const Eigen::FullPivLU<Matrix> factor(a(in, in));
  if (!factor.isInvertible() || factor.rcond() < 1e-12) return false;
  const Matrix inverse = factor.inverse(), left = a(out, in) * inverse, right = inverse * a(in, out);
  pivoted.resizeLike(a), shifted.resizeLike(b);
  pivoted(in, in) = inverse;
  pivoted(in, out) = -right;
  pivoted(out, in) = left;
  pivoted(out, out) = a(out, out) - left * a(in, out);
  shifted(in) = -inverse * b(in);
  shifted(out) = b(out) - left * b(in);
  return true;
}

// Where bases are too near singular for a tableau: proximal steps, A + δ 1 and b − δ z₀, whose bases are regular. Each
// starts from the basis before; that of one of them is A's own.
LcpResult proximal_steps(const Matrix& a, const Vector& b, LcpBasis& basis, Vector& z, int limit, double tolerance) {
  struct Phase {
    double delta;
    int steps;
  };
  // ever nearer to the problem itself, and once more, more slowly
  constexpr Phase phases[] = {{1e-4, 4}, {1e-5, 6}, {1e-6, 10}, {1e-4, 20}, {1e-6, 10},
                              {1e-2, 5}, {1e-3, 5}, {1e-4, 20}, {1e-5, 10}};
  const Eigen::Index n = b.size();
  LcpResult result;
  Vector origin = Vector::Zero(n);
  basis.assign(std::size_t(n), 0);
  for (const auto& [delta, steps] : phases) {
    const Matrix near = a + delta * Matrix::Identity(n, n);
    for (int step = 0; step < steps; ++step) {
      const Vector side = b - delta * origin;
      Matrix pivoted;
      Vector shifted;
      LcpBasis flips;
      LcpResult one;
      if (exchange(near, side, basis, pivoted, shifted)) {
        one = lemke(pivoted, shifted, flips, z, limit, tolerance, in_double);
        for (std::size_t i = 0; i < basis.size(); ++i) basis[i] ^= flips[i];
      }
      if (one.status != LcpStatus::solved || !accept(near, side, basis, z, tolerance)) {
        const int spent = one.pivots;
        one = lemke(near, side, basis, z, limit, tolerance, in_double);
        one.pivots += spent;
      }
      result.status = one.status, result.pivots += one.pivots;
      if (one.status != LcpStatus::solved) break;
      Vector found = z;
      if (accept(a, b, basis, found, tolerance) || fits(a, b, found, tolerance)) {
        z = found;
        return result;
      }
      origin = z;
    }
    result.status = LcpStatus::singular;
  }
  return result;
}

}  // namespace

LcpResult solve_lemke(const Matrix& original, const Vector& side, Vector& z, LcpBasis* given,
                      const LcpOptions& options) {
  LcpResult result;
  if (!well_posed(original, side)) return result;
  const int n = int(side.size());
  z.setZero(n);
  if (n == 0) {
    result.status = LcpStatus::solved;
    return result;
  }
  const int limit = options.iterations > 0 ? options.iterations : 10 * n + 100;
  const Vector scale = equilibrate(original);
  const Matrix a = scale.asDiagonal() * original * scale.asDiagonal();
  const Vector b = scale.cwiseProduct(side);
  const auto finish = [&](const LcpBasis& basis) {
    z = z.cwiseProduct(scale);
    if (result.status != LcpStatus::solved) z.setZero();
    result.residual = natural_residual(original, side, z);
    if (given) *given = result.status == LcpStatus::solved ? basis : LcpBasis();
    return result;
  };

  // the basis of the last solve: often it is the answer, else a start
  LcpBasis basis;
  if (given && int(given->size()) == n) {
    basis = *given;
    if (accept(a, b, basis, z, options.tolerance)) {
      result.status = LcpStatus::solved, result.reused = true;
      return finish(basis);
    }
    Matrix pivoted;
    Vector shifted;
    if (exchange(a, b, basis, pivoted, shifted)) {
      LcpBasis flips;
      result = lemke(pivoted, shifted, flips, z, limit, options.tolerance, in_double);
      for (int i = 0; i < n; ++i) basis[i] ^= flips[i];
      if (result.status == LcpStatus::solved && accept(a, b, basis, z, options.tolerance)) return finish(basis);
    }
  }

  const auto add = [&](const LcpResult& more) {
    const int spent = result.pivots;
    result = more;
    result.pivots += spent;
  };
  add(lemke(a, b, basis, z, limit, options.tolerance, in_double));
  if (result.status == LcpStatus::singular) add(proximal_steps(a, b, basis, z, limit, options.tolerance));
  if (result.status != LcpStatus::solved && result.status != LcpStatus::infeasible)
    add(lemke(a, b, basis, z, limit, options.tolerance, in_longer));
  return finish(basis);
}

}  // namespace spook::reference
