#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "engine/scene/convex_hull.h"

using namespace spook;

namespace {

double volume(const ConvexHull& hull) {
  double six = 0.0;
  for (const auto& t : hull.triangles)
    six += (hull.vertices[t[0]] - hull.vertices[0])
               .dot((hull.vertices[t[1]] - hull.vertices[0]).cross(hull.vertices[t[2]] - hull.vertices[0]));
  return six / 6.0;
}

// all that must hold of every hull
void expect_sound(const std::vector<Vec3>& points, const ConvexHull& hull, double size) {
  ASSERT_FALSE(hull.empty());
  for (const HullFace& face : hull.faces) {
    EXPECT_NEAR(face.normal.norm(), 1.0, 1e-12);
    ASSERT_GE(face.vertices.size(), 3u);
    for (const Vec3& p : points) ASSERT_LE(face.normal.dot(p), face.offset + 3e-7 * size);
    for (std::size_t i = 0, n = face.vertices.size(); i < n; ++i) {
      const Vec3 &a = hull.vertices[face.vertices[i]], &b = hull.vertices[face.vertices[(i + 1) % n]],
                 &c = hull.vertices[face.vertices[(i + 2) % n]];
      EXPECT_GT((b - a).cross(c - b).dot(face.normal), 0.0);
    }
  }
  // closed: every edge of the triangles is walked once each way; Euler's formula
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : hull.triangles)
    for (int i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1);
    ASSERT_TRUE(edges.contains({edge.second, edge.first}));
  }
  EXPECT_EQ(hull.vertices.size() + hull.triangles.size(), edges.size() / 2 + 2);
}

std::vector<Vec3> turned(std::vector<Vec3> points, const Quat& q, const Vec3& shift, double scale) {
  for (Vec3& p : points) p = scale * (q * p) + shift;
  return points;
}

std::vector<Vec3> grid_cube(int n) {
  std::vector<Vec3> points;
  for (int x = 0; x <= n; ++x)
    for (int y = 0; y <= n; ++y)
      for (int z = 0; z <= n; ++z) points.push_back(Vec3(x, y, z) / n);
  return points;
}

}  // namespace

TEST(SceneHull, CubeHasSixSquares) {
  const auto points = grid_cube(1);
  const ConvexHull hull = convex_hull(points);
  expect_sound(points, hull, 1.0);
  ASSERT_EQ(hull.faces.size(), 6u);
  for (const HullFace& face : hull.faces) EXPECT_EQ(face.vertices.size(), 4u);
  EXPECT_NEAR(volume(hull), 1.0, 1e-14);
}

TEST(SceneHull, GridPointsOnFacesAndEdgesAndInsideLeaveSixSquaresHoweverTurned) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const Quat q = Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    const double scale = std::pow(10.0, i % 7 - 3);
    const auto points =
        turned(grid_cube(3), q, 5.0 * scale * Vec3(normal(random), normal(random), normal(random)), scale);
    const ConvexHull hull = convex_hull(points);
    expect_sound(points, hull, scale);
    ASSERT_EQ(hull.faces.size(), 6u) << i;
    for (const HullFace& face : hull.faces) ASSERT_EQ(face.vertices.size(), 4u) << i;
    ASSERT_NEAR(volume(hull), scale * scale * scale, 1e-6 * scale * scale * scale);
  }
}

TEST(SceneHull, RandomCloudsAreSound) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  for (const int count : {4, 5, 8, 20, 100, 400}) {
    std::vector<Vec3> cloud, shell;
    for (int i = 0; i < count; ++i) {
      cloud.emplace_back(normal(random), normal(random), normal(random));
      shell.push_back(cloud.back().normalized());
    }
    expect_sound(cloud, convex_hull(cloud), 6.0);
    const ConvexHull sphere = convex_hull(shell);
    expect_sound(shell, sphere, 2.0);
    EXPECT_EQ(sphere.vertices.size(), shell.size());
  }
}

TEST(SceneHull, PrismKeepsItsPolygons) {
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i)
    for (const double z : {-1.0, 1.0})
      points.emplace_back(std::cos(i * 0.5235987755982988), std::sin(i * 0.5235987755982988), z);
  const ConvexHull hull = convex_hull(points);
  expect_sound(points, hull, 2.0);
  ASSERT_EQ(hull.faces.size(), 14u);
  int dodecagons = 0;
  for (const HullFace& face : hull.faces) dodecagons += face.vertices.size() == 12;
  EXPECT_EQ(dodecagons, 2);
}

TEST(SceneHull, RepeatedPointsAndThinPlatesAreNoTrouble) {
  auto points = grid_cube(2);
  points.insert(points.end(), points.begin(), points.end());
  for (Vec3& p : points) p.z() *= 1e-3;
  const ConvexHull hull = convex_hull(points);
  expect_sound(points, hull, 1.0);
  EXPECT_EQ(hull.faces.size(), 6u);
  EXPECT_EQ(hull.vertices.size(), 8u);
}

TEST(SceneHull, VerticesAreTheOriginalsInTheirOrder) {
  const std::vector<Vec3> points{{0, 0, 1.0 / 3}, {0.1, 0.1, 0.2}, {1.0 / 7, 0, 0},
                                 {0, 0, 0},       {0, 1.0 / 9, 0}, {0.01, 0.01, 0.01}};
  const ConvexHull hull = convex_hull(points);
  std::size_t next = 0;
  for (const Vec3& v : hull.vertices) {
    while (next < points.size() && points[next] != v) ++next;
    EXPECT_LT(next, points.size());
  }
}

TEST(SceneHull, FlatOrFewOrBrokenPointsHaveNone) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  const Quat q = Quat(1, 2, 3, 4).normalized();
  std::vector<Vec3> plane, line, same(10, Vec3(1, 2, 3));
  for (int i = 0; i < 50; ++i) {
    plane.push_back(q * Vec3(normal(random), normal(random), 0.0) + Vec3(5, 6, 7));
    line.push_back(q * Vec3(normal(random), 0.0, 0.0));
  }
  const double nan = std::nan("");
  for (const auto& points :
       {plane, line, same, std::vector<Vec3>{}, std::vector<Vec3>(plane.begin(), plane.begin() + 3),
        std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}})
    EXPECT_TRUE(convex_hull(points).empty());
}
