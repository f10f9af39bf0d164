// Ids that outlive what they name: an index into a store and the generation of its slot.
#pragma once

#include <compare>
#include <cstdint>

namespace spook {

struct BodyId {
  std::uint32_t index = ~0u, generation = 0;
  bool valid() const { return index != ~0u; }
  auto operator<=>(const BodyId&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

struct JointId {
  std::uint32_t index = ~0u, generation = 0;
  bool valid() const { return index != ~0u; }
  auto operator<=>(const JointId&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

// does what an id names still stand in its slot?
template <class Slots, class Id>
bool is_there(const Slots& slots, Id id) {
  return id.index < slots.size() && slots[id.index].alive && slots[id.index].generation == id.generation;
}

}  // namespace spook
