#include "engine/constraint/geometric_stiffness.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace spook {

Mat3 tension_stiffness(const Vec3& p, const Vec3& r) {
  const Mat3 outer = r * p.transpose();
  return p.dot(r) * Mat3::Identity() - 0.5 * (outer + outer.transpose());
}

Mat3 inertia_about(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

// in the metric of the inertia I = C Cᵀ the eigenvalues of C⁻¹ (h K) C⁻ᵀ are h² k / I, direction by direction
Mat3 stiff_part(const Mat3& h_stiffness, const Mat3& inertia) {
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
    stiff += eigen.eigenvalues()[i] * axis * axis.transpose();
  }
  return stiff;
}

}  // namespace spook
