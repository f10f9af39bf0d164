// Bullet 3.24, double precision (Debian), sequential impulses, 10 iterations by default. What differs from a bare
// btDiscreteDynamicsWorld: no sleeping; friction and restitution of a pair as the scene says; several contact points
// for convex pairs at once, without which boxes on planes rock.
#include <btBulletDynamicsCommon.h>

#include <cmath>

#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

btVector3 bullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
btQuaternion bullet(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}
btTransform bullet(const Pose& pose) {
  return btTransform(bullet(pose.orientation), bullet(pose.position));
}
Vec3 ours(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

std::unique_ptr<btCollisionShape> bullet(const ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      return std::make_unique<btSphereShape>(shape.radius);
    case ShapeType::box:
      return std::make_unique<btBoxShape>(bullet(shape.half_extents));
    case ShapeType::capsule:
      return std::make_unique<btCapsuleShapeZ>(shape.radius, 2 * shape.half_length);
    case ShapeType::cylinder:
      return std::make_unique<btCylinderShapeZ>(btVector3(shape.radius, shape.radius, shape.half_length));
    case ShapeType::plane:
      return std::make_unique<btStaticPlaneShape>(bullet(Vec3(shape.normal.normalized())), shape.offset);
    default: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3& p : shape.points) hull->addPoint(bullet(p), false);
      hull->recalcLocalAabb();
      hull->setMargin(0.001);  // m; the default 0.04 is a visible crust
      return hull;
    }
  }
}

// Bullet asks for a pair's numbers by a global function
const RivalScene* mixing = nullptr;

Material mixed(const btCollisionObject* a, const btCollisionObject* b) {
  const auto of = [](const btCollisionObject* o) { return mixing->bodies[o->getUserIndex()].shapes.front().material; };
  return mix_materials(mixing->scene, of(a), of(b));
}
btScalar friction(const btCollisionObject* a, const btCollisionObject* b) {
  return mixed(a, b).friction;
}
btScalar restitution(const btCollisionObject* a, const btCollisionObject* b) {
  return mixed(a, b).restitution;
}

class Bullet final : public Rival {
 public:
  Bullet(const RivalScene& scene, int iterations) : time_step_(scene.scene.parameters.time_step) {
    configuration_.setPlaneConvexMultipointIterations();
    configuration_.setConvexConvexMultipointIterations();
    world_.setGravity(bullet(scene.scene.parameters.gravity));
    if (iterations > 0) world_.getSolverInfo().m_numIterations = iterations;
    mixing = &scene;
    gCalculateCombinedFrictionCallback = friction;
    gCalculateCombinedRestitutionCallback = restitution;
    for (const RivalBody& body : scene.bodies) add(body);
    for (const auto& [a, b] : scene.apart) bodies_[a]->setIgnoreCollisionCheck(bodies_[b].get(), true);
    for (const RivalJoint& joint : scene.joints) add(scene, joint);
  }
  ~Bullet() override {
    for (auto& joint : joints_) world_.removeConstraint(joint.get());
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() override { world_.stepSimulation(time_step_, 0); }
  BodyMotion motion(int i) override {
    const btRigidBody& body = *bodies_[i];
    const btQuaternion q = body.getWorldTransform().getRotation();
    return {{ours(body.getWorldTransform().getOrigin()), Quat(q.w(), q.x(), q.y(), q.z())},
            ours(body.getLinearVelocity()),
            ours(body.getAngularVelocity())};
  }
  std::string settings() const override {
    return "Bullet 3.24 double, sequential impulses, " +
           std::to_string(const_cast<btDiscreteDynamicsWorld&>(world_).getSolverInfo().m_numIterations) + " iterations";
  }

 private:
  void add(const RivalBody& body) {
    auto compound = std::make_unique<btCompoundShape>();
    btCollisionShape* shape = compound.get();
    for (const ShapeDesc& part : body.shapes) {
      shapes_.push_back(bullet(part));
      const bool centred = part.pose.position.norm() < 1e-12 && std::abs(part.pose.orientation.w()) > 1 - 1e-12;
      if (body.shapes.size() == 1 && centred)
        shape = shapes_.back().get();
      else
        compound->addChildShape(bullet(part.pose), shapes_.back().get());
    }
    btRigidBody::btRigidBodyConstructionInfo info(body.moves ? body.mass : 0.0, nullptr, shape,
                                                  body.moves ? bullet(body.inertia) : btVector3(0, 0, 0));
    info.m_startWorldTransform = bullet(body.pose);
    info.m_linearDamping = body.linear_damping, info.m_angularDamping = body.angular_damping;
    auto made = std::make_unique<btRigidBody>(info);
    made->setLinearVelocity(bullet(body.velocity));
    made->setAngularVelocity(bullet(body.angular_velocity));
    made->setActivationState(DISABLE_DEACTIVATION);
    made->setUserIndex(static_cast<int>(bodies_.size()));
    world_.addRigidBody(made.get());
    shapes_.push_back(std::move(compound));
    bodies_.push_back(std::move(made));
  }

  // where a joint sits in a body's frame; `own` is the direction that Bullet takes for the joint's axis
  btTransform in_body(const RivalScene& scene, int body, const JointDesc& joint, const Vec3& own) const {
    const Pose at{joint.anchor, Quat::FromTwoVectors(own, joint.axis)};
    return bullet(body < 0 ? at : scene.bodies[body].pose.inverse() * at);
  }

  void add(const RivalScene& scene, const RivalJoint& described) {
    const JointDesc& joint = described.joint;
    btRigidBody& world = btTypedConstraint::getFixedBody();
    btRigidBody &a = described.a < 0 ? world : *bodies_[described.a],
                &b = described.b < 0 ? world : *bodies_[described.b];
    const Vec3 own = joint.type == JointType::slider ? Vec3::UnitX() : Vec3::UnitZ();
    const btTransform in_a = in_body(scene, described.a, joint, own), in_b = in_body(scene, described.b, joint, own);
    std::unique_ptr<btTypedConstraint> made;
    if (joint.type == JointType::ball)
      made = std::make_unique<btPoint2PointConstraint>(a, b, in_a.getOrigin(), in_b.getOrigin());
    else if (joint.type == JointType::hinge)
      made = std::make_unique<btHingeConstraint>(a, b, in_a, in_b);
    else if (joint.type == JointType::slider)
      made = std::make_unique<btSliderConstraint>(a, b, in_a, in_b, true);
    else
      made = std::make_unique<btFixedConstraint>(a, b, in_a, in_b);
    world_.addConstraint(made.get(), !joint.collide);
    joints_.push_back(std::move(made));
  }

  double time_step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
};

}  // namespace

std::unique_ptr<Rival> make_bullet(const RivalScene& scene, int iterations) {
  return std::make_unique<Bullet>(scene, iterations);
}

}  // namespace spook::rivals
