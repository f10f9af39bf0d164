// Slider-crank with an elastic rod (Simeon 1996, as in the IVP test set), thesis 3.1.3.
// x = (φ₁, φ₂, x₃, q₁ … q₄): crank, rod, slider, two lateral sine modes, longitudinal displacement at middle and end.
#include <cmath>

#include "engine/reference/automatic.h"
#include "engine/reference/systems.h"

namespace spook::reference {

namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

struct FlexibleModel {
  FlexibleCrankData d;
  Mat4 mq, kq, bq, dq;
  Vec4 c1, c2, c12, c21;

  explicit FlexibleModel(const FlexibleCrankData& data) : d(data) {
    const double pi = d.pi, pi3 = pi * pi * pi, pi4 = pi3 * pi;
    const double fm = d.density * d.width * d.height * d.l2;
    const double fk = d.youngs * d.width * d.height / d.l2;
    const double fb = d.width * d.height * d.l2;
    const double slender = (d.height / d.l2) * (d.height / d.l2);
    mq << 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 8, 1, 0, 0, 1, 2;
    kq << pi4 / 24 * slender, 0, 0, 0, 0, pi4 * 2 / 3 * slender, 0, 0, 0, 0, 16.0 / 3, -8.0 / 3, 0, 0, -8.0 / 3,
        7.0 / 3;
    const double b13 = -16 / pi3, b14 = 8 / pi3 - 1 / pi, b24 = 0.5 / pi;
    bq << 0, 0, b13, b14, 0, 0, 0, b24, -b13, 0, 0, 0, -b14, -b24, 0, 0;
    mq *= fm, kq *= fk, bq *= fb;
    dq.setZero();
    if (d.damping)
      dq << 5, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0.5 * 230.8375455264791, -0.5 * 262.688487992052, 0, 0,
          -0.5 * 262.6884879920526, 0.5 * 421.7421837156818;
    c1 = fb * Vec4(0, 0, 2.0 / 3, 1.0 / 6);
    c2 = fb * Vec4(2 / pi, 0, 0, 0);
    c12 = d.l2 * fb * Vec4(0, 0, 1.0 / 3, 1.0 / 6);
    c21 = d.l2 * fb * Vec4(1 / pi, -0.5 / pi, 0, 0);
  }

  template <class T>
  using Four = Eigen::Matrix<T, 4, 1>;
  template <class T>
  static T weighted(const Vec4& c, const Four<T>& q) {
    T sum(0.0);
    for (int k = 0; k < 4; ++k) sum += T(c[k]) * q[k];
    return sum;
  }
  template <class T>
  static Four<T> times(const Mat4& m, const Four<T>& q) {
    Four<T> result;
    for (int k = 0; k < 4; ++k) result[k] = weighted<T>(m.row(k).transpose(), q);
    return result;
  }
  template <class T>
  static T dot(const Four<T>& a, const Four<T>& b) {
    T sum(0.0);
    for (int k = 0; k < 4; ++k) sum += a[k] * b[k];
    return sum;
  }

  template <class T>
  MatrixOf<T> mass(const VectorOf<T>& x) const {
    using std::cos;
    using std::sin;
    const T c = cos(T(x[0] - x[1])), s = sin(T(x[0] - x[1]));
    const Four<T> q = x.template tail<4>();
    const Four<T> mq_q = times<T>(mq, q), bq_q = times<T>(bq.transpose(), q);
    const double rho = d.density;
    MatrixOf<T> m = MatrixOf<T>::Zero(7, 7);
    m(0, 0) = T(d.j1 + d.m2 * d.l1 * d.l1);
    m(0, 1) = T(0.5 * d.l1 * d.l2 * d.m2) * c + T(rho * d.l1) * (s * weighted<T>(c2, q) + c * weighted<T>(c1, q));
    m(1, 1) = T(d.j2) + dot<T>(q, mq_q) + T(2 * rho) * weighted<T>(c12, q);
    m(2, 2) = T(d.m3);
    for (int k = 0; k < 4; ++k) {
      m(0, 3 + k) = T(rho * d.l1) * (T(c2[k]) * c - T(c1[k]) * s);
      m(1, 3 + k) = T(rho * c21[k]) + T(rho) * bq_q[k];
      for (int j = 0; j < 4; ++j) m(3 + k, 3 + j) = T(mq(k, j));
    }
    for (int row = 1; row < 7; ++row)
      for (int column = 0; column < row && column < 2; ++column) m(row, column) = m(column, row);
    return m;
  }

  template <class T>
  VectorOf<T> force(const VectorOf<T>& x, const VectorOf<T>& v, double) const {
    using std::cos;
    using std::sin;
    const T c = cos(T(x[0] - x[1])), s = sin(T(x[0] - x[1]));
    const T w1 = v[0], w2 = v[1];
    const Four<T> q = x.template tail<4>(), qd = v.template tail<4>();
    const Four<T> mq_q = times<T>(mq, q), bq_qd = times<T>(bq, qd), kq_q = times<T>(kq, q), dq_qd = times<T>(dq, qd);
    const double rho = d.density, g = d.gravity;
    VectorOf<T> f = VectorOf<T>::Zero(7);
    f[0] = T(-0.5 * d.l1 * g * (d.m1 + 2 * d.m2)) * cos(x[0]) - T(0.5 * d.l1 * d.l2 * d.m2) * w2 * w2 * s +
           T(rho * d.l1) * w2 * w2 * (c * weighted<T>(c2, q) - s * weighted<T>(c1, q)) -
           T(2 * rho * d.l1) * w2 * (c * weighted<T>(c1, qd) + s * weighted<T>(c2, qd));
    f[1] = T(-0.5 * d.l2 * g * d.m2) * cos(x[1]) + T(0.5 * d.l1 * d.l2 * d.m2) * w1 * w1 * s +
           T(rho * d.l1) * w1 * w1 * (s * weighted<T>(c1, q) - c * weighted<T>(c2, q)) -
           T(2 * rho) * w2 * weighted<T>(c12, qd) - T(2.0) * w2 * dot<T>(qd, mq_q) - T(rho) * dot<T>(qd, bq_qd) -
           T(rho * g) * (cos(x[1]) * weighted<T>(c1, q) - sin(x[1]) * weighted<T>(c2, q));
    for (int k = 0; k < 4; ++k)
      f[3 + k] =
          w2 * w2 * mq_q[k] +
          T(rho) * (w2 * w2 * T(c12[k]) + T(d.l1) * w1 * w1 * (c * T(c1[k]) + s * T(c2[k])) + T(2.0) * w2 * bq_qd[k]) -
          T(rho * g) * (sin(x[1]) * T(c1[k]) + cos(x[1]) * T(c2[k])) - kq_q[k] - dq_qd[k];
    return f;
  }

  // the third constraint drives the crank: φ₁ = Ω t, its time part in System::drive
  template <class T>
  VectorOf<T> constraint(const VectorOf<T>& x) const {
    using std::cos;
    using std::sin;
    VectorOf<T> g(3);
    const T rod = T(d.l2) + x[6];
    g[0] = T(d.l1) * sin(x[0]) + rod * sin(x[1]);
    g[1] = x[2] - T(d.l1) * cos(x[0]) - rod * cos(x[1]);
    g[2] = x[0];
    return g;
  }
};

}  // namespace

System slider_crank_flexible_automatic(const FlexibleCrankData& d) {
  System system = automatic_system(FlexibleModel(d), "flexible slider-crank", 7, 3);
  const double omega = d.omega;
  system.drive = [omega](double t) -> Vector { return Eigen::Vector3d(0, 0, -omega * t); };
  system.drive_rate = [omega](double) -> Vector { return Eigen::Vector3d(0, 0, -omega); };
  system.drive_acceleration = [](double) -> Vector { return Eigen::Vector3d::Zero(); };
  // the test set's consistent values: no strong elastic oscillation
  system.q0.resize(7);
  system.v0.resize(7);
  system.q0 << 0, 0, 0.450016933, 0, 0, 1.03339863e-05, 1.69327969e-05;
  system.v0 << 150, -74.995767, -2.68938672e-06, 0.444896105, 0.00463434311, -1.78591076e-06, -2.68938672e-06;
  system.t_end = 0.1;
  return system;
}

System slider_crank_flexible(const FlexibleCrankData& d) {
  System system = slider_crank_flexible_automatic(d);
  system.jacobian = [d](const Vector& x) {
    const double rod = d.l2 + x[6];
    Matrix g = Matrix::Zero(3, 7);
    g(0, 0) = d.l1 * std::cos(x[0]);
    g(0, 1) = rod * std::cos(x[1]);
    g(0, 6) = std::sin(x[1]);
    g(1, 0) = d.l1 * std::sin(x[0]);
    g(1, 1) = rod * std::sin(x[1]);
    g(1, 2) = 1.0;
    g(1, 6) = -std::cos(x[1]);
    g(2, 0) = 1.0;
    return g;
  };
  system.jacobian_rate = [d](const Vector& x, const Vector& v) -> Vector {
    const double rod = d.l2 + x[6], s1 = std::sin(x[0]), c1 = std::cos(x[0]), s2 = std::sin(x[1]), c2 = std::cos(x[1]);
    return Eigen::Vector3d(-d.l1 * s1 * v[0] * v[0] - rod * s2 * v[1] * v[1] + 2 * c2 * v[1] * v[6],
                           d.l1 * c1 * v[0] * v[0] + rod * c2 * v[1] * v[1] + 2 * s2 * v[1] * v[6], 0.0);
  };
  return system;
}

}  // namespace spook::reference
