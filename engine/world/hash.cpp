// The state hash: FNV-1a over 64-bit words, dealt out to four sums that need not wait for one another, mixed at the
// end. All of the state is in it (state_fields.h). Lists are hashed in chunks that depend on their length alone, and
// the chunks' hashes hashed in order.
#include <array>

#include "engine/world/state_fields.h"

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
  void operator()(std::uint64_t word) { add(word); }
};

constexpr int hashed_together = 128;  // elements of a list

struct HashState {
  ThreadPool* pool;
  Hash hash = {};

  template <class T>
  void operator()(const char*, const T& value) {
    put_words(hash, value);
  }
  template <class T>
  void operator()(const char*, const std::vector<T>& list) {
    hash += sum_chunks<Hash>(pool, static_cast<int>(list.size()), hashed_together, [&](int begin, int end) {
      Hash part;
      for (int i = begin; i < end; ++i) put_words(part, list[i]);
      return part;
    });
  }
  void operator()(const char*, const CollisionWorld& collision) {
    collision.visit_memory([&](const CollisionMemory::Pair& pair) { put_words(hash, pair); },
                           [&](const Pose& pose) { put_words(hash, pose); });
  }
  void operator()(const char*, const SolverMemory& memory) {
    thread_local std::vector<const IslandMemory*> islands;
    islands.clear();
    memory.visit([&](const IslandMemory& island) { islands.push_back(&island); });
    const IslandMemory* const* first = islands.data();  // a thread of the pool has a list of its own
    hash += sum_chunks<Hash>(pool, static_cast<int>(islands.size()), hashed_together, [first](int begin, int end) {
      Hash part;
      for (int i = begin; i < end; ++i) put_words(part, *first[i]);
      return part;
    });
  }
};

}  // namespace

std::uint64_t state_hash(const WorldData& world, ThreadPool* pool) {
  HashState state{pool};
  visit_state(state, world);
  return state.hash.value();
}

}  // namespace spook
