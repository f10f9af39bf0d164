#include "engine/solve/contact_lanes.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/island_view.h"

namespace spook {

namespace {

using V4 = double __attribute__((vector_size(32)));
using M4 = long long __attribute__((vector_size(32)));

#define SPOOK_INLINE inline __attribute__((always_inline))

SPOOK_INLINE V4 all(double x) {
  return V4{x, x, x, x};
}
SPOOK_INLINE V4 where(M4 mask, V4 x) {
  return reinterpret_cast<V4>(mask & reinterpret_cast<M4>(x));
}
SPOOK_INLINE double sum(V4 x) {
  return (x[0] + x[1]) + (x[2] + x[3]);
}
SPOOK_INLINE bool any(M4 mask) {
  return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}
SPOOK_INLINE V4 root(V4 x) {
  return V4{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}

struct Lanes3 {
  V4 x, y, z;
  SPOOK_INLINE V4 dot(const V4* other) const { return x * other[0] + y * other[1] + z * other[2]; }
};

// how the points of a block move against one another: v + ω × r of either side
SPOOK_INLINE Lanes3 slip(const std::vector<Vec6>& v, int a, int b, const V4* arm_a, const V4* arm_b) {
  Lanes3 s{};
  if (a >= 0) {
    const Vec6& own = v[a];
    s.x += own[0] + (own[4] * arm_a[2] - own[5] * arm_a[1]);
    s.y += own[1] + (own[5] * arm_a[0] - own[3] * arm_a[2]);
    s.z += own[2] + (own[3] * arm_a[1] - own[4] * arm_a[0]);
  }
  if (b >= 0) {
    const Vec6& own = v[b];
    s.x -= own[0] + (own[4] * arm_b[2] - own[5] * arm_b[1]);
    s.y -= own[1] + (own[5] * arm_b[0] - own[3] * arm_b[2]);
    s.z -= own[2] + (own[3] * arm_b[1] - own[4] * arm_b[0]);
  }
  return s;
}

SPOOK_INLINE void push(Vec6& f, const Lanes3& world, const V4* arm, double sign) {
  f[0] += sign * sum(world.x), f[1] += sign * sum(world.y), f[2] += sign * sum(world.z);
  f[3] += sign * sum(arm[1] * world.z - arm[2] * world.y);
  f[4] += sign * sum(arm[2] * world.x - arm[0] * world.z);
  f[5] += sign * sum(arm[0] * world.y - arm[1] * world.x);
}

}  // namespace

void ContactLanes::load(const StepProblem& problem, const IslandRange& island, const std::vector<ContactMode>& sets,
                        const Workspace& work) {
  blocks_.clear();
  for (int p = island.first_pair; p < island.first_pair + island.pair_count; ++p) {
    const PairBlock& pair = problem.pairs[p];
    const int end = pair.first_contact + pair.contact_count;
    for (int first = pair.first_contact; first < end; first += 4) {
      Block& block = blocks_.emplace_back();
      block.body_a = pair.body_a, block.body_b = pair.body_b, block.lightness = lightness(pair, work.inverse);
      block.first = first, block.count = std::min(4, end - first);
      const ContactRow* row[4];
      bool pushes[4]{}, rubs[4]{}, sticks[4]{};
      double disc[4]{};
      for (int l = 0; l < 4; ++l) {
        const int c = first + std::min(l, block.count - 1);
        row[l] = &problem.contacts[c];
        if (l >= block.count) continue;  // a lane too many: its set is open for good
        const ContactMode mode = sets[c - island.first_contact];
        pushes[l] = mode.normal;
        rubs[l] = mode.friction != ContactState::open, sticks[l] = mode.friction == ContactState::sticking;
        disc[l] = work.disc[c];
      }
      const auto lanes = [&](auto of) { return V4{of(*row[0]), of(*row[1]), of(*row[2]), of(*row[3])}; };
      const auto mask = [](const bool* is) { return M4{-is[0], -is[1], -is[2], -is[3]}; };
      for (int i = 0; i < 3; ++i) {
        block.normal[i] = lanes([&](const ContactRow& r) { return r.frame(0, i); });
        block.arm_a[i] = lanes([&](const ContactRow& r) { return r.arm_a[i]; });
        block.arm_b[i] = lanes([&](const ContactRow& r) { return r.arm_b[i]; });
      }
      block.bias = lanes([](const ContactRow& r) { return r.bias; });
      block.T = lanes([](const ContactRow& r) { return r.compliance; });
      block.pushes = mask(pushes), block.rubs = mask(rubs);
      block.disc = V4{disc[0], disc[1], disc[2], disc[3]};
      for (int i = 0; i < 3; ++i) {
        block.tangent[0][i] = lanes([&](const ContactRow& r) { return r.frame(1, i); });
        block.tangent[1][i] = lanes([&](const ContactRow& r) { return r.frame(2, i); });
      }
      for (int t = 0; t < 2; ++t)
        block.friction_bias[t] = lanes([&](const ContactRow& r) { return r.friction_bias[t]; });
      block.T_f = lanes([](const ContactRow& r) { return r.friction_compliance; });
      block.friction = lanes([](const ContactRow& r) { return r.friction; });
      block.sticks = mask(sticks);
    }
  }
}

ContactLanes::Look ContactLanes::look(const std::vector<Vec6>& v, std::vector<Vec6>& f) {
  Look found;
  V4 scale{};
  for (Block& block : blocks_) {
    const Lanes3 s = slip(v, block.body_a, block.body_b, block.arm_a, block.arm_b);
    const V4 reach = -(s.dot(block.normal) + block.bias);
    M4 wrong = ((reach > 0.0) ^ block.pushes) | ((block.disc > 0.0) ^ block.rubs);
    V4* impulse = block.impulse;
    impulse[0] = where(block.pushes, reach / block.T);
    for (int t = 0; t < 2; ++t)
      impulse[1 + t] = where(block.rubs, -(s.dot(block.tangent[t]) + block.friction_bias[t]) / block.T_f);
    const V4 size = impulse[1] * impulse[1] + impulse[2] * impulse[2];
    const M4 outside = size > block.disc * block.disc;
    wrong |= block.rubs & ~(outside ^ block.sticks);  // who sticks is inside
    const M4 slides = block.rubs & outside;
    if (any(slides)) {
      const V4 shorten = where(slides, block.disc / root(size)) + where(~slides, all(1.0));
      impulse[1] *= shorten, impulse[2] *= shorten;
    }
    for (int l = 0; l < block.count; ++l) found.changed -= static_cast<int>(wrong[l]);
    scale += block.lightness * (impulse[0] * impulse[0] + impulse[1] * impulse[1] + impulse[2] * impulse[2]);
    Lanes3 world;
    const auto along = [&](int i) {
      return block.normal[i] * impulse[0] + block.tangent[0][i] * impulse[1] + block.tangent[1][i] * impulse[2];
    };
    world.x = along(0), world.y = along(1), world.z = along(2);
    if (block.body_a >= 0) push(f[block.body_a], world, block.arm_a, 1.0);
    if (block.body_b >= 0) push(f[block.body_b], world, block.arm_b, -1.0);
  }
  found.scale = sum(scale);
  return found;
}

void ContactLanes::add_slack(const std::vector<Vec6>& v, const std::vector<Vec6>& free, SlackSums& sums) const {
  V4 squared{}, rounding{}, scale{};
  for (const Block& block : blocks_) {
    // the same contacts without impulses
    const V4 lane{0.0, 1.0, 2.0, 3.0};
    const M4 real = lane < static_cast<double>(block.count);
    const V4 alone = slip(free, block.body_a, block.body_b, block.arm_a, block.arm_b).dot(block.normal) + block.bias;
    scale += where(real & (alone < 0.0), alone * alone);
    const Lanes3 s = slip(v, block.body_a, block.body_b, block.arm_a, block.arm_b);
    const V4 a = block.lightness + block.T;
    const V4* impulse = block.impulse;
    const V4 slack = s.dot(block.normal) + block.T * impulse[0] + block.bias, pressed = impulse[0] * a;
    const M4 pushed = pressed < slack;
    const V4 off = where(pushed, pressed) + where(~pushed, slack);
    squared += where(real, off * off);
    // eq. 114 of friction: (β − proj(β − s/a)) a, which is s where that stays on the disc
    const V4 a_f = block.lightness + block.T_f, R = block.disc * a_f;
    V4 to[2], rest[2];
    for (int t = 0; t < 2; ++t) {
      rest[t] = s.dot(block.tangent[t]) + block.T_f * impulse[1 + t] + block.friction_bias[t];
      to[t] = impulse[1 + t] * a_f - rest[t];
    }
    const V4 size = to[0] * to[0] + to[1] * to[1];
    const M4 outside = size > R * R;
    if (any(outside)) {
      const V4 shorten = R / root(size);
      for (int t = 0; t < 2; ++t)
        rest[t] = where(outside, impulse[1 + t] * a_f - to[t] * shorten) + where(~outside, rest[t]);
    }
    squared += where(real, rest[0] * rest[0] + rest[1] * rest[1]);
    rounding += where(real, block.lightness * block.lightness *
                                (impulse[0] * impulse[0] + impulse[1] * impulse[1] + impulse[2] * impulse[2]));
  }
  sums.squared += sum(squared), sums.scale += sum(scale), sums.rounding += sum(rounding);
}

double ContactLanes::store(StepSolution& solution) const {
  V4 largest{}, moved{};
  const auto greater = [](V4 a, V4 b) { return where(a > b, a) + where(~(a > b), b); };
  for (const Block& block : blocks_) {
    Vec3* impulse = &solution.contact_impulse[block.first];
    ContactState* state = &solution.contact_state[block.first];
    const V4 now = block.friction * block.impulse[0];
    const V4 size = block.impulse[1] * block.impulse[1] + block.impulse[2] * block.impulse[2];
    largest = greater(largest, greater(now, block.disc));
    // a bound matters where friction needs it
    const V4 least = where(now < block.disc, now) + where(~(now < block.disc), block.disc);
    const V4 change = now - block.disc;
    moved = greater(
        moved, where(size >= (1.0 - 2e-9) * least * least, where(change > 0.0, change) - where(change < 0.0, change)));
    const V4 bound = 0.999999 * now;
    const M4 pushes = block.impulse[0] > 0.0, sticks = size < bound * bound;
    for (int l = 0; l < block.count; ++l) {
      impulse[l] << block.impulse[0][l], block.impulse[1][l], block.impulse[2][l];
      state[l] = !pushes[l] ? ContactState::open : sticks[l] ? ContactState::sticking : ContactState::sliding;
    }
  }
  double most = 0.0, far = 0.0;
  for (int l = 0; l < 4; ++l) most = std::max(most, largest[l]), far = std::max(far, moved[l]);
  return most > 0.0 ? far / most : 0.0;
}

}  // namespace spook
