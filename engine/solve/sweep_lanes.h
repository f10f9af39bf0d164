// What sixteen lanes of a sweep do (numerics §4): a contact of each of sixteen pairs relaxed at once, in single
// precision.
#pragma once

#include <cmath>
#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace spook::sweep_lanes {

constexpr int lanes = 16;
typedef float V16 __attribute__((vector_size(64), may_alias));
typedef float V8 __attribute__((vector_size(32), may_alias));
typedef std::int32_t M16 __attribute__((vector_size(64), may_alias));

#define SPOOK_LANES inline __attribute__((always_inline))

// what is stored of a pair and of a contact: one V16 each
enum PairField { mass_a, inertia_a, mass_b = inertia_a + 6, inertia_b, pair_fields = inertia_b + 6 };
enum ContactField {
  frame,  // n, t₁, t₂
  arm_a = frame + 9,
  arm_b = arm_a + 3,
  bias = arm_b + 3,    // b, b_f
  impulse = bias + 3,  // ν, β
  compliance = impulse + 3,
  friction_compliance,
  inverse_normal,          // 1/(A₀₀ + T)
  coupling,                // A₁₀, A₂₀
  tangent = coupling + 2,  // B's diagonal, T_f included
  friction = tangent + 2,
  contact_fields
};

SPOOK_LANES void transpose(V8 r[8]) {
  V8 a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    a[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    b[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    b[i + 2] = __builtin_shufflevector(a[i + 1], a[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
    b[i + 3] = __builtin_shufflevector(a[i + 1], a[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// linear in 0–2, angular in 4–6 of a body's eight floats
struct Motion {
  V16 v[3], w[3];
};

SPOOK_LANES Motion gather(const float* velocity, const std::uint32_t* body) {
  V8 low[8], high[8];
  for (int i = 0; i < 8; ++i) {
    low[i] = *reinterpret_cast<const V8*>(velocity + 8 * body[i]);
    high[i] = *reinterpret_cast<const V8*>(velocity + 8 * body[i + 8]);
  }
  transpose(low), transpose(high);
  Motion m;
  const auto join = [](V8 a, V8 b) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  };
  for (int k = 0; k < 3; ++k) m.v[k] = join(low[k], high[k]), m.w[k] = join(low[k + 4], high[k + 4]);
  return m;
}

SPOOK_LANES void scatter(const Motion& m, float* velocity, const std::uint32_t* body) {
  V8 low[8], high[8];
  low[3] = low[7] = high[3] = high[7] = V8{};
  for (int k = 0; k < 3; ++k) {
    low[k] = __builtin_shufflevector(m.v[k], m.v[k], 0, 1, 2, 3, 4, 5, 6, 7);
    high[k] = __builtin_shufflevector(m.v[k], m.v[k], 8, 9, 10, 11, 12, 13, 14, 15);
    low[k + 4] = __builtin_shufflevector(m.w[k], m.w[k], 0, 1, 2, 3, 4, 5, 6, 7);
    high[k + 4] = __builtin_shufflevector(m.w[k], m.w[k], 8, 9, 10, 11, 12, 13, 14, 15);
  }
  transpose(low), transpose(high);
  for (int i = 0; i < 8; ++i) {
    *reinterpret_cast<V8*>(velocity + 8 * body[i]) = low[i];
    *reinterpret_cast<V8*>(velocity + 8 * body[i + 8]) = high[i];
  }
}

SPOOK_LANES V16 max_of(V16 a, V16 b) {
  return a > b ? a : b;
}
// lane by lane the same whatever the registers' width: a compiler left to itself would take one lane at a time
SPOOK_LANES V16 root(V16 a) {
#if defined(__AVX512F__)
  return reinterpret_cast<V16>(_mm512_sqrt_ps(reinterpret_cast<__m512>(a)));
#else
  V16 r;
#if defined(__SSE2__)
  for (int i = 0; i < lanes; i += 4)
    _mm_storeu_ps(reinterpret_cast<float*>(&r) + i, _mm_sqrt_ps(_mm_loadu_ps(reinterpret_cast<float*>(&a) + i)));
#else
  for (int i = 0; i < lanes; ++i) r[i] = std::sqrt(a[i]);
#endif
  return r;
#endif
}
SPOOK_LANES bool any(M16 mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#else
  typedef std::int64_t L8 __attribute__((vector_size(64), may_alias));
  const L8 pairs = reinterpret_cast<L8>(mask);
  return ((pairs[0] | pairs[1] | pairs[2] | pairs[3]) | (pairs[4] | pairs[5] | pairs[6] | pairs[7])) != 0;
#endif
}

// (B + s) β = q, ‖β‖ ≤ R, in the axes of B: Newton on 1/‖β‖ from a bound below the root, then onto the disc exactly
SPOOK_LANES void onto_disc(V16 q1, V16 q2, V16 b1, V16 b2, V16 R, bool scaled, V16& beta1, V16& beta2) {
  beta1 = q1 / b1, beta2 = q2 / b2;
  const V16 size2 = beta1 * beta1 + beta2 * beta2;
  const M16 slides = size2 > R * R;
  if (!any(slides)) return;
  V16 x = beta1, y = beta2;
  if (!scaled) {
    const V16 safe = max_of(R, V16{} + 1e-20f);
    V16 s = max_of(root(q1 * q1 + q2 * q2) / safe - max_of(b1, b2), V16{});
    for (int i = 0; i < 3; ++i) {
      const V16 i1 = 1.0f / (b1 + s), i2 = 1.0f / (b2 + s);
      x = q1 * i1, y = q2 * i2;
      const V16 x2 = x * x, y2 = y * y, length2 = x2 + y2;
      const V16 fall = max_of(x2 * i1 + y2 * i2, V16{} + 1e-30f);
      s = max_of(s + (root(length2) / safe - 1.0f) * length2 / fall, s);
    }
    x = q1 / (b1 + s), y = q2 / (b2 + s);
  }
  const V16 onto = R / max_of(root(x * x + y * y), V16{} + 1e-30f);
  beta1 = slides ? x * onto : beta1;
  beta2 = slides ? y * onto : beta2;
}

SPOOK_LANES void push(Motion& m, const V16* inverse_mass, V16 px, V16 py, V16 pz, const V16* r) {
  m.v[0] += inverse_mass[0] * px, m.v[1] += inverse_mass[0] * py, m.v[2] += inverse_mass[0] * pz;
  const V16 x = r[1] * pz - r[2] * py, y = r[2] * px - r[0] * pz, z = r[0] * py - r[1] * px;
  const V16* I = inverse_mass + 1;  // xx xy xz yy yz zz
  m.w[0] += I[0] * x + I[1] * y + I[2] * z;
  m.w[1] += I[1] * x + I[3] * y + I[4] * z;
  m.w[2] += I[2] * x + I[4] * y + I[5] * z;
}

SPOOK_LANES void relax(V16* c, const V16* pair, Motion& a, Motion& b, bool scaled) {
  const V16 *ra = c + arm_a, *rb = c + arm_b, *F = c + frame;
  // velocity at the point, in the frame
  const V16 ux = a.v[0] - b.v[0] + (a.w[1] * ra[2] - a.w[2] * ra[1]) - (b.w[1] * rb[2] - b.w[2] * rb[1]);
  const V16 uy = a.v[1] - b.v[1] + (a.w[2] * ra[0] - a.w[0] * ra[2]) - (b.w[2] * rb[0] - b.w[0] * rb[2]);
  const V16 uz = a.v[2] - b.v[2] + (a.w[0] * ra[1] - a.w[1] * ra[0]) - (b.w[0] * rb[1] - b.w[1] * rb[0]);
  const V16 wn = F[0] * ux + F[1] * uy + F[2] * uz;
  V16 w1 = F[3] * ux + F[4] * uy + F[5] * uz, w2 = F[6] * ux + F[7] * uy + F[8] * uz;
  // normal
  const V16 nu = c[impulse];
  const V16 next = max_of(nu - (wn + c[compliance] * nu + c[bias]) * c[inverse_normal], V16{});
  const V16 dn = next - nu;
  // tangents, moved by the normal already
  w1 += c[coupling] * dn, w2 += c[coupling + 1] * dn;
  const V16 T_f = c[friction_compliance], b1 = c[tangent], b2 = c[tangent + 1];
  const V16 q1 = (b1 - T_f) * c[impulse + 1] - w1 - c[bias + 1], q2 = (b2 - T_f) * c[impulse + 2] - w2 - c[bias + 2];
  V16 beta1, beta2;
  onto_disc(q1, q2, b1, b2, c[friction] * next, scaled, beta1, beta2);
  const V16 d1 = beta1 - c[impulse + 1], d2 = beta2 - c[impulse + 2];
  c[impulse] = next, c[impulse + 1] = beta1, c[impulse + 2] = beta2;
  // both bodies
  const V16 px = F[0] * dn + F[3] * d1 + F[6] * d2;
  const V16 py = F[1] * dn + F[4] * d1 + F[7] * d2;
  const V16 pz = F[2] * dn + F[5] * d1 + F[8] * d2;
  push(a, pair + mass_a, px, py, pz, ra);
  push(b, pair + mass_b, -px, -py, -pz, rb);
}

// x += β p, p = β p + (x − before), before = x: one number's step of conjugate gradients
template <class Number>
SPOOK_LANES void go_on(Number& x, Number& before, Number& p, float beta) {
  const Number along = beta * p;
  p = along + (x - before);
  x += along;
  before = x;
}

#undef SPOOK_LANES

}  // namespace spook::sweep_lanes
