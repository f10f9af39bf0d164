// Meshes weigh what closed forms say, to 1e-9: MuJoCo, which keeps them in single precision, cannot tell that.
#include <Eigen/Geometry>
#include <numbers>

#include "tests/import/solids.h"

using namespace spook;
using namespace spook::test;

namespace {

struct Solid {
  double mass;
  Vec3 centre;
  Mat3 inertia;  // about the centre
};

// of even density: the covariance of a simplex is that of its corners, m/20 each
Solid tetrahedron(const std::vector<Vec3>& corners, double density) {
  const Vec3 a = corners[1] - corners[0], b = corners[2] - corners[0], c = corners[3] - corners[0];
  const double mass = density * std::abs(a.dot(b.cross(c))) / 6.0;
  const Vec3 centre = (corners[0] + corners[1] + corners[2] + corners[3]) / 4.0;
  Mat3 covariance = Mat3::Zero();
  for (const Vec3& corner : corners) covariance += mass / 20.0 * (corner - centre) * (corner - centre).transpose();
  return {mass, centre, covariance.trace() * Mat3::Identity() - covariance};
}

Solid block(const Vec3& size, double density) {
  const double mass = density * size.prod();
  const Vec3 s = size.cwiseAbs2() * (mass / 12.0);
  return {mass, 0.5 * size, Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()).asDiagonal()};
}

Solid placed(const Solid& solid, const Pose& pose) {
  const Mat3 turn = pose.orientation.toRotationMatrix();
  return {solid.mass, pose.to_parent(solid.centre), turn * solid.inertia * turn.transpose()};
}

Quat euler_degrees(double x, double y, double z) {  // about the turned axes, as MJCF has it
  const double d = std::numbers::pi / 180.0;
  return Eigen::AngleAxisd(x * d, Vec3::UnitX()) * Eigen::AngleAxisd(y * d, Vec3::UnitY()) *
         Eigen::AngleAxisd(z * d, Vec3::UnitZ());
}

void expect_weighs(const BodyDesc& ours, const Solid& solid) {
  constexpr double tolerance = 1e-9;
  EXPECT_LT(std::abs(*ours.mass - solid.mass), tolerance * solid.mass) << ours.name;
  EXPECT_LT((ours.pose.position - solid.centre).norm(), tolerance) << ours.name;
  EXPECT_LT((inertia_tensor(ours) - solid.inertia).norm(), tolerance * solid.inertia.norm()) << ours.name;
}

const Pose body_a{Vec3(1, 2, 3), euler_degrees(10, 20, 30)}, body_b{Vec3(3, 2, 3), euler_degrees(20, 30, 10)};
const Pose geom_a{Vec3(0.1, 0.2, 0.3), euler_degrees(40, 50, 60)},
    geom_b{Vec3(0.1, 0.2, 0.3), euler_degrees(50, 60, 40)};
const Vec3 scale(0.5, 1, 2);

std::vector<Vec3> scaled(std::vector<Vec3> points) {
  for (Vec3& p : points) p = p.cwiseProduct(scale);
  return points;
}

}  // namespace

TEST(MeshMass, OfMjcfIsThatOfTheClosedForm) {
  const ModelFiles files;
  write_solids(files);
  const Scene scene = models::import_model(files.write("mesh.xml", R"(<mujoco>
    <asset><mesh name="t" file="tip.obj" scale="0.5 1 2"/><mesh name="b" file="box.obj" scale="0.5 1 2"/></asset><worldbody>
    <body name="a" pos="1 2 3" euler="10 20 30"><freejoint/><geom type="mesh" mesh="t" density="70" pos="0.1 0.2 0.3" euler="40 50 60"/></body>
    <body name="b" pos="3 2 3" euler="20 30 10"><freejoint/><geom type="mesh" mesh="b" density="70" pos="0.1 0.2 0.3" euler="50 60 40"/></body>
    </worldbody></mujoco>)"),
                                           {})
                          .scene;
  expect_weighs(body(scene, "a"), placed(placed(tetrahedron(scaled(tip_corners), 70), geom_a), body_a));
  expect_weighs(body(scene, "b"), placed(placed(block(scale, 70), geom_b), body_b));
}

TEST(MeshMass, FarFromTheOriginLosesNothing) {
  const ModelFiles files;
  files.write("far.obj",
              "v 100 0 50\nv 101 0 50\nv 100 1.5 50\nv 100.25 0.25 50.75\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const Scene scene = models::import_model(files.write("mesh.xml", R"(<mujoco>
    <asset><mesh name="t" file="far.obj"/></asset><worldbody>
    <body name="a"><freejoint/><geom type="mesh" mesh="t" density="70"/></body></worldbody></mujoco>)"),
                                           {})
                          .scene;
  std::vector<Vec3> corners = tip_corners;
  for (Vec3& corner : corners) corner += Vec3(100, 0, 50);
  expect_weighs(body(scene, "a"), tetrahedron(corners, 70));
}
