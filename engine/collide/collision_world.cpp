#include "engine/collide/collision_world.h"

#include <algorithm>
#include <cassert>

#include "engine/collide/children.h"
#include "engine/collide/collision_implementation.h"
#include "engine/collide/ray.h"

namespace spook {
namespace {

constexpr int bodies_a_task = 64;

// A body that has moved by less than this since collision placed it last stays as it is placed, and its contacts follow
// its displacement to first order (pair_collider.h). What that leaves out is the square: nothing.
bool is_near(const Pose& placed, const Pose& pose, double size) {
  constexpr double close = 1e-12;  // of the size; rad
  return (pose.position - placed.position).cwiseAbs().maxCoeff() <= close * size &&
         (pose.orientation.coeffs() - placed.orientation.coeffs()).cwiseAbs().maxCoeff() <= 0.5 * close;
}

}  // namespace

Box CollisionWorld::Implementation::grown(const Collider& collider, double way, const CollideOptions& options) {
  const Vec3 around = Vec3::Constant(0.5 * options.margin + way);
  return {collider.box.min() - around, collider.box.max() + around};
}

ThreadPool* CollisionWorld::Implementation::pool_of(const CollideOptions& options) {
  if (options.threads < 2) return nullptr;
  if (options.pool) return options.pool;
  own_pool.resize(options.threads);
  return &own_pool;
}

void CollisionWorld::Implementation::update(CollidingBody& body, const CollisionState& state,
                                            const CollideOptions& options) {
  const bool moved = !is_near(body.pose, state.pose, body.size);
  if (!moved && body.motion == Motion::fixed) {
    for (int index : body.colliders) colliders[index]->stays = true, colliders[index]->since_placed = {};
    return;
  }
  if (moved) body.pose = state.pose, placed_anew.store(true, std::memory_order_relaxed);
  for (int index : body.colliders) {
    Collider& collider = *colliders[index];
    collider.velocity = state.velocity, collider.spin = state.angular_velocity;
    collider.step = options.time_step * state.velocity;
    if (moved) place(collider, state.pose);
    collider.usable = collider.usable && collider.velocity.allFinite() && collider.spin.allFinite();
    const double arm = (collider.placed.position - collider.body_position).norm() + collider.convex.size;
    collider.spin_speed = collider.spin.isZero(0.0) ? 0.0 : collider.spin.norm() * arm;
    const double way = options.time_step * (collider.velocity.norm() + collider.spin_speed);
    collider.stays = !moved && way <= 0.5 * options.margin;
    collider.since_placed = moved ? Displacement{} : displacement(body.pose, state.pose);
    collider.strays = false;
    if (!collider.usable || collider.kind == ColliderKind::plane) continue;
    collider.grown = grown(collider, way, options);
    collider.strays = PairList::strays(collider);
  }
}

void CollisionWorld::Implementation::update_all(std::span<const CollisionState> states, const CollideOptions& options) {
  const int count = static_cast<int>(std::min(bodies.size(), states.size()));
  for_each_index(pool_of(options), count, bodies_a_task, [&](int id) {
    if (bodies[id].present) update(bodies[id], states[id], options);
  });
  if (placed_anew.exchange(false)) told.placed.reset();
  strayed.clear();
  strayed.reserve(colliders.size());
  for (int id = 0; id < count; ++id)
    for (int index : bodies[id].colliders)
      if (colliders[index]->strays) strayed.push_back(index), colliders[index]->strays = false;
  pairs.update(colliders, strayed, pool_of(options));
}

bool CollisionWorld::Implementation::is_forbidden(PairRecord& record) const {
  if (record.filter == PairFilter::unknown) {
    const std::pair key(colliders[record.a]->body, colliders[record.b]->body);
    record.filter = forbidden.count(key) > 0 ? PairFilter::forbidden : PairFilter::allowed;
    record.told = false;
  }
  return record.filter == PairFilter::forbidden;
}

// once for many changes: a scene may name hundreds of thousands of pairs
void CollisionWorld::Implementation::settle() {
  if (pairs.settle(colliders)) told.pairs.reset();
  if (!std::exchange(filters_changed, false)) return;
  for (PairRecord& record : pairs.records()) record.filter = PairFilter::unknown;
  bullet.reset();
}

// nothing that was found before is kept
void CollisionWorld::Implementation::forget_contacts() {
  for (PairRecord& record : pairs.records()) {
    record.told = false;
    record.first = record.count = 0;
  }
}

void CollisionWorld::Implementation::collide_exact(const CollideOptions& options) {
  if (options.margin != margin) forget_contacts();
  margin = options.margin;
  for (PairRecord& record : pairs.records()) is_forbidden(record);
  const auto change =
      collider_of_pairs.collide(colliders, pairs.records(), options, pool_of(options), contacts.contacts);
  if (collider_of_pairs.memory_changed()) told.pairs.reset();
  if (change == PairCollider::Change::other_places) find_pairs(contacts);
  merge_children(pairs.records());
}

// what children of compounds and covered sides tell twice is left out
void CollisionWorld::Implementation::merge_children(std::vector<PairRecord>& records) {
  auto collider_of = [&](int body, int shape) { return bodies[body].colliders[shape]; };
  doubled.assign(contacts.contacts.size(), 0);
  bool any = mark_told_twice(contacts, colliders, collider_of, doubled);
  if (standing > 1) any |= seams.mark(contacts, colliders, collider_of, doubled);
  if (!any) return;
  int kept = 0;
  for (PairRecord& record : records) {
    const int first = kept;
    for (int i = record.first; i < record.first + record.count; ++i)
      if (!doubled[i]) contacts.contacts[kept++] = contacts.contacts[i];
    record.told = record.told && record.count == kept - first;
    record.first = first, record.count = kept - first;
  }
  contacts.contacts.resize(kept);
  find_pairs(contacts);
}

void CollisionWorld::Implementation::collide_by_bullet(std::span<const CollisionState> states,
                                                       const CollideOptions& options) {
  if (!bullet) {
    std::vector<BulletSource::BodyView> views;
    for (int id = 0; id < static_cast<int>(bodies.size()); ++id)
      if (bodies[id].present) views.push_back({id, bodies[id].motion, &bodies[id].shapes});
    bullet = std::make_unique<BulletSource>(views, [this](int a, int b) { return forbidden.count({a, b}) == 0; });
  }
  bullet->collide(states, options, contacts.contacts);
  told.pairs.reset();
  for (PairRecord& record : pairs.records()) record.memory = {};
  forget_contacts();
  find_pairs(contacts);
}

void find_pairs(ContactSet& set) {
  set.pairs.clear();
  for (int i = 0; i < static_cast<int>(set.contacts.size()); ++i) {
    const Contact& contact = set.contacts[i];
    if (set.pairs.empty() || set.pairs.back().body_a != contact.body_a || set.pairs.back().body_b != contact.body_b)
      set.pairs.push_back({contact.body_a, contact.body_b, i, 0});
    ++set.pairs.back().count;
  }
}

CollisionWorld::CollisionWorld() : implementation_(std::make_unique<Implementation>()) {}
CollisionWorld::~CollisionWorld() = default;

void CollisionWorld::add_body(int id, const CollisionBody& description, const Pose& pose) {
  Implementation& world = *implementation_;
  if (contains(id)) remove_body(id);
  if (id >= static_cast<int>(world.bodies.size())) world.bodies.resize(id + 1);
  CollidingBody& body = world.bodies[id];
  body = {true, description.motion, description.shapes, {}, 0.0, pose};
  world.told = {};
  world.bullet.reset();
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
    world.standing += description.motion == Motion::fixed;
    body.size = std::max(body.size, collider.local.position.norm() + collider.convex.size);
    world.pairs.insert(world.colliders, index, Implementation::grown(collider, 0.0, {}));
  }
}

void CollisionWorld::remove_body(int id) {
  Implementation& world = *implementation_;
  assert(contains(id));
  for (int index : world.bodies[id].colliders) {
    world.pairs.remove(world.colliders, index);
    world.standing -= world.colliders[index]->motion == Motion::fixed;
    world.colliders[index].reset();
    world.free_colliders.push_back(index);
  }
  world.bodies[id] = {};
  world.forget_pairs_of(id);
  if (std::erase_if(world.forbidden, [id](const auto& pair) { return pair.first == id || pair.second == id; }) > 0)
    world.filters_changed = true;
  world.bullet.reset();
}

std::size_t CollisionWorld::shapes() const {
  return implementation_->colliders.size();
}

std::size_t CollisionWorld::pairs() const {
  return implementation_->pairs.size();
}

bool CollisionWorld::contains(int id) const {
  const auto& bodies = implementation_->bodies;
  return id >= 0 && id < static_cast<int>(bodies.size()) && bodies[id].present;
}

void CollisionWorld::forbid(int a, int b) {
  if (implementation_->forbidden.insert({std::min(a, b), std::max(a, b)}).second)
    implementation_->filters_changed = true;
}
void CollisionWorld::allow(int a, int b) {
  if (implementation_->forbidden.erase({std::min(a, b), std::max(a, b)}) > 0) implementation_->filters_changed = true;
}

void CollisionWorld::allow_all() {
  implementation_->forbidden.clear();
  implementation_->filters_changed = true;
}

const ContactSet& CollisionWorld::collide(std::span<const CollisionState> states, const CollideOptions& options) {
  Implementation& world = *implementation_;
  world.update_all(states, options);
  world.settle();
  if (world.recalled) world.take_up_memory();
  if (options.source == ContactSource::bullet)
    world.collide_by_bullet(states, options);
  else
    world.collide_exact(options);
  world.contacts.pairs_tested = static_cast<int>(world.pairs.records().size());
  return world.contacts;
}

const ContactSet& CollisionWorld::look_ahead(std::span<const Pose> poses, std::span<const char> chosen, int threads,
                                             ThreadPool* pool) {
  Implementation& world = *implementation_;
  CollideOptions options;
  options.margin = options.time_step = 0.0, options.threads = threads, options.pool = pool;
  world.look_ahead(poses, chosen, options);
  return world.ahead;
}

CollisionMemory CollisionWorld::remember() const {
  CollisionMemory& told = implementation_->told;
  if (!told.pairs) told.pairs = implementation_->known_pairs();
  if (told.placed) return told;
  auto placed = std::make_shared<std::vector<Pose>>();
  for (const CollidingBody& body : implementation_->bodies) placed->push_back(body.pose);
  told.placed = std::move(placed);
  return told;
}

void CollisionWorld::recall(const CollisionMemory& memory) {
  implementation_->recalled = memory.pairs;
  for (std::size_t id = 0; id < std::min(implementation_->bodies.size(), memory.placed->size()); ++id)
    if (implementation_->bodies[id].present) implementation_->put(implementation_->bodies[id], (*memory.placed)[id]);
  implementation_->bullet.reset();
  implementation_->told = memory;
}

void CollisionWorld::visit_memory(const std::function<void(const CollisionMemory::Pair&)>& pair,
                                  const std::function<void(const Pose&)>& placed) const {
  if (implementation_->recalled)
    for (const CollisionMemory::Pair& known : *implementation_->recalled) pair(known);
  else
    for (const PairRecord& record : implementation_->pairs.records())
      if (remembers(record)) pair({record.bodies, record.shapes, record.memory});
  for (const CollidingBody& body : implementation_->bodies)
    if (body.present) placed(body.pose);
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
