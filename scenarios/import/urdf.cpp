// URDF: links and joints by name, placed along the tree. Fixed (extrinsic) roll, pitch, yaw; radians.
#include <Eigen/Eigenvalues>
#include <map>
#include <set>

#include "scenarios/import/meshes.h"
#include "scenarios/import/model.h"
#include "scenarios/import/model_folder.h"

namespace spook::models {
namespace {

constexpr double default_density = 1000.0;  // kg/m³, of links that say no mass: water, as MuJoCo takes it

struct UrdfReader {
  const XmlNode& root;
  const ImportOptions& options;
  Notes& notes;
  ModelFolder folder;
  Model model = {};
  std::map<std::string, const XmlNode*> links = {};
  std::map<std::string, std::vector<const XmlNode*>> joints_of_parent = {};
  std::map<std::string, int> number = {};  // of links that are placed
  std::set<std::string> joint_names = {};

  void read();
  void place(const std::string& link, int parent, const XmlNode* joint);
  void place_tree(const std::string& root_link);
  void add_joint(ModelLink& link, const XmlNode& node);
  void read_limits(ModelJoint& joint, const XmlNode& node, bool bounded);
  void add_planar(ModelLink& link, const ModelJoint& joint);
  void add_mimic(const XmlNode& node);
  void read_inertial(ModelLink& link, const XmlNode& node);
  void read_shape(ModelLink& link, const XmlNode& node, bool collides);
  void take_mesh(ModelShape& shape, const XmlNode& node);
};

Pose origin_of(const XmlNode& node) {
  const XmlNode* origin = node.child("origin");
  if (!origin) return {};
  const Vec3 angles = parse_vector(*origin, "rpy", origin->attribute("rpy", "0 0 0"));
  const Quat turn = Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
                    Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
  return {parse_vector(*origin, "xyz", origin->attribute("xyz", "0 0 0")), turn};
}

double number_or(const XmlNode& node, const char* key, double otherwise) {
  const XmlAttribute* a = node.find(key);
  return a ? parse_number_of(node, key, a->value) : otherwise;
}

double positive(const XmlNode& node, const char* key) {
  const double value = parse_number_of(node, key, node.required(key));
  if (!(value > 0.0)) node.fail(std::string("'") + key + "': expected a positive number, found " + node.attribute(key));
  return value;
}

void UrdfReader::read_inertial(ModelLink& link, const XmlNode& node) {
  const Pose frame = origin_of(node);
  const XmlNode *mass = node.child("mass"), *inertia = node.child("inertia");
  if (!mass) node.fail("<mass> is missing");
  MassProperties result;
  result.mass = parse_number_of(*mass, "value", mass->required("value"));
  if (!(result.mass >= 0.0)) mass->fail("'value': expected zero or more");
  result.centre = frame.position;
  if (inertia) {
    const auto value = [&](const char* key) { return number_or(*inertia, key, 0.0); };
    const double xx = value("ixx"), yy = value("iyy"), zz = value("izz");
    const double xy = value("ixy"), xz = value("ixz"), yz = value("iyz");
    Mat3 own;
    own << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(own).eigenvalues();
    if (principal.minCoeff() < -1e-12 * own.norm()) inertia->fail("its principal moments of inertia are not positive");
    if (principal[0] + principal[1] < principal[2] * (1.0 - 1e-9))
      notes.add(*inertia,
                "no rigid body has such an inertia (two principal moments are less than the third); taken as it is");
    const Mat3 turn = frame.orientation.toRotationMatrix();
    result.inertia = turn * own * turn.transpose();
  }
  link.mass = result;
}

void UrdfReader::take_mesh(ModelShape& made, const XmlNode& node) {
  const std::string name = node.required("filename");
  TriangleMesh mesh = read_mesh_file(folder.resolve(node, name));
  const Vec3 scale = parse_vector(node, "scale", node.attribute("scale", "1 1 1"));
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(scale);
  const MeshSolid solid = mesh_solid(mesh, default_density);
  made.shape.type = ShapeType::hull;
  made.shape.points = hull_points(mesh.vertices);
  if (made.shape.points.empty()) node.fail("the mesh '" + name + "' has no inside: its points lie in one plane");
  if (made.collides && !solid.convex) notes.add(node, "the mesh '" + name + "' is not convex: it collides as its hull");
  const Mat3 turn = made.shape.pose.orientation.toRotationMatrix();
  made.mass = {solid.mass.mass, made.shape.pose.to_parent(solid.mass.centre),
               turn * solid.mass.inertia * turn.transpose()};
}

void UrdfReader::read_shape(ModelLink& link, const XmlNode& node, bool collides) {
  ModelShape made;
  made.at = &node;
  made.collides = made.weighs = collides;
  if (!collides) made.category = made.mask = 0;
  made.shape.pose = origin_of(node);
  made.friction = 0.5;  // URDF has none: a scene's own default
  node.attribute("name");
  const XmlNode* geometry = node.child("geometry");
  if (!geometry) node.fail("<geometry> is missing");
  ShapeDesc& shape = made.shape;
  if (const XmlNode* box = geometry->child("box")) {
    shape.type = ShapeType::box;
    shape.half_extents = 0.5 * parse_vector(*box, "size", box->required("size"));
    if (!(shape.half_extents.array() > 0.0).all()) box->fail("'size': expected three positive numbers");
  } else if (const XmlNode* sphere = geometry->child("sphere")) {
    shape.type = ShapeType::sphere;
    shape.radius = positive(*sphere, "radius");
  } else if (const XmlNode* round =
                 geometry->child("cylinder") ? geometry->child("cylinder") : geometry->child("capsule")) {
    shape.type = round->name == "cylinder" ? ShapeType::cylinder : ShapeType::capsule;
    shape.radius = positive(*round, "radius");
    shape.half_length = 0.5 * positive(*round, "length");
  } else if (const XmlNode* mesh = geometry->child("mesh")) {
    take_mesh(made, *mesh);
    return link.shapes.push_back(std::move(made));
  } else {
    geometry->fail("expected box, cylinder, sphere or mesh");
  }
  made.mass = shape_mass(shape, default_density);
  link.shapes.push_back(std::move(made));
}

void UrdfReader::read_limits(ModelJoint& joint, const XmlNode& node, bool bounded) {
  const XmlNode* limit = node.child("limit");
  if (bounded && !limit) node.fail("<limit> is missing");
  if (!limit) return;
  const double lower = number_or(*limit, "lower", 0.0), upper = number_or(*limit, "upper", 0.0);
  if (bounded) {
    if (lower > upper) limit->fail("expected 'lower' below 'upper'");
    joint.limits = {lower, upper};
  }
  if (const double effort = number_or(*limit, "effort", 0.0); effort > 0.0) {
    joint.motor = MotorDesc{0.0, options.hold ? effort : 0.0};
    if (!options.hold)
      notes.add(*limit, "'effort': the joint's motor is there with no effort (--hold: full effort, at rest)");
  }
}

// two slides in the plane and a turn about its normal
void UrdfReader::add_planar(ModelLink& link, const ModelJoint& joint) {
  const Vec3 u = joint.axis.unitOrthogonal(), w = joint.axis.cross(u);
  for (const auto& [axis, suffix] : {std::pair(u, "_u"), std::pair(w, "_w")}) {
    ModelJoint slide = joint;
    slide.type = ModelJointType::slide;
    slide.axis = axis;
    slide.name = joint.name + suffix;
    link.joints.push_back(slide);
  }
  link.joints.push_back(joint);
}

void UrdfReader::add_joint(ModelLink& link, const XmlNode& node) {
  const std::string type = node.required("type");
  ModelJoint joint;
  joint.at = &node;
  joint.name = node.required("name");
  if (!joint_names.insert(joint.name).second) node.fail("a joint named '" + joint.name + "' is there already");
  joint.anchor = link.pose.position;
  const XmlNode* axis = node.child("axis");
  const Vec3 direction = axis ? parse_vector(*axis, "xyz", axis->required("xyz")) : Vec3::UnitX();
  if (type == "fixed") return;
  if (type == "floating") {
    if (link.parent != 0) notes.add(node, "a floating joint lets go: the link falls freely from where it stands");
    link.free = true;
    link.parent = 0;
    return;
  }
  if (!(direction.norm() > 1e-12)) axis->fail("'xyz': expected a direction, found one without length");
  joint.axis = (link.pose.orientation * direction).normalized();
  joint.type = type == "prismatic" ? ModelJointType::slide : ModelJointType::hinge;
  if (type != "revolute" && type != "continuous" && type != "prismatic" && type != "planar")
    node.fail("'type': expected revolute, continuous, prismatic, fixed, floating or planar, found '" + type + "'");
  if (const XmlNode* dynamics = node.child("dynamics")) {
    joint.damping = number_or(*dynamics, "damping", 0.0);
    joint.friction = number_or(*dynamics, "friction", 0.0);
    if (joint.damping < 0.0 || joint.friction < 0.0) dynamics->fail("damping and friction must be zero or more");
  }
  read_limits(joint, node, type == "revolute" || type == "prismatic");
  if (type == "planar") return add_planar(link, joint);
  link.joints.push_back(joint);
}

void UrdfReader::add_mimic(const XmlNode& node) {
  const XmlNode* mimic = node.child("mimic");
  if (!mimic) return;
  ModelTie gear;
  gear.type = ModelTie::Type::gear;
  gear.at = mimic;
  gear.name = node.attribute("name") + "_mimic";
  gear.joint_a = node.attribute("name");
  gear.joint_b = mimic->required("joint");
  if (gear.joint_a == gear.joint_b) mimic->fail("expected another joint than the one it is in");
  gear.ratio = number_or(*mimic, "multiplier", 1.0);
  if (gear.ratio == 0.0) mimic->fail("'multiplier': expected a number other than zero");
  if (number_or(*mimic, "offset", 0.0) != 0.0)
    notes.add(*mimic, "'offset' is not imported: the joints turn together from where they stand at the start");
  for (const std::string& name : {gear.joint_a, gear.joint_b}) {
    bool found = false;
    for (ModelLink& link : model.links)
      for (ModelJoint& joint : link.joints)
        if (joint.name == name) joint.wanted = found = true;
    if (!found) mimic->fail("there is no moving joint named '" + name + "'");
  }
  model.ties.push_back(gear);
}

void UrdfReader::place(const std::string& name, int parent, const XmlNode* joint) {
  const XmlNode& node = *links.at(name);
  const int index = int(model.links.size());
  if (!number.emplace(name, index).second) joint->fail("the link '" + name + "' has two parents");
  ModelLink link;
  link.name = name;
  link.at = &node;
  link.parent = parent;
  link.pose = joint ? model.links[std::size_t(parent)].pose * origin_of(*joint) : Pose{};
  if (joint) add_joint(link, *joint);
  if (!joint && options.free_base && name != "world") link.free = true;
  if (const XmlNode* inertial = node.child("inertial")) read_inertial(link, *inertial);
  for (const XmlNode* shape : node.all("collision")) read_shape(link, *shape, true);
  for (const XmlNode* shape : node.all("visual")) read_shape(link, *shape, false);
  model.links.push_back(std::move(link));
}

// depth first with a list of its own: a chain of a hundred thousand links is no reason to run out of stack
void UrdfReader::place_tree(const std::string& root_link) {
  std::vector<const XmlNode*> waiting;
  const auto add_below = [&](const std::string& name) {
    const auto below = joints_of_parent.find(name);
    if (below == joints_of_parent.end()) return;
    waiting.insert(waiting.end(), below->second.rbegin(), below->second.rend());
  };
  place(root_link, 0, nullptr);
  add_below(root_link);
  while (!waiting.empty()) {
    const XmlNode* joint = waiting.back();
    waiting.pop_back();
    const std::string name = joint->child("child")->required("link");
    place(name, number.at(joint->child("parent")->required("link")), joint);
    add_below(name);
  }
}

void UrdfReader::read() {
  model.massless_links = true;
  model.neighbours_of_world_touch = false;
  model.name = root.attribute("name", "robot");
  for (const XmlNode* link : root.all("link"))
    if (!links.emplace(link->required("name"), link).second)
      link->fail("a link named '" + link->required("name") + "' is there already");
  if (links.empty()) root.fail("expected a <link>");
  std::set<std::string> children;
  for (const XmlNode* joint : root.all("joint")) {
    const XmlNode *parent = joint->child("parent"), *child = joint->child("child");
    if (!parent || !child) joint->fail(parent ? "<child> is missing" : "<parent> is missing");
    for (const XmlNode* end : {parent, child})
      if (!links.contains(end->required("link"))) end->fail("there is no link named '" + end->required("link") + "'");
    joints_of_parent[parent->required("link")].push_back(joint);
    if (!children.insert(child->required("link")).second)
      child->fail("the link '" + child->required("link") + "' has two parents");
  }
  ModelLink world;
  world.name = "world";
  world.at = &root;
  model.links.push_back(world);
  // in the order of the file, so that the same file makes the same scene
  for (const XmlNode* link : root.all("link")) {
    const std::string name = link->required("name");
    if (children.contains(name)) continue;
    if (!options.free_base && name != "world")
      notes.add(*link, "the root link '" + name + "' is held by the world (--free-base lets it fall)");
    place_tree(name);
  }
  if (number.size() != links.size())
    for (const auto& [name, link] : links)
      if (!number.contains(name)) link->fail("the joints above it form a ring: it hangs from no root");
  for (const XmlNode* joint : root.all("joint")) add_mimic(*joint);
}

}  // namespace

Model read_urdf(XmlNode& root, const std::filesystem::path& file, const ImportOptions& options, Notes& notes) {
  UrdfReader reader{
      .root = root, .options = options, .notes = notes, .folder = ModelFolder(file, options.package_folders)};
  reader.read();
  return std::move(reader.model);
}

}  // namespace spook::models
