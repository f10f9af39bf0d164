#include <array>
#include <cmath>
#include <ctime>

#include "engine/reference/cone_blocks.h"
#include "engine/reference/cone_solvers.h"

namespace spook::reference {

double cone_clock() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

BlockRows::BlockRows(const ConeProblem& problem) : diagonal(std::size_t(problem.contacts())) {
  const int n = problem.contacts();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> w = problem.w;
  std::vector<int> place(std::size_t(n), -1);
  for (int c = 0; c < n; ++c) {
    start.push_back(int(column.size()));
    for (int k = 0; k < 3; ++k)
      for (decltype(w)::InnerIterator it(w, 3 * c + k); it; ++it) {
        const int other = int(it.col() / 3);
        int& at = place[std::size_t(other)];
        if (at < start.back() || at >= int(column.size()) || column[std::size_t(at)] != other) {
          at = int(column.size());
          column.push_back(other), block.push_back(Eigen::Matrix3d::Zero());
        }
        block[std::size_t(at)](k, it.col() % 3) = it.value();
      }
    diagonal[std::size_t(c)].setZero();
    for (std::size_t k = std::size_t(start.back()); k < column.size(); ++k)
      if (column[k] == c) diagonal[std::size_t(c)] = block[k];
  }
  start.push_back(int(column.size()));
}

Eigen::Vector3d BlockRows::velocity(int c, const Vector& r, const Vector& q) const {
  Eigen::Vector3d u = q.segment<3>(3 * c);
  for (int k = start[std::size_t(c)]; k < start[std::size_t(c) + 1]; ++k)
    u += block[std::size_t(k)] * r.segment<3>(3 * column[std::size_t(k)]);
  return u;
}

// Open where nothing approaches; sticking where the impulse that stops all slip lies in the cone; else sliding:
// u_N = 0 and u_T = −κ r_T with κ > 0, one linear system a κ, and ‖r_T‖ − μ r_N falls through zero as κ grows.
Eigen::Vector3d solve_one_cone(const Eigen::Matrix3d& b, const Eigen::Vector3d& q, double friction) {
  if (q[0] >= 0.0) return Eigen::Vector3d::Zero();
  const auto slid = [&](double kappa) -> Eigen::Vector3d {
    Eigen::Matrix3d matrix = b;
    matrix(1, 1) += kappa, matrix(2, 2) += kappa;
    return matrix.partialPivLu().solve(-q);
  };
  const auto excess = [&](const Eigen::Vector3d& r) { return r.tail<2>().norm() - friction * r[0]; };
  Eigen::Vector3d r = slid(0.0);
  if (r.allFinite() && excess(r) <= 0.0) return r;
  const double scale = b.trace();
  double low = 0.0, high = scale;
  for (int k = 0; k < 200 && !(excess(slid(high)) <= 0.0); ++k) low = high, high *= 4.0;
  // false position with Illinois weights, bisection where it leaves the bracket
  double at_low = excess(slid(low)), at_high = excess(slid(high));
  if (!std::isfinite(at_low)) at_low = std::abs(at_high) + 1.0;
  for (int k = 0; k < 100 && high - low > 1e-16 * high; ++k) {
    double middle = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
    r = slid(middle);
    const double value = excess(r);
    if (std::abs(value) <= 1e-16 * (std::abs(r[0]) + 1e-300)) break;
    if (value > 0.0)
      low = middle, at_low = value, at_high *= 0.5;
    else
      high = middle, at_high = value, at_low *= 0.5;
  }
  return project_on_cone(r, friction);
}

namespace {

// Anderson's acceleration of a map r → s: of the last few steps that combination whose changes s − r cancel best.
class Anderson {
 public:
  Vector next(const Vector& r, const Vector& s) {
    const Vector change = s - r;
    if (last_change_.size()) {
      if (int(steps_.size()) == window) steps_.erase(steps_.begin()), turns_.erase(turns_.begin());
      steps_.push_back(s - last_s_), turns_.push_back(change - last_change_);
    }
    last_s_ = s, last_change_ = change;
    if (turns_.empty()) return s;
    Matrix turns(r.size(), Eigen::Index(turns_.size()));
    for (std::size_t k = 0; k < turns_.size(); ++k) turns.col(Eigen::Index(k)) = turns_[k];
    const Vector weight = turns.colPivHouseholderQr().solve(change);
    Vector result = s;
    for (std::size_t k = 0; k < steps_.size(); ++k) result -= weight[Eigen::Index(k)] * steps_[k];
    return result.allFinite() ? result : s;
  }
  void forget() { steps_.clear(), turns_.clear(), last_change_.resize(0); }

 private:
  static constexpr int window = 12;  // chosen: 8 to 20 serve alike
  std::vector<Vector> steps_, turns_;
  Vector last_s_, last_change_;
};

}  // namespace

ConeResult solve_cone_gauss_seidel(const ConeProblem& problem, Vector& r, const ConeOptions& options) {
  constexpr int limit = 2000000;
  constexpr int plain_sweeps = 50;  // before any acceleration: easy problems end here, and sets settle
  constexpr int every = 5;          // sweeps between two accelerated points
  const double begin = cone_clock();
  const BlockRows rows(problem);
  if (r.size() != problem.q.size()) r = Vector::Zero(problem.q.size());
  ConeResult result;
  result.error = cone_error(problem, r);
  const int most = options.iterations > 0 ? options.iterations : limit;
  const auto sweep = [&](Vector& at) {
    for (int c = 0; c < problem.contacts(); ++c) {
      const Eigen::Matrix3d& own = rows.diagonal[std::size_t(c)];
      const Eigen::Vector3d others = rows.velocity(c, at, problem.q) - own * at.segment<3>(3 * c);
      at.segment<3>(3 * c) = solve_one_cone(own, others, problem.friction[c]);
    }
    ++result.iterations;
  };
  Anderson anderson;
  Vector before, guess;
  while (result.error > options.tolerance && result.iterations < most && cone_clock() - begin < options.seconds) {
    before = r;
    for (int k = 0; k < every; ++k) sweep(r);
    result.error = cone_error(problem, r);
    if (result.iterations < plain_sweeps || result.error <= options.tolerance) continue;
    guess = anderson.next(before, r);
    for (int c = 0; c < problem.contacts(); ++c)
      guess.segment<3>(3 * c) = project_on_cone(guess.segment<3>(3 * c), problem.friction[c]);
    Vector tried = guess;
    sweep(tried);
    const double error = cone_error(problem, tried);
    if (error < result.error)
      r = tried, result.error = error;
    else if (error > 2.0 * result.error)
      anderson.forget();
  }
  result.error = cone_error(problem, r);
  result.solved = result.error <= options.tolerance;
  result.seconds = cone_clock() - begin;
  return result;
}

std::span<const NamedConeSolver> cone_solvers() {
  static constexpr std::array<NamedConeSolver, 4> all{{{"gauss-seidel", solve_cone_gauss_seidel},
                                                       {"newton", solve_cone_newton},
                                                       {"natural-map", solve_cone_natural_map},
                                                       {"interior-point", solve_cone_interior_point}}};
  return all;
}

ConeProblem with_compliance(ConeProblem problem, double compliance) {
  for (Eigen::Index k = 0; k < problem.q.size(); ++k) problem.w.coeffRef(k, k) += compliance;
  problem.w.makeCompressed();
  return problem;
}

}  // namespace spook::reference
