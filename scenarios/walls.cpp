// Brick walls in running bond, standing, and what comes at them: a thrown ball, and the wrecking ball on its chain.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

struct Wall {
  int bricks = 10, courses = 10;
  double aspect = 2.0, height = 0.25, depth = 0.25, mass = 2.0;  // a brick: aspect × height long; m, kg
  double length() const { return aspect * height; }
  double width() const { return bricks * length(); }
  double top() const { return courses * height; }
};

// odd courses begin and end with half a brick, of half the mass
void add_wall(Scene& scene, const Wall& wall) {
  for (int course = 0; course < wall.courses; ++course) {
    const bool odd = course % 2 == 1;
    double left = -0.5 * wall.width();
    for (int i = 0; i < wall.bricks + (odd ? 1 : 0); ++i) {
      const bool half = odd && (i == 0 || i == wall.bricks);
      const double length = half ? 0.5 * wall.length() : wall.length();
      body(scene, "brick_" + std::to_string(course) + "_" + std::to_string(i),
           {box({length / 2, wall.depth / 2, wall.height / 2})}, {left + length / 2, 0, (course + 0.5) * wall.height},
           upright(), "brick")
          .mass = half ? 0.5 * wall.mass : wall.mass;
      left += length;
    }
  }
}

Wall wall_of(const ScenarioValues& values) {
  Wall wall;
  wall.bricks = whole(values, "bricks");
  wall.courses = whole(values, "courses");
  wall.aspect = values.at("aspect");
  wall.mass = values.at("brick_mass");
  return wall;
}

void frame_wall(Scene& scene, const Wall& wall, double side) {
  const double size = std::max(wall.width() * 0.62, wall.top());
  camera(scene, {side * size, -1.5 * size - 1.0, 0.75 * size + 0.3}, {0, 0, 0.45 * wall.top()}, 0.75);
}

Scene brick_wall(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const Wall wall = wall_of(values);
  add_wall(scene, wall);
  frame_wall(scene, wall, 0.45);
  return scene;
}

Scene wall_ball(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const Wall wall = wall_of(values);
  add_wall(scene, wall);
  const double radius = 0.4, speed = values.at("speed"), distance = 1.5;
  // thrown so that it meets the wall at half its height
  const double flight = distance / speed, start = 0.5 * wall.top() + 0.5 * gravity * flight * flight;
  BodyDesc& ball = body(scene, "ball", {sphere(radius)},
                        {0, -(distance + radius + wall.depth / 2), std::max(start, radius + 0.05)}, upright(), "metal");
  ball.mass = values.at("ball_mass");
  ball.velocity = {0, speed, 0};
  frame_wall(scene, wall, 0.8);
  return scene;
}

Scene wrecking_ball(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const Wall wall = wall_of(values);
  add_wall(scene, wall);
  // heavy bricks jerk at the links: a solve ended early left them a centimetre apart
  if (values.at("brick_mass") > 20.0) scene.parameters.effort.reset();
  // the chain hangs from a jib in front of the wall and is drawn back to an angle, straight and at rest
  const int links = whole(values, "links");
  const double pitch = 0.4, radius = 0.45, reach = links * pitch + radius;
  const double angle = values.at("angle") * degrees;
  const Vec3 hook(0, -(radius + wall.depth / 2 + 0.02),
                  std::max(0.45 * wall.top(), radius + 0.1) + reach);  // over the ground
  const Vec3 along(0, -std::sin(angle), -std::cos(angle));
  const Quat lie = z_along(along);
  std::string above;
  for (int i = 0; i < links; ++i) {
    const std::string name = "link_" + std::to_string(i);
    body(scene, name, {capsule(0.05, pitch / 2 - 0.07)}, hook + along * ((i + 0.5) * pitch), lie, "metal").mass = 3.0;
    joint(scene, JointType::ball, "chain_" + std::to_string(i), name, above, hook + along * (i * pitch));
    above = name;
  }
  body(scene, "ball", {sphere(radius)}, hook + along * reach, lie, "metal").mass = values.at("ball_mass");
  joint(scene, JointType::ball, "chain_end", "ball", above, hook + along * (links * pitch));
  // the mast stands beside the swing, the jib above it
  const double mast = 0.5 * wall.width() + 1.0, jib = hook.z() + 0.1;
  fixture(
      scene, "crane",
      {box({0.15, 0.15, jib / 2}, {mast, 0, jib / 2}), box({mast / 2 + 0.15, 0.12, 0.12}, {mast / 2, 0, jib + 0.12})},
      {0, hook.y(), 0}, upright(), "metal");
  const double size = std::max(wall.width(), hook.z());
  camera(scene, {-1.15 * size, -1.3 * size, 0.75 * size}, {0, -0.15 * size, 0.5 * hook.z()}, 0.8);
  return scene;
}

std::vector<ScenarioParameter> wall_parameters(int bricks, int courses, double aspect) {
  return {count("bricks", bricks, 2, 40, "bricks a course"), count("courses", courses, 1, 25, "courses"),
          number("aspect", aspect, 1, 4, "", "length of a brick over its height: 1 cubic, 4 flat"),
          number("brick_mass", 2, 0.5, 50, "kg", "mass of a whole brick")};
}

std::vector<ScenarioParameter> and_ball(std::vector<ScenarioParameter> parameters) {
  parameters.push_back(number("ball_mass", 500, 1, 2000, "kg", "mass of the ball"));
  return parameters;
}

std::vector<ScenarioParameter> thrown(std::vector<ScenarioParameter> parameters) {
  parameters.push_back(number("speed", 10, 5, 30, "m/s", "speed of the ball"));
  return parameters;
}

std::vector<ScenarioParameter> swung(std::vector<ScenarioParameter> parameters) {
  parameters.push_back(count("links", 10, 4, 14, "links of the chain"));
  parameters.push_back(number("angle", 60, 20, 80, "deg", "how far the ball is drawn back"));
  return parameters;
}

}  // namespace

std::vector<Scenario> walls() {
  return {
      {"brick_wall", "SPOOK paper", "A wall in running bond stands without mortar.", wall_parameters(10, 10, 2),
       brick_wall},
      {"brick_wall_flat", "SPOOK paper", "The wall again with bricks four times as long as high.",
       wall_parameters(6, 16, 4), brick_wall},
      {"wall_ball", "SPOOK paper",
       "A 500 kg ball at 10 m/s goes through a wall of cubic bricks, which comes down and lies still.",
       thrown(and_ball(wall_parameters(16, 12, 1))), wall_ball},
      {"wall_ball_flat", "SPOOK paper", "The same ball through a wall of 4:1 bricks.",
       thrown(and_ball(wall_parameters(6, 12, 4))), wall_ball},
      {"wrecking_ball", "SPOOK paper",
       "The wrecking ball swings in on its chain, a hundred times heavier than a link, and breaks a wall of cubic "
       "bricks.",
       swung(and_ball(wall_parameters(14, 12, 1))), wrecking_ball},
      {"wrecking_ball_flat", "SPOOK paper", "The wrecking ball on its chain through a wall of 4:1 bricks.",
       swung(and_ball(wall_parameters(6, 12, 4))), wrecking_ball},
  };
}

}  // namespace spook::families
