// What the user made: plain descriptions, as in scene-format.md. No behaviour; validation and JSON live beside it.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/parameters.h"
#include "engine/scene/solving.h"
#include "engine/types.h"

namespace spook {

struct Material {
  double friction = 0.5;
  double restitution = 0.0;
  double density = 1000.0;        // kg/m³
  double compliance = 1e-8;       // ε of the contact normal, m/N
  double relaxation_steps = 2.0;  // τ/h
};

struct MaterialPair {
  std::string a, b;
  std::optional<double> friction, restitution, compliance, relaxation_steps;
};

enum class ShapeType { sphere, box, capsule, cylinder, cone, plane, hull, mesh, heightfield };

struct ShapeDesc {
  ShapeType type = ShapeType::sphere;
  Pose pose;  // in the body frame
  std::string material = "default";
  double radius = 0.5;                        // sphere, capsule, cylinder, cone
  double half_length = 0.5;                   // capsule (cylindrical part), cylinder
  double height = 1.0;                        // cone
  Vec3 half_extents{0.5, 0.5, 0.5};           // box
  Vec3 normal{0, 0, 1};                       // plane
  double offset = 0.0;                        // plane
  std::vector<Vec3> points;                   // hull: given points, or those of the mesh file
  std::string mesh;                           // hull, mesh: file under assets/
  std::vector<std::array<int, 3>> triangles;  // mesh: loaded from the file (vertices in points)
  int rows = 0, columns = 0;  // heightfield: heights[row * columns + column], row along y, column along x,
  double spacing = 1.0;       //   centred on the shape's origin
  std::vector<double> heights;
};

enum class Motion { fixed, dynamic, kinematic };  // "static" | "dynamic" | "kinematic"

struct BodyDesc {
  std::string name;
  Motion motion = Motion::dynamic;
  Pose pose;  // of the centre-of-mass frame
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();  // world frame
  std::optional<double> mass;
  std::optional<Vec3> inertia;                         // principal, in the body frame
  double linear_damping = 0.0, angular_damping = 0.0;  // 1/s
  std::vector<ShapeDesc> shapes;
  std::string
      look;  // not in the file: a hint for the renderer ("brick", "wood", "metal", "rock", "rubber"); may be empty
};

enum class JointType { ball, hinge, slider, cylindrical, universal, fixed, distance, spring, gear, wheel, skate };

struct MotorDesc {
  double speed = 0.0, max_effort = 0.0;
  std::optional<double> viscosity = {};  // δ, speed given up per effort, m/(N s) or rad/(N m s); none: the joint's ε
};
struct LockDesc {
  double position = 0.0, max_effort = 0.0;
};

struct JointDesc {
  std::string name;
  JointType type = JointType::ball;
  std::optional<std::string> a, b;                            // none: the world
  Vec3 anchor = Vec3::Zero(), axis{0, 0, 1}, axis2{1, 0, 0};  // world frame, at the initial poses
  Vec3 anchor_a = Vec3::Zero(), anchor_b = Vec3::Zero();      // distance, spring
  std::optional<double> length;                               // distance; none: the initial distance
  bool max_only = false;                                      // distance: a rope; with a motor, a hoist: it winds
  double rest_length = 0.0, stiffness = 0.0, damping = 0.0;   // spring
  std::string joint_a, joint_b;                               // gear
  double ratio = 1.0;                                         // gear
  double radius = 0.5;                                        // wheel
  std::optional<double> viscosity;                            // wheel, skate: slip per force, m/(N s); none: ε
  std::optional<double> compliance, relaxation_steps;         // none: the parameters' joint values
  std::optional<std::array<double, 2>> limits;
  std::optional<MotorDesc> motor;
  std::optional<LockDesc> lock;
  double friction_effort = 0.0;
  bool collide = false;
  // N and N m about a's anchor: what the joint carries before it breaks; none: it never does
  std::optional<double> break_force, break_torque;
};

struct ForceDrive {
  std::string body;
  Vec3 force = Vec3::Zero();
  Vec3 point = Vec3::Zero();  // in the body frame, from the centre of mass
  bool body_frame = false;    // of the force
  double from = 0.0, to = 1e300;
};

struct SpeedDrive {
  std::string joint;
  std::vector<std::array<double, 2>> motor_speed;  // (t, speed), piecewise linear
};

using DriveDesc = std::variant<ForceDrive, SpeedDrive>;

struct CameraDesc {
  Vec3 position{6, -8, 4}, target{0, 0, 1};
  double vertical_fov = 0.8;  // rad
};

struct Scene {
  std::string name, description;
  std::map<std::string, Material> materials{{"default", {}}};
  std::vector<MaterialPair> material_pairs;
  std::vector<BodyDesc> bodies;
  std::vector<JointDesc> joints;
  std::vector<std::array<std::string, 2>> no_collide;
  std::vector<DriveDesc> drives;
  std::vector<SolvingMark> solving;
  std::optional<CameraDesc> camera;
  Vec3 wind = Vec3::Zero();  // m/s
  Parameters parameters;     // gravity and time_step of the file, and its "solver" object
};

// the numbers of a contact between two materials: overrides first, then the format's mixing rules
Material mix_materials(const Scene& scene, const std::string& a, const std::string& b);

}  // namespace spook
