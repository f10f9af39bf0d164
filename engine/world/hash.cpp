// The state hash: FNV-1a over 64-bit words, dealt out to four sums that need not wait for one another, mixed at the
// end. Every number that a later step reads is in it. Bodies and contacts are hashed in chunks that depend on their
// number alone, and the chunks' hashes hashed in order.
#include <array>
#include <bit>

#include "engine/world/world_data.h"

namespace spook {

namespace {

struct Hash {
  std::array<std::uint64_t, 4> sums{0xcbf29ce484222325ull, 0x84222325cbf29ce4ull, 0x9ae16a3b2f90404full,
                                    0xc949d7c7509e6557ull};
  unsigned turn = 0;

  void add(std::uint64_t word) {
    std::uint64_t& value = sums[turn++ & 3];
    value = (value ^ word) * 0x100000001b3ull;
    value ^= value >> 29;
  }
  std::uint64_t value() const {
    std::uint64_t all = 0;
    for (const std::uint64_t sum : sums) {
      all = (all ^ sum) * 0x9e3779b97f4a7c15ull;
      all ^= all >> 29;
    }
    return all;
  }
  void operator+=(const Hash& part) { add(part.value()); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  template <typename Derived>
  void add(const Eigen::MatrixBase<Derived>& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) add(matrix.derived().coeff(i));
  }
  template <std::size_t N>
  void add(const std::array<double, N>& numbers) {
    for (const double number : numbers) add(number);
  }
};

void add_body_state(Hash& hash, const Body& body) {
  const BodyState& state = body.state;
  hash.add(static_cast<std::uint64_t>(body.generation) * 4 + state.sleeping * 2 + state.frozen);
  hash.add(state.pose.position), hash.add(state.pose.orientation.coeffs());
  hash.add(state.velocity), hash.add(state.omega), hash.add(state.angular_momentum), hash.add(state.calm_time);
}

void add_contact(Hash& hash, const CarriedContact& contact) {
  hash.add(static_cast<std::uint64_t>(contact.key.body_a) << 32 | contact.key.body_b);
  hash.add(contact.key.feature ^ (static_cast<std::uint64_t>(contact.key.shape_a) << 48) ^
           (static_cast<std::uint64_t>(contact.key.shape_b) << 32));
  hash.add(contact.normal_impulse), hash.add(contact.friction_impulse), hash.add(contact.slip);
  hash.add(static_cast<std::uint64_t>(contact.state));
}

}  // namespace

std::uint64_t state_hash(const WorldData& world, ThreadPool* pool) {
  Hash hash;
  hash.add(world.steps), hash.add(world.time);
  hash += sum_chunks<Hash>(pool, static_cast<int>(world.bodies.size()), 64, [&](int begin, int end) {
    Hash part;
    for (int i = begin; i < end; ++i)
      if (world.bodies[i].alive) add_body_state(part, world.bodies[i]);
    return part;
  });
  for (const Joint& joint : world.joints)
    if (joint.alive)
      hash.add(joint.memory.equations), hash.add(joint.memory.extras), hash.add(joint.memory.violation_before),
          hash.add(joint.memory.missed),
          hash.add(static_cast<std::uint64_t>(joint.memory.has_before) * 4 + joint.memory.settled * 2 +
                   joint.memory.as_placed),
          hash.add(joint.memory.turns);
  for (const Hand& hand : world.hands)
    if (hand.alive) hash.add(hand.state.target), hash.add(hand.state.impulse);
  hash += sum_chunks<Hash>(pool, static_cast<int>(world.carried.size()), 256, [&](int begin, int end) {
    Hash part;
    for (int i = begin; i < end; ++i) add_contact(part, world.carried[i]);
    return part;
  });
  return hash.value();
}

}  // namespace spook
