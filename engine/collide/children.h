// Two children of a compound may tell of one place twice: the lower key speaks for it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/collide/collider.h"
#include "engine/collide/contacts.h"

namespace spook {

// contacts of the set between i and the first of its pair are looked at: true if another child told of the place of i
bool is_told(const ContactSet& set, const ContactPair& pair, int i, double within, const std::vector<char>& doubled);
// how near two places are one, where these shapes touch
double place_size(const Collider& a, const Collider& b);

// doubled[i]: contact i tells of what another did; collider_of(body, shape) is the index of a collider. True if any
// does.
template <class ColliderOf>
bool mark_told_twice(const ContactSet& set, const std::vector<std::unique_ptr<Collider>>& colliders,
                     ColliderOf collider_of, std::vector<char>& doubled) {
  bool any = false;
  for (const ContactPair& pair : set.pairs) {
    const Contact &first = set.contacts[pair.first], &final = set.contacts[pair.first + pair.count - 1];
    if (first.shape_a == final.shape_a && first.shape_b == final.shape_b) continue;
    for (int i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& contact = set.contacts[i];
      const Collider& a = *colliders[collider_of(contact.body_a, contact.shape_a)];
      const Collider& b = *colliders[collider_of(contact.body_b, contact.shape_b)];
      any |= (doubled[i] = is_told(set, pair, i, place_size(a, b), doubled)) != 0;
    }
  }
  return any;
}

}  // namespace spook
