#include "tests/bench/rivals/referee.h"

#include <algorithm>
#include <cmath>

#include "tests/bench/rivals/convex_frame.h"

namespace spook::rivals {
namespace {

constexpr double far_away = 1000.0;  // m: no scene is as large
constexpr double late = 0.8;         // of the run: creep is measured from here on

struct Boxed {
  Placed placed;
  int body;
  Vec3 low, high;
};

Boxed boxed(const ConvexFrame& frame, const Pose& pose, int body) {
  Boxed made{{&frame, pose}, body, Vec3::Constant(-1e300), Vec3::Constant(1e300)};
  if (frame.plane()) return made;
  for (int i = 0; i < 3; ++i)
    made.high[i] = made.placed.support(Vec3::Unit(i)), made.low[i] = -made.placed.support(-Vec3::Unit(i));
  return made;
}

Vec3 in_world(const Pose& body, const Pose& start, const Vec3& point) {
  return body.to_parent(start.to_local(point));
}

}  // namespace

Referee::Referee(const RivalScene& scene, double end) : scene_(scene), end_(end) {
  std::vector<BodyMotion> start;
  for (const RivalBody& body : scene.bodies) {
    start.push_back({body.pose, body.velocity, body.angular_velocity});
    std::vector<ConvexFrame>& frames = frames_.emplace_back();
    for (const ShapeDesc& shape : body.shapes) frames.emplace_back(shape);
  }
  energy_start_ = energy(start);
}

double Referee::energy(std::span<const BodyMotion> motions) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const RivalBody& body = scene_.bodies[i];
    if (!body.moves) continue;
    const Vec3 turning = motions[i].pose.orientation.conjugate() * motions[i].angular_velocity;
    sum += 0.5 * body.mass * motions[i].velocity.squaredNorm() + 0.5 * turning.dot(body.inertia.cwiseProduct(turning)) -
           body.mass * scene_.scene.parameters.gravity.dot(motions[i].pose.position);
  }
  return sum;
}

// how far apart the two ends of a joint are; a slider's along its axis does not count
double Referee::joint_gap(std::span<const BodyMotion> motions) const {
  double widest = 0.0;
  for (const RivalJoint& described : scene_.joints) {
    const auto end = [&](int body) {
      const Vec3& anchor = described.joint.anchor;
      return body < 0 ? anchor : in_world(motions[body].pose, scene_.bodies[body].pose, anchor);
    };
    Vec3 gap = end(described.a) - end(described.b);
    if (described.joint.type == JointType::slider) {
      const Quat turned = described.a < 0 ? Quat::Identity()
                                          : motions[described.a].pose.orientation *
                                                scene_.bodies[described.a].pose.orientation.conjugate();
      const Vec3 axis = turned * described.joint.axis.normalized();
      gap -= gap.dot(axis) * axis;
    }
    widest = std::max(widest, gap.norm());
  }
  return widest;
}

double Referee::deepest(std::span<const BodyMotion> motions) const {
  std::vector<Boxed> all;
  for (std::size_t i = 0; i < motions.size(); ++i)
    for (const ConvexFrame& frame : frames_[i])
      all.push_back(boxed(frame, motions[i].pose * frame.shape->pose, static_cast<int>(i)));
  std::ranges::sort(all, {}, [](const Boxed& b) { return b.low.x(); });
  double deepest = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size() && all[j].low.x() <= all[i].high.x(); ++j) {
      if ((all[i].low.array() > all[j].high.array()).any() || (all[j].low.array() > all[i].high.array()).any())
        continue;
      if (scene_.may_collide(all[i].body, all[j].body))
        deepest = std::max(deepest, overlap_of(all[i].placed, all[j].placed));
    }
  return deepest;
}

bool Referee::look(double time, std::span<const BodyMotion> motions) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Vec3& p = motions[i].pose.position;
    if (p.allFinite() && motions[i].velocity.allFinite() && (!scene_.bodies[i].moves || p.norm() < far_away)) continue;
    verdict_.exploded = true;
    return false;
  }
  time_ = time;
  verdict_.overlap_end = deepest(motions);
  verdict_.overlap = std::max(verdict_.overlap, verdict_.overlap_end);
  verdict_.joint_gap = std::max(verdict_.joint_gap, joint_gap(motions));
  verdict_.energy_gain = std::max(verdict_.energy_gain, energy(motions) - energy_start_);
  last_.clear();
  for (const BodyMotion& motion : motions) last_.push_back(motion.pose.position);
  if (late_time_ < 0.0 && time >= late * end_) late_ = last_, late_time_ = time;
  return true;
}

Verdict Referee::verdict() const {
  Verdict result = verdict_;
  if (late_time_ < 0.0 || time_ <= late_time_) return result;
  for (std::size_t i = 0; i < last_.size(); ++i)
    result.creep = std::max(result.creep, (last_[i] - late_[i]).norm() / (time_ - late_time_));
  return result;
}

}  // namespace spook::rivals
