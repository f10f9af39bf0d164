// The tree of bodies, their joints and masses.
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "scenarios/import/mjcf.h"

namespace spook::models {
namespace {

bool is_joint(const XmlNode& node) {
  return node.name == "joint" || node.name == "freejoint";
}

// of a body with one <freejoint>, or a <joint type="free">
bool takes_free(MjcfReader& reader, const XmlNode& node, const MjcfReader::Around& around) {
  if (node.name != "freejoint" && reader.defaults.element(node, around.childclass).text("type") != "free") return false;
  node.read = true;
  ModelLink& link = reader.model.links[std::size_t(around.link)];
  if (link.parent != 0) node.fail("a free joint is for bodies of the world alone");
  if (!link.joints.empty()) node.fail("a free joint cannot stand beside others");
  link.free = true;
  reader.joints[node.attribute("name", "\n" + link.name)] = {around.link, -1};
  return true;
}

void check_triangle(const MjcfReader& reader, const XmlNode& node, const Vec3& principal) {
  const Vec3 sum(principal.y() + principal.z(), principal.z() + principal.x(), principal.x() + principal.y());
  const bool good = (principal.array() <= sum.array() * (1.0 + 1e-9)).all();
  if (!good && !reader.compiler.balance_inertia)
    node.fail("two principal moments of inertia together must be at least the third (A + B >= C)");
}

}  // namespace

Pose MjcfReader::placed(const MjcfElement& element, const Around& around) const {
  const Pose own = mjcf_pose(element, compiler);
  return compiler.global ? own : around.pose * own;
}

void MjcfReader::read_inertial(const MjcfElement& element, const Around& around) {
  ModelLink& link = model.links[std::size_t(around.link)];
  if (compiler.inertia_from_geom == MjcfCompiler::FromGeom::yes) {
    notes.add(element.node(), "<inertial> is not read: 'inertiafromgeom' asks for that of the geoms");
    return element.node().mark_all_read();
  }
  if (!element.has("mass")) element.fail("attribute 'mass' is missing");
  const Pose frame = link.pose.inverse() * placed(element, around);
  MassProperties mass;
  mass.mass = element.number("mass", 0.0);
  if (!(mass.mass >= 0.0)) element.fail("'mass': expected zero or more");
  mass.centre = frame.position;
  Mat3 inertia = element.vector("diaginertia", Vec3::Zero()).asDiagonal();
  const auto full = element.numbers("fullinertia", 6, 6);
  if (!full.empty()) inertia << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
  if ((principal.array() < 0.0).any()) element.fail("its moments of inertia are not positive");
  check_triangle(*this, element.node(), principal);
  const Mat3 turn = frame.orientation.toRotationMatrix();
  mass.inertia = turn * inertia * turn.transpose();
  link.mass = mass;
}

void MjcfReader::read_joint(const XmlNode& node, const Around& around) {
  if (takes_free(*this, node, around)) return;
  const MjcfElement element = defaults.element(node, around.childclass);
  ModelLink& link = model.links[std::size_t(around.link)];
  if (around.link == 0) element.fail("the world has no joints");
  if (link.free) element.fail("a free joint cannot stand beside others");
  ModelJoint joint;
  joint.at = &node;
  const std::string type = element.text("type", "hinge");
  if (type != "hinge" && type != "slide" && type != "ball") element.fail("unknown type '" + type + "'");
  joint.type = type == "hinge" ? ModelJointType::hinge : type == "slide" ? ModelJointType::slide : ModelJointType::ball;
  const bool turns = type == "hinge";
  const auto coordinate = [&](double value) { return turns ? compiler.angle(value) : value; };
  const Vec3 axis = element.vector("axis", Vec3::UnitZ());
  if (!(axis.norm() > 1e-12)) element.fail("'axis': expected a direction, found one without length");
  const Vec3 anchor = element.vector("pos", Vec3::Zero());
  joint.axis = (compiler.global ? axis : around.pose.orientation * axis).normalized();
  joint.anchor = compiler.global ? anchor : around.pose.to_parent(anchor);
  joint.start = coordinate(element.number("ref", 0.0));
  joint.spring_rest = coordinate(element.number("springref", 0.0)) - joint.start;
  joint.stiffness = element.number("stiffness", 0.0);
  joint.damping = element.number("damping", 0.0);
  joint.friction = element.number("frictionloss", 0.0);
  if (joint.stiffness < 0.0 || joint.damping < 0.0 || joint.friction < 0.0)
    element.fail("stiffness, damping and frictionloss must be zero or more");
  const auto range = element.numbers("range", 2, 2);
  if (element.limited("limited", "range", compiler)) {
    if (range.empty()) element.fail("'limited' without a 'range'");
    if (range[0] > range[1]) element.fail("'range': expected the lower limit first");
    if (type == "ball")
      notes.add(node, "the limit of a ball joint is not imported");
    else
      joint.limits = {coordinate(range[0]) - joint.start, coordinate(range[1]) - joint.start};
  }
  joint.name = element.node().attribute("name");
  if (joint.name.empty())
    joint.name = link.name + "_joint" + (link.joints.empty() ? "" : std::to_string(link.joints.size() + 1));
  if (!joints.emplace(joint.name, std::pair(around.link, int(link.joints.size()))).second)
    element.fail("a joint named '" + joint.name + "' is there already");
  link.joints.push_back(joint);
  int freedoms = 0;
  for (const ModelJoint& one : link.joints) freedoms += one.type == ModelJointType::ball ? 3 : 1;
  if (freedoms > 6) element.fail("expected at most six degrees of freedom of one body");
}

void MjcfReader::read_body(const XmlNode& node, const Around& around) {
  const MjcfElement element(node, {});
  node.read = true;
  ModelLink link;
  link.at = &node;
  link.parent = around.link;
  link.name = node.attribute("name");
  if (link.name.empty()) link.name = "body_" + std::to_string(model.links.size());
  if (compiler.global && !element.has("pos"))
    element.fail("in global coordinates 'pos' is needed here (mujoco-compile writes local ones)");
  link.pose = placed(element, around);
  link.kinematic = element.yes("mocap", false);
  const int number = int(model.links.size());
  if (!link_of_body.emplace(link.name, number).second)
    element.fail("a body named '" + link.name + "' is there already");
  const std::string own_class = node.attribute("childclass");
  defaults.expect(node, own_class);
  const Around inside{number, link.pose, own_class.empty() ? around.childclass : own_class};
  model.links.push_back(std::move(link));
  read_bodies(node, inside);
}

void MjcfReader::read_bodies(const XmlNode& node, const Around& around) {
  // a body's own things first, so that its parts can be placed by them
  for (const XmlNode* inertial : node.all("inertial")) read_inertial(MjcfElement(*inertial, {}), around);
  for (const XmlNode& child : node.children)
    if (is_joint(child)) read_joint(child, around);
  for (const XmlNode& child : node.children) {
    if (child.name == "geom") read_geom(child, around);
    if (child.name == "body") read_body(child, around);
    if (child.name != "frame") continue;
    child.read = true;
    const std::string own_class = child.attribute("childclass");
    defaults.expect(child, own_class);
    read_bodies(child, {around.link, placed(MjcfElement(child, {}), around),
                        own_class.empty() ? around.childclass : own_class});
  }
}

// bounds, balance and a total are asked for by the compiler element
void MjcfReader::finish_masses() {
  double total = 0.0;
  for (ModelLink& link : model.links) {
    if (&link == &model.links[0]) continue;
    using FromGeom = MjcfCompiler::FromGeom;
    if (!link.mass && compiler.inertia_from_geom == FromGeom::no) link.mass = MassProperties{};
    if (!link.mass || compiler.inertia_from_geom == FromGeom::yes) {
      std::vector<MassProperties> parts;
      for (const ModelShape& shape : link.shapes)
        if (shape.weighs) parts.push_back(shape.mass);
      link.mass = sum_masses(parts);
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> axes(link.mass->inertia);
    Vec3 principal = axes.eigenvalues().cwiseMax(compiler.min_inertia);
    const bool balanced = principal[0] + principal[1] >= principal[2] || !compiler.balance_inertia;
    if (!balanced) principal = Vec3::Constant(principal.mean());
    if (!balanced || (axes.eigenvalues().array() < compiler.min_inertia).any())
      link.mass->inertia = axes.eigenvectors() * principal.asDiagonal() * axes.eigenvectors().transpose();
    link.mass->mass = std::max(link.mass->mass, compiler.min_mass);
    total += link.mass->mass;
  }
  if (!(compiler.total_mass > 0.0) || !(total > 0.0)) return;
  for (ModelLink& link : model.links)
    if (link.mass) link.mass->mass *= compiler.total_mass / total, link.mass->inertia *= compiler.total_mass / total;
}

// no joint between it and the world
bool MjcfReader::stands(int link) const {
  for (; link != 0; link = model.links[std::size_t(link)].parent) {
    const ModelLink& one = model.links[std::size_t(link)];
    if (one.free || one.kinematic || !one.joints.empty()) return false;
  }
  return true;
}

int MjcfReader::body_named(const XmlNode& at, const std::string& name) const {
  if (name.empty() || name == "world") return 0;
  const auto found = link_of_body.find(name);
  if (found == link_of_body.end()) at.fail("there is no body named '" + name + "'");
  return found->second;
}

ModelJoint& MjcfReader::joint_named(const XmlNode& at, const std::string& name) {
  const auto found = joints.find(name);
  if (found == joints.end()) at.fail("there is no joint named '" + name + "'");
  if (found->second.second < 0) at.fail("the joint '" + name + "' is free: it has no single coordinate");
  ModelJoint& joint = model.links[std::size_t(found->second.first)].joints[std::size_t(found->second.second)];
  joint.wanted = true;
  return joint;
}

}  // namespace spook::models
