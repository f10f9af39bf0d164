// A seeded scene of seven bodies of all shapes above a floor.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <string>

#include "engine/scene/scene.h"

namespace spook::test {

inline ShapeDesc random_shape(std::mt19937& dice) {
  std::uniform_real_distribution<double> size(0.1, 0.4);
  ShapeDesc shape;
  constexpr std::array types{ShapeType::sphere,   ShapeType::box,  ShapeType::capsule,
                             ShapeType::cylinder, ShapeType::cone, ShapeType::hull};
  shape.type = types[dice() % types.size()];
  shape.radius = size(dice), shape.half_length = size(dice), shape.height = 2.0 * size(dice);
  for (int i = 0; i < 3; ++i) shape.half_extents[i] = size(dice);
  if (shape.type == ShapeType::hull)
    for (int i = 0; i < 8; ++i)
      shape.points.emplace_back((i & 1 ? 1 : -1) * size(dice), (i & 2 ? 1 : -1) * size(dice),
                                (i & 4 ? 1 : -1) * size(dice));
  return shape;
}

inline Scene random_scene(unsigned seed) {
  std::mt19937 dice(seed);
  const auto pick = [&dice](auto... choices) {
    const std::array all{choices...};
    return all[dice() % all.size()];
  };
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Scene scene;
  scene.name = "random";
  scene.parameters.time_step = pick(1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0);
  scene.parameters.restitution = pick(0.0, 0.5, 1.0);
  scene.parameters.friction = pick(0.0, 0.5, 1.0);
  scene.parameters.impact_law = pick(ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::sequential);
  BodyDesc ground;
  ground.name = "ground", ground.motion = Motion::fixed;
  ground.shapes.resize(1), ground.shapes[0].type = ShapeType::plane;
  scene.bodies.push_back(ground);
  for (int i = 0; i < 7; ++i) {
    BodyDesc body;
    body.name = "body_" + std::to_string(i);
    body.mass = pick(1.0, 1.0, 10.0);
    body.shapes.push_back(random_shape(dice));
    body.pose.position = Vec3(0.3 * any(dice), 0.3 * any(dice), 1.0 + 1.4 * i);
    body.pose.orientation = Quat(any(dice), any(dice), any(dice), any(dice)).normalized();
    body.velocity = Vec3(any(dice), any(dice), any(dice));
    body.angular_velocity = 4.0 * Vec3(any(dice), any(dice), any(dice));
    scene.bodies.push_back(body);
  }
  return scene;
}

}  // namespace spook::test
