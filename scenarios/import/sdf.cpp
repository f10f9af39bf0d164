// SDF: links placed in the frame of their model, joints by the links' names, in any order and with loops.
#include <Eigen/Eigenvalues>
#include <cmath>
#include <map>
#include <set>

#include "scenarios/import/meshes.h"
#include "scenarios/import/model.h"
#include "scenarios/import/model_folder.h"

namespace spook::models {
namespace {

constexpr double default_density = 1000.0;  // kg/m³
constexpr double no_limit = 1e15;           // SDF writes 1e16 where there is none

double number_in(const XmlNode& node, const char* element, double otherwise) {
  const XmlNode* child = node.child(element);
  return child ? parse_number_of(*child, element, child->text) : otherwise;
}

double positive_in(const XmlNode& node, const char* element) {
  const double value = number_in(node, element, 0.0);
  if (!(value > 0.0)) node.fail(std::string("<") + element + ">: expected a positive number");
  return value;
}

Vec3 vector_in(const XmlNode& node, const char* element, const Vec3& otherwise) {
  const XmlNode* child = node.child(element);
  return child ? parse_vector(*child, element, child->text) : otherwise;
}

Pose pose_of(const XmlNode& pose) {
  const auto v = parse_numbers(pose, "pose", pose.text);
  if (v.size() != 6 && !v.empty()) pose.fail("expected six numbers, found " + std::to_string(v.size()));
  if (v.empty()) return {};
  const Quat turn = Eigen::AngleAxisd(v[5], Vec3::UnitZ()) * Eigen::AngleAxisd(v[4], Vec3::UnitY()) *
                    Eigen::AngleAxisd(v[3], Vec3::UnitX());
  return {Vec3(v[0], v[1], v[2]), turn};
}

struct SdfReader {
  const ImportOptions& options;
  Notes& notes;
  ModelFolder folder;
  double version = 1.0;
  Model model = {};

  // of the <model> being read
  std::string prefix = {};
  Pose frame = {};
  bool fixed = false;
  struct Link {
    const XmlNode* at;
    Pose pose;
    int number = -1;  // in model.links, once it is placed
  };
  std::map<std::string, Link> links = {};
  std::vector<const XmlNode*> joints = {};

  void read_model(const XmlNode& node, const Pose& around, bool several);
  Pose placed(const XmlNode& node, const Pose& usual) const;
  void read_inertial(ModelLink& link, const XmlNode& node) const;
  void read_shape(ModelLink& link, const XmlNode& node, bool collides) const;
  void read_geometry(ModelShape& made, const XmlNode& geometry) const;
  int place(const std::string& name, int parent);
  std::vector<ModelJoint> joints_of(const XmlNode& node) const;
  void add_loop(const XmlNode& node, int parent, int child);
  void connect_all();
};

// in the frame named by relative_to (a link of the model), or the usual one
Pose SdfReader::placed(const XmlNode& node, const Pose& usual) const {
  const XmlNode* pose = node.child("pose");
  if (!pose) return usual;
  const std::string other = pose->attribute("relative_to", pose->attribute("frame"));
  if (other.empty() || other == "__model__") return (other.empty() ? usual : frame) * pose_of(*pose);
  const auto found = links.find(other);
  if (found == links.end()) pose->fail("there is no link '" + other + "' before this to stand relative to");
  return found->second.pose * pose_of(*pose);
}

void SdfReader::read_inertial(ModelLink& link, const XmlNode& node) const {
  const XmlNode* pose = node.child("pose");
  const Pose own = pose ? pose_of(*pose) : Pose{};
  MassProperties mass;
  mass.mass = number_in(node, "mass", 1.0);
  if (!(mass.mass >= 0.0)) node.fail("<mass>: expected zero or more");
  mass.centre = own.position;
  Mat3 inertia = Mat3::Identity();
  if (const XmlNode* i = node.child("inertia")) {
    const double xy = number_in(*i, "ixy", 0), xz = number_in(*i, "ixz", 0), yz = number_in(*i, "iyz", 0);
    const double xx = number_in(*i, "ixx", 1), yy = number_in(*i, "iyy", 1), zz = number_in(*i, "izz", 1);
    inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    if (Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues().minCoeff() < 0.0)
      i->fail("its principal moments of inertia are not positive");
  }
  const Mat3 turn = own.orientation.toRotationMatrix();
  mass.inertia = turn * inertia * turn.transpose();
  link.mass = mass;
}

void SdfReader::read_geometry(ModelShape& made, const XmlNode& geometry) const {
  ShapeDesc& shape = made.shape;
  if (const XmlNode* box = geometry.child("box")) {
    shape.type = ShapeType::box;
    shape.half_extents = 0.5 * vector_in(*box, "size", Vec3::Zero());
    if (!(shape.half_extents.array() > 0.0).all()) box->fail("<size>: expected three positive numbers");
  } else if (const XmlNode* sphere = geometry.child("sphere")) {
    shape.type = ShapeType::sphere;
    shape.radius = positive_in(*sphere, "radius");
  } else if (const XmlNode* cylinder = geometry.child("cylinder")) {
    shape.type = ShapeType::cylinder;
    shape.radius = positive_in(*cylinder, "radius");
    shape.half_length = 0.5 * positive_in(*cylinder, "length");
  } else if (const XmlNode* capsule = geometry.child("capsule")) {
    shape.type = ShapeType::capsule;
    shape.radius = positive_in(*capsule, "radius");
    shape.half_length = 0.5 * positive_in(*capsule, "length");
  } else if (const XmlNode* plane = geometry.child("plane")) {
    if (!fixed) plane->fail("a plane is for models that stand (<static>)");
    shape.type = ShapeType::plane;
    shape.normal = vector_in(*plane, "normal", Vec3::UnitZ()).normalized();
    if (const XmlNode* size = plane->child("size")) size->mark_all_read();  // planes have no end here
    return;
  } else if (const XmlNode* mesh = geometry.child("mesh")) {
    const XmlNode* uri = mesh->child("uri");
    if (!uri) mesh->fail("<uri> is missing");
    TriangleMesh read = read_mesh_file(folder.resolve(*uri, uri->text));
    const Vec3 scale = vector_in(*mesh, "scale", Vec3::Ones());
    for (Vec3& v : read.vertices) v = v.cwiseProduct(scale);
    const MeshSolid solid = mesh_solid(read, default_density);
    shape.type = ShapeType::hull;
    shape.points = hull_points(read.vertices);
    if (shape.points.empty()) mesh->fail("the mesh has no inside: its points lie in one plane");
    if (made.collides && !solid.convex) notes.add(*mesh, "the mesh is not convex: it collides as its hull");
  } else {
    geometry.fail("expected box, sphere, cylinder, capsule, plane or mesh");
  }
  made.mass = shape_mass(shape, default_density);
}

void SdfReader::read_shape(ModelLink& link, const XmlNode& node, bool collides) const {
  ModelShape made;
  made.at = &node;
  made.collides = made.weighs = collides;
  if (!collides) made.category = made.mask = 0;
  node.attribute("name");
  if (const XmlNode* pose = node.child("pose")) made.shape.pose = pose_of(*pose);
  const XmlNode* geometry = node.child("geometry");
  if (!geometry) node.fail("<geometry> is missing");
  if (!collides && geometry->child("plane")) return;
  read_geometry(made, *geometry);
  if (const XmlNode* surface = node.child("surface"))
    if (const XmlNode* friction = surface->child("friction"))
      if (const XmlNode* ode = friction->child("ode")) made.friction = number_in(*ode, "mu", 1.0);
  link.shapes.push_back(std::move(made));
}

int SdfReader::place(const std::string& name, int parent) {
  Link& known = links.at(name);
  if (known.number >= 0) return known.number;
  const XmlNode& node = *known.at;
  ModelLink link;
  link.name = prefix + name;
  link.at = &node;
  link.parent = parent;
  link.pose = known.pose;
  if (const XmlNode* inertial = node.child("inertial")) read_inertial(link, *inertial);
  for (const XmlNode* shape : node.all("collision")) read_shape(link, *shape, true);
  for (const XmlNode* shape : node.all("visual")) read_shape(link, *shape, false);
  known.number = int(model.links.size());
  model.links.push_back(std::move(link));
  return known.number;
}

// none: fixed. Axes stand in the joint's frame since version 1.5, in the model's before
std::vector<ModelJoint> SdfReader::joints_of(const XmlNode& node) const {
  const std::string type = node.required("type");
  const Pose own = placed(node, links.at(node.child("child")->text).pose);
  std::vector<ModelJoint> made;
  if (type == "fixed") return made;
  const bool two = type == "universal" || type == "revolute2";
  for (const char* key : {"axis", "axis2"}) {
    if (std::string_view(key) == "axis2" && !two) break;
    ModelJoint joint;
    joint.at = &node;
    joint.name = prefix + node.required("name") + (made.empty() ? "" : "_second");
    joint.anchor = own.position;
    joint.type = type == "ball"        ? ModelJointType::ball
                 : type == "prismatic" ? ModelJointType::slide
                                       : ModelJointType::hinge;
    if (type == "ball") return {joint};
    const XmlNode* axis = node.child(key);
    if (!axis) node.fail(std::string("<") + key + "> is missing");
    const Vec3 way = vector_in(*axis, "xyz", Vec3::UnitZ());
    if (!(way.norm() > 1e-12)) axis->fail("<xyz>: expected a direction, found one without length");
    const XmlNode* xyz = axis->child("xyz");
    const std::string expressed = xyz ? xyz->attribute("expressed_in") : "";
    const bool in_model =
        expressed == "__model__" || number_in(*axis, "use_parent_model_frame", version < 1.45 ? 1 : 0) > 0.5;
    joint.axis = ((in_model ? frame : own).orientation * way).normalized();
    if (const XmlNode* limit = axis->child("limit")) {
      const double lower = number_in(*limit, "lower", -1e16), upper = number_in(*limit, "upper", 1e16);
      if (lower > upper) limit->fail("expected <lower> below <upper>");
      if (type != "continuous" && (lower > -no_limit || upper < no_limit)) joint.limits = {lower, upper};
    }
    if (const XmlNode* dynamics = axis->child("dynamics")) {
      joint.damping = number_in(*dynamics, "damping", 0.0);
      joint.friction = number_in(*dynamics, "friction", 0.0);
      joint.stiffness = number_in(*dynamics, "spring_stiffness", 0.0);
      joint.spring_rest = number_in(*dynamics, "spring_reference", 0.0);
    }
    made.push_back(joint);
  }
  if (type != "revolute" && type != "continuous" && type != "prismatic" && !two)
    node.fail("'type': a joint of type '" + type + "' cannot be imported");
  return made;
}

void SdfReader::add_loop(const XmlNode& node, int parent, int child) {
  ModelTie tie;
  tie.name = prefix + node.required("name");
  tie.at = &node;
  tie.a = child, tie.b = parent;
  const std::vector<ModelJoint> said = joints_of(node);
  tie.type = said.empty() ? ModelTie::Type::rigid : ModelTie::Type::point;
  tie.anchor = said.empty() ? model.links[std::size_t(child)].pose.position : said[0].anchor;
  if (said.size() == 1 && said[0].type == ModelJointType::hinge) {
    tie.type = ModelTie::Type::hinge;
    tie.axis = said[0].axis;
  } else if (!said.empty() && said[0].type != ModelJointType::ball) {
    notes.add(node, "it closes a loop and is imported as a ball");
  }
  model.ties.push_back(tie);
}

// a tree as far as joints reach, from the world outwards; what is left over closes loops
void SdfReader::connect_all() {
  std::vector<bool> used(joints.size(), false);
  const auto number_of = [&](const XmlNode& end) {
    if (end.text == "world") return 0;
    const auto found = links.find(end.text);
    if (found == links.end()) end.fail("there is no link named '" + end.text + "'");
    return found->second.number;
  };
  const auto grow = [&] {
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t j = 0; j < joints.size(); ++j) {
        if (used[j]) continue;
        const XmlNode &parent = *joints[j]->child("parent"), &child = *joints[j]->child("child");
        if (child.text == "world") child.fail("the world cannot be a child");
        const int above = number_of(parent), below = number_of(child);
        if (above < 0) continue;
        used[j] = grew = true;
        if (below >= 0) {
          add_loop(*joints[j], above, below);
          continue;
        }
        const int number = place(child.text, above);
        model.links[std::size_t(number)].joints = joints_of(*joints[j]);
      }
    }
  };
  grow();
  // nothing reaches these: they fall freely, those first that are nobody's child
  std::set<std::string> children;
  for (const XmlNode* joint : joints) children.insert(joint->child("child")->text);
  for (const bool any : {false, true})
    for (const auto& [name, link] : links) {
      if (link.number >= 0 || (children.contains(name) && !any)) continue;
      model.links[std::size_t(place(name, 0))].free = true;
      grow();
    }
}

void SdfReader::read_model(const XmlNode& node, const Pose& around, bool several) {
  links.clear();
  joints = node.all("joint");
  const std::string name = node.attribute("name", "model");
  if (model.name.empty()) model.name = name;
  prefix = several ? name + "." : "";
  const XmlNode* pose = node.child("pose");
  frame = pose ? around * pose_of(*pose) : around;
  const XmlNode* stands = node.child("static");
  fixed = stands && (stands->text == "true" || stands->text == "1");
  for (const XmlNode* link : node.all("link")) {
    const std::string link_name = link->required("name");
    if (!links.emplace(link_name, Link{link, placed(*link, frame)}).second)
      link->fail("a link named '" + link_name + "' is there already");
  }
  for (const XmlNode* joint : joints)
    for (const char* end : {"parent", "child"}) {
      if (!joint->child(end)) joint->fail(std::string("<") + end + "> is missing");
      if (std::string_view(end) == "child" && !links.contains(joint->child(end)->text))
        joint->child(end)->fail("there is no link named '" + joint->child(end)->text + "'");
    }
  if (fixed) {
    for (const XmlNode* joint : joints) {
      notes.add(*joint, "<joint> of a model that stands is not imported");
      joint->mark_all_read();
    }
    for (const auto& [link_name, link] : links) place(link_name, 0);
    return;
  }
  connect_all();
}

}  // namespace

Model read_sdf(XmlNode& root, const std::filesystem::path& file, const ImportOptions& options, Notes& notes) {
  SdfReader reader{.options = options, .notes = notes, .folder = ModelFolder(file, options.package_folders)};
  reader.model.massless_links = true;
  reader.version = parse_number_of(root, "version", root.attribute("version", "1.6"));
  ModelLink world;
  world.name = "world";
  world.at = &root;
  reader.model.links.push_back(world);
  const XmlNode* around = root.child("world");
  const XmlNode& place = around ? *around : root;
  if (around) reader.model.name = around->attribute("name");
  reader.model.gravity = vector_in(place, "gravity", reader.model.gravity);
  const auto all = place.all("model");
  if (all.empty()) place.fail("expected a <model>");
  for (const XmlNode* model : all) reader.read_model(*model, {}, all.size() > 1);
  return std::move(reader.model);
}

}  // namespace spook::models
