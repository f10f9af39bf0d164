// Heaps: many bodies that fall together. Where they fall is decided by seeded dice.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// numerics §1: softer friction for loose piles
void loose(Scene& scene) {
  scene.parameters.friction_compliance = 1e-7;
}

// walls around the origin, open above, on the ground
void pen(Scene& scene, double half, double height, const std::string& look) {
  const double thick = 0.1;
  for (int side : {-1, 1}) {
    fixture(scene, side < 0 ? "wall_w" : "wall_e", {box({thick / 2, half + thick, height / 2})},
            {side * (half + thick / 2), 0, height / 2}, upright(), look);
    fixture(scene, side < 0 ? "wall_s" : "wall_n", {box({half, thick / 2, height / 2})},
            {0, side * (half + thick / 2), height / 2}, upright(), look);
  }
}

Scene balls_in_bowl(const ScenarioValues& values) {
  Scene scene;
  loose(scene);
  scene.materials["default"].restitution = values.at("restitution");
  const double half = 2.0, spacing = 0.1, radius = 0.12, rim = 1.2;
  ShapeDesc bowl;
  bowl.type = ShapeType::heightfield;
  bowl.rows = bowl.columns = int(std::lround(2 * half / spacing)) + 1;
  bowl.spacing = spacing;
  for (int row = 0; row < bowl.rows; ++row)
    for (int column = 0; column < bowl.columns; ++column) {
      const double x = column * spacing - half, y = row * spacing - half;
      bowl.heights.push_back(std::min(rim, 0.35 * (x * x + y * y)));
    }
  fixture(scene, "bowl", {bowl}, Vec3::Zero(), upright(), "wood");
  ground(scene).shapes.front().offset = -0.2;
  // a chest about it
  for (int side : {-1, 1}) {
    fixture(scene, side < 0 ? "front" : "back", {box({half + 0.1, 0.05, 0.5 * rim + 0.1})},
            {0, side * (half + 0.05), 0.5 * rim - 0.1}, upright(), "wood");
    fixture(scene, side < 0 ? "left" : "right", {box({0.05, half, 0.5 * rim + 0.1})},
            {side * (half + 0.05), 0, 0.5 * rim - 0.1}, upright(), "wood");
  }
  // a block of balls over the middle, set loosely, every one a little off the grid
  const int balls = whole(values, "balls");
  Dice dice(7);
  const int side = std::max(2, int(std::ceil(std::cbrt(0.6 * balls))));
  const double pitch = 2.5 * radius;
  for (int i = 0; i < balls; ++i) {
    const int layer = i / (side * side), place = i % (side * side), row = place / side, column = place % side;
    body(scene, "ball_" + std::to_string(i), {sphere(radius)},
         {(column - 0.5 * (side - 1)) * pitch + dice.uniform(-0.02, 0.02),
          (row - 0.5 * (side - 1)) * pitch + dice.uniform(-0.02, 0.02), 1.2 + layer * pitch},
         upright(), "plastic");
  }
  camera(scene, {2.8, -4.7, 4.8}, {0, 0, 0.3}, 0.75);
  return scene;
}

ShapeDesc any_shape(Dice& dice, int kind, double size) {
  switch (kind) {
    case 0:
      return sphere(0.5 * size);
    case 1:
      return box({0.5 * size, dice.uniform(0.3, 0.5) * size, dice.uniform(0.2, 0.5) * size});
    case 2:
      return capsule(0.3 * size, dice.uniform(0.2, 0.5) * size);
    case 3: {
      const double half = dice.uniform(0.2, 0.5) * size;
      return cylinder(dice.uniform(0.25, 0.45) * size, half);
    }
    case 4:
      return cone(0.45 * size, dice.uniform(0.7, 1.1) * size, Vec3::UnitZ(), Vec3::Zero());
    default:
      break;
  }
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.push_back(0.5 * size * dice.direction());
  return hull(std::move(points));
}

Scene mixed_rain(const ScenarioValues& values) {
  Scene scene;
  loose(scene);
  ground(scene);
  const int shapes = whole(values, "shapes"), seed = whole(values, "seed");
  const double half = 0.22 * std::cbrt(double(shapes)) + 0.6, pitch = 0.62;
  pen(scene, half, 1.2, "concrete");
  static constexpr const char* looks[] = {"rubber", "wood", "plastic", "metal", "wood", "rock"};
  Dice dice(seed);
  const int side = int(2 * (half - 0.35) / pitch) + 1;
  for (int i = 0; i < shapes; ++i) {
    const int layer = i / (side * side), place = i % (side * side), kind = dice.index(6);
    const int row = place / side, column = place % side;
    const Vec3 centre((column - 0.5 * (side - 1)) * pitch, (row - 0.5 * (side - 1)) * pitch, 1.0 + layer * pitch);
    const Quat lie = dice.orientation();
    const double size = dice.uniform(0.25, 0.38);
    body(scene, "shape_" + std::to_string(i), {any_shape(dice, kind, size)}, centre, lie, looks[kind]);
  }
  camera(scene, {2.1 * half, -3.0 * half, 2.3 * half}, {0, 0, 0.45 * half}, 0.8);
  return scene;
}

Scene spheres_216(const ScenarioValues& values) {
  Scene scene;
  loose(scene);
  ground(scene);
  const int side = whole(values, "side");
  const double radius = 0.25, pitch = 2 * radius;
  // high enough for the heap: eight along an edge lie 1.5 m deep
  pen(scene, 0.5 * side * pitch + 1.0, std::max(1.2, pitch * side - 1.8), "wood");
  // a cubic lattice leaning a little, so that it cannot stay as it is
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k)
        body(scene, "sphere_" + std::to_string((i * side + j) * side + k), {sphere(radius)},
             {(i - 0.5 * (side - 1)) * pitch + 0.04 * k, (j - 0.5 * (side - 1)) * pitch + 0.03 * k,
              values.at("height") + radius + k * pitch},
             upright(), "plastic");
  const double size = side * pitch;
  camera(scene, {1.3 * size, -2.0 * size, 1.5 * size}, {0, 0, 0.35 * size}, 0.75);
  return scene;
}

Scene jacks(const ScenarioValues& values) {
  Scene scene;
  loose(scene);
  // arms wedge under arms: a direct solve stopped early can throw one out, so all run to their end while that is cheap

  ground(scene);
  scene.materials["default"].friction = values.at("friction");
  const int number_of = whole(values, "jacks"), side = 4;
  const double arm = 0.16, thick = 0.035, pitch = 0.47;
  Dice dice(whole(values, "seed"));
  static constexpr const char* colours[] = {"red", "blue", "yellow", "metal", "green", "orange"};
  for (int i = 0; i < number_of; ++i) {
    const int layer = i / (side * side), place = i % (side * side), row = place / side, column = place % side;
    std::vector<ShapeDesc> parts;
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
      parts.push_back(capsule(thick, arm, axis));
      if (axis.z() == 0)
        for (int end : {-1, 1}) parts.push_back(sphere(1.6 * thick, end * arm * axis));
    }
    body(scene, "jack_" + std::to_string(i), std::move(parts),
         {(column - 1.5) * pitch, (row - 1.5) * pitch, 0.4 + layer * pitch}, dice.orientation(), colours[i % 6]);
  }
  camera(scene, {1.7, -2.6, 2.0}, {0, 0, 0.35}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> heaps() {
  return {
      {"balls_in_bowl",
       "Field",
       "Balls poured into a bowl gather at its bottom.",
       {count("balls", 80, 5, 250, "balls"), number("restitution", 0.3, 0, 0.8, "", "of the balls")},
       balls_in_bowl},
      {"mixed_rain",
       "Field",
       "A rain of spheres, boxes, capsules, cylinders, cones and stones fills a pen.",
       {count("shapes", 300, 20, 2000, "bodies"), count("seed", 1, 1, 1000, "of the dice")},
       mixed_rain},
      {"spheres_216",
       "Field",
       "A block of 216 spheres falls apart into its pen.",
       {count("side", 6, 2, 8, "spheres along an edge"), number("height", 0.5, 0, 2, "m", "it falls")},
       spheres_216},
      {"jacks",
       "Papers",
       "Jacks, three crossed bars each, fall into a pile that hooks into itself.",
       {count("jacks", 60, 5, 200, "jacks"), number("friction", 0.5, 0.1, 1, "", "of metal"),
        count("seed", 1, 1, 1000, "of the dice")},
       jacks},
  };
}

}  // namespace spook::families
