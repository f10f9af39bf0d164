#include "scenarios/build.h"

#include <cmath>
#include <stdexcept>

namespace spook::build {

ScenarioParameter number(std::string name, double value, double minimum, double maximum, std::string unit,
                         std::string help) {
  return {std::move(name), value, minimum, maximum, false, std::move(unit), std::move(help)};
}

ScenarioParameter count(std::string name, int value, int minimum, int maximum, std::string help) {
  return {std::move(name), double(value), double(minimum), double(maximum), true, "", std::move(help)};
}

ScenarioParameter toggle(std::string name, bool value, std::string help) {
  return {std::move(name), value ? 1.0 : 0.0, 0.0, 1.0, true, "", std::move(help)};
}

int whole(const ScenarioValues& values, const std::string& name) {
  return int(std::lround(values.at(name)));
}
bool on(const ScenarioValues& values, const std::string& name) {
  return values.at(name) > 0.5;
}

Quat turn(const Vec3& axis, double angle) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

Quat z_along(const Vec3& direction) {
  if (direction.x() == 0.0 && direction.y() == 0.0 && direction.z() < 0.0) return {0.0, 1.0, 0.0, 0.0};
  return Quat::FromTwoVectors(Vec3::UnitZ(), direction).normalized();
}

Quat axes(const Vec3& x, const Vec3& z) {
  Mat3 frame;
  frame.col(0) = x.normalized();
  frame.col(1) = z.cross(x).normalized();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return Quat(frame).normalized();
}

namespace {

ShapeDesc placed(ShapeType type, const Vec3& position, const Quat& orientation) {
  ShapeDesc shape;
  shape.type = type;
  shape.pose = {position, orientation};
  return shape;
}

}  // namespace

ShapeDesc sphere(double radius, const Vec3& position) {
  ShapeDesc shape = placed(ShapeType::sphere, position, upright());
  shape.radius = radius;
  return shape;
}

ShapeDesc box(const Vec3& half_extents, const Vec3& position, const Quat& orientation) {
  ShapeDesc shape = placed(ShapeType::box, position, orientation);
  shape.half_extents = half_extents;
  return shape;
}

ShapeDesc capsule(double radius, double half_length, const Vec3& axis, const Vec3& position) {
  ShapeDesc shape = placed(ShapeType::capsule, position, z_along(axis));
  shape.radius = radius;
  shape.half_length = half_length;
  return shape;
}

ShapeDesc cylinder(double radius, double half_length, const Vec3& axis, const Vec3& position) {
  ShapeDesc shape = placed(ShapeType::cylinder, position, z_along(axis));
  shape.radius = radius;
  shape.half_length = half_length;
  return shape;
}

ShapeDesc cone(double radius, double height, const Vec3& axis, const Vec3& position) {
  ShapeDesc shape = placed(ShapeType::cone, position, z_along(axis));
  shape.radius = radius;
  shape.height = height;
  return shape;
}

ShapeDesc hull(std::vector<Vec3> points, const Vec3& position, const Quat& orientation) {
  ShapeDesc shape = placed(ShapeType::hull, position, orientation);
  shape.points = std::move(points);
  return shape;
}

ShapeDesc prism(const std::vector<Vec2>& outline, double half_depth) {
  std::vector<Vec3> points;
  for (double y : {-half_depth, half_depth})
    for (const Vec2& corner : outline) points.emplace_back(corner.x(), y, corner.y());
  return hull(std::move(points));
}

ShapeDesc with_material(ShapeDesc shape, std::string material) {
  shape.material = std::move(material);
  return shape;
}

BodyDesc& body(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
               const Quat& orientation, std::string look) {
  BodyDesc& added = scene.bodies.emplace_back();
  added.name = std::move(name);
  added.shapes = std::move(shapes);
  added.pose = {position, orientation};
  added.look = std::move(look);
  return added;
}

BodyDesc& fixture(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
                  const Quat& orientation, std::string look) {
  BodyDesc& added = body(scene, std::move(name), std::move(shapes), position, orientation, std::move(look));
  added.motion = Motion::fixed;
  return added;
}

BodyDesc& carrier(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
                  const Quat& orientation, std::string look) {
  BodyDesc& added = body(scene, std::move(name), std::move(shapes), position, orientation, std::move(look));
  added.motion = Motion::kinematic;
  return added;
}

BodyDesc& ground(Scene& scene, const std::string& material) {
  ShapeDesc plane;
  plane.type = ShapeType::plane;
  plane.material = material;
  return fixture(scene, "ground", {plane}, Vec3::Zero());
}

const BodyDesc& find(const Scene& scene, const std::string& name) {
  for (const BodyDesc& candidate : scene.bodies)
    if (candidate.name == name) return candidate;
  throw std::logic_error("scene has no body " + name);
}

JointDesc& joint(Scene& scene, JointType type, std::string name, const std::string& a, const std::string& b,
                 const Vec3& anchor, const Vec3& axis) {
  JointDesc& added = scene.joints.emplace_back();
  added.type = type;
  added.name = std::move(name);
  if (!a.empty()) added.a = a;
  if (!b.empty()) added.b = b;
  added.anchor = anchor;
  added.axis = axis.normalized();
  return added;
}

JointDesc& rod(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
               const Vec3& anchor_b) {
  JointDesc& added = joint(scene, JointType::distance, std::move(name), a, b, Vec3::Zero());
  added.anchor_a = anchor_a;
  added.anchor_b = anchor_b;
  added.length = (anchor_a - anchor_b).norm();
  return added;
}

JointDesc& rope(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
                const Vec3& anchor_b) {
  JointDesc& added = rod(scene, std::move(name), a, b, anchor_a, anchor_b);
  added.max_only = true;
  return added;
}

JointDesc& spring(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
                  const Vec3& anchor_b, double stiffness, double damping) {
  JointDesc& added = joint(scene, JointType::spring, std::move(name), a, b, Vec3::Zero());
  added.anchor_a = anchor_a;
  added.anchor_b = anchor_b;
  added.rest_length = (anchor_a - anchor_b).norm();
  added.stiffness = stiffness;
  added.damping = damping;
  return added;
}

JointDesc& gear(Scene& scene, std::string name, const std::string& joint_a, const std::string& joint_b, double ratio) {
  JointDesc& added = scene.joints.emplace_back();
  added.type = JointType::gear;
  added.name = std::move(name);
  added.joint_a = joint_a;
  added.joint_b = joint_b;
  added.ratio = ratio;
  return added;
}

void push(Scene& scene, const std::string& pushed, const Vec3& force, double from, double to) {
  ForceDrive drive;
  drive.body = pushed;
  drive.force = force;
  drive.from = from;
  drive.to = to;
  scene.drives.emplace_back(std::move(drive));
}

void lead(Scene& scene, const std::string& led, const std::vector<double>& course) {
  const double h = scene.parameters.time_step;
  std::vector<std::array<double, 2>> speeds;
  for (std::size_t k = 0; k + 1 < course.size(); ++k)
    speeds.push_back({double(k) * h, (course[k + 1] - course[k]) / h});
  speeds.push_back({double(course.size() - 1) * h, 0.0});
  drive(scene, led, std::move(speeds));
}

void drive(Scene& scene, const std::string& driven, std::vector<std::array<double, 2>> speeds) {
  scene.drives.emplace_back(SpeedDrive{driven, std::move(speeds)});
}

void camera(Scene& scene, const Vec3& position, const Vec3& target, double vertical_fov) {
  scene.camera = CameraDesc{position, target, vertical_fov};
}

Material& material(Scene& scene, const std::string& name, double friction, double restitution, double density) {
  Material& added = scene.materials[name];
  added.friction = friction;
  added.restitution = restitution;
  added.density = density;
  return added;
}

void pair(Scene& scene, const std::string& a, const std::string& b, double friction) {
  MaterialPair& added = scene.material_pairs.emplace_back();
  added.a = a;
  added.b = b;
  added.friction = friction;
}

// splitmix64
std::uint64_t Dice::next() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

double Dice::uniform(double low, double high) {
  return low + (high - low) * double(next() >> 11) * 0x1.0p-53;
}

int Dice::index(int bound) {
  return int(next() % std::uint64_t(bound));
}

Vec3 Dice::direction() {
  const double z = uniform(-1.0, 1.0), angle = uniform(0.0, 2.0 * pi), r = std::sqrt(1.0 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

Quat Dice::orientation() {
  const Vec3 axis = direction();
  return turn(axis, uniform(0.0, 2.0 * pi));
}

}  // namespace spook::build
