// Shapes that lie flush side by side, children of a compound or fixed bodies, feel like one: what a contact tells of a
// side that a neighbour covers is left out.
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
    begin(colliders);
    for (const ContactPair& pair : set.pairs) {
      const Contact &first = set.contacts[pair.first], &final = set.contacts[pair.first + pair.count - 1];
      const bool a_of_many = first.shape_a != final.shape_a, b_of_many = first.shape_b != final.shape_b;
      const int a = collider_of(pair.body_a, first.shape_a), b = collider_of(pair.body_b, first.shape_b);
      const bool fixed_a = several_fixed_ && colliders[a]->motion == Motion::fixed;
      const bool fixed_b = several_fixed_ && colliders[b]->motion == Motion::fixed;
      if (!(a_of_many || b_of_many || fixed_a || fixed_b)) continue;
      for (int i = pair.first; i < pair.first + pair.count; ++i) {
        const Contact& contact = set.contacts[i];
        const int of_a = collider_of(pair.body_a, contact.shape_a), of_b = collider_of(pair.body_b, contact.shape_b);
        if (a_of_many || fixed_a) touches_.push_back({pair.body_b, fixed_a ? -1 : pair.body_a, i, of_a, true});
        if (b_of_many || fixed_b) touches_.push_back({pair.body_a, fixed_b ? -1 : pair.body_b, i, of_b, false});
      }
    }
    return mark_touches(set, colliders, hidden);
  }

 private:
  // body touches with contact a shape of an owner, which is a compound's body, or -1 for all that is fixed
  struct Touch {
    int body, owner, contact, collider;
    bool is_a;  // the owner's side is a
  };

  void begin(const Colliders& colliders);
  bool mark_touches(const ContactSet& set, const Colliders& colliders, std::vector<char>& hidden);

  std::vector<Touch> touches_;
  bool several_fixed_ = false;
};

}  // namespace spook
