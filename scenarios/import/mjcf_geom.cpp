// Geoms and the meshes they show.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenarios/import/mjcf.h"

namespace spook::models {
namespace {

constexpr double pi = std::numbers::pi;

// what the geom's type needs of its size; a fromto gives the length instead
struct GeomSize {
  const std::vector<double>& size;

  double at(const MjcfElement& element, std::size_t i) const {
    if (i >= size.size() || !(size[i] > 0.0))
      element.fail("'size': expected a positive number in place " + std::to_string(i + 1));
    return size[i];
  }
};

// both ends of the long axis, in the parent's frame
bool take_fromto(const MjcfElement& element, const std::string& type, Pose& pose, std::vector<double>& size) {
  const auto ends = element.numbers("fromto", 6, 6);
  if (ends.empty()) return false;
  const bool flat = type == "box" || type == "ellipsoid";
  if (type != "capsule" && type != "cylinder" && !flat)
    element.fail("'fromto': for capsules, cylinders, boxes and ellipsoids, found a " + type);
  const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
  if (!((from - to).norm() > 1e-12)) element.fail("'fromto': both ends are the same point");
  pose = {0.5 * (from + to), turn_z_to((from - to).normalized())};
  // the first size serves both widths of what is flat, whatever else is given
  size.resize(1, 0.0);
  if (flat) size.push_back(size[0]);
  size.push_back(0.5 * (from - to).norm());
  return true;
}

// points on an ellipsoid's surface, spread evenly over the sphere it is stretched from
std::vector<Vec3> ellipsoid_points(const Vec3& radii) {
  constexpr int count = 120;  // chosen: the hull lies at most 2 % of a radius inside
  const double golden_angle = pi * (3.0 - std::sqrt(5.0));
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / count, r = std::sqrt(1.0 - z * z);
    points.push_back(radii.cwiseProduct(Vec3(r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z)));
  }
  return points;
}

MassProperties ellipsoid_mass(const Vec3& radii, const Pose& pose, double density) {
  const double mass = density * 4.0 / 3.0 * pi * radii.prod();
  const Vec3 s = radii.cwiseAbs2();
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 inertia = mass / 5.0 * Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
  return {mass, pose.position, turn * inertia.asDiagonal() * turn.transpose()};
}

MassProperties placed_mass(const MassProperties& mass, const Pose& pose, double factor) {
  const Mat3 turn = pose.orientation.toRotationMatrix();
  return {factor * mass.mass, pose.to_parent(mass.centre), factor * turn * mass.inertia * turn.transpose()};
}

void scale_mass(MassProperties& mass, double wanted) {
  if (!(mass.mass > 0.0)) {
    mass = {wanted, mass.centre, Mat3::Zero()};
    return;
  }
  mass.inertia *= wanted / mass.mass;
  mass.mass = wanted;
}

// shape and mass of a geom in its body's frame
struct GeomMaker {
  MjcfReader& reader;
  const MjcfElement& element;
  const std::string& type;
  bool on_world;
  Pose pose;
  std::vector<double> size;

  void make(ModelShape& made, double density) {
    ShapeDesc& shape = made.shape;
    const GeomSize sizes{size};
    const auto radius = [&](std::size_t i) { return sizes.at(element, i); };
    shape.pose = pose;
    if (type == "sphere") {
      shape.type = ShapeType::sphere;
      shape.radius = radius(0);
    } else if (type == "capsule" || type == "cylinder") {
      shape.type = type == "capsule" ? ShapeType::capsule : ShapeType::cylinder;
      shape.radius = radius(0);
      shape.half_length = radius(1);
    } else if (type == "box") {
      shape.type = ShapeType::box;
      shape.half_extents = Vec3(radius(0), radius(1), radius(2));
    } else if (type == "ellipsoid") {
      const Vec3 radii(radius(0), radius(1), radius(2));
      shape.type = ShapeType::hull;
      shape.points = ellipsoid_points(radii);
      made.mass = ellipsoid_mass(radii, pose, density);
      if (made.collides)
        reader.notes.add(element.node(), "an ellipsoid collides as a hull of 120 points; its mass is exact");
      return;
    } else if (type == "plane") {
      if (!on_world) element.fail("a plane is for bodies that do not move");
      shape.type = ShapeType::plane;
      return;
    } else if (type == "mesh") {
      return make_mesh(made, density);
    }
    made.mass = shape_mass(shape, density);
  }

  void make_mesh(ModelShape& made, double density) {
    const std::string name = element.text("mesh");
    const auto found = reader.meshes.find(name);
    if (found == reader.meshes.end()) element.fail("there is no mesh named '" + name + "'");
    const MjcfMesh& mesh = found->second;
    made.mass = placed_mass(mesh.solid.mass, pose, density);
    if (on_world && !mesh.solid.convex && !mesh.mesh.triangles.empty()) {
      made.shape.type = ShapeType::mesh;
      made.shape.points = mesh.mesh.vertices;
      made.shape.triangles = mesh.mesh.triangles;
      return;
    }
    made.shape.type = ShapeType::hull;
    made.shape.points = hull_points(mesh.mesh.vertices);
    if (made.shape.points.empty()) element.fail("the mesh '" + name + "' has no inside: its points lie in one plane");
    if (!mesh.solid.convex && made.collides)
      reader.notes.add(element.node(), "the mesh '" + name + "' is not convex: it collides as its hull");
  }
};

}  // namespace

void MjcfReader::read_geom(const XmlNode& node, const Around& around) {
  const MjcfElement element = defaults.element(node, around.childclass);
  ModelLink& link = model.links[std::size_t(around.link)];
  std::string type = element.text("type", element.has("mesh") ? "mesh" : "sphere");
  if (type == "hfield" || type == "sdf") {
    notes.add(node, "<geom> of type " + type + " is not imported");
    return node.mark_all_read();
  }
  for (const char* known : {"sphere", "capsule", "cylinder", "box", "ellipsoid", "plane", "mesh", ""}) {
    if (type == known) break;
    if (!*known) element.fail("unknown type '" + type + "'");
  }
  if (element.has("mesh") && type != "mesh") {
    notes.add(node, "a " + type + " fitted to a mesh is imported as the mesh");
    type = "mesh";
  }
  auto size = element.numbers("size", 1, 3);
  Pose pose;
  if (!take_fromto(element, type, pose, size)) pose = mjcf_pose(element, compiler);
  if (!compiler.global) pose = around.pose * pose;
  pose = link.pose.inverse() * pose;

  ModelShape made;
  made.at = &node;
  const double category = element.number("contype", 1), mask = element.number("conaffinity", 1);
  made.category = unsigned(long(category)), made.mask = unsigned(long(mask));
  made.collides = made.category != 0 || made.mask != 0;
  const int group = int(element.number("group", 0));
  made.weighs = group >= compiler.first_group && group <= compiler.last_group;
  const auto friction = element.numbers("friction", 1, 3);
  made.friction = friction.empty() ? 1.0 : friction[0];
  if (!(made.friction >= 0.0)) element.fail("'friction': expected zero or more");
  const int condim = int(element.number("condim", 3));
  made.frictionless = condim == 1;
  if (condim > 3)
    notes.add(node, "torsional and rolling friction (condim " + std::to_string(condim) + ") are not imported");
  const double density = element.number("density", 1000.0);
  GeomMaker{*this, element, type, stands(around.link), pose, size}.make(made, density);
  if (element.has("mass")) {
    const double mass = element.number("mass", 0.0);
    if (!(mass >= 0.0)) element.fail("'mass': expected zero or more");
    scale_mass(made.mass, mass);
  }
  link.shapes.push_back(std::move(made));
}

void MjcfReader::read_assets(const XmlNode& node) {
  for (const XmlNode* child : node.all("mesh")) {
    const MjcfElement element = defaults.element(*child, "");
    std::string file = element.text("file");
    if (compiler.strip_path) file = std::filesystem::path(file).filename().string();
    const std::string name = element.text("name", std::filesystem::path(file).stem().string());
    MjcfMesh mesh;
    mesh.at = child;
    const auto points = element.numbers("vertex", 0, 3'000'000), faces = element.numbers("face", 0, 6'000'000);
    if (!points.empty()) {
      if (points.size() % 3) element.fail("'vertex': expected three numbers a vertex");
      for (std::size_t i = 0; i + 2 < points.size(); i += 3)
        mesh.mesh.vertices.emplace_back(points[i], points[i + 1], points[i + 2]);
      for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k)
          if (!(faces[i + k] >= 0.0 && faces[i + k] < double(mesh.mesh.vertices.size())))
            element.fail("'face': there is no vertex " + std::to_string(long(faces[i + k])));
        mesh.mesh.triangles.push_back({int(faces[i]), int(faces[i + 1]), int(faces[i + 2])});
      }
    } else if (!file.empty()) {
      mesh.mesh = read_mesh_file(folder.resolve(*child, file, compiler.mesh_folder));
    } else {
      element.fail("attribute 'file' is missing");
    }
    const Vec3 scale = element.vector("scale", Vec3::Ones()), reference = element.vector("refpos", Vec3::Zero());
    const auto turn = element.numbers("refquat", 4, 4);
    const Quat back =
        turn.empty() ? Quat::Identity() : Quat(turn[0], turn[1], turn[2], turn[3]).normalized().conjugate();
    for (Vec3& v : mesh.mesh.vertices) v = back * (v - reference).cwiseProduct(scale);
    mesh.solid = mesh_solid(mesh.mesh, 1.0);
    if (!meshes.emplace(name, std::move(mesh)).second) element.fail("a mesh named '" + name + "' is there already");
  }
}

}  // namespace spook::models
