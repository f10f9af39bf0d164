#include "viewer/app/picked_contact.h"

namespace spook {

PickedContact pick_of(const Snapshot& snapshot, int contact) {
  const ContactView& view = snapshot.contacts[std::size_t(contact)];
  const auto id = [&](int body) { return body >= 0 ? snapshot.bodies[std::size_t(body)].id : BodyId{}; };
  return {id(view.body_a), id(view.body_b), view.point};
}

int find_picked(const Snapshot& snapshot, const PickedContact& picked) {
  int found = -1;
  double nearest = 0.0;
  for (std::size_t c = 0; c < snapshot.contacts.size(); ++c) {
    const ContactView& contact = snapshot.contacts[c];
    if (contact.body_a < 0 || contact.body_b < 0) continue;
    const BodyId a = snapshot.bodies[std::size_t(contact.body_a)].id,
                 b = snapshot.bodies[std::size_t(contact.body_b)].id;
    if (!((a == picked.body_a && b == picked.body_b) || (a == picked.body_b && b == picked.body_a))) continue;
    const double away = (contact.point - picked.point).norm();
    if (found < 0 || away < nearest) found = int(c), nearest = away;
  }
  return found;
}

}  // namespace spook
