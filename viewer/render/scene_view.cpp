#include "viewer/render/scene_view.h"

#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/layer_colours.h"
#include "viewer/render/looks.h"

namespace spook {
namespace {

// both are ordered by id: walk them together
const BodyView* earlier(const Snapshot* previous, const BodyView& body, std::size_t& cursor) {
  if (!previous) return nullptr;
  while (cursor < previous->bodies.size() && previous->bodies[cursor].id < body.id) ++cursor;
  if (cursor < previous->bodies.size() && previous->bodies[cursor].id == body.id) return &previous->bodies[cursor];
  return nullptr;
}

glm::vec3 as_light(const glm::vec4& seen) {
  return glm::pow(glm::vec3(seen), glm::vec3(2.2f));
}

glm::vec3 body_colour(const BodyView& body, const BodyModel& model, const Layers& layers, int& look) {
  const bool dynamic = body.look->motion == Motion::dynamic;
  if (body.frozen) return look = 0, linear(0xd42fd4);
  if (layers.islands && dynamic)
    return look = 0, body.island < 0 ? glm::vec3(0.35f) : palette(body.island * 7 + body.island / 10);
  if (layers.velocity && dynamic) return look = 0, as_light(ramp_colour(speed_share(float(body.velocity.norm()))));
  glm::vec3 colour = model.colour;
  if (layers.sleeping && dynamic && body.sleeping) colour = 0.12f * colour + glm::vec3(0.015f, 0.03f, 0.10f);
  return colour;
}

Instance instance_of(const glm::mat4& place, const ShapeModel& shape, const glm::vec3& colour, int look, float seed,
                     float highlight) {
  const glm::mat4 m = place * shape.place;
  Instance instance;
  instance.row0 = {m[0].x, m[1].x, m[2].x, m[3].x};
  instance.row1 = {m[0].y, m[1].y, m[2].y, m[3].y};
  instance.row2 = {m[0].z, m[1].z, m[2].z, m[3].z};
  instance.size = shape.size;
  instance.colour = {colour, float(look)};
  instance.extra = {seed, highlight, float(shape.long_axis), shape.box ? 1.0f : shape.rim ? 2.0f : 0.0f};
  return instance;
}

double radius_of(const BodyView& body) {
  return body.look->mass > 0 ? std::sqrt(body.look->principal_inertia.sum() / 2 / body.look->mass) : 0.0;
}

glm::vec3 difference_colour(double metres) {
  const double decades = std::log10(most_difference / least_difference);
  const double share = std::log10(std::max(metres, least_difference) / least_difference) / decades;
  return as_light(ramp_colour(float(share)));
}

void add_planes(const BodyView& body, const Pose& pose, DrawList& list) {
  for (const ShapeDesc& shape : body.look->shapes) {
    if (shape.type != ShapeType::plane) continue;
    const Pose place = pose * shape.pose;
    const Vec3 normal = place.orientation * shape.normal.normalized();
    const Vec3 point = place.position + normal * shape.offset;
    list.planes.push_back({to_glm(normal), to_glm(point)});
    if (normal.z() > 0.99) list.ground_height = std::max(list.ground_height, point.z());
  }
}

}  // namespace

Pose between(const Pose& from, const Pose& to, double fraction) {
  return {from.position + (to.position - from.position) * fraction, from.orientation.slerp(fraction, to.orientation)};
}

void show_bodies(const SceneViewInput& input, const Layers& layers, ShapeLibrary& shapes, DrawList& list,
                 std::vector<Pose>& poses) {
  poses.clear();
  std::size_t cursor = 0;
  for (const BodyView& body : input.current->bodies) {
    const BodyView* before = earlier(input.previous, body, cursor);
    const Pose pose = before ? between(before->pose, body.pose, input.fraction) : body.pose;
    poses.push_back(pose);
    add_planes(body, pose, list);
    const BodyModel& model = shapes.model(body.look);
    list.bodies.resize(shapes.meshes().size()), list.selected.resize(shapes.meshes().size());
    int look = model.look;
    glm::vec3 colour = body_colour(body, model, layers, look);
    if (input.differences && body.look->motion == Motion::dynamic && (*input.differences)[poses.size() - 1] >= 0)
      look = 0, colour = difference_colour((*input.differences)[poses.size() - 1]);
    else if (input.tints && (*input.tints)[poses.size() - 1].a > 0.0f)
      look = 0, colour = glm::vec3((*input.tints)[poses.size() - 1]);
    const float highlight = body.id == input.hovered ? 1.0f : 0.0f;
    const bool selected = input.selected && input.selected->contains(body.id);
    const glm::mat4 place = to_glm(pose);
    const bool numbered =
        layers.numbers && body.look->motion == Motion::dynamic && model.shapes.size() == 1 && model.shapes[0].box;
    double reach = 0;
    for (const ShapeModel& shape : model.shapes) {
      if (shape.mesh < 0) continue;
      Instance instance = instance_of(place, shape, colour, look, model.seed, highlight);
      if (numbered) instance.extra.w += 4.0f * float(body.id.index + 1);
      list.bodies[shape.mesh].push_back(instance);
      if (selected) list.selected[shape.mesh].push_back(instance);
      reach = std::max(reach, double(shape.reach) + double(glm::length(glm::vec3(shape.place[3]))));
    }
    if (reach > 0 && pose.position.allFinite())
      list.drawn.extend(
          Eigen::AlignedBox3d(pose.position - Vec3::Constant(reach), pose.position + Vec3::Constant(reach)));
    // what casts shadows worth their texels: moving things, and fixed ones of a moderate size
    if (reach > 0 && (body.look->motion == Motion::dynamic || reach < 8.0)) {
      const Vec3 r = Vec3::Constant(reach);
      if (pose.position.allFinite() && pose.position.norm() < 1e4)
        list.bounds.extend(Eigen::AlignedBox3d(pose.position - r, pose.position + r));
    }
  }
}

std::vector<double> pose_differences(const Snapshot& here, const Snapshot& there) {
  std::vector<double> metres;
  std::size_t cursor = 0;
  for (const BodyView& body : here.bodies) {
    const BodyView* other = earlier(&there, body, cursor);
    metres.push_back(-1.0);
    if (!other) continue;
    const double angle = body.pose.orientation.angularDistance(other->pose.orientation);
    metres.back() = (body.pose.position - other->pose.position).norm() + angle * radius_of(body);
  }
  return metres;
}

void show_ghosts(const Snapshot& other, const std::vector<Pose>& poses, const std::vector<double>& differences,
                 const glm::vec3& colour, ShapeLibrary& shapes, DrawList& list) {
  constexpr double seen = 0.01;  // of a body's size: chosen, what is nearer would only flicker on the body itself
  for (std::size_t i = 0; i < other.bodies.size(); ++i) {
    const BodyView& body = other.bodies[i];
    const bool elsewhere = differences[i] < 0 || differences[i] > seen * radius_of(body);
    if (body.look->motion != Motion::dynamic || !elsewhere) continue;
    const BodyModel& model = shapes.model(body.look);
    list.ghosts.resize(shapes.meshes().size());
    for (const ShapeModel& shape : model.shapes)
      if (shape.mesh >= 0)
        list.ghosts[shape.mesh].push_back(instance_of(to_glm(poses[i]), shape, colour, 0, model.seed, 0.0f));
  }
}

Snapshot preview(const Scene& scene) {
  Snapshot snapshot;
  for (const BodyDesc& desc : scene.bodies) {
    auto look = std::make_shared<BodyLook>();
    look->name = desc.name, look->motion = desc.motion, look->shapes = desc.shapes, look->look = desc.look;
    BodyView view;
    view.id = {std::uint32_t(snapshot.bodies.size()), 0};
    view.look = look, view.pose = desc.pose;
    view.velocity = view.angular_velocity = view.bounds_min = view.bounds_max = Vec3::Zero();
    snapshot.bodies.push_back(std::move(view));
  }
  return snapshot;
}

}  // namespace spook
