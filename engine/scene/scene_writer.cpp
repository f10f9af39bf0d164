// Descriptions to JSON: one body or joint a line, numbers in their shortest exact form, always in the same order.
#include "engine/scene/files.h"
#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "engine/scene/validate.h"

namespace spook {
namespace {

using std::string;

string text(double value) {
  return format_number(value);
}
string text(int value) {
  return std::to_string(value);
}
string text(bool value) {
  return value ? "true" : "false";
}
string text(const Vec3& v) {
  return "[" + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + "]";
}
string text(const std::array<double, 2>& v) {
  return "[" + text(v[0]) + ", " + text(v[1]) + "]";
}
string text(const std::array<int, 3>& v) {
  return "[" + text(v[0]) + ", " + text(v[1]) + ", " + text(v[2]) + "]";
}
string text(const Quat& q) {
  return "[" + text(q.w()) + ", " + text(q.x()) + ", " + text(q.y()) + ", " + text(q.z()) + "]";
}

string text(std::string_view value) {
  static constexpr char digits[] = "0123456789abcdef";
  string quoted = "\"";
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += '\\', quoted += c;
    else if (c == '\n')
      quoted += "\\n";
    else if (code < 0x20)
      quoted += string("\\u00") + digits[code >> 4] + digits[code & 15];
    else
      quoted += c;
  }
  return quoted + "\"";
}
string text(const string& value) {
  return text(std::string_view(value));
}
string text(const char* value) {
  return text(std::string_view(value));
}
string text(const std::optional<string>& name) {
  return name ? text(*name) : "null";
}

template <typename Value>
string text(const std::vector<Value>& values) {
  string list;
  for (const auto& value : values) list += (list.empty() ? "" : ", ") + text(value);
  return "[" + list + "]";
}

// { "key": value, … } on one line
class Line {
 public:
  template <typename Value>
  Line& add(std::string_view key, const Value& value) {
    return add_raw(key, text(value));
  }
  template <typename Value>
  Line& add_unless(const Value& usual, std::string_view key, const Value& value) {
    return value == usual ? *this : add(key, value);
  }
  template <typename Value>
  Line& add_if_given(std::string_view key, const std::optional<Value>& value) {
    return value ? add(key, *value) : *this;
  }
  Line& add_raw(std::string_view key, const string& value) {
    members_ += (members_.empty() ? "" : ", ") + text(key) + ": " + value;
    return *this;
  }
  string done() const { return members_.empty() ? "{}" : "{ " + members_ + " }"; }

 private:
  string members_;
};

// several lines between brackets, one an item
string block(char open, const std::vector<string>& items, char close, const string& indent) {
  if (items.empty()) return string{open, close};
  string lines(1, open);
  for (std::size_t i = 0; i < items.size(); ++i) lines += (i ? ",\n" : "\n") + indent + "  " + items[i];
  return lines + "\n" + indent + close;
}

template <typename Items, typename Function>
string block_of(const Items& items, Function&& to_line, const string& indent = "  ") {
  std::vector<string> lines;
  for (const auto& item : items) lines.push_back(to_line(item));
  return block('[', lines, ']', indent);
}

string material_line(const Material& m) {
  return Line()
      .add("friction", m.friction)
      .add("restitution", m.restitution)
      .add("density", m.density)
      .add("compliance", m.compliance)
      .add("relaxation_steps", m.relaxation_steps)
      .done();
}

string pair_line(const MaterialPair& pair) {
  return Line()
      .add("a", pair.a)
      .add("b", pair.b)
      .add_if_given("friction", pair.friction)
      .add_if_given("restitution", pair.restitution)
      .add_if_given("compliance", pair.compliance)
      .add_if_given("relaxation_steps", pair.relaxation_steps)
      .done();
}

void add_shape_size(Line& line, const ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      line.add("radius", shape.radius);
      return;
    case ShapeType::box:
      line.add("half_extents", shape.half_extents);
      return;
    case ShapeType::capsule:
    case ShapeType::cylinder:
      line.add("radius", shape.radius).add("half_length", shape.half_length);
      return;
    case ShapeType::cone:
      line.add("radius", shape.radius).add("height", shape.height);
      return;
    case ShapeType::plane:
      line.add("normal", shape.normal).add("offset", shape.offset);
      return;
    case ShapeType::hull:
      shape.mesh.empty() ? line.add("points", shape.points) : line.add("mesh", shape.mesh);
      return;
    case ShapeType::mesh:
      if (!shape.mesh.empty())
        line.add("mesh", shape.mesh);
      else
        line.add("points", shape.points).add("triangles", shape.triangles);
      return;
    case ShapeType::heightfield:
      line.add("rows", shape.rows).add("columns", shape.columns).add("spacing", shape.spacing);
      line.add("heights", shape.heights);
      return;
  }
}

string shape_line(const ShapeDesc& shape) {
  Line line;
  line.add("type", name_of(shape.type));
  add_shape_size(line, shape);
  line.add("position", shape.pose.position).add("orientation", shape.pose.orientation).add("material", shape.material);
  return line.done();
}

string shapes_text(const std::vector<ShapeDesc>& shapes) {
  if (shapes.size() == 1) return "[" + shape_line(shapes[0]) + "]";
  return block_of(shapes, shape_line, "      ");
}

string body_line(const BodyDesc& body) {
  Line line;
  line.add("name", body.name).add("motion", name_of(body.motion));
  line.add("position", body.pose.position).add("orientation", body.pose.orientation);
  line.add("velocity", body.velocity).add("angular_velocity", body.angular_velocity);
  line.add_if_given("mass", body.mass).add_if_given("inertia", body.inertia);
  line.add("linear_damping", body.linear_damping).add("angular_damping", body.angular_damping);
  line.add_raw("shapes", shapes_text(body.shapes));
  return line.done();
}

void add_joint_geometry(Line& line, const JointDesc& joint) {
  switch (joint.type) {
    case JointType::ball:
    case JointType::fixed:
      line.add("anchor", joint.anchor);
      return;
    case JointType::hinge:
    case JointType::slider:
    case JointType::cylindrical:
      line.add("anchor", joint.anchor).add("axis", joint.axis);
      return;
    case JointType::universal:
      line.add("anchor", joint.anchor).add("axis", joint.axis).add("axis2", joint.axis2);
      return;
    case JointType::distance:
      line.add("anchor_a", joint.anchor_a).add("anchor_b", joint.anchor_b);
      line.add_if_given("length", joint.length).add("max_only", joint.max_only);
      return;
    case JointType::spring:
      line.add("anchor_a", joint.anchor_a).add("anchor_b", joint.anchor_b).add("rest_length", joint.rest_length);
      line.add("stiffness", joint.stiffness).add("damping", joint.damping);
      return;
    case JointType::gear:
      line.add("joint_a", joint.joint_a).add("joint_b", joint.joint_b).add("ratio", joint.ratio);
      return;
    case JointType::wheel:
      line.add("radius", joint.radius);
      [[fallthrough]];
    case JointType::skate:
      line.add("anchor", joint.anchor).add("axis", joint.axis).add("axis2", joint.axis2);
      line.add_if_given("viscosity", joint.viscosity);
      return;
  }
}

string joint_line(const JointDesc& joint) {
  Line line;
  line.add("name", joint.name).add("type", name_of(joint.type));
  if (joint.type != JointType::gear || joint.a || joint.b) line.add("a", joint.a).add("b", joint.b);
  add_joint_geometry(line, joint);
  line.add_if_given("compliance", joint.compliance).add_if_given("relaxation_steps", joint.relaxation_steps);
  line.add_if_given("limits", joint.limits);
  if (joint.motor)
    line.add_raw("motor", Line()
                              .add("speed", joint.motor->speed)
                              .add("max_effort", joint.motor->max_effort)
                              .add_if_given("viscosity", joint.motor->viscosity)
                              .done());
  if (joint.lock)
    line.add_raw("lock", Line().add("position", joint.lock->position).add("max_effort", joint.lock->max_effort).done());
  line.add_unless(0.0, "friction_effort", joint.friction_effort).add("collide", joint.collide);
  line.add_if_given("break_force", joint.break_force).add_if_given("break_torque", joint.break_torque);
  return line.done();
}

string drive_line(const DriveDesc& drive) {
  if (const auto* speed = std::get_if<SpeedDrive>(&drive))
    return Line().add("joint", speed->joint).add("motor_speed", speed->motor_speed).done();
  const auto& force = std::get<ForceDrive>(drive);
  return Line()
      .add("body", force.body)
      .add("force", force.force)
      .add("point", force.point)
      .add("frame", force.body_frame ? "body" : "world")
      .add("from", force.from)
      .add_unless(ForceDrive{}.to, "to", force.to)
      .done();
}

string solving_line(const SolvingMark& mark) {
  Line line;
  if (!mark.joint.empty())
    line.add("joint", mark.joint);
  else if (!mark.body.empty())
    line.add("body", mark.body);
  else
    line.add_raw("between", "[" + text(mark.between[0]) + ", " + text(mark.between[1]) + "]");
  return line.add("by", mark.by == SolveBy::direct ? "direct" : "iterative").done();
}

// the parameters that differ from their defaults, by name
string solver_text(const Parameters& parameters) {
  Line line;
  for (const ParameterInfo& info : parameter_table()) {
    const string value = get_parameter(parameters, info.name);
    if (info.name == "gravity" || info.name == "time_step" || value == get_parameter({}, info.name)) continue;
    if (value == "own") continue;  // a preset that is none: its parts are told one by one
    const bool quoted = info.type == ParameterType::choice || (info.optional && value == info.unset);
    line.add_raw(info.name, quoted ? text(value) : value);
  }
  return line.done();
}

}  // namespace

string write_scene(const Scene& scene) {
  std::vector<string> items;
  const auto add = [&](std::string_view key, const string& value) { items.push_back(text(key) + ": " + value); };
  add("format", text("spook-scene"));
  add("version", "1");
  add("name", text(scene.name));
  if (!scene.description.empty()) add("description", text(scene.description));
  add("gravity", text(scene.parameters.gravity));
  add("time_step", text(scene.parameters.time_step));
  std::vector<string> materials;
  for (const auto& [name, material] : scene.materials) materials.push_back(text(name) + ": " + material_line(material));
  add("materials", block('{', materials, '}', "  "));
  if (!scene.material_pairs.empty()) add("material_pairs", block_of(scene.material_pairs, pair_line));
  add("bodies", block_of(scene.bodies, body_line));
  if (!scene.joints.empty()) add("joints", block_of(scene.joints, joint_line));
  if (!scene.no_collide.empty())
    add("no_collide",
        block_of(scene.no_collide, [](const auto& pair) { return "[" + text(pair[0]) + ", " + text(pair[1]) + "]"; }));
  if (!scene.drives.empty()) add("drives", block_of(scene.drives, drive_line));
  if (!scene.solving.empty()) add("solving", block_of(scene.solving, solving_line));
  if (scene.camera)
    add("camera", Line()
                      .add("position", scene.camera->position)
                      .add("target", scene.camera->target)
                      .add("vertical_fov", scene.camera->vertical_fov)
                      .done());
  if (!scene.wind.isZero(0.0)) add("wind", text(scene.wind));
  const string solver = solver_text(scene.parameters);
  if (solver != "{}") add("solver", solver);
  return block('{', items, '}', "") + "\n";
}

Scene load_scene(const std::filesystem::path& file, std::vector<SceneNote>* notes) {
  string text;
  try {
    text = read_file(file, max_scene_bytes);
  } catch (const std::runtime_error& error) {
    throw SceneError(error.what());
  }
  return parse_scene(text, file.string(), {}, notes);
}

void save_scene(const Scene& scene, const std::filesystem::path& file) {
  validate_scene(scene);
  write_file(file, write_scene(scene));
}

}  // namespace spook
