#include <cmath>

#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "scenarios/import/export.h"
#include "scenarios/import/export_tree.h"

namespace spook::models {
namespace {

std::string attribute(const char* key, const std::string& value) {
  return std::string(" ") + key + "=\"" + value + "\"";
}
std::string number(const char* key, double value) {
  return attribute(key, format_number(value));
}

// fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll)
Vec3 roll_pitch_yaw(const Quat& q) {
  const Mat3 r = q.normalized().toRotationMatrix();
  const double pitch = std::atan2(-r(2, 0), std::hypot(r(0, 0), r(1, 0)));
  if (std::hypot(r(0, 0), r(1, 0)) < 1e-12) return {0.0, pitch, std::atan2(-r(0, 1), r(1, 1))};
  return {std::atan2(r(2, 1), r(2, 2)), pitch, std::atan2(r(1, 0), r(0, 0))};
}

std::string origin(const Pose& pose) {
  return "<origin" + attribute("xyz", xml_vector(pose.position)) +
         attribute("rpy", xml_vector(roll_pitch_yaw(pose.orientation))) + "/>";
}

struct UrdfWriter {
  const Scene& scene;
  ExportTree tree;
  Exported result;
  std::string links, joints;

  explicit UrdfWriter(const Scene& s) : scene(s), tree(s) {}

  void leave_out(const std::string& what) { result.left_out.push_back(what); }

  // a link's frame stands at its joint, turned as its body is
  static Pose link_frame(const TreeBody& body) {
    return {body.joint ? body.joint->anchor : body.frame.position, body.frame.orientation};
  }

  std::string geometry(const ShapeDesc& shape) const {
    switch (shape.type) {
      case ShapeType::sphere:
        return "<sphere" + number("radius", shape.radius) + "/>";
      case ShapeType::box:
        return "<box" + attribute("size", xml_vector(2.0 * shape.half_extents)) + "/>";
      case ShapeType::cylinder:
        return "<cylinder" + number("radius", shape.radius) + number("length", 2.0 * shape.half_length) + "/>";
      case ShapeType::capsule:
        return "<capsule" + number("radius", shape.radius) + number("length", 2.0 * shape.half_length) + "/>";
      default:
        return {};
    }
  }

  void add_link(const TreeBody& body) {
    const Pose frame = link_frame(body);
    links += "  <link" + attribute("name", xml_text(body.body->name)) + ">\n";
    if (body.body->motion == Motion::dynamic) {
      const Vec3& p = body.mass.principal;
      links += "    <inertial>" + origin(frame.inverse() * body.frame) + "<mass" + number("value", body.mass.mass) +
               "/><inertia" + number("ixx", p.x()) + number("iyy", p.y()) + number("izz", p.z()) +
               " ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>\n";
    }
    for (const ShapeDesc& shape : body.body->shapes) {
      const std::string form = geometry(shape);
      if (form.empty()) {
        leave_out("body '" + body.body->name + "': a " + std::string(name_of(shape.type)) + " is left out");
        continue;
      }
      const std::string inside =
          origin(frame.inverse() * (body.body->pose * shape.pose)) + "<geometry>" + form + "</geometry>";
      links += "    <collision>" + inside + "</collision>\n";
      links += "    <visual>" + inside + "</visual>\n";
    }
    links += "  </link>\n";
  }

  std::string gear_of(const JointDesc& joint) const {
    for (const JointDesc* gear : tree.others)
      if (gear->type == JointType::gear && gear->joint_a == joint.name && tree.is_tree_joint(gear->joint_b))
        return "<mimic" + attribute("joint", xml_text(gear->joint_b)) + number("multiplier", gear->ratio) + "/>";
    return {};
  }

  void add_joint(const TreeBody& body) {
    const Pose above = body.parent < 0 ? Pose{} : link_frame(tree.bodies[std::size_t(body.parent)]);
    const std::string parent = body.parent < 0 ? "world" : tree.bodies[std::size_t(body.parent)].body->name;
    const bool moves = body.body->motion == Motion::dynamic;
    std::string type = moves ? "floating" : "fixed", name = body.body->name + "_free", more;
    if (body.joint) {
      const JointDesc& joint = *body.joint;
      name = joint.name;
      const bool turns = joint.type == JointType::hinge, slides = joint.type == JointType::slider;
      if (turns || slides) {
        type = slides ? "prismatic" : joint.limits ? "revolute" : "continuous";
        more += "<axis" + attribute("xyz", xml_vector(body.frame.orientation.conjugate() * body.axis())) + "/>";
        // a slider must have limits there: as far as anything here goes
        const std::array<double, 2> limits = joint.limits.value_or(std::array<double, 2>{-1e3, 1e3});
        const double effort = joint.motor ? joint.motor->max_effort : 0.0;
        if (joint.limits || slides)
          more += "<limit" + number("lower", limits[0]) + number("upper", limits[1]) + number("effort", effort) +
                  " velocity=\"1000\"/>";
        if (body.damping > 0.0 || joint.friction_effort > 0.0)
          more += "<dynamics" + number("damping", body.damping) + number("friction", joint.friction_effort) + "/>";
        if (body.stiffness > 0.0) leave_out("joint '" + name + "': the spring beside it is left out");
        more += gear_of(joint);
      } else if (joint.type == JointType::fixed) {
        type = "fixed";
      } else {
        leave_out("joint '" + name + "': a " + std::string(name_of(joint.type)) + " is written as floating");
      }
    }
    joints += "  <joint" + attribute("name", xml_text(name)) + attribute("type", type) + "><parent" +
              attribute("link", xml_text(parent)) + "/><child" + attribute("link", xml_text(body.body->name)) + "/>" +
              origin(above.inverse() * link_frame(body)) + more + "</joint>\n";
  }

  void write() {
    for (const TreeBody& body : tree.bodies) {
      if (body.body->name == "world") leave_out("body 'world': URDF's own root has this name; its shapes are left out");
      if (body.body->name == "world") continue;
      add_link(body);
      add_joint(body);
      for (const JointDesc* servo : body.servos) leave_out("joint '" + servo->name + "': a servo is left out");
    }
    for (const JointDesc* joint : tree.others)
      if (joint->type != JointType::gear)
        leave_out("joint '" + joint->name + "': URDF is a tree; what closes a loop is left out");
    leave_out("friction, restitution, stiffness of contacts, gravity and drives are left out");
    result.text = "<robot" + attribute("name", xml_text(scene.name)) + ">\n  <link name=\"world\"/>\n" + links +
                  joints + "</robot>\n";
  }
};

}  // namespace

Exported export_urdf(const Scene& scene) {
  UrdfWriter writer(scene);
  writer.write();
  return std::move(writer.result);
}

}  // namespace spook::models
