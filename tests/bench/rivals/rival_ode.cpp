// ODE 0.16.2, double precision (Debian): dWorldStep, a direct LCP solver (substeps cost), or dWorldQuickStep
// (iterations, 20 by default). ERP 0.2 and CFM 1e-10 as ODE sets them in double precision; friction by the pyramid that
// scales with the normal force.
#include <ode/ode.h>

#include <cmath>
#include <cstdarg>

#include "engine/scene/convex_hull.h"
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

constexpr int contacts_a_pair = 8;

Vec3 ours(const dReal* v) {
  return {v[0], v[1], v[2]};
}

class Ode final : public Rival {
 public:
  Ode(const RivalScene& scene, bool quick, int iterations, int substeps)
      : scene_(scene), quick_(quick), substeps_(std::max(1, substeps)) {
    dInitODE2(0);
    dSetMessageHandler([](int, const char*, va_list) {});  // "LCP internal error", once a step
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    const Vec3& g = scene.scene.parameters.gravity;
    dWorldSetGravity(world_, g.x(), g.y(), g.z());
    dWorldSetAutoDisableFlag(world_, 0);
    if (iterations > 0) dWorldSetQuickStepNumIterations(world_, iterations);
    for (const RivalBody& body : scene.bodies) add(body);
    for (const RivalJoint& joint : scene.joints) add(joint);
  }
  ~Ode() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

  void step() override {
    const double h = scene_.scene.parameters.time_step / substeps_;
    for (int i = 0; i < substeps_; ++i) {
      dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<Ode*>(self)->meet(a, b); });
      if (quick_)
        dWorldQuickStep(world_, h);
      else
        dWorldStep(world_, h);
      dJointGroupEmpty(group_);
    }
  }
  BodyMotion motion(int i) override {
    const dBodyID body = bodies_[i];
    if (body == nullptr) return {scene_.bodies[i].pose, Vec3::Zero(), Vec3::Zero()};
    const dReal* q = dBodyGetQuaternion(body);
    return {{ours(dBodyGetPosition(body)), Quat(q[0], q[1], q[2], q[3])},
            ours(dBodyGetLinearVel(body)),
            ours(dBodyGetAngularVel(body))};
  }
  std::string settings() const override {
    return std::string("ODE 0.16.2 double, ") +
           (quick_ ? "dWorldQuickStep, " + std::to_string(dWorldGetQuickStepNumIterations(world_)) + " iterations"
                   : "dWorldStep, " + std::to_string(substeps_) + " substeps");
  }

 private:
  // whose a geometry is: its body and its material
  struct Tag {
    int body;
    std::string material;
  };
  // dGeomConvex keeps pointers into these
  struct Hull {
    std::vector<dReal> planes, points;
    std::vector<unsigned> polygons;
  };

  void meet(dGeomID geom_a, dGeomID geom_b) {
    const Tag &a = *static_cast<Tag*>(dGeomGetData(geom_a)), &b = *static_cast<Tag*>(dGeomGetData(geom_b));
    if (!scene_.may_collide(a.body, b.body)) return;
    dContact contacts[contacts_a_pair];
    const int count = dCollide(geom_a, geom_b, contacts_a_pair, &contacts[0].geom, sizeof(dContact));
    const Material material = mix_materials(scene_.scene, a.material, b.material);
    for (int i = 0; i < count; ++i) {
      // hulls that touch exactly can give contacts without a normal, which would end the process
      const dContactGeom& geom = contacts[i].geom;
      if (std::abs(ours(geom.normal).norm() - 1.0) > 1e-2 || !std::isfinite(geom.depth)) continue;
      dSurfaceParameters& surface = contacts[i].surface;
      surface = {};
      surface.mode = dContactApprox1;
      surface.mu = material.friction;
      if (material.restitution > 0.0) {
        surface.mode |= dContactBounce;
        surface.bounce = material.restitution;
        surface.bounce_vel = scene_.scene.parameters.restitution_threshold;
      }
      dJointAttach(dJointCreateContact(world_, group_, &contacts[i]), bodies_[a.body], bodies_[b.body]);
    }
  }

  dGeomID hull(const ShapeDesc& shape) {
    const ConvexHull faces = convex_hull(shape.points);
    Hull& kept = *hulls_.emplace_back(std::make_unique<Hull>());
    for (const Vec3& p : faces.vertices) kept.points.insert(kept.points.end(), {p.x(), p.y(), p.z()});
    for (const HullFace& face : faces.faces) {
      kept.planes.insert(kept.planes.end(), {face.normal.x(), face.normal.y(), face.normal.z(), face.offset});
      kept.polygons.push_back(static_cast<unsigned>(face.vertices.size()));
      kept.polygons.insert(kept.polygons.end(), face.vertices.begin(), face.vertices.end());
    }
    return dCreateConvex(space_, kept.planes.data(), static_cast<unsigned>(faces.faces.size()), kept.points.data(),
                         static_cast<unsigned>(faces.vertices.size()), kept.polygons.data());
  }

  dGeomID geometry(const ShapeDesc& shape, const Pose& body) {
    const Vec3& e = shape.half_extents;
    switch (shape.type) {
      case ShapeType::sphere:
        return dCreateSphere(space_, shape.radius);
      case ShapeType::box:
        return dCreateBox(space_, 2 * e.x(), 2 * e.y(), 2 * e.z());
      case ShapeType::capsule:
        return dCreateCapsule(space_, shape.radius, 2 * shape.half_length);
      case ShapeType::cylinder:
        return dCreateCylinder(space_, shape.radius, 2 * shape.half_length);
      case ShapeType::plane: {  // in the world: it is of a body that stands
        const Pose at = body * shape.pose;
        const Vec3 n = at.orientation * shape.normal.normalized();
        return dCreatePlane(space_, n.x(), n.y(), n.z(), shape.offset + n.dot(at.position));
      }
      default:
        return hull(shape);
    }
  }

  void add(const RivalBody& body) {
    dBodyID made = nullptr;
    const dQuaternion turned{body.pose.orientation.w(), body.pose.orientation.x(), body.pose.orientation.y(),
                             body.pose.orientation.z()};
    if (body.moves) {
      made = dBodyCreate(world_);
      dMass mass;
      dMassSetParameters(&mass, body.mass, 0, 0, 0, body.inertia.x(), body.inertia.y(), body.inertia.z(), 0, 0, 0);
      dBodySetMass(made, &mass);
      dBodySetPosition(made, body.pose.position.x(), body.pose.position.y(), body.pose.position.z());
      dBodySetQuaternion(made, turned);
      dBodySetLinearVel(made, body.velocity.x(), body.velocity.y(), body.velocity.z());
      dBodySetAngularVel(made, body.angular_velocity.x(), body.angular_velocity.y(), body.angular_velocity.z());
      const double h = scene_.scene.parameters.time_step / substeps_;
      dBodySetLinearDamping(made, body.linear_damping * h);
      dBodySetAngularDamping(made, body.angular_damping * h);
    }
    const int index = static_cast<int>(bodies_.size());
    bodies_.push_back(made);
    for (const ShapeDesc& shape : body.shapes) {
      const dGeomID geom = geometry(shape, body.pose);
      tags_.push_back(std::make_unique<Tag>(Tag{index, shape.material}));
      dGeomSetData(geom, tags_.back().get());
      if (shape.type != ShapeType::plane) place(geom, made, body.pose, shape.pose);
    }
  }

  static void place(dGeomID geom, dBodyID body, const Pose& pose, const Pose& in_body) {
    const Pose at = body ? in_body : pose * in_body;
    const dQuaternion q{at.orientation.w(), at.orientation.x(), at.orientation.y(), at.orientation.z()};
    const Vec3& p = at.position;
    if (body) {
      dGeomSetBody(geom, body);
      dGeomSetOffsetPosition(geom, p.x(), p.y(), p.z());
      dGeomSetOffsetQuaternion(geom, q);
    } else {
      dGeomSetPosition(geom, p.x(), p.y(), p.z());
      dGeomSetQuaternion(geom, q);
    }
  }

  void add(const RivalJoint& described) {
    const JointDesc& joint = described.joint;
    const Vec3 &p = joint.anchor, &axis = joint.axis;
    const dBodyID a = described.a < 0 ? nullptr : bodies_[described.a],
                  b = described.b < 0 ? nullptr : bodies_[described.b];
    const auto attached = [&](dJointID made) {
      dJointAttach(made, a, b);
      return made;
    };
    if (joint.type == JointType::ball) {
      dJointSetBallAnchor(attached(dJointCreateBall(world_, nullptr)), p.x(), p.y(), p.z());
    } else if (joint.type == JointType::hinge) {
      const dJointID hinge = attached(dJointCreateHinge(world_, nullptr));
      dJointSetHingeAnchor(hinge, p.x(), p.y(), p.z());
      dJointSetHingeAxis(hinge, axis.x(), axis.y(), axis.z());
    } else if (joint.type == JointType::slider) {
      dJointSetSliderAxis(attached(dJointCreateSlider(world_, nullptr)), axis.x(), axis.y(), axis.z());
    } else {
      dJointSetFixed(attached(dJointCreateFixed(world_, nullptr)));
    }
  }

  const RivalScene& scene_;
  bool quick_;
  int substeps_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID group_;
  std::vector<dBodyID> bodies_;
  std::vector<std::unique_ptr<Tag>> tags_;
  std::vector<std::unique_ptr<Hull>> hulls_;
};

}  // namespace

std::unique_ptr<Rival> make_ode_step(const RivalScene& scene, int substeps) {
  return std::make_unique<Ode>(scene, false, 0, substeps);
}
std::unique_ptr<Rival> make_ode_quick(const RivalScene& scene, int iterations) {
  return std::make_unique<Ode>(scene, true, iterations, 1);
}

}  // namespace spook::rivals
