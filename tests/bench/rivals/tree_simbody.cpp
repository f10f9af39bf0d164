// Simbody 3.7 (Debian): an integrator with error control at its default accuracy, compliant contacts: Hertz' of
// spheres, an elastic foundation under meshes of boxes and cylinders. Its contacts have no default stiffness; the
// numbers are those of its examples. Substeps bound the integrator's longest step.
#include <Simbody.h>

#include <stdexcept>

#include "tests/bench/rivals/tree_world.h"

namespace spook::rivals::tree {
namespace {

constexpr double stiffness = 1e7;    // Pa
constexpr double dissipation = 1.0;  // s/m
constexpr double thickness = 0.01;   // m, of the elastic layer of a mesh
constexpr double transition = 1e-3;  // m/s, below which friction fades
constexpr int resolution = 2;        // of a mesh: a box's edge in four parts, a cylinder's rim in 24

SimTK::Vec3 vec(const Three& v) {
  return {v[0], v[1], v[2]};
}
Three three(const SimTK::Vec3& v) {
  return {v[0], v[1], v[2]};
}
SimTK::Transform transform(const Placement& at) {
  const auto& q = at.orientation;
  return {SimTK::Rotation(SimTK::Quaternion(q[0], q[1], q[2], q[3])), vec(at.position)};
}
// a frame whose x is the z of another
const SimTK::Transform& z_to_x() {
  static const SimTK::Transform turned(SimTK::Rotation(-SimTK::Pi / 2, SimTK::YAxis));
  return turned;
}
const SimTK::Transform& z_to_minus_x() {
  static const SimTK::Transform turned(SimTK::Rotation(SimTK::Pi / 2, SimTK::YAxis));
  return turned;
}

SimTK::ContactGeometry geometry(const Surface& surface) {
  const Three& s = surface.size;
  switch (surface.kind) {
    case Kind::sphere:
      return SimTK::ContactGeometry::Sphere(s[0]);
    case Kind::half_space:
      return SimTK::ContactGeometry::HalfSpace();
    case Kind::box:
      return SimTK::ContactGeometry::TriangleMesh(SimTK::PolygonalMesh::createBrickMesh(vec(s), resolution));
    case Kind::cylinder:
      return SimTK::ContactGeometry::TriangleMesh(
          SimTK::PolygonalMesh::createCylinderMesh(SimTK::UnitVec3(SimTK::ZAxis), s[0], s[1], resolution));
    default:
      throw std::invalid_argument("it takes no capsule");
  }
}

class Simbody final : public World {
 public:
  explicit Simbody(const Description& description) : h_(description.time_step) {
    SimTK::Force::UniformGravity(forces_, matter_, vec(description.gravity));
    contacts_.setTransitionVelocity(transition);
    cliques_.resize(description.bodies.size());
    for (const auto& pair : description.apart) {
      cliques_[pair.first].push_back(SimTK::ContactSurface::createNewContactClique());
      cliques_[pair.second].push_back(cliques_[pair.first].back());
    }
    for (const Body& body : description.bodies) bodies_.push_back(mobilized(body));
    for (const Loop& loop : description.loops) close(loop);
    SimTK::State state = system_.realizeTopology();
    system_.realizeModel(state);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = description.bodies[i];
      if (body.mobility != Mobility::free) continue;
      bodies_[i].setQToFitTransform(state, transform(body.start));
      bodies_[i].setUToFitVelocity(state, SimTK::SpatialVec(vec(body.turning), vec(body.velocity)));
    }
    integrator_.setMaximumStepSize(h_ / description.substeps);
    stepper_.initialize(state);
  }

  void step() override { stepper_.stepTo(time_ += h_); }
  State state(int i) override {
    const SimTK::State& now = integrator_.getState();
    system_.realize(now, SimTK::Stage::Velocity);
    const SimTK::MobilizedBody& body = bodies_[i];
    const SimTK::Transform& at = body.getBodyTransform(now);
    const SimTK::Quaternion q = at.R().convertRotationToQuaternion();
    return {{three(at.p()), {q[0], q[1], q[2], q[3]}},
            three(body.getBodyOriginVelocity(now)),
            three(body.getBodyAngularVelocity(now))};
  }

 private:
  void dress(SimTK::Body& made, const Body& body) {
    for (const Surface& surface : body.surfaces) {
      const bool layered = surface.kind == Kind::box || surface.kind == Kind::cylinder;
      const SimTK::ContactMaterial material(stiffness, dissipation, surface.friction, surface.friction, 0.0);
      SimTK::ContactSurface contact(geometry(surface), material, layered ? thickness : 0.0);
      for (const SimTK::ContactCliqueId clique : cliques_[bodies_.size()]) contact.joinClique(clique);
      SimTK::Transform at = transform(surface.at);
      if (surface.kind == Kind::half_space) at = at * z_to_minus_x();  // solid towards x there
      made.addContactSurface(at, contact);
    }
  }

  SimTK::MobilizedBody& at(int body) { return body < 0 ? matter_.updGround() : bodies_[body]; }

  SimTK::MobilizedBody mobilized(const Body& body) {
    SimTK::Body::Rigid made(SimTK::MassProperties(1.0, SimTK::Vec3(0), SimTK::Inertia(1.0)));
    if (body.mobility != Mobility::stands)
      made.setDefaultRigidBodyMassProperties(SimTK::MassProperties(
          body.mass, SimTK::Vec3(0), SimTK::Inertia(body.inertia[0], body.inertia[1], body.inertia[2])));
    dress(made, body);
    SimTK::MobilizedBody& parent = at(body.parent);
    const SimTK::Transform outer = transform(body.outer), inner = transform(body.inner);
    switch (body.mobility) {
      case Mobility::stands:
        return SimTK::MobilizedBody::Weld(parent, transform(body.start), made, SimTK::Transform());
      case Mobility::ball:
        return SimTK::MobilizedBody::Ball(parent, outer, made, inner);
      case Mobility::hinge:
        return SimTK::MobilizedBody::Pin(parent, outer, made, inner);
      case Mobility::slider:
        return SimTK::MobilizedBody::Slider(parent, outer * z_to_x(), made, inner * z_to_x());
      case Mobility::fixed:
        return SimTK::MobilizedBody::Weld(parent, outer, made, inner);
      default:
        return SimTK::MobilizedBody::Free(parent, SimTK::Transform(), made, SimTK::Transform());
    }
  }

  void close(const Loop& loop) {
    const SimTK::Transform a = transform(loop.in_a), b = transform(loop.in_b);
    if (loop.ball)
      SimTK::Constraint::Ball(at(loop.a), a.p(), at(loop.b), b.p());
    else
      SimTK::Constraint::Weld(at(loop.a), a, at(loop.b), b);
  }

  double h_, time_ = 0.0;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  SimTK::ContactTrackerSubsystem tracker_{system_};
  SimTK::CompliantContactSubsystem contacts_{system_, tracker_};
  std::vector<std::vector<SimTK::ContactCliqueId>> cliques_;  // bodies of one clique do not collide
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::RungeKuttaMersonIntegrator integrator_{system_};
  SimTK::TimeStepper stepper_{system_, integrator_};
};

}  // namespace

std::unique_ptr<World> make_simbody(const Description& description) {
  return std::make_unique<Simbody>(description);
}

}  // namespace spook::rivals::tree
