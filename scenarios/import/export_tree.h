// A scene's bodies as a tree: what URDF and MJCF are made of. Joints that close loops stand apart.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/scene/mass_properties.h"
#include "engine/scene/scene.h"

namespace spook::models {

struct TreeBody {
  const BodyDesc* body = nullptr;
  Pose frame;                        // of the centre of mass, world
  BodyMass mass;                     // of dynamic bodies
  int parent = -1;                   // −1: the world
  const JointDesc* joint = nullptr;  // to the parent; none: free, or standing
  bool flipped = false;              // the body is the joint's b: its coordinate turns the other way
  double stiffness = 0.0, damping = 0.0, spring_rest = 0.0;  // of joints beside it that say nothing else
  std::vector<const JointDesc*> servos;                      // beside it, bounded: actuators
  std::vector<int> children;

  Vec3 axis() const { return flipped ? (-joint->axis).eval() : joint->axis; }
};

struct ExportTree {
  std::vector<TreeBody> bodies;  // in the scene's order
  std::vector<int> roots;
  std::vector<const JointDesc*> others;  // loops, gears, ropes, springs
  std::map<std::string, int> number;     // by name

  explicit ExportTree(const Scene& scene);
  const TreeBody* find(const std::optional<std::string>& name) const;
  bool is_tree_joint(const std::string& name) const;
};

std::string xml_text(const std::string& text);  // as it stands in an attribute
std::string xml_vector(const Vec3& v);
std::string xml_quaternion(const Quat& q);

}  // namespace spook::models
