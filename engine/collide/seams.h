// Shapes that stand still flush side by side, children of one body or bodies, feel like one: what a contact tells of a
// side that a neighbour covers is left out. (Tried on moving compounds as well: bars that cross, as a jack's do, are
// pushed apart late where a hidden side comes out again, and gain energy.)
#pragma once

#include <memory>
#include <vector>

#include "engine/collide/collider.h"
#include "engine/collide/contacts.h"

namespace spook {

class Seams {
 public:
  using Colliders = std::vector<std::unique_ptr<Collider>>;
  // hidden[i]: contact i is of a covered side; collider_of(body, shape) is the index of a collider. True if any is.
  template <class ColliderOf>
  bool mark(const ContactSet& set, const Colliders& colliders, ColliderOf collider_of, std::vector<char>& hidden) {
    touches_.clear();
    for (const ContactPair& pair : set.pairs) {
      const Contact& first = set.contacts[pair.first];
      const bool a_stands = colliders[collider_of(pair.body_a, first.shape_a)]->motion == Motion::fixed;
      const bool b_stands = colliders[collider_of(pair.body_b, first.shape_b)]->motion == Motion::fixed;
      if (!a_stands && !b_stands) continue;
      for (int i = pair.first; i < pair.first + pair.count; ++i) {
        const Contact& contact = set.contacts[i];
        if (a_stands) touches_.push_back({pair.body_b, i, collider_of(pair.body_a, contact.shape_a), true});
        if (b_stands) touches_.push_back({pair.body_a, i, collider_of(pair.body_b, contact.shape_b), false});
      }
    }
    return mark_touches(set, colliders, hidden);
  }

 private:
  // body touches with contact a shape that stands still
  struct Touch {
    int body, contact, collider;
    bool is_a;  // what stands is a
  };

  bool mark_touches(const ContactSet& set, const Colliders& colliders, std::vector<char>& hidden);

  std::vector<Touch> touches_;
};

}  // namespace spook
