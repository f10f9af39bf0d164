// What holds bodies together without being a body: springs as coils, ropes and rods between two points, and an arm
// where a joint's pivot lies outside what it holds, as on a pendulum that is all bob.
#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/looks.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

constexpr int cylinder_unit = 3;  // of the shape library's meshes

struct Connectors {
  const Snapshot& snapshot;
  const std::vector<Pose>& poses;  // where the bodies are drawn
  DrawList& list;

  Vec3 drawn(int body, const Vec3& point) const;
  void bar(const Vec3& from, const Vec3& to, double radius, const glm::vec3& colour);
  void coil(const Vec3& from, const Vec3& to);
  void arm(int body, const Vec3& pivot);
};

// a point of a body at this step, where the body is drawn between two
Vec3 Connectors::drawn(int body, const Vec3& point) const {
  if (body < 0 || body >= int(poses.size())) return point;
  return poses[body].to_parent(snapshot.bodies[body].pose.to_local(point));
}

void Connectors::bar(const Vec3& from, const Vec3& to, double radius, const glm::vec3& colour) {
  const Vec3 along = to - from;
  const double length = along.norm();
  if (!(length > 1e-4) || !(length < 1e3) || !from.allFinite()) return;
  const Mat3 turn = Quat::FromTwoVectors(Vec3::UnitZ(), along).toRotationMatrix();
  const Vec3 middle = 0.5 * (from + to);
  const auto row = [&](int i) {
    return glm::vec4(float(turn(i, 0)), float(turn(i, 1)), float(turn(i, 2)), float(middle[i]));
  };
  Instance instance;
  instance.row0 = row(0), instance.row1 = row(1), instance.row2 = row(2);
  instance.size = {float(radius), float(radius), float(0.5 * length), 0};
  instance.colour = {colour, float(int(Look::plain))};
  instance.extra = {0, 0, 2, 0};
  list.bodies[cylinder_unit].push_back(instance);
}

// straight for a tenth at either end, windings between
void Connectors::coil(const Vec3& from, const Vec3& to) {
  const glm::vec3 steel = linear(0x8f979f);
  const Vec3 along = to - from;
  const double length = along.norm();
  if (!(length > 0.05)) return bar(from, to, 0.01, steel);
  const Vec3 z = along / length, x = z.unitOrthogonal(), y = z.cross(x);
  const double radius = std::min(0.06, 0.08 * length), thick = 0.15 * radius;
  constexpr int sides = 8;
  const int windings = std::clamp(int(length / (3.0 * radius)), 8, 40);
  const Vec3 first = from + 0.1 * along, last = to - 0.1 * along;
  bar(from, first, thick, steel), bar(last, to, thick, steel);
  Vec3 before = first;
  for (int i = 0; i <= windings * sides; ++i) {
    const double part = double(i) / (windings * sides), angle = 2 * 3.14159265358979 * i / sides;
    const Vec3 next = first + part * (last - first) + radius * (std::cos(angle) * x + std::sin(angle) * y);
    bar(before, next, thick, steel);
    before = next;
  }
  bar(before, last, thick, steel);
}

void Connectors::arm(int body, const Vec3& pivot) {
  if (body < 0 || body >= int(snapshot.bodies.size())) return;
  const BodyView& view = snapshot.bodies[body];
  if (view.look->motion != Motion::dynamic || !view.bounds_min.allFinite() || !view.bounds_max.allFinite()) return;
  const Vec3 nearest = pivot.cwiseMax(view.bounds_min).cwiseMin(view.bounds_max);
  if ((pivot - nearest).norm() < 0.05) return;
  bar(drawn(body, pivot), drawn(body, view.pose.position), 0.008, linear(0x8f979f));
}

}  // namespace

void show_connectors(const Snapshot& snapshot, const std::vector<Pose>& poses, DrawList& list) {
  if (list.bodies.size() <= cylinder_unit) return;
  Connectors connectors{snapshot, poses, list};
  for (const JointView& joint : snapshot.joints) {
    const Vec3 a = connectors.drawn(joint.body_a, joint.anchor_a), b = connectors.drawn(joint.body_b, joint.anchor_b);
    switch (joint.type) {
      case JointType::spring:
        connectors.coil(a, b);
        break;
      case JointType::distance:
        connectors.bar(a, b, 0.01, linear(0x6b5c48));
        break;
      case JointType::hinge:
      case JointType::ball:
      case JointType::universal:
        connectors.arm(joint.body_a, joint.anchor_a), connectors.arm(joint.body_b, joint.anchor_b);
        break;
      default:
        break;
    }
  }
}

}  // namespace spook
