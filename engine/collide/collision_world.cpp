#include "engine/collide/collision_world.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "engine/collide/narrowphase.h"
#include "engine/collide/ray.h"

namespace spook {
namespace {

struct Body {
  bool present = false;
  Motion motion = Motion::dynamic;
  std::vector<int> colliders;
  Pose pose;
  bool active = true;
};

bool same_place(const Pose& p, const Pose& q) {
  return p.position == q.position && p.orientation.coeffs() == q.orientation.coeffs();
}

}  // namespace

struct CollisionWorld::Implementation {
  std::vector<Body> bodies;
  PairList::Colliders colliders;
  std::vector<int> free_colliders;
  PairList pairs;
  std::set<std::pair<int, int>> forbidden;
  ContactSet contacts, last;
  Narrowphase narrowphase;

  Box grown(const Collider& collider, const CollideOptions& options) const {
    const Vec3 around = Vec3::Constant(0.5 * options.margin + travel(collider, options.time_step));
    return {collider.box.min() - around, collider.box.max() + around};
  }

  void update(Body& body, const CollisionState& state, const CollideOptions& options) {
    const bool moved = !same_place(body.pose, state.pose);
    body.active = state.active;
    if (!moved && body.motion == Motion::fixed) return;
    body.pose = state.pose;
    for (int index : body.colliders) {
      Collider& collider = *colliders[index];
      collider.active = (state.active || moved) && body.motion != Motion::fixed;
      collider.velocity = state.velocity, collider.spin = state.angular_velocity;
      if (moved) place(collider, state.pose);
      collider.usable = collider.usable && collider.velocity.allFinite() && collider.spin.allFinite();
      if (collider.usable && collider.kind != ColliderKind::plane)
        pairs.update(colliders, index, grown(collider, options));
    }
  }

  bool is_forbidden(const Collider& a, const Collider& b) const {
    return !forbidden.empty() && forbidden.count({a.body, b.body}) > 0;
  }

  void collide_pair(PairRecord& record, const CollideOptions& options) {
    const Collider &a = *colliders[record.a], &b = *colliders[record.b];
    const int first = static_cast<int>(contacts.contacts.size());
    if (!a.usable || !b.usable || is_forbidden(a, b)) {
      record.memory = {};
    } else if (!a.active && !b.active && !record.fresh) {
      const auto kept = last.contacts.begin() + record.first;
      contacts.contacts.insert(contacts.contacts.end(), kept, kept + record.count);
    } else {
      narrowphase.collide(a, b, record, options, contacts.contacts);
      record.fresh = false;
    }
    record.first = first;
    record.count = static_cast<int>(contacts.contacts.size()) - first;
    if (record.count > 0) count_in(a.body, b.body, first, record.count);
  }

  void count_in(int a, int b, int first, int count) {
    if (contacts.pairs.empty() || contacts.pairs.back().body_a != a || contacts.pairs.back().body_b != b)
      contacts.pairs.push_back({a, b, first, 0});
    contacts.pairs.back().count += count;
  }
};

CollisionWorld::CollisionWorld() : implementation_(std::make_unique<Implementation>()) {}
CollisionWorld::~CollisionWorld() = default;

void CollisionWorld::add_body(int id, const CollisionBody& description, const Pose& pose) {
  Implementation& world = *implementation_;
  if (contains(id)) remove_body(id);
  if (id >= static_cast<int>(world.bodies.size())) world.bodies.resize(id + 1);
  Body& body = world.bodies[id];
  body = {true, description.motion, {}, pose, true};
  for (int shape = 0; shape < static_cast<int>(description.shapes.size()); ++shape) {
    int index = static_cast<int>(world.colliders.size());
    if (world.free_colliders.empty())
      world.colliders.emplace_back();
    else
      index = world.free_colliders.back(), world.free_colliders.pop_back();
    world.colliders[index] =
        std::make_unique<Collider>(make_collider(id, shape, description.motion, description.shapes[shape]));
    Collider& collider = *world.colliders[index];
    collider.velocity = collider.spin = Vec3::Zero();
    place(collider, pose);
    body.colliders.push_back(index);
    world.pairs.insert(world.colliders, index, world.grown(collider, {}));
  }
}

void CollisionWorld::remove_body(int id) {
  Implementation& world = *implementation_;
  assert(contains(id));
  for (int index : world.bodies[id].colliders) {
    world.pairs.remove(world.colliders, index);
    world.colliders[index].reset();
    world.free_colliders.push_back(index);
  }
  world.bodies[id] = {};
}

bool CollisionWorld::contains(int id) const {
  const auto& bodies = implementation_->bodies;
  return id >= 0 && id < static_cast<int>(bodies.size()) && bodies[id].present;
}

void CollisionWorld::forbid(int a, int b) {
  implementation_->forbidden.insert({std::min(a, b), std::max(a, b)});
}
void CollisionWorld::allow(int a, int b) {
  implementation_->forbidden.erase({std::min(a, b), std::max(a, b)});
}

const ContactSet& CollisionWorld::collide(std::span<const CollisionState> states, const CollideOptions& options) {
  Implementation& world = *implementation_;
  const int count = std::min(world.bodies.size(), states.size());
  for (int id = 0; id < count; ++id)
    if (world.bodies[id].present) world.update(world.bodies[id], states[id], options);
  world.pairs.settle(world.colliders);
  std::swap(world.contacts, world.last);
  world.contacts.contacts.clear(), world.contacts.pairs.clear();
  for (PairRecord& record : world.pairs.records()) world.collide_pair(record, options);
  world.contacts.pairs_tested = static_cast<int>(world.pairs.records().size());
  return world.contacts;
}

std::optional<RayHit> CollisionWorld::cast_ray(const Vec3& from, const Vec3& direction, double length) const {
  const Implementation& world = *implementation_;
  const Vec3 way = direction.normalized();
  std::vector<int> candidates = world.pairs.planes();
  world.pairs.moving().find_along(from, from + length * way, candidates);
  world.pairs.still().find_along(from, from + length * way, candidates);
  std::optional<RayHit> nearest;
  for (int index : candidates) {
    const Collider& collider = *world.colliders[index];
    if (!collider.usable) continue;
    const auto entry = enter_collider(collider, from, way, nearest ? nearest->distance : length);
    if (entry && (!nearest || entry->distance < nearest->distance))
      nearest = RayHit{collider.body, collider.shape, entry->distance, from + entry->distance * way, entry->normal};
  }
  return nearest;
}

Eigen::AlignedBox3d CollisionWorld::bounds(int id) const {
  Eigen::AlignedBox3d box;
  if (contains(id))
    for (int index : implementation_->bodies[id].colliders) {
      const Collider& collider = *implementation_->colliders[index];
      if (collider.kind != ColliderKind::plane) box.extend(collider.box);
    }
  return box;
}

}  // namespace spook
