#include <algorithm>
#include <cmath>
#include <numbers>

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
std::string named(const std::string& name) {
  return attribute("name", xml_text(name));
}

struct MjcfWriter {
  const Scene& scene;
  ExportTree tree;
  Exported result;
  std::string assets, world, actuators, equalities, tendons, excludes;
  int meshes = 0;

  explicit MjcfWriter(const Scene& s) : scene(s), tree(s) {}

  void leave_out(const std::string& what) { result.left_out.push_back(what); }

  static std::string pose(const Pose& p) {
    return attribute("pos", xml_vector(p.position)) + attribute("quat", xml_quaternion(p.orientation));
  }

  std::string add_mesh(const std::vector<Vec3>& points, const std::vector<std::array<int, 3>>& triangles) {
    const std::string name = "mesh_" + std::to_string(++meshes);
    std::string vertices, faces;
    for (const Vec3& p : points) vertices += (vertices.empty() ? "" : "  ") + xml_vector(p);
    for (const auto& t : triangles)
      faces +=
          (faces.empty() ? "" : "  ") + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]);
    assets += "    <mesh" + named(name) + attribute("vertex", vertices) +
              (faces.empty() ? "" : attribute("face", faces)) + "/>\n";
    return attribute("type", "mesh") + attribute("mesh", name);
  }

  static std::vector<Vec3> cone_points(const ShapeDesc& cone) {
    std::vector<Vec3> points{Vec3(0, 0, 0.5 * cone.height)};
    constexpr int sides = 32;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      points.emplace_back(cone.radius * std::cos(angle), cone.radius * std::sin(angle), -0.5 * cone.height);
    }
    return points;
  }

  // type and size; empty: MJCF has no such shape
  std::string shape_text(const ShapeDesc& shape, const std::string& body) {
    const auto sized = [](const char* type, const std::string& size) {
      return attribute("type", type) + attribute("size", size);
    };
    switch (shape.type) {
      case ShapeType::sphere:
        return sized("sphere", format_number(shape.radius));
      case ShapeType::capsule:
      case ShapeType::cylinder:
        return sized(shape.type == ShapeType::capsule ? "capsule" : "cylinder",
                     format_number(shape.radius) + " " + format_number(shape.half_length));
      case ShapeType::box:
        return sized("box", xml_vector(shape.half_extents));
      case ShapeType::plane:
        return sized("plane", "0 0 1");
      case ShapeType::hull:
        return add_mesh(shape.points, {});
      case ShapeType::cone:
        leave_out("body '" + body + "': a cone is written as a mesh of 32 sides");
        return add_mesh(cone_points(shape), {});
      case ShapeType::mesh:
        leave_out("body '" + body + "': MuJoCo takes the hull of a mesh");
        return add_mesh(shape.points, shape.triangles);
      case ShapeType::heightfield:
        break;
    }
    leave_out("body '" + body + "': a height field is left out");
    return {};
  }

  void add_geoms(std::string& out, const TreeBody& body, const std::string& indent) {
    for (const ShapeDesc& shape : body.body->shapes) {
      const std::string text = shape_text(shape, body.body->name);
      if (text.empty()) continue;
      Pose place = body.frame.inverse() * (body.body->pose * shape.pose);
      if (shape.type == ShapeType::plane)
        place = place * Pose{shape.normal * shape.offset, Quat::FromTwoVectors(Vec3::UnitZ(), shape.normal)};
      const auto material = scene.materials.find(shape.material);
      const double friction = material == scene.materials.end() ? 0.5 : material->second.friction;
      out += indent;
      out += "<geom" + text + pose(place) + number("friction", friction) + "/>\n";
    }
  }

  void add_joint(std::string& out, const TreeBody& body, const std::string& indent) {
    const JointDesc& joint = *body.joint;
    const auto line = [&](const char* type, const std::string& name, const Vec3& axis, const std::string& more = {}) {
      out += indent + "<joint" + named(name) + attribute("type", type) +
             attribute("pos", xml_vector(body.frame.to_local(joint.anchor))) +
             attribute("axis", xml_vector(body.frame.orientation.conjugate() * axis)) + more + "/>\n";
    };
    std::string extras;
    if (joint.limits)
      extras += attribute("limited", "true") +
                attribute("range", format_number((*joint.limits)[0]) + " " + format_number((*joint.limits)[1]));
    if (joint.friction_effort > 0.0) extras += number("frictionloss", joint.friction_effort);
    if (body.stiffness > 0.0) extras += number("stiffness", body.stiffness) + number("springref", body.spring_rest);
    if (body.damping > 0.0) extras += number("damping", body.damping);
    switch (joint.type) {
      case JointType::hinge:
        return line("hinge", joint.name, body.axis(), extras);
      case JointType::slider:
        return line("slide", joint.name, body.axis(), extras);
      case JointType::ball:
        out += indent + "<joint" + named(joint.name) + attribute("type", "ball") +
               attribute("pos", xml_vector(body.frame.to_local(joint.anchor))) + extras + "/>\n";
        return;
      case JointType::cylindrical:
        line("slide", joint.name, body.axis(), extras);
        return line("hinge", joint.name + "_turn", body.axis());
      case JointType::universal:
        line("hinge", joint.name, body.flipped ? joint.axis : joint.axis2, extras);
        return line("hinge", joint.name + "_second", body.flipped ? joint.axis2 : joint.axis, extras);
      default:
        return;  // fixed: no joint at all
    }
  }

  void add_actuators(const TreeBody& body) {
    const JointDesc& joint = *body.joint;
    const std::string on = attribute("joint", xml_text(joint.name));
    const auto bounded = [](double effort) {
      return attribute("forcelimited", "true") +
             attribute("forcerange", format_number(-effort) + " " + format_number(effort));
    };
    for (const JointDesc* servo : body.servos) {
      const double gain = 1.0 / *servo->compliance;
      if (servo->lock)
        actuators +=
            "    <position" + named(servo->name) + on + number("kp", gain) + bounded(servo->lock->max_effort) + "/>\n";
      else
        actuators +=
            "    <velocity" + named(servo->name) + on + number("kv", gain) + bounded(servo->motor->max_effort) + "/>\n";
    }
    if (joint.lock) leave_out("joint '" + joint.name + "': its lock is left out");
    if (!joint.motor) return;
    if (joint.motor->speed != 0.0)
      leave_out("joint '" + joint.name + "': the speed of its motor is left out; the motor is there");
    const double effort = joint.motor->max_effort;
    actuators += "    <motor" + named(joint.name + "_motor") + on +
                 (effort > 0.0 ? attribute("ctrllimited", "true") +
                                     attribute("ctrlrange", format_number(-effort) + " " + format_number(effort))
                               : "") +
                 "/>\n";
  }

  void name_moving_parent(const TreeBody& body) {
    const TreeBody* above = tree.find(body.flipped ? body.joint->a : body.joint->b);
    if (above && above->body->motion == Motion::kinematic)
      leave_out("joint '" + body.joint->name + "': hangs from a kinematic body; there it hangs from the world");
  }

  void add_body(int index, const std::string& indent) {
    const TreeBody& body = tree.bodies[std::size_t(index)];
    const bool dynamic = body.body->motion == Motion::dynamic;
    // the world's own shapes stand in it without a body
    if (body.body->motion == Motion::fixed && body.body->name == "world") {
      TreeBody in_world = body;
      in_world.frame = {};
      return add_geoms(world, in_world, indent);
    }
    const Pose place =
        body.parent < 0 ? body.frame : tree.bodies[std::size_t(body.parent)].frame.inverse() * body.frame;
    world += indent + "<body" + named(body.body->name) + pose(place) +
             (body.body->motion == Motion::kinematic ? attribute("mocap", "true") : "") + ">\n";
    const std::string inside = indent + "  ";
    if (dynamic && !body.joint) world += inside + "<freejoint/>\n";
    if (dynamic)
      world += inside + "<inertial" + attribute("pos", "0 0 0") + number("mass", body.mass.mass) +
               attribute("diaginertia", xml_vector(body.mass.principal)) + "/>\n";
    if (body.joint) add_joint(world, body, inside), add_actuators(body), name_moving_parent(body);
    add_geoms(world, body, inside);
    if (body.body->velocity.norm() + body.body->angular_velocity.norm() > 0.0)
      leave_out("body '" + body.body->name + "': its velocity at the start is left out");
    if (body.body->linear_damping > 0.0 || body.body->angular_damping > 0.0)
      leave_out("body '" + body.body->name + "': its damping is left out");
    for (const int child : body.children) add_body(child, inside);
    world += indent + "</body>\n";
  }

  std::string body_pair(const JointDesc& joint) const {
    // MJCF's world is a body of its own name
    const auto name = [](const std::optional<std::string>& n) { return n ? xml_text(*n) : std::string("world"); };
    return joint.a ? attribute("body1", name(joint.a)) + attribute("body2", name(joint.b))
                   : attribute("body1", name(joint.b)) + attribute("body2", name(joint.a));
  }

  void add_tie(const JointDesc& joint) {
    const TreeBody* first = tree.find(joint.a ? joint.a : joint.b);
    const auto connect = [&](const std::string& name, const Vec3& point) {
      equalities += "    <connect" + named(name) + body_pair(joint) +
                    attribute("anchor", xml_vector(first->frame.to_local(point))) + "/>\n";
    };
    switch (joint.type) {
      case JointType::ball:
        return connect(joint.name, joint.anchor);
      case JointType::fixed:
        equalities += "    <weld" + named(joint.name) + body_pair(joint) + "/>\n";
        return;
      case JointType::hinge:
        connect(joint.name, joint.anchor);
        connect(joint.name + "_second", joint.anchor + 0.1 * joint.axis);
        leave_out("joint '" + joint.name + "' closes a loop: it is written as two points of its axis" +
                  (joint.limits || joint.motor || joint.lock ? ", without limits, motor and lock" : ""));
        return;
      case JointType::gear:
        if (tree.is_tree_joint(joint.joint_a) && tree.is_tree_joint(joint.joint_b)) {
          equalities += "    <joint" + named(joint.name) + attribute("joint1", xml_text(joint.joint_a)) +
                        attribute("joint2", xml_text(joint.joint_b)) +
                        attribute("polycoef", "0 " + format_number(joint.ratio) + " 0 0 0") + "/>\n";
          return;
        }
        break;
      default:
        break;
    }
    leave_out("joint '" + joint.name + "': a " + std::string(name_of(joint.type)) +
              " that closes a loop, or has no counterpart, is left out");
  }

  void write() {
    for (const int root : tree.roots) add_body(root, "    ");
    for (const JointDesc* joint : tree.others) {
      add_tie(*joint);
      if (!joint->collide && joint->a && joint->b && joint->type != JointType::gear)
        excludes +=
            "    <exclude" + attribute("body1", xml_text(*joint->a)) + attribute("body2", xml_text(*joint->b)) + "/>\n";
    }
    for (const auto& pair : scene.no_collide)
      excludes +=
          "    <exclude" + attribute("body1", xml_text(pair[0])) + attribute("body2", xml_text(pair[1])) + "/>\n";
    if (!scene.drives.empty()) leave_out("drives are left out");
    leave_out(
        "restitution, contact stiffness and damping are left out; friction of a pair is the larger of the two there");
    const auto section = [](const char* name, const std::string& inside) {
      return inside.empty() ? std::string() : std::string("  <") + name + ">\n" + inside + "  </" + name + ">\n";
    };
    result.text = "<mujoco" + attribute("model", xml_text(scene.name)) +
                  ">\n  <compiler angle=\"radian\"/>\n  <option" + number("timestep", scene.parameters.time_step) +
                  attribute("gravity", xml_vector(scene.parameters.gravity)) + "/>\n" + section("asset", assets) +
                  section("worldbody", world) + section("equality", equalities) + section("actuator", actuators) +
                  section("contact", excludes) + "</mujoco>\n";
  }
};

}  // namespace

Exported export_mjcf(const Scene& scene) {
  MjcfWriter writer(scene);
  writer.write();
  return std::move(writer.result);
}

}  // namespace spook::models
