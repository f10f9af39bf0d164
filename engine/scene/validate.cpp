#include "engine/scene/validate.h"

#include <cmath>
#include <map>
#include <numbers>

#include "engine/scene/checks.h"
#include "engine/scene/convex_hull.h"
#include "engine/scene/mass_properties.h"
#include "engine/scene/name_table.h"
#include "engine/scene/names.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "engine/scene/validate_joints.h"

namespace spook {

using namespace check;
using std::string;

namespace {

void check_restitution(const Path& place, double value) {
  if (!(value >= 0.0 && value <= 1.0)) fail(place, "expected a restitution from 0 to 1, found " + format_number(value));
}

void check_material(const Path& place, const Material& material) {
  not_negative(at(place, "friction"), material.friction, "friction");
  check_restitution(at(place, "restitution"), material.restitution);
  within(at(place, "density"), material.density, limits::density);
  not_negative(at(place, "compliance"), material.compliance, "compliance");
  not_negative(at(place, "relaxation_steps"), material.relaxation_steps, "number of relaxation steps");
}

void check_pairs(const Path& place, const Scene& scene) {
  const auto known = [&](const Path& where, const string& name) {
    if (!scene.materials.contains(name)) fail(where, "there is no material named '" + name + "'");
  };
  std::map<std::pair<string, string>, std::size_t> seen;
  for (std::size_t i = 0; i < scene.material_pairs.size(); ++i) {
    const MaterialPair& pair = scene.material_pairs[i];
    const Path here = at(place, i);
    known(at(here, "a"), pair.a);
    known(at(here, "b"), pair.b);
    if (pair.friction) not_negative(at(here, "friction"), *pair.friction, "friction");
    if (pair.restitution) check_restitution(at(here, "restitution"), *pair.restitution);
    if (pair.compliance) not_negative(at(here, "compliance"), *pair.compliance, "compliance");
    if (pair.relaxation_steps)
      not_negative(at(here, "relaxation_steps"), *pair.relaxation_steps, "number of relaxation steps");
    const auto [first, is_new] = seen.try_emplace(std::minmax(pair.a, pair.b), i);
    if (!is_new)
      fail(here,
           "duplicate pair '" + pair.a + "', '" + pair.b + "', already given at " + at(place, first->second).text());
  }
}

void check_materials(const Scene& scene) {
  const Path root, place = at(root, "materials");
  if (!scene.materials.contains("default")) fail(place, "the material 'default' is missing");
  count(place, scene.materials.size(), limits::max_materials, "materials");
  for (const auto& [name, material] : scene.materials) {
    if (name.empty()) fail(place, "expected a name, found an empty string");
    check_material(at(place, name), material);
  }
  check_pairs(at(root, "material_pairs"), scene);
}

void check_points(const Path& place, const ShapeDesc& shape) {
  const Path points = at(place, "points");
  for (std::size_t i = 0; i < shape.points.size(); ++i) coordinate(at(points, i), shape.points[i]);
}

void check_heightfield(const Path& place, const ShapeDesc& shape) {
  if (shape.rows < 2) fail(at(place, "rows"), "expected 2 rows or more, found " + std::to_string(shape.rows));
  if (shape.columns < 2)
    fail(at(place, "columns"), "expected 2 columns or more, found " + std::to_string(shape.columns));
  within(at(place, "spacing"), shape.spacing, limits::length, "spacing");
  const Path heights = at(place, "heights");
  const auto expected = std::size_t(shape.rows) * std::size_t(shape.columns);
  if (shape.heights.size() != expected)
    fail(heights, "expected rows × columns = " + std::to_string(expected) + " heights, found " +
                      std::to_string(shape.heights.size()));
  count(heights, expected, limits::max_heights, "heights");
  for (std::size_t i = 0; i < shape.heights.size(); ++i) coordinate(at(heights, i), shape.heights[i]);
}

void check_hull(const Path& place, const ShapeDesc& shape) {
  const Path given = at(place, shape.mesh.empty() ? "points" : "mesh");
  count(given, shape.points.size(), limits::max_hull_points, "points");
  check_points(place, shape);
  if (convex_hull(shape.points).empty()) fail(given, "expected four points or more that do not lie in one plane");
}

void check_mesh(const Path& place, const ShapeDesc& shape) {
  const Path mesh = at(place, "mesh");
  if (shape.mesh.empty() && shape.points.empty()) fail(mesh, "expected the name of a file under assets/");
  const Path triangles = at(place, "triangles"), given = shape.mesh.empty() ? triangles : mesh;
  if (shape.triangles.empty()) fail(given, "expected a mesh with triangles");
  count(given, shape.triangles.size(), limits::max_mesh_triangles, "triangles");
  check_points(place, shape);
  for (std::size_t t = 0; t < shape.triangles.size(); ++t)
    for (const int corner : shape.triangles[t])
      if (corner < 0 || std::size_t(corner) >= shape.points.size())
        fail(at(triangles, t), "there is no point " + std::to_string(corner));
}

void check_shape_size(const Path& place, const ShapeDesc& shape) {
  const auto size = [&](std::string_view key, double value, std::string_view what) {
    within(at(place, key), value, limits::length, what);
  };
  switch (shape.type) {
    case ShapeType::box: {
      const Path half = at(place, "half_extents");
      for (std::size_t i = 0; i < 3; ++i)
        within(at(half, i), shape.half_extents[long(i)], limits::length, "half extent");
      return;
    }
    case ShapeType::sphere:
      return size("radius", shape.radius, "radius");
    case ShapeType::capsule:
    case ShapeType::cylinder:
      size("radius", shape.radius, "radius");
      return size("half_length", shape.half_length, "half length");
    case ShapeType::cone:
      size("radius", shape.radius, "radius");
      return size("height", shape.height, "height");
    case ShapeType::plane:
      unit(at(place, "normal"), shape.normal);
      return coordinate(at(place, "offset"), shape.offset);
    case ShapeType::hull:
      return check_hull(place, shape);
    case ShapeType::mesh:
      return check_mesh(place, shape);
    case ShapeType::heightfield:
      return check_heightfield(place, shape);
  }
}

bool has_inside(ShapeType type) {
  return type != ShapeType::plane && type != ShapeType::mesh && type != ShapeType::heightfield;
}

void check_shape(const Path& place, const ShapeDesc& shape, const BodyDesc& body, const Scene& scene) {
  pose(place, shape.pose);
  if (!scene.materials.contains(shape.material))
    fail(at(place, "material"), "there is no material named '" + shape.material + "'");
  if (body.motion != Motion::fixed && !has_inside(shape.type))
    fail(at(place, "type"), "a " + string(name_of(shape.type)) + " is for static bodies only, and '" + body.name +
                                "' is " + string(name_of(body.motion)));
  check_shape_size(place, shape);
}

// what a dynamic body comes to, after all
void check_mass(const Path& place, const BodyDesc& body, const Scene& scene) {
  const bool shapeless = body.shapes.empty();
  if (!body.mass && shapeless) fail(at(place, "mass"), "a dynamic body without shapes needs a mass");
  if (!body.inertia && shapeless) fail(at(place, "inertia"), "a dynamic body without shapes needs an inertia");
  const BodyMass mass = body_mass(body, scene);
  const bool good =
      std::isfinite(mass.mass) && mass.mass > 0.0 && mass.principal.allFinite() && (mass.principal.array() > 0.0).all();
  if (!good) fail(place, "its mass and inertia, from its shapes, are not positive finite numbers");
  const auto in = [](double value, const limits::Range& range) { return value >= range.low && value <= range.high; };
  if (!in(mass.mass, limits::mass))
    fail(place, "its mass, from its shapes, is " + format_number(mass.mass) + " kg: expected one from " +
                    format_number(limits::mass.low) + " to " + format_number(limits::mass.high));
  for (const double moment : mass.principal)
    if (!in(moment, limits::inertia))
      fail(place, "its moment of inertia, from its shapes, is " + format_number(moment) + " kg m²: expected one from " +
                      format_number(limits::inertia.low) + " to " + format_number(limits::inertia.high));
}

void check_body(const Path& place, const BodyDesc& body, const Scene& scene) {
  pose(place, body.pose);
  at_most(at(place, "velocity"), body.velocity, limits::max_state, "velocity", " m/s");
  at_most(at(place, "angular_velocity"), body.angular_velocity, limits::max_state, "angular velocity", " rad/s");
  if (body.mass) within(at(place, "mass"), *body.mass, limits::mass);
  if (body.inertia) {
    const Path inertia = at(place, "inertia");
    for (std::size_t i = 0; i < 3; ++i) within(at(inertia, i), (*body.inertia)[long(i)], limits::inertia);
  }
  not_negative(at(place, "linear_damping"), body.linear_damping, "damping");
  not_negative(at(place, "angular_damping"), body.angular_damping, "damping");
  const Path shapes = at(place, "shapes");
  for (std::size_t i = 0; i < body.shapes.size(); ++i) check_shape(at(shapes, i), body.shapes[i], body, scene);
  if (body.motion == Motion::dynamic) check_mass(place, body, scene);
}

void check_bodies(const Path& place, const Scene& scene, NameTable& names) {
  count(place, scene.bodies.size(), limits::max_bodies, "bodies");
  std::size_t shapes = 0;
  for (const BodyDesc& body : scene.bodies) shapes += body.shapes.size();
  count(place, shapes, limits::max_shapes, "shapes in all bodies");
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Path here = at(place, i);
    names.add(at(here, "name"), scene.bodies[i].name, i);
    check_body(here, scene.bodies[i], scene);
  }
}

void check_no_collide(const Path& place, const Scene& scene, const NameTable& bodies) {
  count(place, scene.no_collide.size(), limits::max_no_collide, "pairs");
  for (std::size_t i = 0; i < scene.no_collide.size(); ++i) {
    const auto& [a, b] = scene.no_collide[i];
    const Path here = at(place, i);
    bodies.expect(at(here, std::size_t{0}), a);
    bodies.expect(at(here, 1), b);
    if (a == b) fail(here, "expected two different bodies");
  }
}

void check_solving(const Path& place, const Scene& scene, const NameTable& bodies, const NameTable& joints) {
  count(place, scene.solving.size(), limits::max_no_collide, "marks");
  for (std::size_t i = 0; i < scene.solving.size(); ++i) {
    const SolvingMark& mark = scene.solving[i];
    const Path here = at(place, i);
    if (!mark.joint.empty())
      joints.expect(at(here, "joint"), mark.joint);
    else if (!mark.body.empty())
      bodies.expect(at(here, "body"), mark.body);
    else
      for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
        bodies.expect(at(at(here, "between"), k), mark.between[k]);
  }
}

void check_camera(const Path& place, const CameraDesc& camera) {
  coordinate(at(place, "position"), camera.position);
  coordinate(at(place, "target"), camera.target);
  if (camera.position == camera.target) fail(at(place, "target"), "expected a target away from the camera's position");
  if (!(camera.vertical_fov > 0.0 && camera.vertical_fov < std::numbers::pi))
    fail(at(place, "vertical_fov"),
         "expected an angle between 0 and π radians, found " + format_number(camera.vertical_fov));
}

// every value of the table, through its own text form and range
void check_parameters(const Path& root, const Parameters& parameters) {
  Parameters copy = parameters;
  const Path solver = at(root, "solver");
  for (const ParameterInfo& info : parameter_table()) {
    const string error = set_parameter(copy, info.name, get_parameter(parameters, info.name));
    const bool above = info.name == "gravity" || info.name == "time_step";
    if (!error.empty()) fail(at(above ? root : solver, info.name), error);
  }
}

}  // namespace

void check_scene(const Scene& scene) {
  const Path root;
  check_parameters(root, scene.parameters);
  check_materials(scene);

  const Path body_place = at(root, "bodies"), joint_place = at(root, "joints");
  NameTable bodies("body", body_place), joints("joint", joint_place);
  check_bodies(body_place, scene, bodies);
  check_joints(joint_place, scene, bodies, joints);
  check_no_collide(at(root, "no_collide"), scene, bodies);
  check_drives(at(root, "drives"), scene, bodies, joints);
  check_solving(at(root, "solving"), scene, bodies, joints);
  if (scene.camera) check_camera(at(root, "camera"), *scene.camera);
  at_most(at(root, "wind"), scene.wind, limits::max_wind, "wind", " m/s");
}

void validate_scene(const Scene& scene) {
  try {
    check_scene(scene);
  } catch (const SceneFault& fault) {
    throw SceneError((scene.name.empty() ? "scene" : "scene '" + scene.name + "'") + ": " + fault.text());
  }
}

}  // namespace spook
