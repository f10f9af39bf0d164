// What collision hands to the rest of the engine: plain contacts, sorted by key.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "engine/types.h"

namespace spook {

// lower body, higher body, child shapes, features: stable while the contact lives (collision.md, "Keys and order")
struct ContactKey {
  std::uint32_t body_a = 0, body_b = 0;
  std::uint16_t shape_a = 0, shape_b = 0;
  std::uint64_t feature = 0;
  auto operator<=>(const ContactKey&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

struct Contact {
  ContactKey key;
  int body_a = 0, body_b = 0;    // collision ids; a < b
  int shape_a = 0, shape_b = 0;  // index of the shape in its body
  Vec3 point_a, point_b;         // world: nearest points on the two surfaces
  Vec3 normal;                   // world, unit, from b to a
  double gap = 0.0;              // metres along the normal, negative where they overlap
  double gap_as_placed = 0.0;    // collision's own: before its shapes moved by what is next to nothing
  double share = 1.0;            // of a line's length: as many times as stiff as a lone point (share_of_line)
};

// pairs that touch or nearly so, in one run of the contact array
struct ContactPair {
  int body_a = 0, body_b = 0;
  int first = 0, count = 0;
};

struct ContactSet {
  std::vector<Contact> contacts;  // sorted by key
  std::vector<ContactPair> pairs;
  int pairs_tested = 0;  // what the broadphase handed over
};

// fills `pairs` from `contacts`
void find_pairs(ContactSet& set);

}  // namespace spook
