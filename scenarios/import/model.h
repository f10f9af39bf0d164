// What URDF, MJCF and SDF have in common: a tree of links with frames at the start, their shapes, masses and joints,
// and what ties links across the tree. Readers fill it, assemble() makes a scene of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/mass_properties.h"
#include "engine/scene/scene.h"
#include "scenarios/import/notes.h"
#include "scenarios/import/xml.h"

namespace spook::models {

struct ModelShape {
  ShapeDesc shape;  // its pose in the link's frame
  const XmlNode* at = nullptr;
  MassProperties mass;              // in the link's frame; what the shape weighs where nothing else says so
  bool weighs = true;               // counts where the link's mass comes from its shapes
  bool collides = true;             // false: only to be looked at
  unsigned category = 1, mask = 1;  // two shapes collide where the category of one is in the mask of the other
  double friction = 1.0;            // with another shape: the larger of the two
  bool frictionless = false;        // with another of the kind: none
};

enum class ModelJointType { hinge, slide, ball };

struct ModelJoint {
  std::string name;
  const XmlNode* at = nullptr;
  ModelJointType type = ModelJointType::hinge;
  Vec3 anchor = Vec3::Zero(), axis{0, 0, 1};    // world, at the start
  std::optional<std::array<double, 2>> limits;  // rad or m, counted from the start
  double start = 0.0;                           // what the model calls the coordinate at the start
  double stiffness = 0.0, damping = 0.0;        // N m/rad or N/m, and per rad/s or m/s
  double spring_rest = 0.0;                     // counted from the start
  double friction = 0.0;                        // dry, N m or N
  std::optional<MotorDesc> motor;
  bool wanted = false;  // something else names it: an actuator, a gear

  bool plain() const { return !limits && stiffness == 0 && damping == 0 && friction == 0 && !motor && !wanted; }
};

struct ModelLink {
  std::string name;
  const XmlNode* at = nullptr;
  int parent = 0;  // link 0 is the world
  Pose pose;       // world, at the start
  bool free = false, kinematic = false;
  std::optional<MassProperties> mass;  // in the link's frame; none: from the shapes
  std::vector<ModelShape> shapes;
  std::vector<ModelJoint> joints;  // the first is the one next to the parent
};

// a spring of velocity or position between the sides of a joint: what drives it, or holds it
struct ModelServo {
  std::string name;
  const XmlNode* at = nullptr;
  std::string joint;
  double stiffness = 0.0, damping = 0.0;  // stiffness 0: of velocity
  double target = 0.0;                    // in the model's own coordinate, or a speed
  double max_effort = 1e9;
};

struct ModelTie {
  enum class Type { point, hinge, rigid, gear, locked } type = Type::point;
  std::string name;
  const XmlNode* at = nullptr;
  int a = 0, b = 0;                           // links, of a point and a rigid tie
  Vec3 anchor = Vec3::Zero(), axis{0, 0, 1};  // world
  std::string joint_a, joint_b;  // of a gear: q_a = ratio q_b, both counted from the start; locked: a alone
  double ratio = 1.0, position = 0.0;
};

struct Model {
  std::string name;
  Vec3 gravity{0, 0, -9.81};
  std::vector<ModelLink> links;  // links[0] is the world; parents stand before their children
  std::vector<ModelServo> servos;
  std::vector<ModelTie> ties;
  std::vector<std::array<int, 2>> no_collide;
  bool massless_links = false;            // links that move without mass are usual: they get a little
  bool neighbours_of_world_touch = true;  // a link jointed to the world collides with what is fixed there
};

struct ImportOptions {
  bool free_base = false;  // a URDF's root link falls freely; otherwise it is held by the world
  bool ground = false;     // a plane under the model
  bool hold = false;       // motors without a command hold with all their effort; otherwise they are off
  std::vector<std::filesystem::path> package_folders;  // where package://NAME is looked for as well
};

// the root is kept by the caller as long as the model: links and joints point into it
Model read_mjcf(XmlNode& root, const std::filesystem::path& file, const ImportOptions& options, Notes& notes);
Model read_urdf(XmlNode& root, const std::filesystem::path& file, const ImportOptions& options, Notes& notes);
Model read_sdf(XmlNode& root, const std::filesystem::path& file, const ImportOptions& options, Notes& notes);

Scene assemble(const Model& model, const ImportOptions& options, Notes& notes);

}  // namespace spook::models
