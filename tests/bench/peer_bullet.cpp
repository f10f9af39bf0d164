#include "tests/bench/peer_bullet.h"

#include <btBulletDynamicsCommon.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/scene/mass_properties.h"

namespace spook::bench {

namespace {

btVector3 to_bullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
btTransform to_bullet(const Pose& pose) {
  const Quat& q = pose.orientation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

std::unique_ptr<btCollisionShape> make_shape(const ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      return std::make_unique<btSphereShape>(shape.radius);
    case ShapeType::box:
      return std::make_unique<btBoxShape>(to_bullet(shape.half_extents));
    case ShapeType::capsule:
      return std::make_unique<btCapsuleShapeZ>(shape.radius, 2 * shape.half_length);
    case ShapeType::cylinder:
      return std::make_unique<btCylinderShapeZ>(btVector3(shape.radius, shape.radius, shape.half_length));
    case ShapeType::cone:
      return std::make_unique<btConeShapeZ>(shape.radius, shape.height);
    case ShapeType::plane:
      return std::make_unique<btStaticPlaneShape>(to_bullet(shape.normal.normalized()), shape.offset);
    case ShapeType::hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3& p : shape.points) hull->addPoint(to_bullet(p), false);
      hull->recalcLocalAabb();
      return hull;
    }
    default:
      throw std::runtime_error("the Bullet peer knows no meshes or height fields");
  }
}

}  // namespace

struct BulletPeer::Implementation {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
  std::vector<btVector3> start;
  std::map<std::string, btRigidBody*> by_name;
  double time_step = 1.0 / 60.0, time = 0.0;
  std::vector<ForceDrive> drives;

  void add(const BodyDesc& description, const Scene& scene) {
    const bool moves = description.motion == Motion::dynamic;
    BodyMass mass;
    if (moves) mass = body_mass(description, scene);
    const Pose into = moves ? mass.frame.inverse() : Pose{};
    auto compound = std::make_unique<btCompoundShape>();
    btCollisionShape* shape = compound.get();
    const bool single = description.shapes.size() == 1;
    for (const ShapeDesc& part : description.shapes) {
      const Pose local = into * part.pose;
      shapes.push_back(make_shape(part));
      const bool centred = local.position.norm() < 1e-12 && std::abs(local.orientation.w()) > 1 - 1e-12;
      if (single && centred) {
        shape = shapes.back().get();
      } else {
        compound->addChildShape(to_bullet(local), shapes.back().get());
      }
    }
    const Pose pose = moves ? description.pose * mass.frame : description.pose;
    const btVector3 inertia = moves ? to_bullet(mass.principal) : btVector3(0, 0, 0);
    auto body = std::make_unique<btRigidBody>(
        btRigidBody::btRigidBodyConstructionInfo(moves ? mass.mass : 0.0, nullptr, shape, inertia));
    body->setWorldTransform(to_bullet(pose));
    body->setLinearVelocity(to_bullet(description.velocity));
    body->setAngularVelocity(to_bullet(description.angular_velocity));
    const std::string material = description.shapes.empty() ? "default" : description.shapes.front().material;
    const auto found = scene.materials.find(material);
    const Material values = found == scene.materials.end() ? Material{} : found->second;
    body->setFriction(std::sqrt(values.friction));  // Bullet multiplies where we take the root of the product
    body->setRestitution(values.restitution);
    body->setActivationState(DISABLE_DEACTIVATION);
    shapes.push_back(std::move(compound));
    by_name[description.name] = body.get();
    world.addRigidBody(body.get());
    start.push_back(body->getWorldTransform().getOrigin());
    bodies.push_back(std::move(body));
  }

  void add(const JointDesc& joint) {
    btRigidBody* a = joint.a ? by_name.at(*joint.a) : nullptr;
    btRigidBody* b = joint.b ? by_name.at(*joint.b) : nullptr;
    if (!a) std::swap(a, b);
    const auto local = [&](btRigidBody* body) { return body->getWorldTransform().inverse() * to_bullet(joint.anchor); };
    const auto turn = [&](btRigidBody* body) {
      return body->getWorldTransform().getBasis().transpose() * to_bullet(joint.axis);
    };
    std::unique_ptr<btTypedConstraint> made;
    if (joint.type == JointType::ball) {
      made = b ? std::make_unique<btPoint2PointConstraint>(*a, *b, local(a), local(b))
               : std::make_unique<btPoint2PointConstraint>(*a, local(a));
    } else if (joint.type == JointType::hinge) {
      if (b) {
        made = std::make_unique<btHingeConstraint>(*a, *b, local(a), local(b), turn(a), turn(b));
      } else {
        made = std::make_unique<btHingeConstraint>(*a, local(a), turn(a));
      }
    } else {
      throw std::runtime_error("the Bullet peer knows ball joints and hinges only");
    }
    world.addConstraint(made.get(), true);
    joints.push_back(std::move(made));
  }
};

BulletPeer::BulletPeer(const Scene& scene) : implementation_(std::make_unique<Implementation>()) {
  Implementation& in = *implementation_;
  in.world.setGravity(to_bullet(scene.parameters.gravity));
  in.time_step = scene.parameters.time_step;
  for (const BodyDesc& body : scene.bodies) in.add(body, scene);
  for (const JointDesc& joint : scene.joints) in.add(joint);
  for (const DriveDesc& drive : scene.drives)
    if (const auto* force = std::get_if<ForceDrive>(&drive)) in.drives.push_back(*force);
}

BulletPeer::~BulletPeer() {
  Implementation& in = *implementation_;
  for (auto& joint : in.joints) in.world.removeConstraint(joint.get());
  for (auto& body : in.bodies) in.world.removeRigidBody(body.get());
}

void BulletPeer::step() {
  Implementation& in = *implementation_;
  for (const ForceDrive& drive : in.drives)
    if (in.time >= drive.from && in.time < drive.to)
      in.by_name.at(drive.body)->applyCentralForce(to_bullet(drive.force));
  in.world.stepSimulation(in.time_step, 0, in.time_step);
  in.time += in.time_step;
}

double BulletPeer::drift() const {
  const Implementation& in = *implementation_;
  double furthest = 0.0;
  for (std::size_t i = 0; i < in.bodies.size(); ++i) {
    if (in.bodies[i]->isStaticObject()) continue;
    furthest = std::max(furthest, double(in.bodies[i]->getWorldTransform().getOrigin().distance(in.start[i])));
  }
  return furthest;
}

int BulletPeer::contacts() const {
  int count = 0;
  for (int i = 0; i < implementation_->dispatcher.getNumManifolds(); ++i)
    count += implementation_->dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
  return count;
}

}  // namespace spook::bench
