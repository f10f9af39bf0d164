// Small builders the scene families are written with: shapes, bodies, joints, materials, camera, parameters.
// A scene is plain data; these only save typing. Bodies and joints come back by reference until the next one is added.
#pragma once

#include <string>
#include <vector>

#include "scenarios/registry.h"

namespace spook::build {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double gravity = 9.81;
inline constexpr double degrees = pi / 180.0;

// ---- parameters of a scenario
ScenarioParameter number(std::string name, double value, double minimum, double maximum, std::string unit,
                         std::string help);
ScenarioParameter count(std::string name, int value, int minimum, int maximum, std::string help);
ScenarioParameter toggle(std::string name, bool value, std::string help);
int whole(const ScenarioValues& values, const std::string& name);
bool on(const ScenarioValues& values, const std::string& name);

// ---- turns
Quat turn(const Vec3& axis, double angle);
Quat z_along(const Vec3& direction);      // the shortest turn that takes z there
Quat axes(const Vec3& x, const Vec3& z);  // x as given, z as near to the given as may be
inline Quat upright() {
  return Quat::Identity();
}

// ---- shapes, in the body frame
ShapeDesc sphere(double radius, const Vec3& position = Vec3::Zero());
ShapeDesc box(const Vec3& half_extents, const Vec3& position = Vec3::Zero(), const Quat& orientation = upright());
ShapeDesc capsule(double radius, double half_length, const Vec3& axis = Vec3::UnitZ(),
                  const Vec3& position = Vec3::Zero());
ShapeDesc cylinder(double radius, double half_length, const Vec3& axis = Vec3::UnitZ(),
                   const Vec3& position = Vec3::Zero());
ShapeDesc cone(double radius, double height, const Vec3& axis = Vec3::UnitZ(), const Vec3& position = Vec3::Zero());
ShapeDesc hull(std::vector<Vec3> points, const Vec3& position = Vec3::Zero(), const Quat& orientation = upright());
// a polygon in x–z, counter-clockwise seen from −y, drawn out to ± half_depth along y
ShapeDesc prism(const std::vector<Vec2>& outline, double half_depth);
ShapeDesc with_material(ShapeDesc shape, std::string material);

// ---- bodies
BodyDesc& ground(Scene& scene, const std::string& material = "default");  // the plane z = 0
BodyDesc& body(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
               const Quat& orientation = upright(), std::string look = "");
BodyDesc& fixture(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
                  const Quat& orientation = upright(), std::string look = "");  // static
BodyDesc& carrier(Scene& scene, std::string name, std::vector<ShapeDesc> shapes, const Vec3& position,
                  const Quat& orientation = upright(), std::string look = "");  // kinematic
const BodyDesc& find(const Scene& scene, const std::string& name);              // it must be there

// ---- joints; an empty body name is the world
JointDesc& joint(Scene& scene, JointType type, std::string name, const std::string& a, const std::string& b,
                 const Vec3& anchor, const Vec3& axis = Vec3::UnitZ());
JointDesc& rod(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
               const Vec3& anchor_b);
JointDesc& rope(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
                const Vec3& anchor_b);
JointDesc& spring(Scene& scene, std::string name, const std::string& a, const std::string& b, const Vec3& anchor_a,
                  const Vec3& anchor_b, double stiffness, double damping);  // at rest as built
JointDesc& gear(Scene& scene, std::string name, const std::string& joint_a, const std::string& joint_b, double ratio);

// ---- the rest
void push(Scene& scene, const std::string& body, const Vec3& force, double from, double to);
// lead a motor along `course`, the joint's position at every step from 0 on: each step's speed is what reaches the next
void lead(Scene& scene, const std::string& joint, const std::vector<double>& course);
// a motor's speed over time, piecewise linear: pairs of time and speed
void drive(Scene& scene, const std::string& joint, std::vector<std::array<double, 2>> speeds);
void camera(Scene& scene, const Vec3& position, const Vec3& target, double vertical_fov = 0.8);
Material& material(Scene& scene, const std::string& name, double friction, double restitution = 0.0,
                   double density = 1000.0);
void pair(Scene& scene, const std::string& a, const std::string& b, double friction);

// numbers that look random and are the same on every machine
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 0x1234567ull) {}
  double uniform(double low, double high);
  int index(int count);  // 0 … count−1
  Vec3 direction();
  Quat orientation();

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

}  // namespace spook::build
