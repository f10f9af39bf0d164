// MJCF, as far as it speaks of bodies, shapes, joints, actuators and equalities. What the attributes mean is MuJoCo's
// own definition (XML reference of MuJoCo 2.2 and 3).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/import/meshes.h"
#include "scenarios/import/model.h"
#include "scenarios/import/model_folder.h"

namespace spook::models {

struct MjcfCompiler {
  bool degrees = true, autolimits = true, global = false, strip_path = false, balance_inertia = false;
  std::string euler_sequence = "xyz", mesh_folder;
  enum class FromGeom { no, yes, where_missing } inertia_from_geom = FromGeom::where_missing;
  int first_group = 0, last_group = 5;  // of geoms that weigh
  double min_mass = 0.0, min_inertia = 0.0, total_mass = -1.0;

  double angle(double value) const { return degrees ? value * 3.14159265358979323846 / 180.0 : value; }
};

// an element, and the defaults of its class behind it
class MjcfElement {
 public:
  MjcfElement(const XmlNode& node, std::vector<const XmlNode*> defaults)
      : node_(node), defaults_(std::move(defaults)) {}

  const XmlNode& node() const { return node_; }
  bool has(std::string_view key) const { return find(key).second != nullptr; }
  std::string text(std::string_view key, const std::string& otherwise = {}) const;
  double number(std::string_view key, double otherwise) const;
  Vec3 vector(std::string_view key, const Vec3& otherwise) const;
  std::vector<double> numbers(std::string_view key, std::size_t min, std::size_t max) const;  // empty: not given
  bool yes(std::string_view key, bool otherwise) const;                                       // true or false
  // "true", "false" or "auto", which follows a range where the compiler says so
  bool limited(std::string_view key, std::string_view range, const MjcfCompiler& compiler) const;
  [[noreturn]] void fail(const std::string& message) const { node_.fail(message); }

 private:
  std::pair<const XmlNode*, const XmlAttribute*> find(std::string_view key) const;

  const XmlNode& node_;
  std::vector<const XmlNode*> defaults_;  // nearest class first
};

class MjcfDefaults {
 public:
  void read(const XmlNode& top);  // a <default> element; throws SceneError
  // the element with the defaults of its own class, or of the nearest childclass around it
  MjcfElement element(const XmlNode& node, const std::string& childclass, std::string_view other_tag = {}) const;
  void expect(const XmlNode& node, const std::string& name) const;

 private:
  struct Class {
    std::string parent;
    std::vector<const XmlNode*> nodes;  // included files may add to the main class
  };
  void read_class(const XmlNode& node, const std::string& parent);
  std::map<std::string, Class> classes_;
  std::string main_ = "main";
};

// pos with quat, axisangle, xyaxes, zaxis or euler
Quat mjcf_orientation(const MjcfElement& element, const MjcfCompiler& compiler);
Pose mjcf_pose(const MjcfElement& element, const MjcfCompiler& compiler);
Quat turn_z_to(const Vec3& direction);

struct MjcfMesh {
  const XmlNode* at = nullptr;
  TriangleMesh mesh;
  MeshSolid solid;  // at density 1
};

struct MjcfReader {
  const ImportOptions& options;
  Notes& notes;
  ModelFolder folder;
  MjcfCompiler compiler = {};
  MjcfDefaults defaults = {};
  std::map<std::string, MjcfMesh> meshes = {};
  Model model = {};
  std::map<std::string, int> link_of_body = {};
  std::map<std::string, std::pair<int, int>> joints = {};  // name → link, place in its list

  // where mjcf_body.cpp finds itself
  struct Around {
    int link = 0;
    Pose pose;  // world pose of the frame that children are placed in
    std::string childclass;
  };

  void read_compiler(const XmlNode& node);
  void read_option(const XmlNode& node);
  void read_assets(const XmlNode& node);
  void read_bodies(const XmlNode& node, const Around& around);
  void read_body(const XmlNode& node, const Around& around);
  void read_inertial(const MjcfElement& element, const Around& around);
  void read_joint(const XmlNode& node, const Around& around);
  void read_geom(const XmlNode& node, const Around& around);
  void read_actuators(const XmlNode& node);
  void read_equalities(const XmlNode& node);
  void read_contacts(const XmlNode& node);
  void finish_masses();

  Pose placed(const MjcfElement& element, const Around& around) const;  // world pose
  bool stands(int link) const;
  int body_named(const XmlNode& at, const std::string& name) const;
  ModelJoint& joint_named(const XmlNode& at, const std::string& name);
};

}  // namespace spook::models
