// The hand: pulls bodies by the point under the cursor, moves them while paused, shoots balls.
#pragma once

#include <functional>
#include <optional>

#include "engine/world/commands.h"
#include "viewer/interact/picking.h"

namespace spook {

struct HandSettings {
  float effort = 10.0f;                           // cap of the grip, in body weights
  float stiffness = 1.0f;                         // of the grip, relative
  float ball_radius = 0.25f, ball_speed = 15.0f;  // of balls shot; seeded from the scene
  float ball_density = 2000.0f;
  bool operator==(const HandSettings&) const = default;
};

// where the hand sends what it does
struct HandPorts {
  std::function<void(Command)> command;
  std::function<void(std::vector<Command>)> edit;
  std::function<void()> mark_undo;
};

class HandTool {
 public:
  explicit HandTool(HandPorts ports) : ports_(std::move(ports)) {}

  // a button went down over a dynamic body
  void grab(const PickScene& scene, const PickHit& hit, const Camera& camera, const HandSettings& settings,
            bool paused);
  void move(const PickScene& scene, const Ray& ray, bool paused);
  void lock_orientation(const PickScene& scene, bool on, const HandSettings& settings);
  void push_pull(float notches);  // wheel while holding: nearer or farther
  void release();
  void shoot(const Ray& ray, const HandSettings& settings);

  bool holding() const { return body_.valid(); }
  BodyId body() const { return body_; }
  bool orientation_locked() const { return locked_; }

 private:
  void drag_paused(const PickScene& scene, const Ray& ray, int index);
  HandPorts ports_;
  BodyId body_;
  Vec3 local_point_ = Vec3::Zero(), plane_normal_ = Vec3::UnitX(), plane_point_ = Vec3::Zero();
  Vec3 target_ = Vec3::Zero();
  Pose start_;  // while paused: the pose before the drag
  bool locked_ = false, editing_ = false, moved_ = false;
  int shots_ = 0;
};

// sizes for shooting that suit a scene: from what moves in it
HandSettings seeded_hand(const Snapshot& snapshot, HandSettings settings);

}  // namespace spook
