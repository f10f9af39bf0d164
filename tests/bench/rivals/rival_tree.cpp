// DART and Simbody: scenes as trees of plain numbers (tree_world.h), and back.
#include <stdexcept>

#include "tests/bench/rivals/joint_tree.h"
#include "tests/bench/rivals/tree_world.h"

namespace spook::rivals {
namespace {

using tree::Kind;
using tree::Mobility;
using Make = std::unique_ptr<tree::World> (*)(const tree::Description&);

tree::Three three(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
tree::Placement placement(const Pose& pose) {
  const Quat& q = pose.orientation;
  return {three(pose.position), {q.w(), q.x(), q.y(), q.z()}};
}
Vec3 ours(const tree::Three& v) {
  return {v[0], v[1], v[2]};
}

tree::Surface surface(const ShapeDesc& shape, const Material& material) {
  tree::Surface made{
      Kind::sphere, {shape.radius, shape.half_length}, placement(shape.pose), material.friction, material.restitution};
  switch (shape.type) {
    case ShapeType::sphere:
      break;
    case ShapeType::box:
      made.kind = Kind::box, made.size = three(shape.half_extents);
      break;
    case ShapeType::capsule:
      made.kind = Kind::capsule;
      break;
    case ShapeType::cylinder:
      made.kind = Kind::cylinder;
      break;
    case ShapeType::plane: {
      const Vec3 n = shape.normal.normalized();
      made.kind = Kind::half_space;
      made.at = placement(shape.pose * Pose{shape.offset * n, Quat::FromTwoVectors(Vec3::UnitZ(), n)});
      break;
    }
    default:
      throw std::invalid_argument("it takes no hull");
  }
  return made;
}

Mobility mobility(JointType type) {
  switch (type) {
    case JointType::ball:
      return Mobility::ball;
    case JointType::hinge:
      return Mobility::hinge;
    case JointType::slider:
      return Mobility::slider;
    default:
      return Mobility::fixed;
  }
}

class OfTrees final : public Rival {
 public:
  OfTrees(const RivalScene& scene, std::string name, int substeps, Make make)
      : name_(std::move(name)), substeps_(std::max(1, substeps)), index_(scene.bodies.size(), -1) {
    tree::Description made;
    made.gravity = three(scene.scene.parameters.gravity);
    made.time_step = scene.scene.parameters.time_step, made.substeps = substeps_;
    const JointTree joints = joint_tree(scene);
    check_for_tree(scene, joints);
    for (int i = 0; i < static_cast<int>(scene.bodies.size()); ++i)
      if (!scene.bodies[i].moves) add(made, scene, {i}, Mobility::stands);
    for (const Carried& carried : joints.bodies)
      add(made, scene, carried, carried.joint < 0 ? Mobility::free : mobility(scene.joints[carried.joint].joint.type));
    for (const int joint : joints.loops) made.loops.push_back(loop(scene, scene.joints[joint]));
    for (const auto& [a, b] : scene.apart) made.apart.emplace_back(index_[a], index_[b]);
    world_ = make(made);
  }

  void step() override { world_->step(); }
  BodyMotion motion(int i) override {
    const tree::State state = world_->state(index_[i]);
    const auto& q = state.at.orientation;
    return {{ours(state.at.position), Quat(q[0], q[1], q[2], q[3])}, ours(state.velocity), ours(state.turning)};
  }
  std::string settings() const override { return name_ + ", " + std::to_string(substeps_) + " substeps"; }

 private:
  // a joint with its axis along z
  static Pose frame_of(const JointDesc& joint) {
    const bool turned = joint.type == JointType::slider || joint.type == JointType::hinge;
    return {joint.anchor, turned ? Quat::FromTwoVectors(Vec3::UnitZ(), joint.axis) : Quat::Identity()};
  }
  static tree::Placement within(const RivalScene& scene, int body, const Pose& at) {
    return placement(body < 0 ? at : scene.bodies[body].pose.inverse() * at);
  }

  void add(tree::Description& all, const RivalScene& scene, const Carried& carried, Mobility how) {
    const RivalBody& body = scene.bodies[carried.body];
    index_[carried.body] = static_cast<int>(all.bodies.size());
    tree::Body& made = all.bodies.emplace_back();
    made.name = body.name, made.mass = body.mass, made.inertia = three(body.inertia), made.mobility = how;
    made.start = placement(body.pose), made.velocity = three(body.velocity);
    made.turning = three(body.angular_velocity);
    for (const ShapeDesc& shape : body.shapes)
      made.surfaces.push_back(surface(shape, mix_materials(scene.scene, shape.material, shape.material)));
    if (carried.joint < 0) return;
    const Pose at = frame_of(scene.joints[carried.joint].joint);
    made.parent = carried.parent < 0 ? -1 : index_[carried.parent];
    made.outer = within(scene, carried.parent, at), made.inner = within(scene, carried.body, at);
  }

  tree::Loop loop(const RivalScene& scene, const RivalJoint& closing) const {
    const Pose at = frame_of(closing.joint);
    const auto place = [&](int body) { return body < 0 ? -1 : index_[body]; };
    return {closing.joint.type == JointType::ball, place(closing.a), place(closing.b), within(scene, closing.a, at),
            within(scene, closing.b, at)};
  }

  std::string name_;
  int substeps_;
  std::vector<int> index_;  // of our bodies, there
  std::unique_ptr<tree::World> world_;
};

}  // namespace

#ifdef SPOOK_HAVE_DART
std::unique_ptr<Rival> make_dart(const RivalScene& scene, int substeps) {
  return std::make_unique<OfTrees>(scene, "DART 6.12 double, Dantzig, FCL", substeps, tree::make_dart);
}
#endif
#ifdef SPOOK_HAVE_SIMBODY
std::unique_ptr<Rival> make_simbody(const RivalScene& scene, int substeps) {
  return std::make_unique<OfTrees>(scene, "Simbody 3.7 double, Runge–Kutta–Merson, accuracy 1e-3, contacts of 1e7 Pa",
                                   substeps, tree::make_simbody);
}
#endif

}  // namespace spook::rivals
