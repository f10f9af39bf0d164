// Poses in, contacts out. The only room that includes Bullet; nothing of Bullet shows here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/collide/contacts.h"
#include "engine/collide/ray_hit.h"
#include "engine/scene/scene.h"

namespace spook {

class ThreadPool;

struct CollisionBody {
  std::vector<ShapeDesc> shapes;  // in the body frame the poses below refer to
  Motion motion = Motion::dynamic;
};

// a body's state, read each step
struct CollisionState {
  Pose pose;
  Vec3 velocity = Vec3::Zero();  // for speculative growth of the boxes
  Vec3 angular_velocity = Vec3::Zero();
};

struct CollideOptions {
  double margin = 0.02;  // m
  double time_step = 1.0 / 60.0;
  ContactSource source = ContactSource::exact;
  int threads = 1;
  ThreadPool* pool = nullptr;  // whose threads those are; null: the collision world has its own
};

// what a pair remembers of its last step
struct PairMemory {
  bool known = false;
  std::int8_t axis = -1;       // box–box: which of the fifteen
  std::int8_t age = 0;         // steps since the last full search while deep
  Vec3 normal = Vec3::Zero();  // in b's frame
  bool operator==(const PairMemory&) const = default;
};

// What the next collide() knows of the last. Part of a saved moment, and with it the next collide() finds the same, to
// the last bit. Its halves are shared between moments while nothing in them changes.
struct CollisionMemory {
  struct Pair {
    std::uint64_t bodies, shapes;
    PairMemory memory;
  };
  std::shared_ptr<const std::vector<Pair>> pairs;   // that touch or nearly so, as the list is sorted
  std::shared_ptr<const std::vector<Pose>> placed;  // where each body is seen: what moved by rounding alone stays there
};

class CollisionWorld {
 public:
  CollisionWorld();
  ~CollisionWorld();
  CollisionWorld(const CollisionWorld&) = delete;
  CollisionWorld& operator=(const CollisionWorld&) = delete;

  // ids are chosen by the caller (the world's body index), so contacts do not depend on the order of insertion
  void add_body(int id, const CollisionBody& body, const Pose& pose);
  void remove_body(int id);  // and what was forbidden of it
  bool contains(int id) const;
  // of all bodies, and pairs of them whose boxes overlap: as they were added, some may count twice
  std::size_t shapes() const;
  std::size_t pairs() const;
  void forbid(int a, int b);  // filters: joints with collide false, no_collide
  void allow(int a, int b);
  void allow_all();

  // states[id]; the answer is valid until the next call
  const ContactSet& collide(std::span<const CollisionState> states, const CollideOptions& options);

  // Contacts (overlapping ones) where all it leads to: poses[id] for every body, chosen[id] for those whose pairs
  // matter. The answer of the last collide(), what pairs remember and where shapes stand remain; valid until the next
  // call.
  const ContactSet& look_ahead(std::span<const Pose> poses, std::span<const char> chosen, int threads,
                               ThreadPool* pool = nullptr);

  // Nothing of contact_source bullet, whose manifolds cannot be restored: they begin afresh.
  CollisionMemory remember() const;
  void recall(const CollisionMemory& memory);  // pairs it does not know are forgotten
  // all of that without making it, for the hash
  void visit_memory(const std::function<void(const CollisionMemory::Pair&)>& pair,
                    const std::function<void(const Pose&)>& placed) const;

  // picking: nearest hit of a ray with the shapes as of the last collide() (or add_body)
  std::optional<RayHit> cast_ray(const Vec3& from, const Vec3& direction, double length) const;
  // world box of a body as of the last collide(), true geometry without margins
  Eigen::AlignedBox3d bounds(int id) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
