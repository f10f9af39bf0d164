// DART 6.12 (Debian), at its defaults: generalised coordinates, contacts by FCL, a boxed LCP by Dantzig's method.
// Joints are a tree that cannot stretch, loops are closed by constraints. Substeps cost.
#include <dart/collision/CollisionFilter.hpp>
#include <dart/config.hpp>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/constraint/WeldJointConstraint.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/CylinderShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlaneShape.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <stdexcept>

#include "tests/bench/rivals/tree_world.h"

namespace spook::rivals::tree {
namespace {

namespace dyn = dart::dynamics;

constexpr double ground_width = 200.0, ground_depth = 2.0;  // m: FCL has no half-space here, a box stands for it

Eigen::Vector3d vec(const Three& v) {
  return {v[0], v[1], v[2]};
}
Three three(const Eigen::Vector3d& v) {
  return {v[0], v[1], v[2]};
}
Eigen::Isometry3d transform(const Placement& at) {
  const auto& q = at.orientation;
  Eigen::Isometry3d made = Eigen::Isometry3d::Identity();
  made.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  made.translation() = vec(at.position);
  return made;
}

dyn::ShapePtr shape_of(const Surface& surface) {
  const Three& s = surface.size;
  switch (surface.kind) {
    case Kind::sphere:
      return std::make_shared<dyn::SphereShape>(s[0]);
    case Kind::box:
      return std::make_shared<dyn::BoxShape>(2.0 * vec(s));
    case Kind::capsule:  // FCL would have a small ball instead
      throw std::invalid_argument("it takes no capsule");
    case Kind::cylinder:
      return std::make_shared<dyn::CylinderShape>(s[0], 2.0 * s[1]);
    default:
      return std::make_shared<dyn::BoxShape>(Eigen::Vector3d(ground_width, ground_width, ground_depth));
  }
}

class Dart final : public World {
 public:
  explicit Dart(const Description& description) : substeps_(description.substeps) {
    world_->setTimeStep(description.time_step / substeps_);
    world_->setGravity(vec(description.gravity));
    for (const Body& body : description.bodies) add(body);
    for (const dyn::SkeletonPtr& skeleton : skeletons_) world_->addSkeleton(skeleton);
    for (const Loop& loop : description.loops) close(loop);
    auto& option = world_->getConstraintSolver()->getCollisionOption();
    option.maxNumContacts = 100 * description.bodies.size();  // 1000 by default: the rest would be left out
    auto& filter = dynamic_cast<dart::collision::BodyNodeCollisionFilter&>(*option.collisionFilter);
    for (const auto& [a, b] : description.apart) filter.addBodyNodePairToBlackList(nodes_[a], nodes_[b]);
  }

  void step() override {
    for (int i = 0; i < substeps_; ++i) world_->step();
  }
  State state(int i) override {
    const dyn::BodyNode& node = *nodes_[i];
    const Eigen::Isometry3d& at = node.getTransform();
    const Eigen::Quaterniond q(at.linear());
    return {{three(at.translation()), {q.w(), q.x(), q.y(), q.z()}},
            three(node.getLinearVelocity()),
            three(node.getAngularVelocity())};
  }

 private:
  void add(const Body& body) {
    dyn::BodyNode* node = made(body);
    node->setName(body.name);
    if (body.mobility != Mobility::stands) {
      const Eigen::Matrix3d inertia = vec(body.inertia).asDiagonal();
      node->setInertia(dyn::Inertia(body.mass, Eigen::Vector3d::Zero(), inertia));
    }
    for (const Surface& surface : body.surfaces) {
      auto* shape = node->createShapeNodeWith<dyn::CollisionAspect, dyn::DynamicsAspect>(shape_of(surface));
      Eigen::Isometry3d at = transform(surface.at);
      if (surface.kind == Kind::half_space) at.translate(Eigen::Vector3d(0, 0, -0.5 * ground_depth));
      shape->setRelativeTransform(at);
      shape->getDynamicsAspect()->setFrictionCoeff(surface.friction);
      shape->getDynamicsAspect()->setRestitutionCoeff(surface.restitution);
    }
    nodes_.push_back(node);
  }

  template <class Kind>
  static typename Kind::Properties named(const Body& body) {
    typename Kind::Properties properties;
    properties.mName = "joint of " + body.name;
    return properties;
  }

  template <class Kind>
  std::pair<Kind*, dyn::BodyNode*> pair_of(const Body& body) {
    if (body.parent >= 0)
      return nodes_[body.parent]->getSkeleton()->createJointAndBodyNodePair<Kind>(nodes_[body.parent],
                                                                                  named<Kind>(body));
    skeletons_.push_back(dyn::Skeleton::create(body.name));
    skeletons_.back()->enableSelfCollisionCheck();
    skeletons_.back()->enableAdjacentBodyCheck();  // who is apart the filter says
    return skeletons_.back()->createJointAndBodyNodePair<Kind>(nullptr, named<Kind>(body));
  }

  template <class Kind>
  std::pair<Kind*, dyn::BodyNode*> jointed(const Body& body) {
    const auto made = pair_of<Kind>(body);
    made.first->setTransformFromParentBodyNode(transform(body.outer));
    made.first->setTransformFromChildBodyNode(transform(body.inner));
    return made;
  }

  template <class Kind>
  dyn::BodyNode* along_z(const Body& body) {
    const auto made = jointed<Kind>(body);
    made.first->setAxis(Eigen::Vector3d::UnitZ());
    return made.second;
  }

  dyn::BodyNode* made(const Body& body) {
    switch (body.mobility) {
      case Mobility::stands: {
        const auto [joint, node] = pair_of<dyn::WeldJoint>(body);
        joint->setTransformFromParentBodyNode(transform(body.start));
        skeletons_.back()->setMobile(false);
        return node;
      }
      case Mobility::ball:
        return jointed<dyn::BallJoint>(body).second;
      case Mobility::hinge:
        return along_z<dyn::RevoluteJoint>(body);
      case Mobility::slider:
        return along_z<dyn::PrismaticJoint>(body);
      case Mobility::fixed:
        return jointed<dyn::WeldJoint>(body).second;
      default: {
        const auto [joint, node] = pair_of<dyn::FreeJoint>(body);
        joint->setTransform(transform(body.start));
        joint->setLinearVelocity(vec(body.velocity));
        joint->setAngularVelocity(vec(body.turning));
        return node;
      }
    }
  }

  void close(const Loop& loop) {
    dyn::BodyNode *a = loop.a < 0 ? nullptr : nodes_[loop.a], *b = loop.b < 0 ? nullptr : nodes_[loop.b];
    const Eigen::Vector3d anchor =
        a ? Eigen::Vector3d(a->getTransform() * vec(loop.in_a.position)) : vec(loop.in_a.position);
    if (a == nullptr) std::swap(a, b);
    dart::constraint::ConstraintBasePtr made;
    if (loop.ball)
      made = b ? std::make_shared<dart::constraint::BallJointConstraint>(a, b, anchor)
               : std::make_shared<dart::constraint::BallJointConstraint>(a, anchor);
    else
      made = b ? std::make_shared<dart::constraint::WeldJointConstraint>(a, b)
               : std::make_shared<dart::constraint::WeldJointConstraint>(a);
    world_->getConstraintSolver()->addConstraint(made);
  }

  int substeps_;
  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  std::vector<dyn::SkeletonPtr> skeletons_;
  std::vector<dyn::BodyNode*> nodes_;
};

}  // namespace

std::unique_ptr<World> make_dart(const Description& description) {
  return std::make_unique<Dart>(description);
}

}  // namespace spook::rivals::tree
