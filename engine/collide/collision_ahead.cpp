// Contacts where bodies will be, and what a collision world knows from one collide() to the next.
#include <algorithm>
#include <tuple>

#include "engine/collide/collision_implementation.h"
#include "engine/collide/near.h"

namespace spook {

// the trees know bodies where they stand and where they go; none of their pairs, nor what it remembers, is lost by it
void CollisionWorld::Implementation::widen(int body, const Pose& pose) {
  for (int index : bodies[body].colliders) {
    Collider& collider = *colliders[index];
    if (!collider.usable || collider.kind == ColliderKind::plane || stays_inside(collider, pose, collider.fat))
      continue;
    collider.grown = collider.fat;
    place(collider, pose);
    if (collider.usable) collider.grown.extend(collider.box);
    if (collider.usable && !collider.fat.contains(collider.grown)) strayed.push_back(index);
    place(collider, bodies[body].pose);
  }
}

// copies of the records of pairs that may overlap there: what they remember is not to change
void CollisionWorld::Implementation::find_near(std::span<const Pose> poses, std::span<const char> chosen) {
  near.clear();
  for (PairRecord& record : pairs.records()) {
    const Collider &a = *colliders[record.a], &b = *colliders[record.b];
    if ((!chosen[a.body] && !chosen[b.body]) || !a.usable || !b.usable || is_forbidden(record)) continue;
    if (may_meet(a, poses[a.body], b, poses[b.body])) near.push_back(record);
  }
}

void CollisionWorld::Implementation::place_near(std::span<const Pose> poses) {
  for (const PairRecord& record : near)
    for (const int index : {record.a, record.b})
      if (Collider& collider = *colliders[index]; collider.motion != Motion::fixed)
        place(collider, poses.empty() ? bodies[collider.body].pose : poses[collider.body]);
}

void CollisionWorld::Implementation::look_ahead(std::span<const Pose> poses, std::span<const char> chosen,
                                                const CollideOptions& options) {
  strayed.clear();
  for (int id = 0; id < static_cast<int>(bodies.size()); ++id)
    if (bodies[id].present && chosen[id]) widen(id, poses[id]);
  pairs.update(colliders, strayed, pool_of(options));
  settle();
  find_near(poses, chosen);
  std::swap(contacts, ahead);
  place_near(poses);
  for (PairRecord& record : near) record.told = false;
  collider_of_near.collide(colliders, near, options, pool_of(options), contacts.contacts);
  find_pairs(contacts);
  merge_children(near);
  place_near({});
  std::swap(contacts, ahead);
}

void CollisionWorld::Implementation::take_up_memory() {
  auto at = recalled->begin();
  for (PairRecord& record : pairs.records()) {
    const auto key = std::tie(record.bodies, record.shapes);
    while (at != recalled->end() && std::tie(at->bodies, at->shapes) < key) ++at;
    const bool known = at != recalled->end() && std::tie(at->bodies, at->shapes) == key;
    record.memory = known ? at->memory : PairMemory{};
  }
  forget_contacts();
  recalled.reset();
}

// all shapes of a body to where it is seen, in the trees too
void CollisionWorld::Implementation::put(CollidingBody& body, const Pose& pose) {
  body.pose = pose;
  strayed.clear();
  for (const int index : body.colliders) {
    Collider& collider = *colliders[index];
    place(collider, pose);
    if (!collider.usable || collider.kind == ColliderKind::plane) continue;
    collider.grown = grown(collider, 0.0, {});
    if (PairList::strays(collider)) strayed.push_back(index);
  }
  pairs.update(colliders, strayed, nullptr);
}

std::shared_ptr<const std::vector<CollisionMemory::Pair>> CollisionWorld::Implementation::known_pairs() const {
  if (recalled) return recalled;
  auto known = std::make_shared<std::vector<CollisionMemory::Pair>>();
  for (const PairRecord& record : pairs.records())
    if (remembers(record)) known->push_back({record.bodies, record.shapes, record.memory});
  return known;
}

// the pairs of a body that is taken out have nothing to remember any more
void CollisionWorld::Implementation::forget_pairs_of(int id) {
  told = {};
  if (!recalled) return;
  auto left = std::make_shared<std::vector<CollisionMemory::Pair>>(*recalled);
  std::erase_if(*left, [&](const CollisionMemory::Pair& pair) {
    return (pair.bodies >> 32) == std::uint64_t(id) || (pair.bodies & 0xffffffff) == std::uint64_t(id);
  });
  recalled = std::move(left);
}

}  // namespace spook
