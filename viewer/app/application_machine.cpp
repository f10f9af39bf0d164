// Driving: who drives, and the camera that goes along.
#include <algorithm>
#include <cmath>
#include <vector>

#include "viewer/app/application.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr float look_back_after = 2.5f;  // s; chosen: a look aside lasts as long, then the camera is behind again
constexpr float look_back_in = 1.2f;     // s: in which it goes there

bool is_vehicle(std::span<const ScenarioControl> controls) {
  return !controls.empty() && controls[0].label == "throttle" && !controls[0].targets.empty();
}

// all that joints hold together with what the throttle moves, a flag a body
std::vector<char> machine_parts(const Snapshot& snapshot, const ScenarioControl& throttle) {
  std::vector<char> part(snapshot.bodies.size(), 0);
  for (const JointView& joint : snapshot.joints)
    if (joint.name == throttle.targets[0].joint && joint.body_a >= 0) part[std::size_t(joint.body_a)] = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (const JointView& joint : snapshot.joints) {
      if (joint.body_a < 0 || joint.body_b < 0) continue;
      char &a = part[std::size_t(joint.body_a)], &b = part[std::size_t(joint.body_b)];
      if (a != b) a = b = 1, grown = true;
    }
  }
  for (std::size_t i = 0; i < part.size(); ++i)
    if (snapshot.bodies[i].look->motion != Motion::dynamic) part[i] = 0;
  return part;
}

// its heaviest body: a frame or a hull, which does not spin
BodyId machine_body(const Snapshot& snapshot, const ScenarioControl& throttle) {
  BodyId found;
  double heaviest = 0.0;
  const std::vector<char> part = machine_parts(snapshot, throttle);
  for (std::size_t i = 0; i < part.size(); ++i) {
    const BodyView& view = snapshot.bodies[i];
    if (part[i] && view.look->mass > heaviest) heaviest = view.look->mass, found = view.id;
  }
  return found;
}

Eigen::AlignedBox3d machine_box(const Snapshot& snapshot, const ScenarioControl& throttle) {
  Eigen::AlignedBox3d box;
  const std::vector<char> part = machine_parts(snapshot, throttle);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i]) box.extend(snapshot.bodies[i].bounds_min), box.extend(snapshot.bodies[i].bounds_max);
  return box;
}

float heading_of(const Quat& turned) {
  const Vec3 ahead = turned * Vec3::UnitX();
  return float(std::atan2(ahead.y(), ahead.x()));
}

}  // namespace

// machines drive towards +x as their scenes open
void Application::remember_heading() {
  chase_ = {};
  if (!is_vehicle(context_.controls())) return;
  chase_.body = machine_body(*context_.now(), context_.controls()[0]);
  const int index = index_of(*context_.now(), chase_.body);
  if (index >= 0) chase_.straight = context_.now()->bodies[std::size_t(index)].pose.orientation.conjugate();
}

// From the first lever on the camera goes along behind the machine; the mouse looks around meanwhile. Shift-F or Home
// end it.
void Application::chase(float seconds) {
  const bool pulled =
      std::any_of(context_.levers.begin(), context_.levers.end(), [](double lever) { return lever != 0; });
  const int index = chase_.body.valid() ? index_of(*context_.now(), chase_.body) : -1;
  if (index < 0 || index >= int(context_.poses.size())) return;
  const Pose& pose = context_.poses[std::size_t(index)];
  const float heading = heading_of(pose.orientation * chase_.straight);
  if (pulled && !chase_.begun) {
    chase_.begun = true;
    if (followed_.valid()) return;  // the camera goes along with something already
    chase_.on = true;
    Camera camera = camera_.goal();
    const Eigen::AlignedBox3d machine = machine_box(*context_.now(), context_.controls()[0]);
    camera.target = to_glm(Vec3(machine.center()));
    camera.distance = 1.7f * float(machine.diagonal().norm());
    camera.yaw = heading + 3.14159265f, camera.pitch = 0.32f;
    camera_.glide(camera);
    chase_.at = pose.position, chase_.heading = heading, chase_.looked_at = -100.0;
    context_.say("The camera goes along. Drag to look around, Shift-F to let go");
  }
  if (!chase_.on) return;
  camera_.follow(to_glm(Vec3(pose.position - chase_.at)));
  camera_.turn(std::remainder(heading - chase_.heading, 6.2831853f));
  chase_.at = pose.position, chase_.heading = heading;
  if (controls_.busy()) chase_.looked_at = last_frame_at_;
  if (!pulled || last_frame_at_ - chase_.looked_at < double(look_back_after)) return;
  Camera camera = camera_.goal();
  const float aside = std::remainder(camera.yaw - heading - 3.14159265f, 6.2831853f);
  camera.yaw -= aside * std::min(1.0f, seconds / look_back_in);
  camera_.glide(camera);
}

}  // namespace spook
