#include "engine/constraint/geometric_stiffness.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace spook {

namespace {

constexpr double one_armed = 1e-13;  // of Σ r pᵀ: what all but its first direction may have, squared
constexpr double alike = 1e-24;      // squares of what is rounding

}  // namespace

// Numerics §7 has sym[(p·r) 1 − r pᵀ]. Where the pulls on a body do not balance, its coupling of directions brakes a
// turn across a link by spinning the link about its length, which nothing resists: a chain tears. The pulls are taken
// in the axes U of the arms they act on, A = Σ r pᵀ, A Aᵀ = U Σ² Uᵀ, and each only along its own: the same where they
// balance (A symmetric), and (p·r)(1 − r̂ r̂ᵀ) of a link.
Mat3 tension_stiffness(const Mat3& pull) {
  const Mat3 squared = pull * pull.transpose();
  const double size = squared.trace();
  // a link, pulled at both ends or one: all arms in one direction r̂, K = (p·r)(1 − r̂ r̂ᵀ)
  if (squared.squaredNorm() >= (1.0 - one_armed) * size * size) {
    int longest = 0;
    squared.diagonal().maxCoeff(&longest);
    const double length = squared.col(longest).norm();
    const Vec3 along = length > 0.0 ? Vec3(squared.col(longest) / length) : Vec3(Vec3::UnitZ());
    return along.dot(pull * along) * (Mat3::Identity() - along * along.transpose());
  }
  Eigen::SelfAdjointEigenSolver<Mat3> eigen;
  eigen.computeDirect(squared);
  const Mat3 axes = eigen.eigenvectors();
  const Vec3 along = (axes.transpose() * pull * axes).diagonal();
  const Vec3 stiffness(along[1] + along[2], along[2] + along[0], along[0] + along[1]);
  return axes * stiffness.asDiagonal() * axes.transpose();
}

Mat3 inertia_about(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

// In the metric of the inertia I = C Cᵀ the eigenvalues of C⁻¹ (h K) C⁻ᵀ are κ = h² k / I, direction by direction.
// Above 1 they are taken, coming in as κ − 1/κ (the step copes up to 4 by itself): all of it at once cost a four-bar at
// a third of a radian a step a quarter of its energy in 10 s, now a sixth.
Mat3 stiff_part(const Mat3& h_stiffness, const Mat3& inertia) {
  // alike in both directions across a link, and so is its inertia: K = k P, K I = I⊥ K
  const double k = 0.5 * h_stiffness.trace();
  const Mat3 turned = h_stiffness * inertia;
  const double across = 0.5 * turned.trace() / k;
  if (k != 0.0 && (h_stiffness * h_stiffness - k * h_stiffness).squaredNorm() <= alike * k * k * k * k &&
      (turned - across * h_stiffness).squaredNorm() <= alike * turned.squaredNorm())
    return k > across ? Mat3((1.0 - across * across / (k * k)) * h_stiffness) : Mat3(Mat3::Zero());
  const Eigen::LLT<Mat3> cholesky(inertia);
  const Mat3 c = cholesky.matrixL();
  Mat3 scaled = cholesky.matrixL().solve(h_stiffness);
  scaled = cholesky.matrixL().solve(Mat3(scaled.transpose()));
  Eigen::SelfAdjointEigenSolver<Mat3> eigen;
  eigen.computeDirect(Mat3(0.5 * (scaled + scaled.transpose())));
  Mat3 stiff = Mat3::Zero();
  for (int i = 0; i < 3; ++i) {
    if (eigen.eigenvalues()[i] <= 1.0) continue;
    const Vec3 axis = c * eigen.eigenvectors().col(i);
    stiff += (eigen.eigenvalues()[i] - 1.0 / eigen.eigenvalues()[i]) * axis * axis.transpose();
  }
  return stiff;
}

}  // namespace spook
