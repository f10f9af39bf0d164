#include "engine/scene/mass_properties.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numbers>

#include "engine/scene/convex_hull.h"

namespace spook {
namespace {

constexpr double pi = std::numbers::pi;

// in the shape's own frame, at density 1
struct Solid {
  double volume = 0.0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centre
};

Solid round_solid(double volume, double across, double along, double centre_z = 0.0) {
  return {volume, Vec3(0, 0, centre_z), Vec3(across, across, along).asDiagonal()};
}

Solid sphere(double r) {
  const double m = 4.0 / 3.0 * pi * r * r * r;
  return round_solid(m, 0.4 * m * r * r, 0.4 * m * r * r);
}

Solid box(const Vec3& half) {
  const double m = 8.0 * half.prod();
  const Vec3 s = half.cwiseAbs2();
  return {m, Vec3::Zero(), (m / 3.0 * Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y())).asDiagonal()};
}

Solid cylinder(double r, double half_length) {
  const double m = 2.0 * pi * r * r * half_length;
  return round_solid(m, m * (r * r / 4.0 + half_length * half_length / 3.0), m * r * r / 2.0);
}

// a cylinder and two half spheres, each with its centre 3r/8 beyond the cylinder's end
Solid capsule(double r, double half_length) {
  const Solid tube = cylinder(r, half_length), ends = sphere(r);
  const double across = ends.inertia(0, 0) + ends.volume * half_length * (half_length + 0.75 * r);
  return round_solid(tube.volume + ends.volume, tube.inertia(0, 0) + across, tube.inertia(2, 2) + ends.inertia(2, 2));
}

// the origin at half height, the tip up: the centre of mass a quarter of the height above the base
Solid cone(double r, double height) {
  const double m = pi * r * r * height / 3.0;
  return round_solid(m, 3.0 / 80.0 * m * (4.0 * r * r + height * height), 0.3 * m * r * r, -0.25 * height);
}

// sums over the tetrahedra from one corner to every triangle: V = det/6, ∫ x xᵀ = det/120 (Σ v vᵀ + s sᵀ), s = Σ v
Solid hull(const std::vector<Vec3>& points) {
  const ConvexHull shape = convex_hull(points);
  Solid solid;
  if (shape.empty()) return solid;
  const Vec3 origin = shape.vertices[0];
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& t : shape.triangles) {
    const Vec3 a = shape.vertices[t[0]] - origin, b = shape.vertices[t[1]] - origin, c = shape.vertices[t[2]] - origin;
    const double det = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    solid.volume += det / 6.0;
    first += det / 24.0 * s;
    second += det / 120.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  const Vec3 centre = first / solid.volume;
  second -= solid.volume * centre * centre.transpose();
  solid.centre = origin + centre;
  solid.inertia = second.trace() * Mat3::Identity() - second;
  return solid;
}

Solid solid_of(const ShapeDesc& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      return sphere(shape.radius);
    case ShapeType::box:
      return box(shape.half_extents);
    case ShapeType::capsule:
      return capsule(shape.radius, shape.half_length);
    case ShapeType::cylinder:
      return cylinder(shape.radius, shape.half_length);
    case ShapeType::cone:
      return cone(shape.radius, shape.height);
    case ShapeType::hull:
      return hull(shape.points);
    case ShapeType::plane:
    case ShapeType::mesh:
    case ShapeType::heightfield:
      break;  // no inside: static bodies only
  }
  return {};
}

// Steiner: what a mass at d from the new centre adds
Mat3 shifted(const Mat3& inertia, double mass, const Vec3& d) {
  return inertia + mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
}

// right-handed principal axes, named and signed so that they turn the body frame as little as possible
Mat3 principal_axes(const Mat3& inertia) {
  // bodies described in their own axes keep them to the bit
  const double off_diagonal = std::max({std::abs(inertia(0, 1)), std::abs(inertia(0, 2)), std::abs(inertia(1, 2))});
  if (off_diagonal <= 1e-10 * inertia.trace()) return Mat3::Identity();
  const Mat3 vectors = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvectors();
  std::array<int, 3> order{0, 1, 2}, best = order;
  double closest = -1.0;
  do {
    const double trace =
        std::abs(vectors(0, order[0])) + std::abs(vectors(1, order[1])) + std::abs(vectors(2, order[2]));
    if (trace > closest) closest = trace, best = order;
  } while (std::next_permutation(order.begin(), order.end()));
  Mat3 axes;
  for (int i = 0; i < 3; ++i) axes.col(i) = vectors.col(best[i]) * (vectors(i, best[i]) < 0.0 ? -1.0 : 1.0);
  if (axes.determinant() < 0.0) {
    Eigen::Index least;
    axes.diagonal().minCoeff(&least);
    axes.col(least) *= -1.0;
  }
  return axes;
}

}  // namespace

MassProperties shape_mass(const ShapeDesc& shape, double density) {
  const Solid solid = solid_of(shape);
  const Mat3 turn = shape.pose.orientation.toRotationMatrix();
  return {density * solid.volume, shape.pose.to_parent(solid.centre),
          density * turn * solid.inertia * turn.transpose()};
}

MassProperties sum_masses(const std::vector<MassProperties>& parts) {
  MassProperties total;
  for (const auto& part : parts) {
    total.mass += part.mass;
    total.centre += part.mass * part.centre;
  }
  if (!(total.mass > 0.0)) return {};
  total.centre /= total.mass;
  for (const auto& part : parts) total.inertia += shifted(part.inertia, part.mass, part.centre - total.centre);
  return total;
}

BodyMass principal_frame(const MassProperties& total) {
  BodyMass result;
  result.mass = total.mass;
  const Mat3 axes = principal_axes(total.inertia);
  result.principal = (axes.transpose() * total.inertia * axes).diagonal();
  const double size = std::sqrt(total.inertia.trace() / total.mass);
  if (total.centre.norm() > 1e-12 * size) result.frame.position = total.centre;
  if (axes != Mat3::Identity()) result.frame.orientation = Quat(axes).normalized();
  return result;
}

BodyMass body_mass(const BodyDesc& body, const Scene& scene) {
  std::vector<MassProperties> parts;
  for (const ShapeDesc& shape : body.shapes) {
    const auto material = scene.materials.find(shape.material);
    parts.push_back(
        shape_mass(shape, material == scene.materials.end() ? Material{}.density : material->second.density));
  }
  const MassProperties total = sum_masses(parts);

  BodyMass result;
  result.mass = body.mass.value_or(total.mass);
  // a given inertia is principal in the given frame, which is then that of the centre of mass
  if (body.inertia || !(total.mass > 0.0)) {
    result.principal = body.inertia.value_or(Vec3::Zero());
    return result;
  }
  return principal_frame({result.mass, total.centre, total.inertia * (result.mass / total.mass)});
}

}  // namespace spook
