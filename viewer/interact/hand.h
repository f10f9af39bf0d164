// The hand: pulls bodies by the point under the cursor, moves them while paused, shoots balls.
#pragma once

#include <functional>
#include <optional>
#include <string>

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
  std::function<void(std::vector<Command>, std::string label)> edit;
  std::function<void(std::string label)> mark_undo;
};

class HandTool {
 public:
  explicit HandTool(HandPorts ports) : ports_(std::move(ports)) {}

  // takes a dynamic body at a point of its own
  void grab(const PickScene& scene, BodyId body, const Vec3& local_point, const Camera& camera,
            const HandSettings& settings, bool paused);
  // level: over the ground at the height it has, so that up and down of the mouse are farther and nearer
  void move(const PickScene& scene, const Ray& ray, const Camera& camera, bool level, bool paused);
  void lock_orientation(const PickScene& scene, bool on, const HandSettings& settings);
  void push_pull(float notches, const Camera& camera);  // wheel while holding: farther or nearer, along the view
  void release();
  void shoot(const Ray& ray, const HandSettings& settings);

  bool holding() const { return body_.valid(); }
  BodyId body() const { return body_; }
  bool orientation_locked() const { return locked_; }

 private:
  void drag_paused(const PickScene& scene, const Ray& ray, int index);
  void lay_plane(const Ray& ray, const Camera& camera, bool level);
  HandPorts ports_;
  BodyId body_;
  Vec3 local_point_ = Vec3::Zero(), plane_normal_ = Vec3::UnitX(), plane_point_ = Vec3::Zero();
  Vec3 target_ = Vec3::Zero();
  Vec3 offset_ = Vec3::Zero();  // of the target from where the cursor meets the plane
  bool level_ = false;
  Pose start_;  // while paused: the pose before the drag
  bool locked_ = false, editing_ = false, moved_ = false;
  int shots_ = 0;
};

// sizes for shooting that suit a scene: from what moves in it
HandSettings seeded_hand(const Snapshot& snapshot, HandSettings settings);
// what stood at its usual value goes along when that changes
HandSettings with_usual(HandSettings settings, const HandSettings& before, const HandSettings& usual);

}  // namespace spook
