// What a collision world holds, and its parts: collision_world.cpp finds contacts where bodies stand,
// collision_ahead.cpp where they will, and keeps what the next collide() knows of the last.
#pragma once

#include <atomic>
#include <set>
#include <utility>

#include "engine/collide/bullet_source.h"
#include "engine/collide/collision_world.h"
#include "engine/collide/pair_collider.h"
#include "engine/collide/seams.h"
#include "engine/thread_pool.h"

namespace spook {

struct CollidingBody {
  bool present = false;
  Motion motion = Motion::dynamic;
  std::vector<ShapeDesc> shapes;
  std::vector<int> colliders;
  double size = 0.0;  // no point of what is bounded is farther from its centre
  Pose pose;          // as its shapes are placed
};

inline bool remembers(const PairRecord& record) {
  return record.memory != PairMemory{};
}

struct CollisionWorld::Implementation {
  std::vector<CollidingBody> bodies;
  PairList::Colliders colliders;
  std::vector<int> free_colliders;
  PairList pairs;
  std::set<std::pair<int, int>> forbidden;
  bool filters_changed = false;
  PairCollider collider_of_pairs, collider_of_near;
  ContactSet contacts;
  double margin = -1.0;       // contacts were made with
  std::vector<char> doubled;  // a contact: told of by another child, or of a covered side
  Seams seams;
  int standing = 0;  // colliders of bodies that stand still
  ThreadPool own_pool;
  std::vector<int> strayed;  // colliders that need another fat box
  std::unique_ptr<BulletSource> bullet;
  std::shared_ptr<const std::vector<CollisionMemory::Pair>> recalled;  // to be taken up by the next collide()
  CollisionMemory told;  // as remember() last told it; null: it has changed since
  std::atomic<bool> placed_anew = false;
  ContactSet ahead;
  std::vector<PairRecord> near;  // while looking ahead

  // ---- collision_world.cpp
  static Box grown(const Collider& collider, double way, const CollideOptions& options);
  ThreadPool* pool_of(const CollideOptions& options);
  void update(CollidingBody& body, const CollisionState& state, const CollideOptions& options);
  void update_all(std::span<const CollisionState> states, const CollideOptions& options);
  bool is_forbidden(PairRecord& record) const;
  void settle();
  void forget_contacts();
  void collide_exact(const CollideOptions& options);
  void merge_children(std::vector<PairRecord>& records);
  void collide_by_bullet(std::span<const CollisionState> states, const CollideOptions& options);

  // ---- collision_ahead.cpp
  void widen(int body, const Pose& pose);
  void find_near(std::span<const Pose> poses, std::span<const char> chosen);
  void place_near(std::span<const Pose> poses);
  void look_ahead(std::span<const Pose> poses, std::span<const char> chosen, const CollideOptions& options);
  void take_up_memory();
  void put(CollidingBody& body, const Pose& pose);
  std::shared_ptr<const std::vector<CollisionMemory::Pair>> known_pairs() const;
  void forget_pairs_of(int id);
};

}  // namespace spook
