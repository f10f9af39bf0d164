// Poses in, contacts out. The only room that includes Bullet; nothing of Bullet shows here.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/collide/contacts.h"
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
  bool active = true;  // false: sleeping or frozen; a pair of two inactive bodies keeps its last contacts
};

struct CollideOptions {
  double margin = 0.02;  // m
  double time_step = 1.0 / 60.0;
  ContactSource source = ContactSource::exact;
  int threads = 1;
  ThreadPool* pool = nullptr;  // whose threads those are; null: the collision world has its own
};

struct RayHit {
  int body = -1, shape = -1;
  double distance = 0.0;
  Vec3 point, normal;
};

struct CollisionMemory;
std::size_t bytes(const CollisionMemory& memory);

class CollisionWorld {
 public:
  CollisionWorld();
  ~CollisionWorld();
  CollisionWorld(const CollisionWorld&) = delete;
  CollisionWorld& operator=(const CollisionWorld&) = delete;

  // ids are chosen by the caller (the world's body index), so contacts do not depend on the order of insertion
  void add_body(int id, const CollisionBody& body, const Pose& pose);
  void remove_body(int id);
  bool contains(int id) const;
  void forbid(int a, int b);  // filters: joints with collide false, no_collide
  void allow(int a, int b);

  // states[id]; the answer is valid until the next call
  const ContactSet& collide(std::span<const CollisionState> states, const CollideOptions& options);

  // Contacts (overlapping ones) where all it leads to: poses[id] for every body, chosen[id] for those whose pairs
  // matter. The answer of the last collide(), what pairs remember and where shapes stand remain; valid until the next
  // call.
  const ContactSet& look_ahead(std::span<const Pose> poses, std::span<const char> chosen, int threads,
                               ThreadPool* pool = nullptr);

  // What the next collide() knows of the last: the normals that touching pairs keep to. Part of a saved moment, so that
  // steps after it is restored repeat exactly. Empty for contact_source bullet, whose manifolds cannot be restored.
  std::shared_ptr<const CollisionMemory> remember() const;
  void recall(const CollisionMemory& memory);  // pairs it does not know are forgotten

  // Bodies that moved by no more than rounding are seen where they stood, and what was found there is kept. After this
  // the next collide() sees all where they are: as one does that was given the same moment.
  void look_anew();

  // picking: nearest hit of a ray with the shapes as of the last collide() (or add_body)
  std::optional<RayHit> cast_ray(const Vec3& from, const Vec3& direction, double length) const;
  // world box of a body as of the last collide(), true geometry without margins
  Eigen::AlignedBox3d bounds(int id) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
