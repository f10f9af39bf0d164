// The layers: what the solver knows, drawn where it happens. Forces are scaled to the weight of a mean body.
#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/layer_colours.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

constexpr float decades = 6.0f;  // of residuals, down from the worst

// half sizes of the box of the same mass and inertia
Vec3 inertia_box(const BodyLook& look) {
  const Vec3 p = look.principal_inertia;
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = std::sqrt(std::max(0.0, 1.5 * (p.sum() - 2 * p[k]) / look.mass));
  return half;
}

// the middle one of those: neither a card's thickness nor a log's length; 0: does not move
float own_size(const BodyLook& look) {
  if (look.motion != Motion::dynamic || look.mass <= 0) return 0.0f;
  const Vec3 half = inertia_box(look);
  return float(half.sum() - half.maxCoeff() - half.minCoeff());
}

struct Painter {
  const Snapshot& snapshot;
  const std::vector<Pose>& poses;
  const Layers& layers;
  DrawList& list;
  LayerScale scale;

  // an impulse's length: in proportion up to a few bodies' weights, then bounded
  float bounded(float length) const { return 8.0f * scale.unit * std::tanh(length / (8.0f * scale.unit)); }
  glm::vec3 force_arrow(const glm::vec3& impulse) const;
  glm::vec4 contact_colour(const ContactView& contact) const;
  void contact(const ContactView& contact);
  void cone(const ContactView& contact, const glm::vec3& at);
  void joint(const JointView& joint);
  float joint_size(const JointView& joint) const;
  void arc(const JointView& joint);
  void box(const Pose& pose, const Vec3& half, const glm::vec4& colour, float width);
  void body(std::size_t i);
};

glm::vec3 Painter::force_arrow(const glm::vec3& impulse) const {
  const float length = glm::length(impulse) * float(scale.newton / std::max(1e-6, snapshot.time_step));
  return length < 1e-6f ? glm::vec3(0) : glm::normalize(impulse) * bounded(length);
}

glm::vec4 Painter::contact_colour(const ContactView& c) const {
  if (layers.residual) {
    if (scale.worst_residual <= 0 || c.residual <= 0) return ramp_colour(0);
    return ramp_colour(1.0f + float(std::log10(c.residual / scale.worst_residual)) / decades);
  }
  if (layers.state_changes)
    return ramp_colour(scale.max_changes ? float(c.state_changes) / float(scale.max_changes) : 0);
  return c.state == ContactState::open ? open_colour : c.state == ContactState::sliding ? slide_colour : stick_colour;
}

void Painter::cone(const ContactView& c, const glm::vec3& at) {
  // as high as the normal impulse, as wide as friction allows; the impulse inside, on the same scale
  const float metres = float(scale.newton / std::max(1e-6, snapshot.time_step));
  const glm::vec3 n = to_glm(c.normal), u = to_glm(c.tangents[0]), v = to_glm(c.tangents[1]);
  const float length = float(c.impulse.x()) * metres, shrunk = length > 1e-6f ? bounded(length) / length : 1.0f;
  const float height = std::max(length * shrunk, 0.3f * scale.unit), radius = height * float(c.friction);
  const glm::vec4 rim = contact_colour(c), side = rim * glm::vec4(1, 1, 1, 0.45f);
  glm::vec3 last = at + n * height + u * radius;
  for (int i = 1; i <= 16; ++i) {
    const float a = 6.2831853f * float(i) / 16.0f;
    const glm::vec3 next = at + n * height + (u * std::cos(a) + v * std::sin(a)) * radius;
    list.line(last, next, rim, 1.5f, true);
    if (i % 2 == 0) list.line(at, next, side, 1.0f, true);
    last = next;
  }
  const glm::vec3 impulse = n * float(c.impulse.x()) + u * float(c.impulse.y()) + v * float(c.impulse.z());
  list.arrow(at, at + impulse * metres * shrunk, force_colour, 2.5f, true);
}

void Painter::contact(const ContactView& c) {
  const glm::vec3 at = to_glm(c.point), n = to_glm(c.normal);
  const glm::vec3 u = to_glm(c.tangents[0]), v = to_glm(c.tangents[1]);
  if (layers.contacts || layers.residual || layers.state_changes) {
    // a patch in the contact's plane, and a dot that is seen from afar
    const float r = 0.12f * scale.unit;
    const glm::vec4 colour = contact_colour(c);
    list.line(at - u * r, at + u * r, colour, 4.0f, true);
    list.line(at - v * r, at + v * r, colour, 4.0f, true);
    list.dot(at, colour, layers.residual || layers.state_changes ? 9.0f : 7.0f);
  }
  if (layers.normals) list.arrow(at, at + n * scale.unit * 0.9f, normal_colour, 1.5f, true);
  if (layers.forces) list.arrow(at, at + force_arrow(n * float(c.impulse.x())), force_colour, 2.0f, true);
  if (layers.friction_forces) {
    const glm::vec3 sideways = u * float(c.impulse.y()) + v * float(c.impulse.z());
    list.arrow(at, at + force_arrow(sideways), friction_colour, 2.0f, true);
  }
  if (layers.cones && c.state != ContactState::open) cone(c, at);
}

// of its smaller body
float Painter::joint_size(const JointView& j) const {
  float size = 0;
  for (const int body : {j.body_a, j.body_b}) {
    if (body < 0 || body >= int(snapshot.bodies.size())) continue;
    const float own = own_size(*snapshot.bodies[std::size_t(body)].look);
    if (own > 0 && (size == 0 || own < size)) size = own;
  }
  return std::clamp(size, 0.5f * scale.unit, 6.0f * scale.unit);
}

// limits of a hinge as an arc, with the hand of a clock at the present angle
void Painter::arc(const JointView& j) {
  const glm::vec3 at = to_glm(j.anchor_a), axis = glm::normalize(to_glm(j.axis));
  const glm::vec3 aside = std::abs(axis.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0);
  const glm::vec3 u = glm::normalize(glm::cross(axis, aside)), v = glm::cross(axis, u);
  const float radius = 0.9f * joint_size(j);
  const auto point = [&](double angle) {
    return at + (u * float(std::cos(angle)) + v * float(std::sin(angle))) * radius;
  };
  const double low = (*j.limits)[0] - j.position, high = (*j.limits)[1] - j.position;
  glm::vec3 last = point(low);
  for (const double end : {low, high}) list.line(at, point(end), limit_colour * glm::vec4(1, 1, 1, 0.6f), 1.5f, true);
  for (int i = 1; i <= 20; ++i) {
    const glm::vec3 next = point(low + (high - low) * i / 20);
    list.line(last, next, limit_colour, 2.5f, true);
    last = next;
  }
  list.line(at, point(0), joint_colour, 2.5f, true);
}

void Painter::joint(const JointView& j) {
  const glm::vec3 a = to_glm(j.anchor_a), b = to_glm(j.anchor_b), axis = to_glm(j.axis);
  const float size = joint_size(j), r = 0.2f * size;
  for (int k = 0; k < 3; ++k) {
    glm::vec3 d(0);
    d[k] = r;
    list.line(a - d, a + d, joint_colour, 2.0f, true);
  }
  list.dot(a, joint_colour, 6.0f);
  list.line(a, b, limit_colour, 2.0f, true);
  // the arms to what it holds
  for (const auto& [body, anchor] : {std::pair{j.body_a, a}, std::pair{j.body_b, b}})
    if (body >= 0 && body < int(poses.size()))
      list.line(to_glm(poses[body].position), anchor, joint_colour * glm::vec4(1, 1, 1, 0.45f), 1.0f, true);
  const bool turns = j.type == JointType::hinge || j.type == JointType::cylindrical || j.type == JointType::slider;
  const bool rolls = j.type == JointType::wheel || j.type == JointType::skate;
  if (turns || rolls) list.line(a - axis * size * 0.8f, a + axis * size * 0.8f, joint_colour, 2.5f, true);
  if (!j.limits) return;
  if (j.type == JointType::hinge)
    arc(j);
  else if (j.type == JointType::slider)
    list.line(a + axis * float((*j.limits)[0] - j.position), a + axis * float((*j.limits)[1] - j.position),
              limit_colour, 3.0f, true);
}

void Painter::box(const Pose& pose, const Vec3& half, const glm::vec4& colour, float width) {
  const auto corner = [&](int i) {
    return to_glm(
        pose.to_parent({i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()}));
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if (!(i & bit)) list.line(corner(i), corner(i | bit), colour, width, true);
}

void Painter::body(std::size_t i) {
  const BodyView& b = snapshot.bodies[i];
  const Pose& pose = poses[i];
  const bool dynamic = b.look->motion == Motion::dynamic;
  const double size = std::max(0.2 * double(scale.unit), double(own_size(*b.look)));
  if (layers.axes && dynamic)
    for (int k = 0; k < 3; ++k)
      list.arrow(to_glm(pose.position), to_glm(pose.to_parent(Vec3::Unit(k) * 1.3 * size)), axis_colours[k], 2.0f,
                 true);
  if (layers.inertia && dynamic && b.look->mass > 0) {
    box(pose, inertia_box(*b.look), inertia_colour, 1.5f);
    list.dot(to_glm(pose.position), centre_colour, 7.0f);
  }
  const Vec3 extent = b.bounds_max - b.bounds_min;
  if (layers.bounds && extent.allFinite() && extent.norm() < 500)
    box({0.5 * (b.bounds_min + b.bounds_max), Quat::Identity()}, 0.5 * extent, box_colour, 1.0f);
  if (layers.velocity && dynamic)
    list.arrow(to_glm(pose.position), to_glm(Vec3(pose.position + b.velocity * 0.2)), normal_colour, 2.5f, true);
  if (layers.names) list.labels.push_back({to_glm(pose.position), b.look->name, glm::vec4(1)});
}

}  // namespace

LayerScale layer_scale(const Snapshot& snapshot) {
  LayerScale scale;
  double size = 0, weight = 0;
  int count = 0;
  for (const BodyView& body : snapshot.bodies)
    if (const float own = own_size(*body.look); own > 0) size += double(own), weight += body.look->mass, ++count;
  if (count) scale.unit = std::clamp(float(size / count), 0.01f, 2.0f);
  const double gravity = snapshot.parameters ? std::max(1.0, snapshot.parameters->gravity.norm()) : 9.81;
  if (weight > 0) scale.weight = weight / count * gravity, scale.newton = 2.0 * double(scale.unit) / scale.weight;
  for (const ContactView& c : snapshot.contacts) {
    scale.worst_residual = std::max(scale.worst_residual, c.residual);
    scale.max_changes = std::max(scale.max_changes, c.state_changes);
  }
  return scale;
}

void show_layers(const Snapshot& snapshot, const std::vector<Pose>& poses, const Layers& layers, DrawList& list) {
  Painter painter{snapshot, poses, layers, list, layer_scale(snapshot)};
  const bool any_contact = layers.contacts || layers.normals || layers.forces || layers.friction_forces ||
                           layers.cones || layers.residual || layers.state_changes;
  if (any_contact)
    for (const ContactView& contact : snapshot.contacts) painter.contact(contact);
  if (layers.joints)
    for (const JointView& joint : snapshot.joints) painter.joint(joint);
  if (layers.axes || layers.inertia || layers.bounds || layers.velocity || layers.names)
    for (std::size_t i = 0; i < snapshot.bodies.size(); ++i) painter.body(i);
}

}  // namespace spook
