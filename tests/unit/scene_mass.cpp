#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "engine/scene/convex_hull.h"
#include "engine/scene/mass_properties.h"

using namespace spook;

namespace {

using Inside = std::function<bool(const Vec3&)>;

Inside inside_of(const ShapeDesc& s) {
  switch (s.type) {
    case ShapeType::sphere:
      return [=](const Vec3& p) { return p.norm() <= s.radius; };
    case ShapeType::box:
      return [=](const Vec3& p) { return (p.cwiseAbs().array() <= s.half_extents.array()).all(); };
    case ShapeType::capsule:
      return [=](const Vec3& p) {
        return (p - Vec3(0, 0, std::clamp(p.z(), -s.half_length, s.half_length))).norm() <= s.radius;
      };
    case ShapeType::cylinder:
      return [=](const Vec3& p) { return std::abs(p.z()) <= s.half_length && p.head<2>().norm() <= s.radius; };
    case ShapeType::cone:
      return [=](const Vec3& p) {
        return std::abs(p.z()) <= s.height / 2 && p.head<2>().norm() <= s.radius * (0.5 - p.z() / s.height);
      };
    default:
      break;
  }
  const ConvexHull hull = convex_hull(s.points);
  return [=](const Vec3& p) {
    for (const HullFace& face : hull.faces)
      if (face.normal.dot(p) > face.offset) return false;
    return true;
  };
}

// mass properties by counting points of a low-discrepancy sequence in a cube of half width 3
MassProperties counted(const ShapeDesc& shape, double density, int samples) {
  const Inside inside = inside_of(shape);
  const double golden = 1.2207440846057596;  // generalised golden ratio of three dimensions
  MassProperties m;
  Mat3 second = Mat3::Zero();
  int hits = 0;
  for (int i = 0; i < samples; ++i) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = 6.0 * (std::fmod((i + 1.0) / std::pow(golden, k + 1), 1.0) - 0.5);
    if (!inside(shape.pose.to_local(p))) continue;
    ++hits;
    m.centre += p;
    second += p * p.transpose();
  }
  m.centre /= hits;
  m.mass = density * 216.0 * hits / samples;
  second = m.mass * (second / hits - m.centre * m.centre.transpose());
  m.inertia = second.trace() * Mat3::Identity() - second;
  return m;
}

std::vector<Vec3> box_corners(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(half.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return corners;
}

std::vector<ShapeDesc> one_of_each() {
  std::vector<ShapeDesc> shapes;
  for (const ShapeType type :
       {ShapeType::sphere, ShapeType::box, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone, ShapeType::hull}) {
    ShapeDesc s;
    s.type = type;
    s.radius = 0.7;
    s.half_length = 0.9;
    s.height = 1.8;
    s.half_extents = Vec3(0.4, 0.8, 1.1);
    s.points = {{0.1, 0, 0}, {1.2, 0.2, 0}, {0, 1.4, 0.1}, {0.2, -0.1, 1.3}, {0.9, 0.8, 0.9}, {-0.5, 0.3, 0.4}};
    s.pose = {Vec3(0.3, -0.5, 0.2), Quat(0.8, 0.2, -0.5, 0.4).normalized()};
    shapes.push_back(s);
  }
  return shapes;
}

}  // namespace

TEST(SceneMass, EveryShapeAgreesWithCountedPoints) {
  for (const ShapeDesc& shape : one_of_each()) {
    const MassProperties exact = shape_mass(shape, 700.0), sampled = counted(shape, 700.0, 1 << 20);
    EXPECT_NEAR(exact.mass, sampled.mass, 4e-3 * exact.mass) << int(shape.type);
    EXPECT_LT((exact.centre - sampled.centre).norm(), 3e-3) << int(shape.type);
    EXPECT_LT((exact.inertia - sampled.inertia).norm(), 1e-2 * exact.inertia.norm()) << int(shape.type);
  }
}

TEST(SceneMass, PrimitivesMeetTheirClosedForms) {
  const double pi = std::numbers::pi;
  ShapeDesc s;
  s.radius = 2.0;
  EXPECT_NEAR(shape_mass(s, 1.0).mass, 32.0 / 3.0 * pi, 1e-13 * 32 * pi);
  // a capsule without length is a sphere, a long thin one a rod
  s.type = ShapeType::capsule;
  s.half_length = 1e-12;
  EXPECT_NEAR(shape_mass(s, 1.0).inertia(0, 0), 0.4 * 32.0 / 3.0 * pi * 4.0, 1e-9);
  s.radius = 1e-4;
  s.half_length = 1.0;
  const MassProperties rod = shape_mass(s, 1.0);
  EXPECT_NEAR(rod.inertia(0, 0) / rod.mass, 4.0 / 12.0, 1e-4);
  // the tip of a cone points up, its centre lies a quarter of the height above its base
  s.type = ShapeType::cone;
  s.height = 2.0;
  EXPECT_NEAR(shape_mass(s, 1.0).centre.z(), -0.5, 1e-15);
}

TEST(SceneMass, HullOfBoxCornersIsTheBox) {
  ShapeDesc box, hull;
  box.type = ShapeType::box;
  box.half_extents = Vec3(0.3, 1.7, 0.05);
  hull.type = ShapeType::hull;
  hull.points = box_corners(box.half_extents);
  const MassProperties a = shape_mass(box, 1000.0), b = shape_mass(hull, 1000.0);
  EXPECT_NEAR(a.mass, b.mass, 1e-12 * a.mass);
  EXPECT_LT(b.centre.norm(), 1e-14);
  EXPECT_LT((a.inertia - b.inertia).norm(), 1e-12 * a.inertia.norm());
}

TEST(SceneMass, HullFarFromItsOriginKeepsItsPrecision) {
  ShapeDesc hull;
  hull.type = ShapeType::hull;
  hull.points = box_corners(Vec3(0.5, 0.5, 0.5));
  const Mat3 near = shape_mass(hull, 1.0).inertia;
  for (Vec3& p : hull.points) p += Vec3(4096, -2048, 1024);
  const MassProperties far = shape_mass(hull, 1.0);
  EXPECT_LT((far.inertia - near).norm(), 1e-9);
  EXPECT_LT((far.centre - Vec3(4096, -2048, 1024)).norm(), 1e-9);
}

TEST(SceneMass, BodyFrameMovesToTheCentreWithPrincipalAxes) {
  Scene scene;
  scene.materials["lead"].density = 11000.0;
  BodyDesc body;
  for (const ShapeDesc& shape : one_of_each()) body.shapes.push_back(shape);
  body.shapes[1].material = "lead";
  const BodyMass mass = body_mass(body, scene);

  // described in the new frame, the same body stands in its own centre and axes
  BodyDesc moved = body;
  for (ShapeDesc& shape : moved.shapes) shape.pose = mass.frame.inverse() * shape.pose;
  const BodyMass again = body_mass(moved, scene);
  EXPECT_NEAR(again.mass, mass.mass, 1e-12 * mass.mass);
  EXPECT_LT((again.principal - mass.principal).norm(), 1e-11 * mass.principal.norm());
  EXPECT_LT(again.frame.position.norm(), 1e-12);
  EXPECT_LT(again.frame.orientation.angularDistance(Quat::Identity()), 1e-6);
  EXPECT_GT(mass.frame.position.norm(), 0.05);
}

TEST(SceneMass, BodiesInTheirOwnAxesKeepThemToTheBit) {
  Scene scene;
  BodyDesc body;
  body.shapes.resize(2);
  body.shapes[0].type = ShapeType::box;
  body.shapes[1].type = ShapeType::hull;
  body.shapes[1].points = box_corners(Vec3(0.3, 0.9, 0.1));
  const BodyMass mass = body_mass(body, scene);
  EXPECT_EQ(mass.frame.position, Vec3::Zero());
  EXPECT_EQ(mass.frame.orientation.coeffs(), Quat::Identity().coeffs());
}

TEST(SceneMass, GivenMassScalesAndGivenInertiaIsTakenAsItIs) {
  Scene scene;
  BodyDesc body;
  body.shapes.resize(1);
  body.shapes[0].pose.position = Vec3(1, 0, 0);
  body.mass = 5.0;
  const BodyMass scaled = body_mass(body, scene);
  EXPECT_EQ(scaled.mass, 5.0);
  EXPECT_NEAR(scaled.principal.x(), 0.4 * 5.0 * 0.25, 1e-14);
  EXPECT_EQ(scaled.frame.position, Vec3(1, 0, 0));

  body.inertia = Vec3(1, 2, 3);
  const BodyMass given = body_mass(body, scene);
  EXPECT_EQ(given.principal, Vec3(1, 2, 3));
  EXPECT_EQ(given.frame.position, Vec3::Zero());
}

TEST(SceneMass, PrincipalAxesOfATiltedBoxAreItsOwn) {
  Scene scene;
  BodyDesc body;
  body.shapes.resize(1);
  body.shapes[0].type = ShapeType::box;
  body.shapes[0].half_extents = Vec3(0.2, 0.4, 0.8);
  const Quat tilt(Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()));
  body.shapes[0].pose.orientation = tilt;
  EXPECT_LT(body_mass(body, scene).frame.orientation.angularDistance(tilt), 1e-12);
}
