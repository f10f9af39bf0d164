#include "engine/world/body_store.h"

#include <cmath>

#include "engine/scene/mass_properties.h"
#include "engine/step/rotation.h"

namespace spook {

namespace {

bool is_identity(const Pose& frame) {
  return frame.position.norm() < 1e-12 && std::abs(std::abs(frame.orientation.w()) - 1.0) < 1e-14;
}

// the body frame moves to the centre of mass and principal axes; shapes and pose follow
void move_frame(BodyDesc& desc, const BodyMass& mass) {
  if (is_identity(mass.frame)) return;
  const Pose back = mass.frame.inverse();
  for (ShapeDesc& shape : desc.shapes) shape.pose = back * shape.pose;
  desc.pose = desc.pose * mass.frame;
  desc.mass = mass.mass;
  desc.inertia = mass.principal;
}

std::shared_ptr<const BodyLook> make_look(const Body& body) {
  auto look = std::make_shared<BodyLook>();
  look->name = body.desc.name;
  look->motion = body.desc.motion;
  look->shapes = body.desc.shapes;
  look->mass = body.mass;
  look->principal_inertia = body.principal;
  look->look = body.desc.look;
  return look;
}

}  // namespace

void describe_body(Body& body, const BodyDesc& desc, const Scene& materials) {
  body.alive = true;
  body.desc = desc;
  body.desc.pose.orientation.normalize();
  body.mass = 0.0;
  body.principal = Vec3::Ones();
  if (desc.motion == Motion::dynamic) {
    const BodyMass mass = body_mass(body.desc, materials);
    body.mass = mass.mass;
    body.principal = mass.principal;
    move_frame(body.desc, mass);
  }
  body.size = body.mass > 0.0 ? std::sqrt(body.principal.mean() / body.mass) : 1.0;
  body.look = make_look(body);
  body.state = {};
  body.state.pose = body.desc.pose;
  body.state.velocity = desc.motion == Motion::fixed ? Vec3(Vec3::Zero()) : desc.velocity;
  set_omega(body, desc.motion == Motion::fixed ? Vec3(Vec3::Zero()) : desc.angular_velocity);
}

void set_omega(Body& body, const Vec3& omega) {
  body.state.omega = omega;
  if (body.dynamic())
    body.state.angular_momentum = momentum_from_omega(body.state.pose.orientation, body.principal, omega);
}

void set_momentum(Body& body, const Vec3& momentum) {
  body.state.angular_momentum = momentum;
  body.state.omega = omega_from_momentum(body.state.pose.orientation, body.principal, momentum);
}

double kinetic_energy(const Body& body) {
  return 0.5 * body.mass * body.state.velocity.squaredNorm() + 0.5 * body.state.omega.dot(body.state.angular_momentum);
}

BodyDesc present_description(const Body& body) {
  BodyDesc desc = body.desc;
  desc.pose = body.state.pose;
  desc.velocity = body.state.velocity;
  desc.angular_velocity = body.state.omega;
  return desc;
}

}  // namespace spook
