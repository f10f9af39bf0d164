#include "viewer/render/animation_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scenarios/papers/method_words.h"
#include "viewer/render/convert.h"
#include "viewer/render/looks.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

constexpr std::uint32_t lane_colours[] = {0xe8883a, 0x3f8fd0, 0x58b072, 0xd6574a, 0x9a74cc, 0x3fb0b5};

std::uint32_t lane_srgb(int lane) {
  return lane_colours[unsigned(lane) % std::size(lane_colours)];
}

double reach_of(const papers::AnimatedBody& body) {
  double reach = 0.0;
  for (const ShapeDesc& shape : body.shapes) {
    if (shape.type == ShapeType::plane) continue;
    double own = shape.radius;
    if (shape.type == ShapeType::box) own = shape.half_extents.norm();
    if (shape.type == ShapeType::capsule || shape.type == ShapeType::cylinder) own += shape.half_length;
    if (shape.type == ShapeType::cone) own = std::max(own, shape.height);
    if (!shape.points.empty()) own = 0.0;
    for (const Vec3& point : shape.points) own = std::max(own, point.norm());
    reach = std::max(reach, own + shape.pose.position.norm());
  }
  return reach;
}

Pose pose_at(const std::vector<Pose>& poses, double frame) {
  if (poses.empty()) return {};
  const double last = double(poses.size() - 1), at = std::clamp(frame, 0.0, last);
  const auto k = std::size_t(at);
  return k + 1 < poses.size() ? between(poses[k], poses[k + 1], at - double(k)) : poses[k];
}

}  // namespace

glm::vec3 lane_colour(int lane) {
  return linear(lane_srgb(lane));
}

double PaperStage::duration() const {
  if (!report) return 0.0;
  std::size_t frames = 1;
  for (const papers::AnimatedBody& body : report->animation.bodies) frames = std::max(frames, body.poses.size());
  return double(frames - 1) * report->animation.frame_time;
}

void PaperStage::advance(double seconds) {
  const double end = duration();
  if (!shown || !playing || end <= 0.0) return;
  time += seconds * speed;
  // a moment of rest at the end, then again
  if (time > end + 0.7 * speed) time = 0.0;
}

// looks, boxes and the lanes' distance: once a report
void AnimationView::stage_set(const PaperStage& stage) {
  if (stage.report == report_) return;
  report_ = stage.report;
  const papers::Animation& animation = report_->animation;
  const int lanes = std::max(1, int(animation.lanes.size()));
  boxes_.assign(std::size_t(lanes), {});
  snapshot_ = {}, body_of_.clear(), lane_of_.clear();
  for (std::size_t i = 0; i < animation.bodies.size(); ++i) {
    const papers::AnimatedBody& body = animation.bodies[i];
    const bool all = body.lane == papers::every_lane;
    const Vec3 reach = Vec3::Constant(reach_of(body));
    for (int lane = 0; lane < lanes; ++lane) {
      if (!all && body.lane != lane) continue;
      auto look = std::make_shared<BodyLook>();
      look->name = body.name, look->shapes = body.shapes;
      look->motion = body.scenery ? Motion::fixed : Motion::dynamic;
      char colour[16];
      std::snprintf(colour, sizeof colour, "#%06x", lane_srgb(lane));
      look->look = body.look.empty() ? colour : body.look == "scene" ? "" : body.look;
      BodyView view;
      view.id = {std::uint32_t(snapshot_.bodies.size()), 0};
      view.look = std::move(look);
      view.velocity = view.angular_velocity = view.bounds_min = view.bounds_max = Vec3::Zero();
      snapshot_.bodies.push_back(std::move(view));
      body_of_.push_back(int(i)), lane_of_.push_back(lane);
      if (body.scenery) continue;
      for (const Pose& pose : body.poses)
        if (pose.position.allFinite() && pose.position.norm() < 100.0)
          boxes_[std::size_t(lane)].extend(Eigen::AlignedBox3d(pose.position - reach, pose.position + reach));
    }
  }
  Eigen::AlignedBox3d all;
  for (const auto& box : boxes_)
    if (!box.isEmpty()) all.extend(box);
  if (all.isEmpty()) all.extend(Vec3::Zero()), all.extend(Vec3::Ones());
  floor_ = all.min().z();
  // long and low motions stand behind each other, others beside each other
  const Vec3 size = all.sizes();
  deep_ = lanes > 1 && size.x() > 2.2 * size.z();
  spacing_ =
      deep_ ? std::max(1.3 * size.y(), 0.16 * size.x()) : 1.12 * std::max(size.x(), 0.42 * size.z());  // room for names
}

Vec3 AnimationView::offset(const PaperStage& stage, int lane) const {
  if (!stage.side_by_side) return Vec3(0.0, 1e-3 * spacing_ * lane, 0.0);
  return deep_ ? Vec3(0.0, spacing_ * lane, 0.0) : Vec3(spacing_ * lane, 0.0, 0.0);
}

void AnimationView::show(const PaperStage& stage, ShapeLibrary& shapes, DrawList& list) {
  stage_set(stage);
  const papers::Animation& animation = report_->animation;
  const double frame = stage.time / animation.frame_time;
  // hidden lanes are left out: what is drawn is a snapshot of the others
  Snapshot seen;
  for (std::size_t i = 0; i < snapshot_.bodies.size(); ++i) {
    BodyView& view = snapshot_.bodies[i];
    view.pose = pose_at(animation.bodies[std::size_t(body_of_[i])].poses, frame);
    view.pose.position += offset(stage, lane_of_[i]);
    if (!(stage.hidden_lanes >> lane_of_[i] & 1u)) seen.bodies.push_back(view);
  }
  std::vector<Pose> poses;
  SceneViewInput input;
  input.current = &seen;
  show_bodies(input, {}, shapes, list, poses);
  if (list.planes.empty()) {
    double height = 0.0;
    for (const auto& box : boxes_)
      if (!box.isEmpty()) height = std::max(height, box.sizes().z());
    const float z = float(floor_ - 0.02 * height);
    list.planes.push_back({{0, 0, 1}, {0, 0, z}});
    list.ground_height = double(z);
  }
  for (std::size_t lane = 0; lane < boxes_.size() && lane < animation.lanes.size(); ++lane) {
    if (boxes_[lane].isEmpty() || stage.hidden_lanes >> lane & 1u) continue;
    const Eigen::AlignedBox3d& box = boxes_[lane];
    const double line = stage.side_by_side ? 0.0 : 0.09 * box.sizes().norm() * double(lane);
    const Vec3 above(box.center().x(), box.center().y(), box.max().z() + 0.06 * box.sizes().norm() + line);
    list.labels.push_back(
        {to_glm(Vec3(above + offset(stage, int(lane)))), papers::method_in_words(animation.lanes[lane]),
         glm::vec4(glm::mix(glm::pow(lane_colour(int(lane)), glm::vec3(1 / 2.2f)), glm::vec3(1), 0.35f), 1)});
  }
}

Camera AnimationView::camera(const PaperStage& stage, const Camera& from, float aspect) {
  stage_set(stage);
  Eigen::AlignedBox3d all;
  for (std::size_t lane = 0; lane < boxes_.size(); ++lane) {
    if (boxes_[lane].isEmpty()) continue;
    Eigen::AlignedBox3d box = boxes_[lane];
    box.max().z() += 0.12 * box.sizes().norm();  // room for its name
    all.extend(box.translate(offset(stage, int(lane))));
  }
  Camera camera = from;
  if (all.isEmpty()) return camera;
  // straight at the plane of the motion, from a little above, more where lanes stand behind each other
  camera.yaw = -1.5707963f, camera.pitch = deep_ && stage.side_by_side ? 0.55f : 0.14f;
  camera.target = to_glm(Vec3(all.center()));
  const double depth = all.sizes().y() * std::sin(double(camera.pitch));
  const double tall = 0.5 * (all.sizes().z() + depth), wide = 0.5 * all.sizes().x() / std::max(0.2, double(aspect));
  camera.distance =
      float(1.1 * std::max(tall, wide) / std::tan(0.5 * double(from.vertical_fov)) + 0.5 * all.sizes().y());
  camera.distance = std::max(camera.distance, 0.05f);
  return camera;
}

}  // namespace spook
