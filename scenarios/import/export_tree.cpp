#include "scenarios/import/export_tree.h"

#include "engine/scene/numbers.h"

namespace spook::models {
namespace {

constexpr double unbounded = 1e8;  // N or N m: an effort beyond this is no bound

bool makes_a_tree(JointType type) {
  return type == JointType::hinge || type == JointType::slider || type == JointType::ball || type == JointType::fixed ||
         type == JointType::cylindrical || type == JointType::universal;
}

// the same two bodies, the same axis: a spring, damper or servo beside a joint
bool stands_beside(const JointDesc& one, const JointDesc& joint) {
  if (one.type != joint.type || one.a != joint.a || one.b != joint.b) return false;
  if (one.type != JointType::hinge && one.type != JointType::slider) return false;
  return one.compliance && !one.limits && (one.lock || one.motor) && (one.anchor - joint.anchor).norm() < 1e-9 &&
         (one.axis - joint.axis).norm() < 1e-9;
}

// what the import made of stiffness and damping (assemble_joints.cpp), read back
bool take_spring(TreeBody& body, const JointDesc& beside, double step) {
  const double gain = 1.0 / *beside.compliance;
  if (beside.lock && beside.lock->max_effort >= unbounded && body.stiffness == 0.0) {
    body.stiffness = gain;
    body.damping += beside.relaxation_steps.value_or(2.0) * step * gain;
    body.spring_rest = beside.lock->position;
    return true;
  }
  if (!beside.lock && beside.motor->speed == 0.0 && beside.motor->max_effort >= unbounded) {
    body.damping += gain;
    return true;
  }
  return false;
}

}  // namespace

ExportTree::ExportTree(const Scene& scene) {
  for (const BodyDesc& body : scene.bodies) {
    number[body.name] = int(bodies.size());
    TreeBody& made = bodies.emplace_back();
    made.body = &body;
    made.frame = body.pose;
    if (body.motion != Motion::dynamic) continue;
    made.mass = body_mass(body, scene);
    made.frame = body.pose * made.mass.frame;
  }
  // outwards from what stands; a body reached is a parent of what hangs from it
  std::vector<bool> placed(bodies.size(), false), used(scene.joints.size(), false);
  const auto stands = [&](const std::optional<std::string>& name) {
    return !name || bodies[std::size_t(number.at(*name))].body->motion != Motion::dynamic;
  };
  const auto reached = [&](const std::optional<std::string>& name) {
    return stands(name) || placed[std::size_t(number.at(*name))];
  };
  for (std::size_t start = 0;;) {
    bool grew = true;
    while (grew) {
      grew = false;
      for (std::size_t j = 0; j < scene.joints.size(); ++j) {
        const JointDesc& joint = scene.joints[j];
        if (used[j] || !makes_a_tree(joint.type) || reached(joint.a) == reached(joint.b)) continue;
        const bool child_is_a = !reached(joint.a);
        const int child = number.at(child_is_a ? *joint.a : *joint.b);
        const auto& above = child_is_a ? joint.b : joint.a;
        TreeBody& body = bodies[std::size_t(child)];
        body.joint = &joint;
        body.flipped = !child_is_a;
        body.parent = stands(above) ? -1 : number.at(*above);
        placed[std::size_t(child)] = used[j] = grew = true;
      }
    }
    while (start < bodies.size() && (placed[start] || bodies[start].body->motion != Motion::dynamic)) ++start;
    if (start == bodies.size()) break;
    placed[start] = true;  // nothing holds it: free, and the root of what hangs from it
  }
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    if (used[j]) continue;
    const JointDesc& joint = scene.joints[j];
    bool taken = false;
    for (TreeBody& body : bodies)
      if (!taken && body.joint && stands_beside(joint, *body.joint)) {
        if (!take_spring(body, joint, scene.parameters.time_step)) body.servos.push_back(&joint);
        taken = true;
      }
    if (!taken) others.push_back(&joint);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    (bodies[i].parent < 0 ? roots : bodies[std::size_t(bodies[i].parent)].children).push_back(int(i));
}

const TreeBody* ExportTree::find(const std::optional<std::string>& name) const {
  if (!name) return nullptr;
  return &bodies[std::size_t(number.at(*name))];
}

bool ExportTree::is_tree_joint(const std::string& name) const {
  for (const TreeBody& body : bodies)
    if (body.joint && body.joint->name == name) return true;
  return false;
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
  }
  return out;
}

std::string xml_vector(const Vec3& v) {
  return format_number(v.x()) + " " + format_number(v.y()) + " " + format_number(v.z());
}

std::string xml_quaternion(const Quat& q) {
  return format_number(q.w()) + " " + xml_vector(q.vec());
}

}  // namespace spook::models
