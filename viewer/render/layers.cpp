// The layers: what the solver knows, drawn where it happens. Forces are scaled to the weight of a mean body.
#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

const glm::vec4 stick_colour(0.30f, 0.80f, 0.45f, 1), slide_colour(0.98f, 0.65f, 0.20f, 1),
    open_colour(0.62f, 0.66f, 0.72f, 0.8f);
const glm::vec4 normal_colour(0.35f, 0.62f, 0.98f, 1), force_colour(0.95f, 0.35f, 0.30f, 1),
    friction_colour(0.98f, 0.72f, 0.25f, 1);
const glm::vec4 joint_colour(0.75f, 0.45f, 0.98f, 1), limit_colour(0.98f, 0.45f, 0.75f, 1),
    box_colour(0.55f, 0.60f, 0.68f, 0.9f);
const glm::vec4 axis_colours[3] = {{0.93f, 0.30f, 0.30f, 1}, {0.35f, 0.78f, 0.35f, 1}, {0.32f, 0.55f, 0.95f, 1}};

struct Painter {
  const Snapshot& snapshot;
  const std::vector<Pose>& poses;
  const Layers& layers;
  DrawList& list;
  float unit = 1.0f;          // a length that suits the scene: half a mean body
  double newton = 1.0;        // metres a newton
  double worst_residual = 0;  // of all contacts
  int most_changes = 0;

  void measure();
  // an impulse as an arrow: in proportion up to a few bodies' weights, then bounded
  glm::vec3 force_arrow(const glm::vec3& impulse) const;
  glm::vec4 contact_colour(const ContactView& contact) const;
  void contact(const ContactView& contact);
  void cone(const ContactView& contact, const glm::vec3& at);
  void joint(const JointView& joint);
  void arc(const JointView& joint);
  void box(const Pose& pose, const Vec3& half, const glm::vec4& colour, float width);
  void body(std::size_t i);
};

void Painter::measure() {
  double size = 0, weight = 0;
  int count = 0;
  for (const BodyView& body : snapshot.bodies) {
    if (body.look->motion != Motion::dynamic || body.look->mass <= 0) continue;
    // the radius of gyration tells a size without looking at shapes
    size += std::sqrt(body.look->principal_inertia.sum() / 2 / body.look->mass), weight += body.look->mass, ++count;
  }
  if (count) unit = std::clamp(float(size / count), 0.02f, 2.0f);
  const double gravity = snapshot.parameters ? std::max(1.0, snapshot.parameters->gravity.norm()) : 9.81;
  if (weight > 0) newton = 1.2 * unit / (weight / count * gravity);
  for (const ContactView& c : snapshot.contacts)
    worst_residual = std::max(worst_residual, c.residual), most_changes = std::max(most_changes, c.state_changes);
}

glm::vec3 Painter::force_arrow(const glm::vec3& impulse) const {
  const float length = glm::length(impulse) * float(newton / std::max(1e-6, snapshot.time_step)), most = 4.0f * unit;
  if (length < 1e-6f) return glm::vec3(0);
  return glm::normalize(impulse) * most * std::tanh(length / most);
}

glm::vec4 Painter::contact_colour(const ContactView& c) const {
  const auto ramp = [](float t) {
    return glm::mix(glm::vec4(0.25f, 0.45f, 0.85f, 1), glm::vec4(0.98f, 0.25f, 0.2f, 1), std::clamp(t, 0.0f, 1.0f));
  };
  if (layers.residual) {  // six decades down from the worst
    if (worst_residual <= 0 || c.residual <= 0) return ramp(0);
    return ramp(1.0f + float(std::log10(c.residual / worst_residual)) / 6.0f);
  }
  if (layers.state_changes) return ramp(most_changes ? float(c.state_changes) / float(most_changes) : 0);
  return c.state == ContactState::open ? open_colour : c.state == ContactState::sliding ? slide_colour : stick_colour;
}

void Painter::cone(const ContactView& c, const glm::vec3& at) {
  // as high as the normal impulse, as wide as friction allows; the impulse inside
  const double to_metres = newton / std::max(1e-6, snapshot.time_step);
  const glm::vec3 n = to_glm(c.normal), u = to_glm(c.tangents[0]), v = to_glm(c.tangents[1]);
  const float height = float(std::max(c.impulse.x() * to_metres, 0.15 * double(unit))),
              radius = height * float(c.friction);
  const glm::vec4 colour = contact_colour(c) * glm::vec4(1, 1, 1, 0.7f);
  glm::vec3 last = at + n * height + u * radius;
  for (int i = 1; i <= 16; ++i) {
    const float a = 6.2831853f * float(i) / 16.0f;
    const glm::vec3 next = at + n * height + (u * std::cos(a) + v * std::sin(a)) * radius;
    list.line(last, next, colour, 1.0f);
    if (i % 4 == 0) list.line(at, next, colour, 1.0f);
    last = next;
  }
  const glm::vec3 impulse =
      n * float(c.impulse.x() * to_metres) + (u * float(c.impulse.y()) + v * float(c.impulse.z())) * float(to_metres);
  list.arrow(at, at + impulse, force_colour, 2.0f);
}

void Painter::contact(const ContactView& c) {
  const glm::vec3 at = to_glm(c.point), n = to_glm(c.normal);
  const glm::vec3 u = to_glm(c.tangents[0]), v = to_glm(c.tangents[1]);
  if (layers.contacts || layers.residual || layers.state_changes) {
    const float r = 0.07f * unit;
    const glm::vec4 colour = contact_colour(c);
    list.line(at - u * r, at + u * r, colour, 4.0f, true);
    list.line(at - v * r, at + v * r, colour, 4.0f, true);
  }
  if (layers.normals) list.arrow(at, at + n * unit * 0.6f, normal_colour, 1.5f, true);
  if (layers.forces) list.arrow(at, at + force_arrow(n * float(c.impulse.x())), force_colour, 2.0f, true);
  if (layers.friction_forces) {
    const glm::vec3 sideways = u * float(c.impulse.y()) + v * float(c.impulse.z());
    list.arrow(at, at + force_arrow(sideways), friction_colour, 2.0f, true);
  }
  if (layers.cones && c.state != ContactState::open) cone(c, at);
}

// limits of a hinge as an arc, with the hand of a clock at the present angle
void Painter::arc(const JointView& j) {
  const glm::vec3 at = to_glm(j.anchor_a), axis = glm::normalize(to_glm(j.axis));
  const glm::vec3 aside = std::abs(axis.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0);
  const glm::vec3 u = glm::normalize(glm::cross(axis, aside)), v = glm::cross(axis, u);
  const float radius = 0.8f * unit;
  const auto point = [&](double angle) {
    return at + (u * float(std::cos(angle)) + v * float(std::sin(angle))) * radius;
  };
  const double low = (*j.limits)[0] - j.position, high = (*j.limits)[1] - j.position;
  glm::vec3 last = point(low);
  for (int i = 1; i <= 20; ++i) {
    const glm::vec3 next = point(low + (high - low) * i / 20);
    list.line(last, next, limit_colour, 1.5f, true);
    last = next;
  }
  list.line(at, point(0), limit_colour, 2.0f, true);
}

void Painter::joint(const JointView& j) {
  const glm::vec3 a = to_glm(j.anchor_a), b = to_glm(j.anchor_b), axis = to_glm(j.axis);
  const float r = 0.12f * unit;
  for (int k = 0; k < 3; ++k) {
    glm::vec3 d(0);
    d[k] = r;
    list.line(a - d, a + d, joint_colour, 2.0f, true);
  }
  list.line(a, b, limit_colour, 2.0f, true);
  // the arms to what it holds
  for (const auto& [body, anchor] : {std::pair{j.body_a, a}, std::pair{j.body_b, b}})
    if (body >= 0 && body < int(poses.size()))
      list.line(to_glm(poses[body].position), anchor, joint_colour * glm::vec4(1, 1, 1, 0.45f), 1.0f, true);
  const bool turns = j.type == JointType::hinge || j.type == JointType::cylindrical || j.type == JointType::slider;
  if (turns) list.line(a - axis * unit * 0.6f, a + axis * unit * 0.6f, joint_colour, 2.5f, true);
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
  if (layers.axes && dynamic)
    for (int k = 0; k < 3; ++k)
      list.arrow(to_glm(pose.position), to_glm(pose.to_parent(Vec3::Unit(k) * double(unit))), axis_colours[k], 2.0f,
                 true);
  if (layers.inertia && dynamic && b.look->mass > 0) {
    // the box of the same mass and inertia
    const Vec3 p = b.look->principal_inertia;
    Vec3 half;
    for (int k = 0; k < 3; ++k) half[k] = std::sqrt(std::max(0.0, 1.5 * (p.sum() - 2 * p[k]) / b.look->mass));
    box(pose, half, axis_colours[1] * glm::vec4(1, 1, 1, 0.8f), 1.0f);
    box({pose.position, Quat::Identity()}, Vec3::Constant(0.03 * double(unit)), axis_colours[0], 2.0f);
  }
  const Vec3 extent = b.bounds_max - b.bounds_min;
  if (layers.bounds && extent.allFinite() && extent.norm() < 500)
    box({0.5 * (b.bounds_min + b.bounds_max), Quat::Identity()}, 0.5 * extent, box_colour, 1.0f);
  if (layers.velocity && dynamic)
    list.arrow(to_glm(pose.position), to_glm(Vec3(pose.position + b.velocity * 0.2)), normal_colour, 2.0f, true);
  if (layers.names) list.labels.push_back({to_glm(pose.position), b.look->name, glm::vec4(1)});
}

}  // namespace

void show_layers(const Snapshot& snapshot, const std::vector<Pose>& poses, const Layers& layers, DrawList& list) {
  Painter painter{snapshot, poses, layers, list};
  painter.measure();
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
