// What slides over a floor made of many pieces feels one floor: no piece's inner side, no triangle's edge, no seam
// between children of a compound or between bodies gives it a knock.
#include <gtest/gtest.h>

#include "tests/physics/physics_run.h"

namespace spook {
namespace {

constexpr int tiles = 12;
constexpr double tile = 0.5;

ShapeDesc box_shape(const Vec3& half, const Vec3& position) {
  ShapeDesc shape;
  shape.type = ShapeType::box;
  shape.half_extents = half;
  shape.pose.position = position;
  return shape;
}

ShapeDesc tile_at(int i, int j) {
  return box_shape({0.5 * tile, 0.5 * tile, 0.1}, Vec3((i + 0.5) * tile - 1.0, (j - 1.0) * tile, -0.1));
}

ShapeDesc sheet() {
  ShapeDesc mesh;
  mesh.type = ShapeType::mesh;
  for (int i = 0; i <= tiles; ++i)
    for (int j = 0; j <= 4; ++j) mesh.points.emplace_back(i * tile - 1.0, (j - 2.0) * tile, 0.0);
  for (int i = 0; i < tiles; ++i)
    for (int j = 0; j < 4; ++j) {
      const int at = i * 5 + j;
      mesh.triangles.push_back({at, at + 5, at + 6});
      mesh.triangles.push_back({at, at + 6, at + 1});
    }
  return mesh;
}

ShapeDesc field() {
  ShapeDesc ground;
  ground.type = ShapeType::heightfield;
  ground.rows = ground.columns = 2 * tiles + 1;
  ground.spacing = tile;
  ground.heights.assign(ground.rows * ground.columns, 0.0);
  return ground;
}

BodyDesc standing(const std::string& name, std::vector<ShapeDesc> shapes) {
  BodyDesc body;
  body.name = name;
  body.motion = Motion::fixed;
  body.shapes = std::move(shapes);
  return body;
}

enum class Floor { plane, compound, bodies, mesh, heightfield };

std::vector<BodyDesc> lay(Floor floor) {
  std::vector<ShapeDesc> pieces;
  for (int i = 0; i < tiles; ++i)
    for (int j = 0; j < 3; ++j) pieces.push_back(tile_at(i, j));
  std::vector<BodyDesc> bodies;
  switch (floor) {
    case Floor::plane: {
      ShapeDesc plane;
      plane.type = ShapeType::plane;
      plane.normal = Vec3::UnitZ();
      return {standing("floor", {plane})};
    }
    case Floor::compound:
      return {standing("floor", pieces)};
    case Floor::bodies:
      for (std::size_t i = 0; i < pieces.size(); ++i)
        bodies.push_back(standing("tile_" + std::to_string(i), {pieces[i]}));
      return bodies;
    case Floor::mesh:
      return {standing("floor", {sheet()})};
    case Floor::heightfield:
      return {standing("floor", {field()})};
  }
  return {};
}

struct Slider {
  const char* name;
  ShapeDesc shape;
  double height;
};

std::vector<Slider> sliders() {
  ShapeDesc ball, can;
  ball.type = ShapeType::sphere, ball.radius = 0.1;
  can.type = ShapeType::cylinder, can.radius = 0.1, can.half_length = 0.1;
  return {{"box", box_shape({0.15, 0.1, 0.1}, Vec3::Zero()), 0.1}, {"sphere", ball, 0.1}, {"cylinder", can, 0.1}};
}

struct Ride {
  double worst_sideways = 0.0, worst_up = 0.0, worst_jump = 0.0, lift = 0.0, end = 0.0;
};

// without friction, so that nothing but a knock changes its velocity
Ride ride(Floor floor, const Slider& slider, double speed, double yaw, double fall) {
  Scene scene;
  scene.name = "seams";
  scene.materials["default"].friction = 0.0;
  scene.bodies = lay(floor);
  BodyDesc body;
  body.name = "slider";
  body.shapes = {slider.shape};
  body.pose = {Vec3(-0.7, 0.013, slider.height + fall), Quat(Eigen::AngleAxisd(yaw, Vec3::UnitZ()))};
  body.velocity = Vec3(speed, 0.07 * speed, 0.0);
  scene.bodies.push_back(body);
  Watched run(scene);
  const BodyId id = run.body("slider");
  run.seconds(0.1);
  Ride worst;
  Vec3 before = run.world.velocity(id);
  for (int i = 0; i < 240 && run.world.pose(id).position.x() < 4.0; ++i) {
    run.step();
    const Vec3 now = run.world.velocity(id);
    worst.worst_jump = std::max(worst.worst_jump, (now - before).norm());
    worst.worst_up = std::max(worst.worst_up, std::abs(now.z()));
    worst.lift = std::max(worst.lift, std::abs(run.world.pose(id).position.z() - slider.height));
    before = now;
  }
  worst.worst_sideways = (before - Vec3(speed, 0.07 * speed, 0)).norm();
  worst.end = run.world.pose(id).position.x();
  return worst;
}

class Seams : public testing::TestWithParam<Floor> {};

TEST_P(Seams, GiveNoKnockToWhatSlidesOverThem) {
  for (const Slider& slider : sliders())
    for (const double speed : {0.5, 2.0, 8.0})
      for (const double yaw : {0.0, 0.4}) {
        const Ride found = ride(GetParam(), slider, speed, yaw, 0.0);
        SCOPED_TRACE(std::string(slider.name) + " at " + std::to_string(speed) + " m/s, yaw " + std::to_string(yaw));
        EXPECT_LT(found.worst_jump, 1e-3);
        EXPECT_LT(found.worst_sideways, 2e-3);
        EXPECT_LT(found.worst_up, 1e-3);
        EXPECT_LT(found.lift, 1e-3);
      }
}

TEST_P(Seams, DoNotCatchWhatSinksALittle) {
  for (const Slider& slider : sliders()) {
    const Ride found = ride(GetParam(), slider, 2.0, 0.0, -0.004);
    SCOPED_TRACE(slider.name);
    EXPECT_LT(found.worst_sideways, 2e-3);
    EXPECT_LT(found.worst_jump, 3e-3);  // it rises
    EXPECT_GT(found.end, 2.0);
  }
}

std::string floor_name(const testing::TestParamInfo<Floor>& info) {
  const char* names[] = {"Plane", "Compound", "Bodies", "Mesh", "Heightfield"};
  return names[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Floors, Seams,
                         testing::Values(Floor::plane, Floor::compound, Floor::bodies, Floor::mesh, Floor::heightfield),
                         floor_name);

}  // namespace
}  // namespace spook
