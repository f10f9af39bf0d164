#include "engine/collide/collision_world.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>

#include "engine/collide/bullet_source.h"
#include "engine/collide/children.h"
#include "engine/collide/narrowphase.h"
#include "engine/collide/near.h"
#include "engine/collide/ray.h"
#include "engine/collide/seams.h"
#include "engine/thread_pool.h"

namespace spook {
namespace {

constexpr int pairs_a_task = 16;  // near-parallel cylinders that meet first cost 0.1 ms each
constexpr int bodies_a_task = 64;
constexpr int contacts_a_task = 1024;  // of copying

struct Body {
  bool present = false;
  Motion motion = Motion::dynamic;
  std::vector<ShapeDesc> shapes;
  std::vector<int> colliders;
  Pose pose;
  bool active = true;
};

bool same_place(const Pose& p, const Pose& q) {
  return p.position == q.position && p.orientation.coeffs() == q.orientation.coeffs();
}

}  // namespace

struct CollisionMemory {
  struct Pair {
    std::uint64_t bodies, shapes;
    PairMemory memory;
  };
  std::vector<Pair> pairs;  // sorted as the list is
};

struct CollisionWorld::Implementation {
  std::vector<Body> bodies;
  PairList::Colliders colliders;
  std::vector<int> free_colliders;
  PairList pairs;
  std::set<std::pair<int, int>> forbidden;
  ContactSet contacts, last;
  std::vector<std::unique_ptr<Narrowphase>> narrowphases;  // one a thread
  std::vector<std::vector<Contact>> found;                 // one a task
  std::vector<char> doubled;                               // a contact: told of by another child, or of a covered side
  Seams seams;
  ThreadPool own_pool;
  std::vector<int> strayed;        // colliders that need another fat box
  std::vector<int> first_of_task;  // its first contact
  std::unique_ptr<BulletSource> bullet;
  std::unique_ptr<CollisionMemory> recalled;  // taken up by the next collide()
  ContactSet ahead;
  std::vector<PairRecord> near;  // while looking ahead

  Box grown(const Collider& collider, const CollideOptions& options) const {
    const Vec3 around = Vec3::Constant(0.5 * options.margin + travel(collider, options.time_step));
    return {collider.box.min() - around, collider.box.max() + around};
  }

  ThreadPool* pool_of(const CollideOptions& options) {
    if (options.threads < 2) return nullptr;
    if (options.pool) return options.pool;
    own_pool.resize(options.threads);
    return &own_pool;
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
      collider.strays = false;
      if (!collider.usable || collider.kind == ColliderKind::plane) continue;
      collider.grown = grown(collider, options);
      collider.strays = PairList::strays(collider);
    }
  }

  void update_all(std::span<const CollisionState> states, const CollideOptions& options) {
    const int count = static_cast<int>(std::min(bodies.size(), states.size()));
    for_each_index(pool_of(options), count, bodies_a_task, [&](int id) {
      if (bodies[id].present) update(bodies[id], states[id], options);
    });
    strayed.clear();
    for (int id = 0; id < count; ++id)
      for (int index : bodies[id].colliders)
        if (colliders[index]->strays) strayed.push_back(index), colliders[index]->strays = false;
    pairs.update(colliders, strayed, pool_of(options));
  }

  bool is_forbidden(PairRecord& record) const {
    if (record.filter == PairFilter::unknown) {
      const std::pair key(colliders[record.a]->body, colliders[record.b]->body);
      record.filter = forbidden.count(key) > 0 ? PairFilter::forbidden : PairFilter::allowed;
    }
    return record.filter == PairFilter::forbidden;
  }

  void filters_changed() {
    for (PairRecord& record : pairs.records()) record.filter = PairFilter::unknown;
    bullet.reset();
  }

  void collide_pair(Narrowphase& narrowphase, PairRecord& record, const CollideOptions& options,
                    std::vector<Contact>& into) {
    const Collider &a = *colliders[record.a], &b = *colliders[record.b];
    const std::size_t before = into.size();
    if (!a.usable || !b.usable || is_forbidden(record)) {
      record.memory = {};
    } else if (!a.active && !b.active && !record.fresh) {
      const auto kept = last.contacts.begin() + record.first;
      into.insert(into.end(), kept, kept + record.count);
    } else {
      narrowphase.collide(a, b, record, options, into);
      record.fresh = false;
    }
    record.count = static_cast<int>(into.size() - before);
  }

  // each task has its run of pairs and its own array; joined in order they are sorted, whoever did what
  void collide_on_threads(ThreadPool& pool, std::vector<PairRecord>& records, const CollideOptions& options) {
    const int count = static_cast<int>(records.size()), tasks = (count + pairs_a_task - 1) / pairs_a_task;
    if (static_cast<int>(found.size()) < tasks) found.resize(tasks);
    pool.run(tasks, [&](int task, int thread) {
      found[task].clear();
      for (int i = task * pairs_a_task; i < std::min(count, (task + 1) * pairs_a_task); ++i)
        collide_pair(*narrowphases[thread], records[i], options, found[task]);
    });
    first_of_task.resize(tasks);
    int total = 0;
    for (int task = 0; task < tasks; ++task) first_of_task[task] = total, total += static_cast<int>(found[task].size());
    contacts.contacts.resize(total);
    for_chunks(&pool, tasks, std::max(1, tasks * contacts_a_task / std::max(total, 1)), [&](int begin, int end) {
      for (int task = begin; task < end; ++task)
        std::copy(found[task].begin(), found[task].end(), contacts.contacts.begin() + first_of_task[task]);
    });
  }

  void collide_exact(std::vector<PairRecord>& records, const CollideOptions& options) {
    const int threads = pool_of(options) ? pool_of(options)->threads() : 1;
    while (static_cast<int>(narrowphases.size()) < threads) narrowphases.push_back(std::make_unique<Narrowphase>());
    ThreadPool* pool = pool_of(options);
    if (pool && static_cast<int>(records.size()) > 2 * pairs_a_task)
      collide_on_threads(*pool, records, options);
    else
      for (PairRecord& record : records) collide_pair(*narrowphases[0], record, options, contacts.contacts);
    int first = 0;
    for (PairRecord& record : records) record.first = first, first += record.count;
  }

  // the trees know bodies where they stand and where they go
  void widen(int body, const Pose& pose) {
    for (int index : bodies[body].colliders) {
      Collider& collider = *colliders[index];
      if (!collider.usable || collider.kind == ColliderKind::plane || stays_inside(collider, pose, collider.fat))
        continue;
      collider.grown = collider.box;
      place(collider, pose);
      if (collider.usable) collider.grown.extend(collider.box);
      if (collider.usable && !collider.fat.contains(collider.grown)) strayed.push_back(index);
      place(collider, bodies[body].pose);
    }
  }

  // copies of the records of pairs that may overlap there: what they remember is not to change
  void find_near(std::span<const Pose> poses, std::span<const char> chosen) {
    near.clear();
    for (PairRecord& record : pairs.records()) {
      const Collider &a = *colliders[record.a], &b = *colliders[record.b];
      if ((!chosen[a.body] && !chosen[b.body]) || !a.usable || !b.usable || is_forbidden(record)) continue;
      if (may_meet(a, poses[a.body], b, poses[b.body])) near.push_back(record);
    }
  }

  void place_near(std::span<const Pose> poses) {
    for (const PairRecord& record : near)
      for (const int index : {record.a, record.b})
        if (Collider& collider = *colliders[index]; collider.motion != Motion::fixed)
          place(collider, poses.empty() ? bodies[collider.body].pose : poses[collider.body]);
  }

  void look_ahead(std::span<const Pose> poses, std::span<const char> chosen, const CollideOptions& options) {
    strayed.clear();
    for (int id = 0; id < static_cast<int>(bodies.size()); ++id)
      if (bodies[id].present && chosen[id]) widen(id, poses[id]);
    pairs.update(colliders, strayed, pool_of(options));
    pairs.settle(colliders);
    find_near(poses, chosen);
    std::swap(contacts, ahead);
    contacts.contacts.clear();
    place_near(poses);
    collide_exact(near, options);
    find_pairs(contacts);
    merge_children(near);
    place_near({});
    std::swap(contacts, ahead);
  }

  void take_up_memory() {
    auto at = recalled->pairs.begin();
    for (PairRecord& record : pairs.records()) {
      const auto key = std::tie(record.bodies, record.shapes);
      while (at != recalled->pairs.end() && std::tie(at->bodies, at->shapes) < key) ++at;
      const bool known = at != recalled->pairs.end() && std::tie(at->bodies, at->shapes) == key;
      record.memory = known ? at->memory : PairMemory{};
      record.fresh = true;
    }
    recalled.reset();
  }

  // what children of compounds and covered sides tell twice is left out
  void merge_children(std::vector<PairRecord>& records) {
    auto collider_of = [&](int body, int shape) { return bodies[body].colliders[shape]; };
    doubled.assign(contacts.contacts.size(), 0);
    bool any = mark_told_twice(contacts, colliders, collider_of, doubled);
    any |= seams.mark(contacts, colliders, collider_of, doubled);
    if (!any) return;
    int kept = 0;
    for (PairRecord& record : records) {
      const int first = kept;
      for (int i = record.first; i < record.first + record.count; ++i)
        if (!doubled[i]) contacts.contacts[kept++] = contacts.contacts[i];
      record.first = first, record.count = kept - first;
    }
    contacts.contacts.resize(kept);
    find_pairs(contacts);
  }

  void collide_by_bullet(std::span<const CollisionState> states, const CollideOptions& options) {
    if (!bullet) {
      std::vector<BulletSource::BodyView> views;
      for (int id = 0; id < static_cast<int>(bodies.size()); ++id)
        if (bodies[id].present) views.push_back({id, bodies[id].motion, &bodies[id].shapes});
      bullet = std::make_unique<BulletSource>(views, [this](int a, int b) { return forbidden.count({a, b}) == 0; });
    }
    bullet->collide(states, options, contacts.contacts);
    for (PairRecord& record : pairs.records()) record.fresh = true, record.memory = {};
  }
};

void find_pairs(ContactSet& set) {
  set.pairs.clear();
  for (int i = 0; i < static_cast<int>(set.contacts.size()); ++i) {
    const Contact& contact = set.contacts[i];
    if (set.pairs.empty() || set.pairs.back().body_a != contact.body_a || set.pairs.back().body_b != contact.body_b)
      set.pairs.push_back({contact.body_a, contact.body_b, i, 0});
    ++set.pairs.back().count;
  }
}

std::size_t bytes(const CollisionMemory& memory) {
  return sizeof memory + memory.pairs.size() * sizeof(CollisionMemory::Pair);
}

CollisionWorld::CollisionWorld() : implementation_(std::make_unique<Implementation>()) {}
CollisionWorld::~CollisionWorld() = default;

void CollisionWorld::add_body(int id, const CollisionBody& description, const Pose& pose) {
  Implementation& world = *implementation_;
  if (contains(id)) remove_body(id);
  if (id >= static_cast<int>(world.bodies.size())) world.bodies.resize(id + 1);
  Body& body = world.bodies[id];
  body = {true, description.motion, description.shapes, {}, pose, true};
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
  world.bullet.reset();
}

bool CollisionWorld::contains(int id) const {
  const auto& bodies = implementation_->bodies;
  return id >= 0 && id < static_cast<int>(bodies.size()) && bodies[id].present;
}

void CollisionWorld::forbid(int a, int b) {
  implementation_->forbidden.insert({std::min(a, b), std::max(a, b)});
  implementation_->filters_changed();
}
void CollisionWorld::allow(int a, int b) {
  implementation_->forbidden.erase({std::min(a, b), std::max(a, b)});
  implementation_->filters_changed();
}

const ContactSet& CollisionWorld::collide(std::span<const CollisionState> states, const CollideOptions& options) {
  Implementation& world = *implementation_;
  world.update_all(states, options);
  world.pairs.settle(world.colliders);
  if (world.recalled) world.take_up_memory();
  std::swap(world.contacts, world.last);
  world.contacts.contacts.clear();
  if (options.source == ContactSource::bullet)
    world.collide_by_bullet(states, options);
  else
    world.collide_exact(world.pairs.records(), options);
  find_pairs(world.contacts);
  if (options.source == ContactSource::exact) world.merge_children(world.pairs.records());
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

std::shared_ptr<const CollisionMemory> CollisionWorld::remember() const {
  auto memory = std::make_shared<CollisionMemory>();
  for (const PairRecord& record : implementation_->pairs.records())
    if (record.memory.known || record.memory.axis >= 0)
      memory->pairs.push_back({record.bodies, record.shapes, record.memory});
  return memory;
}

void CollisionWorld::recall(const CollisionMemory& memory) {
  implementation_->recalled = std::make_unique<CollisionMemory>(memory);
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
