// v× as a matrix, and products with it without its zeros.
#pragma once

#include "engine/types.h"

namespace spook {

inline Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m(0, 0) = m(1, 1) = m(2, 2) = 0.0;
  m(0, 1) = -v.z(), m(0, 2) = v.y(), m(1, 2) = -v.x();
  m(1, 0) = v.z(), m(2, 0) = -v.y(), m(2, 1) = v.x();
  return m;
}

// (v×) S
inline Mat3 cross_times(const Vec3& v, const Mat3& S) {
  Mat3 m;
  for (int k = 0; k < 3; ++k) {
    m(0, k) = v.y() * S(2, k) - v.z() * S(1, k);
    m(1, k) = v.z() * S(0, k) - v.x() * S(2, k);
    m(2, k) = v.x() * S(1, k) - v.y() * S(0, k);
  }
  return m;
}

// S (v×)
inline Mat3 times_cross(const Mat3& S, const Vec3& v) {
  Mat3 m;
  for (int k = 0; k < 3; ++k) {
    m(k, 0) = S(k, 1) * v.z() - S(k, 2) * v.y();
    m(k, 1) = S(k, 2) * v.x() - S(k, 0) * v.z();
    m(k, 2) = S(k, 0) * v.y() - S(k, 1) * v.x();
  }
  return m;
}

}  // namespace spook
