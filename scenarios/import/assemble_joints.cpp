// Joints of the tree, springs and servos beside them, and ties across it.
#include <algorithm>
#include <cmath>

#include "engine/scene/scene_io.h"
#include "scenarios/import/assemble.h"

namespace spook::models {
namespace {

constexpr double parallel = 1e-9;  // sine of the angle between axes, and distance in metres: what counts as none

double distance_of_lines(const ModelJoint& a, const ModelJoint& b) {
  const Vec3 across = a.axis.cross(b.axis);
  if (across.norm() < parallel) return a.axis.cross(b.anchor - a.anchor).norm();
  return std::abs(across.normalized().dot(b.anchor - a.anchor));
}

// where two lines that meet do so
Vec3 crossing(const ModelJoint& a, const ModelJoint& b) {
  const Vec3 across = a.axis.cross(b.axis);
  const double t = (b.anchor - a.anchor).cross(b.axis).dot(across) / across.squaredNorm();
  return a.anchor + t * a.axis;
}

bool is(const ModelJoint& joint, ModelJointType type) {
  return joint.type == type;
}

// One joint of the scene that says exactly the same as several of the model, where there is one.
std::optional<JointDesc> merged(const std::vector<ModelJoint>& joints) {
  JointDesc made;
  if (joints.size() == 2) {
    const ModelJoint &first = joints[0], &second = joints[1];
    const bool both_hinges = is(first, ModelJointType::hinge) && is(second, ModelJointType::hinge);
    if (both_hinges && first.plain() && second.plain() && std::abs(first.axis.dot(second.axis)) < parallel &&
        distance_of_lines(first, second) < parallel) {
      made.type = JointType::universal;  // axis is carried by a, the link itself, axis2 by its parent
      made.anchor = crossing(first, second);
      made.axis = second.axis;
      made.axis2 = first.axis;
      return made;
    }
    const bool slide_first = is(first, ModelJointType::slide) && is(second, ModelJointType::hinge);
    const bool slide_second = is(second, ModelJointType::slide) && is(first, ModelJointType::hinge);
    const ModelJoint &slide = slide_first ? first : second, &hinge = slide_first ? second : first;
    if ((slide_first || slide_second) && hinge.plain() && slide.plain() &&
        slide.axis.cross(hinge.axis).norm() < parallel) {
      made.type = JointType::cylindrical;
      made.anchor = hinge.anchor;
      made.axis = slide.axis;
      return made;
    }
  }
  if (joints.size() == 3) {
    Mat3 axes;
    for (int i = 0; i < 3; ++i) {
      const ModelJoint& joint = joints[std::size_t(i)];
      if (!is(joint, ModelJointType::hinge) || !joint.plain()) return std::nullopt;
      axes.col(i) = joint.axis;
    }
    if (std::abs(axes.determinant()) < 1e-3) return std::nullopt;  // three axes near one plane lock
    made.anchor = crossing(joints[0], joints[1]);
    const Vec3 beside = made.anchor - joints[2].anchor;
    if (distance_of_lines(joints[0], joints[1]) > parallel || joints[2].axis.cross(beside).norm() > parallel)
      return std::nullopt;
    made.type = JointType::ball;
    return made;
  }
  return std::nullopt;
}

bool is_free(const std::vector<ModelJoint>& joints) {
  int slides = 0, turns = 0;
  for (const ModelJoint& joint : joints) {
    if (!joint.plain()) return false;
    slides += is(joint, ModelJointType::slide);
    turns += is(joint, ModelJointType::ball) ? 3 : is(joint, ModelJointType::hinge);
  }
  return slides == 3 && turns == 3;
}

JointType type_of(const ModelJoint& joint) {
  return is(joint, ModelJointType::ball)    ? JointType::ball
         : is(joint, ModelJointType::slide) ? JointType::slider
                                            : JointType::hinge;
}

// a joint beside another, as soft as the spring it stands for: its own equations hold nothing that matters
JointDesc beside(const JointDesc& joint, const std::string& name, double compliance) {
  JointDesc made;
  made.name = name;
  made.type = joint.type;
  made.a = joint.a, made.b = joint.b;
  made.anchor = joint.anchor, made.axis = joint.axis;
  made.compliance = compliance;
  return made;
}

struct JointMaker {
  Assembly& assembly;
  const ModelLink& link;

  void add(JointDesc joint, const std::string& name) {
    joint.name = assembly.free_name(name, assembly.joint_names);
    assembly.scene.joints.push_back(std::move(joint));
  }

  void add_plain(const ModelJoint& joint, const std::optional<std::string>& a, const std::optional<std::string>& b) {
    JointDesc made;
    made.type = type_of(joint);
    made.a = a, made.b = b;
    made.anchor = joint.anchor;
    made.axis = joint.axis;
    made.limits = joint.limits;
    made.motor = joint.motor;
    made.friction_effort = joint.friction;
    const JointDesc shown = made;
    add(made, joint.name);
    if (is(joint, ModelJointType::ball)) {
      if (joint.stiffness > 0.0 || joint.damping > 0.0)
        assembly.notes.add(*joint.at, "stiffness and damping of a ball joint are not imported");
      return;
    }
    const double h = assembly.scene.parameters.time_step;
    if (joint.stiffness > 0.0) {  // numerics §1: ε = 1/k, τ = c/k
      JointDesc spring = beside(shown, "", 1.0 / joint.stiffness);
      spring.relaxation_steps = joint.damping / joint.stiffness / h;
      spring.lock = LockDesc{joint.spring_rest, unbounded_effort};
      add(spring, joint.name + ".spring");
    } else if (joint.damping > 0.0) {  // a velocity row whose regularisation is the damping: A v + ε f = 0
      JointDesc damper = beside(shown, "", 1.0 / joint.damping);
      damper.motor = MotorDesc{0.0, unbounded_effort};
      add(damper, joint.name + ".damper");
    }
  }

  // a body between two joints of one link, with a little of its mass
  std::string add_carrier(const ModelJoint& next, const Group& group) {
    BodyDesc carrier;
    carrier.name = assembly.free_name(link.name + ".carrier", assembly.names);
    carrier.pose.position = next.anchor;
    carrier.mass = carrier_share * group.mass.mass;
    carrier.inertia = Vec3::Constant(carrier_share * group.mass.inertia.trace() / 3.0);
    assembly.scene.bodies.push_back(carrier);
    return carrier.name;
  }

  void make(const Group& group) {
    const std::optional<std::string> parent = assembly.body_of(link.parent);
    const std::vector<ModelJoint>& joints = link.joints;
    if (is_free(joints)) return;
    if (const auto one = merged(joints)) {
      JointDesc joint = *one;
      joint.a = group.body, joint.b = parent;
      return add(joint, joints.front().name);
    }
    std::optional<std::string> above = parent;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const bool last = i + 1 == joints.size();
      const std::string body = last ? group.body : add_carrier(joints[i + 1], group);
      add_plain(joints[i], body, above);
      above = body;
    }
    if (joints.size() == 1) return;
    assembly.notes.add(
        *joints.front().at,
        std::to_string(joints.size()) + " joints in a row: between them stand bodies of a thousandth of the mass");
    if (parent) assembly.scene.no_collide.push_back({group.body, *parent});
  }
};

const JointDesc* find_joint(const Scene& scene, const std::string& name) {
  const auto found =
      std::find_if(scene.joints.begin(), scene.joints.end(), [&](const JointDesc& j) { return j.name == name; });
  return found == scene.joints.end() ? nullptr : &*found;
}

const ModelJoint* find_model_joint(const Model& model, const std::string& name) {
  for (const ModelLink& link : model.links)
    for (const ModelJoint& joint : link.joints)
      if (joint.name == name) return &joint;
  return nullptr;
}

}  // namespace

void Assembly::make_joints() {
  for (const auto& [number, group] : groups)
    if (number != 0 && !group.link->joints.empty()) JointMaker{*this, *group.link}.make(group);

  for (const ModelServo& servo : model.servos) {
    const JointDesc* joint = find_joint(scene, servo.joint);
    const ModelJoint* said = find_model_joint(model, servo.joint);
    if (!joint || !said) servo.at->fail("there is no joint '" + servo.joint + "' in the scene");
    JointDesc made;
    if (servo.stiffness > 0.0) {
      made = beside(*joint, "", 1.0 / servo.stiffness);
      made.relaxation_steps = servo.damping / servo.stiffness / scene.parameters.time_step;
      made.lock = LockDesc{servo.target - said->start, servo.max_effort};
    } else {
      made = beside(*joint, "", 1.0 / servo.damping);
      made.motor = MotorDesc{servo.target, servo.max_effort};
    }
    made.name = free_name(servo.name, joint_names);
    scene.joints.push_back(made);
  }
}

void Assembly::make_ties() {
  for (const ModelTie& tie : model.ties) {
    JointDesc joint;
    if (tie.type == ModelTie::Type::locked) {
      const auto found = std::find_if(scene.joints.begin(), scene.joints.end(),
                                      [&](const JointDesc& j) { return j.name == tie.joint_a; });
      if (found != scene.joints.end()) found->lock = LockDesc{tie.position, unbounded_effort};
      continue;
    }
    if (tie.type == ModelTie::Type::gear) {
      joint.type = JointType::gear;
      joint.joint_a = tie.joint_a;
      joint.joint_b = tie.joint_b;
      joint.ratio = tie.ratio;
    } else {
      joint.type = tie.type == ModelTie::Type::rigid   ? JointType::fixed
                   : tie.type == ModelTie::Type::hinge ? JointType::hinge
                                                       : JointType::ball;
      joint.axis = tie.axis;
      joint.a = body_of(tie.a);
      joint.b = body_of(tie.b);
      joint.anchor = tie.anchor;
      joint.collide = true;  // the model's own exclusions say what does not touch
      if (joint.a == joint.b) {
        notes.add(*tie.at, "<" + tie.at->name + "> ties what is one body anyway: not imported");
        continue;
      }
    }
    joint.name = free_name(tie.name, joint_names);
    scene.joints.push_back(joint);
  }
}

}  // namespace spook::models
