#include "engine/scene/validate.h"

#include <cmath>
#include <map>
#include <numbers>

#include "engine/scene/convex_hull.h"
#include "engine/scene/json_tree.h"
#include "engine/scene/mass_properties.h"
#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"

namespace spook {
namespace {

using std::string;

string at(const string& parent, const string& key) {
  return parent + "/" + escape_pointer(key);
}
string at(const string& parent, std::size_t index) {
  return parent + "/" + std::to_string(index);
}

[[noreturn]] void fail(const string& pointer, const string& message) {
  throw SceneFault{pointer, message};
}

void need(bool right, const string& pointer, const string& message) {
  if (!right) fail(pointer, message);
}

void finite(const string& pointer, double value) {
  need(std::isfinite(value), pointer, "expected a finite number");
}

void finite(const string& pointer, const Vec3& value) {
  need(value.allFinite(), pointer, "expected three finite numbers");
}

void positive(const string& pointer, double value, const string& what) {
  need(std::isfinite(value) && value > 0.0, pointer, "expected a positive " + what + ", found " + format_number(value));
}

void not_negative(const string& pointer, double value, const string& what) {
  need(std::isfinite(value) && value >= 0.0, pointer,
       "expected a " + what + " of zero or more, found " + format_number(value));
}

void check_pose(const string& place, const Pose& pose) {
  finite(at(place, "position"), pose.position);
  const double norm = pose.orientation.norm();
  need(std::abs(norm - 1.0) <= unit_tolerance, at(place, "orientation"),
       "expected a unit quaternion [w, x, y, z], found one of length " + format_number(norm));
}

void unit(const string& pointer, const Vec3& value) {
  finite(pointer, value);
  need(std::abs(value.norm() - 1.0) <= unit_tolerance, pointer,
       "expected a unit vector, found one of length " + format_number(value.norm()));
}

// names in use, each with its place
class NameTable {
 public:
  explicit NameTable(string what) : what_(std::move(what)) {}

  void add(const string& pointer, const string& name) {
    need(!name.empty(), pointer, "expected a name, found an empty string");
    const auto [known, is_new] = places_.try_emplace(name, pointer);
    need(is_new, pointer, "duplicate name '" + name + "', already used at " + known->second);
  }
  void expect(const string& pointer, const string& name) const {
    need(places_.contains(name), pointer, "there is no " + what_ + " named '" + name + "'");
  }

 private:
  string what_;
  std::map<string, string> places_;
};

void check_restitution(const string& pointer, double value) {
  need(value >= 0.0 && value <= 1.0, pointer, "expected a restitution from 0 to 1, found " + format_number(value));
}

void check_material(const string& place, const Material& material) {
  not_negative(at(place, "friction"), material.friction, "friction");
  check_restitution(at(place, "restitution"), material.restitution);
  positive(at(place, "density"), material.density, "density");
  not_negative(at(place, "compliance"), material.compliance, "compliance");
  not_negative(at(place, "relaxation_steps"), material.relaxation_steps, "number of relaxation steps");
}

void check_materials(const Scene& scene) {
  need(scene.materials.contains("default"), "/materials", "the material 'default' is missing");
  for (const auto& [name, material] : scene.materials) {
    need(!name.empty(), "/materials", "expected a name, found an empty string");
    check_material(at("/materials", name), material);
  }
  const auto known = [&](const string& pointer, const string& name) {
    need(scene.materials.contains(name), pointer, "there is no material named '" + name + "'");
  };
  std::map<std::pair<string, string>, string> seen;
  for (std::size_t i = 0; i < scene.material_pairs.size(); ++i) {
    const MaterialPair& pair = scene.material_pairs[i];
    const string place = at("/material_pairs", i);
    known(at(place, "a"), pair.a);
    known(at(place, "b"), pair.b);
    if (pair.friction) not_negative(at(place, "friction"), *pair.friction, "friction");
    if (pair.restitution) check_restitution(at(place, "restitution"), *pair.restitution);
    if (pair.compliance) not_negative(at(place, "compliance"), *pair.compliance, "compliance");
    if (pair.relaxation_steps)
      not_negative(at(place, "relaxation_steps"), *pair.relaxation_steps, "number of relaxation steps");
    const auto [first, is_new] = seen.try_emplace(std::minmax(pair.a, pair.b), place);
    need(is_new, place, "duplicate pair '" + pair.a + "', '" + pair.b + "', already given at " + first->second);
  }
}

void check_points(const string& place, const ShapeDesc& shape) {
  for (std::size_t i = 0; i < shape.points.size(); ++i) finite(at(at(place, "points"), i), shape.points[i]);
}

void check_heightfield(const string& place, const ShapeDesc& shape) {
  need(shape.rows >= 2, at(place, "rows"), "expected 2 rows or more, found " + std::to_string(shape.rows));
  need(shape.columns >= 2, at(place, "columns"), "expected 2 columns or more, found " + std::to_string(shape.columns));
  positive(at(place, "spacing"), shape.spacing, "spacing");
  const auto expected = std::size_t(shape.rows) * std::size_t(shape.columns);
  need(shape.heights.size() == expected, at(place, "heights"),
       "expected rows × columns = " + std::to_string(expected) + " heights, found " +
           std::to_string(shape.heights.size()));
  for (std::size_t i = 0; i < shape.heights.size(); ++i) finite(at(at(place, "heights"), i), shape.heights[i]);
}

void check_shape_size(const string& place, const ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::box:
      for (std::size_t i = 0; i < 3; ++i)
        positive(at(at(place, "half_extents"), i), shape.half_extents[long(i)], "half extent");
      return;
    case ShapeType::sphere:
      return positive(at(place, "radius"), shape.radius, "radius");
    case ShapeType::capsule:
    case ShapeType::cylinder:
      positive(at(place, "radius"), shape.radius, "radius");
      return positive(at(place, "half_length"), shape.half_length, "half length");
    case ShapeType::cone:
      positive(at(place, "radius"), shape.radius, "radius");
      return positive(at(place, "height"), shape.height, "height");
    case ShapeType::plane:
      unit(at(place, "normal"), shape.normal);
      return finite(at(place, "offset"), shape.offset);
    case ShapeType::hull:
      check_points(place, shape);
      need(!convex_hull(shape.points).empty(), at(place, shape.mesh.empty() ? "points" : "mesh"),
           "expected four points or more that do not lie in one plane");
      return;
    case ShapeType::mesh:
      check_points(place, shape);
      need(!shape.mesh.empty(), at(place, "mesh"), "expected the name of a file under assets/");
      return need(!shape.triangles.empty(), at(place, "mesh"), "expected a mesh with triangles");
    case ShapeType::heightfield:
      return check_heightfield(place, shape);
  }
}

bool has_inside(ShapeType type) {
  return type != ShapeType::plane && type != ShapeType::mesh && type != ShapeType::heightfield;
}

void check_shape(const string& place, const ShapeDesc& shape, const BodyDesc& body, const Scene& scene) {
  check_pose(place, shape.pose);
  need(scene.materials.contains(shape.material), at(place, "material"),
       "there is no material named '" + shape.material + "'");
  need(body.motion == Motion::fixed || has_inside(shape.type), at(place, "type"),
       "a " + string(name_of(shape.type)) + " is for static bodies only, and '" + body.name + "' is " +
           string(name_of(body.motion)));
  check_shape_size(place, shape);
}

// what a dynamic body comes to, after all
void check_mass(const string& place, const BodyDesc& body, const Scene& scene) {
  const bool shapeless = body.shapes.empty();
  need(body.mass || !shapeless, at(place, "mass"), "a dynamic body without shapes needs a mass");
  need(body.inertia || !shapeless, at(place, "inertia"), "a dynamic body without shapes needs an inertia");
  const BodyMass mass = body_mass(body, scene);
  const bool good =
      std::isfinite(mass.mass) && mass.mass > 0.0 && mass.principal.allFinite() && (mass.principal.array() > 0.0).all();
  need(good, place, "its mass and inertia, from its shapes, are not positive finite numbers");
}

void check_body(const string& place, const BodyDesc& body, const Scene& scene) {
  check_pose(place, body.pose);
  finite(at(place, "velocity"), body.velocity);
  finite(at(place, "angular_velocity"), body.angular_velocity);
  if (body.mass) positive(at(place, "mass"), *body.mass, "mass");
  for (std::size_t i = 0; body.inertia && i < 3; ++i)
    positive(at(at(place, "inertia"), i), (*body.inertia)[long(i)], "moment of inertia");
  not_negative(at(place, "linear_damping"), body.linear_damping, "damping");
  not_negative(at(place, "angular_damping"), body.angular_damping, "damping");
  for (std::size_t i = 0; i < body.shapes.size(); ++i)
    check_shape(at(at(place, "shapes"), i), body.shapes[i], body, scene);
  if (body.motion == Motion::dynamic) check_mass(place, body, scene);
}

bool turns_or_slides(const JointDesc& joint) {
  return joint.type == JointType::hinge || joint.type == JointType::slider;
}

void check_joint_geometry(const string& place, const JointDesc& joint) {
  switch (joint.type) {
    case JointType::universal:
      unit(at(place, "axis2"), joint.axis2);
      need(std::abs(joint.axis.dot(joint.axis2)) <= unit_tolerance, at(place, "axis2"),
           "expected an axis at right angles to the first");
      [[fallthrough]];
    case JointType::hinge:
    case JointType::slider:
    case JointType::cylindrical:
      unit(at(place, "axis"), joint.axis);
      [[fallthrough]];
    case JointType::ball:
    case JointType::fixed:
      return finite(at(place, "anchor"), joint.anchor);
    case JointType::distance:
    case JointType::spring:
      finite(at(place, "anchor_a"), joint.anchor_a);
      finite(at(place, "anchor_b"), joint.anchor_b);
      if (joint.type == JointType::spring) {
        not_negative(at(place, "rest_length"), joint.rest_length, "rest length");
        positive(at(place, "stiffness"), joint.stiffness, "stiffness");
        not_negative(at(place, "damping"), joint.damping, "damping");
        need(!joint.compliance, at(place, "compliance"), "a spring has a stiffness instead");
        need(!joint.relaxation_steps, at(place, "relaxation_steps"), "a spring has a damping instead");
      } else if (joint.length) {
        not_negative(at(place, "length"), *joint.length, "length");
      }
      return;
    case JointType::gear:
      finite(at(place, "ratio"), joint.ratio);
      return need(joint.ratio != 0.0, at(place, "ratio"), "expected a ratio other than zero");
  }
}

void check_joint_bodies(const string& place, const JointDesc& joint, const NameTable& bodies) {
  if (joint.a) bodies.expect(at(place, "a"), *joint.a);
  if (joint.b) bodies.expect(at(place, "b"), *joint.b);
  if (joint.type == JointType::gear) return;
  need(joint.a || joint.b, at(place, "a"), "expected a body in a or b: the world cannot be joined to itself");
  need(joint.a != joint.b, at(place, "b"), "expected another body than a");
}

void check_gear(const string& place, const JointDesc& gear, const Scene& scene) {
  const auto expect = [&](const string& key, const string& name) {
    for (const JointDesc& joint : scene.joints)
      if (joint.name == name)
        return need(turns_or_slides(joint), at(place, key),
                    "expected a hinge or slider, and '" + name + "' is a " + string(name_of(joint.type)));
    fail(at(place, key), "there is no joint named '" + name + "'");
  };
  expect("joint_a", gear.joint_a);
  expect("joint_b", gear.joint_b);
  need(gear.joint_a != gear.joint_b, at(place, "joint_b"), "expected another joint than joint_a");
}

void check_joint_extras(const string& place, const JointDesc& joint) {
  const auto only_where = [&](bool given, bool allowed, const string& key, const string& where) {
    need(!given || allowed, at(place, key),
         "this key is for " + where + ", and '" + joint.name + "' is a " + string(name_of(joint.type)));
  };
  // a cylindrical joint's are those of its sliding; a ball and a universal joint know dry friction alone
  const bool one_way = turns_or_slides(joint) || joint.type == JointType::cylindrical;
  const bool rubs = one_way || joint.type == JointType::ball || joint.type == JointType::universal;
  const string axes = "hinges, sliders and cylindrical joints";
  only_where(joint.limits.has_value(), one_way, "limits", axes);
  only_where(joint.motor.has_value(), one_way, "motor", axes);
  only_where(joint.lock.has_value(), one_way, "lock", axes);
  only_where(joint.friction_effort != 0.0, rubs, "friction_effort", "joints that turn or slide");
  if (joint.compliance) not_negative(at(place, "compliance"), *joint.compliance, "compliance");
  if (joint.relaxation_steps)
    not_negative(at(place, "relaxation_steps"), *joint.relaxation_steps, "number of relaxation steps");
  if (joint.limits) {
    finite(at(at(place, "limits"), std::size_t{0}), (*joint.limits)[0]);
    finite(at(at(place, "limits"), 1), (*joint.limits)[1]);
    need((*joint.limits)[0] <= (*joint.limits)[1], at(place, "limits"), "expected the lower limit first");
  }
  if (joint.motor) {
    finite(at(at(place, "motor"), "speed"), joint.motor->speed);
    not_negative(at(at(place, "motor"), "max_effort"), joint.motor->max_effort, "greatest effort");
  }
  if (joint.lock) {
    finite(at(at(place, "lock"), "position"), joint.lock->position);
    not_negative(at(at(place, "lock"), "max_effort"), joint.lock->max_effort, "greatest effort");
  }
  not_negative(at(place, "friction_effort"), joint.friction_effort, "friction effort");
}

void check_force(const string& place, const ForceDrive& drive, const NameTable& bodies) {
  bodies.expect(at(place, "body"), drive.body);
  finite(at(place, "force"), drive.force);
  finite(at(place, "point"), drive.point);
  finite(at(place, "from"), drive.from);
  finite(at(place, "to"), drive.to);
  need(drive.from <= drive.to, at(place, "to"), "expected an end after its beginning");
}

void check_speed(const string& place, const SpeedDrive& drive, const Scene& scene) {
  const JointDesc* driven = nullptr;
  for (const JointDesc& joint : scene.joints)
    if (joint.name == drive.joint) driven = &joint;
  need(driven, at(place, "joint"), "there is no joint named '" + drive.joint + "'");
  need(driven->motor.has_value(), at(place, "joint"),
       "expected a joint with a motor, and '" + drive.joint + "' has none");
  const string speeds = at(place, "motor_speed");
  need(!drive.motor_speed.empty(), speeds, "expected one pair of time and speed or more");
  for (std::size_t i = 0; i < drive.motor_speed.size(); ++i) {
    finite(at(at(speeds, i), std::size_t{0}), drive.motor_speed[i][0]);
    finite(at(at(speeds, i), 1), drive.motor_speed[i][1]);
    need(i == 0 || drive.motor_speed[i - 1][0] <= drive.motor_speed[i][0], at(speeds, i), "expected times in order");
  }
}

void check_camera(const CameraDesc& camera) {
  finite("/camera/position", camera.position);
  finite("/camera/target", camera.target);
  need(camera.position != camera.target, "/camera/target", "expected a target away from the camera's position");
  need(camera.vertical_fov > 0.0 && camera.vertical_fov < std::numbers::pi, "/camera/vertical_fov",
       "expected an angle between 0 and π radians, found " + format_number(camera.vertical_fov));
}

// every value of the table, through its own text form and range
void check_parameters(const Parameters& parameters) {
  Parameters copy = parameters;
  for (const ParameterInfo& info : parameter_table()) {
    const string error = set_parameter(copy, info.name, get_parameter(parameters, info.name));
    const bool above = info.name == "gravity" || info.name == "time_step";
    need(error.empty(), at(above ? "" : "/solver", string(info.name)), error);
  }
}

}  // namespace

void check_scene(const Scene& scene) {
  check_parameters(scene.parameters);
  check_materials(scene);

  NameTable bodies("body"), joints("joint");
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.add(at(at("/bodies", i), "name"), scene.bodies[i].name);
    check_body(at("/bodies", i), scene.bodies[i], scene);
  }
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const JointDesc& joint = scene.joints[i];
    const string place = at("/joints", i);
    joints.add(at(place, "name"), joint.name);
    check_joint_bodies(place, joint, bodies);
    check_joint_geometry(place, joint);
    if (joint.type == JointType::gear) check_gear(place, joint, scene);
    check_joint_extras(place, joint);
  }
  for (std::size_t i = 0; i < scene.no_collide.size(); ++i) {
    const auto& [a, b] = scene.no_collide[i];
    const string place = at("/no_collide", i);
    bodies.expect(at(place, std::size_t{0}), a);
    bodies.expect(at(place, 1), b);
    need(a != b, place, "expected two different bodies");
  }
  for (std::size_t i = 0; i < scene.drives.size(); ++i) {
    const string place = at("/drives", i);
    if (const auto* force = std::get_if<ForceDrive>(&scene.drives[i])) check_force(place, *force, bodies);
    if (const auto* speed = std::get_if<SpeedDrive>(&scene.drives[i])) check_speed(place, *speed, scene);
  }
  if (scene.camera) check_camera(*scene.camera);
}

void validate_scene(const Scene& scene) {
  try {
    check_scene(scene);
  } catch (const SceneFault& fault) {
    throw SceneError((scene.name.empty() ? "scene" : "scene '" + scene.name + "'") + ": " + fault.text());
  }
}

}  // namespace spook
