// Friction under load from two sides: the squeezed box, and the plate on rolling balls.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene squeezed_box(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  // the walls stand closer by `squeeze` a side than the box is wide: the one scene that starts overlapping, on purpose
  const double squeeze = values.at("squeeze") * 1e-3, half = 0.25, tall = 0.75, height = 1.4;
  for (int side : {-1, 1})
    fixture(scene, side < 0 ? "wall_left" : "wall_right", {box({0.3, 1.6, 0.9})},
            {side * (half + 0.3 - squeeze), 0, 0.9}, upright(), "concrete");
  body(scene, "box", {box({half, 0.3, tall})}, {0, 0, height}, upright(), "orange").mass = values.at("mass");
  push(scene, "box", {0, values.at("force"), 0}, values.at("from"), 1e300);
  camera(scene, {2.6, -4.4, 3.6}, {0, 0, 1.0}, 0.7);
  return scene;
}

Scene rolling_plate(const ScenarioValues& values) {
  Scene scene;
  material(scene, "ball", 0.5), material(scene, "plate", 0.5), material(scene, "floor", 0.5);
  pair(scene, "ball", "plate", 0.8);
  pair(scene, "ball", "floor", 0.4);
  ground(scene, "floor");
  const int side = whole(values, "side");
  const double radius = 0.1, pitch = 0.6, span = pitch * (side - 1) / 2;
  const double weight = std::max(10.0, 0.4 * side * side);  // kg: a plate of many balls still presses on each
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      body(scene, "ball_" + std::to_string(i) + "_" + std::to_string(j), {with_material(sphere(radius), "ball")},
           {i * pitch - span, j * pitch - span, radius}, upright(), "metal")
          .mass = 1.0;
  body(scene, "plate", {with_material(box({span + 0.6, span + 0.3, 0.05}), "plate")}, {0, 0, 2 * radius + 0.05},
       upright(), "wood")
      .mass = weight;
  // pushed to and fro so that it comes back: forward, twice as long backward, twice as long forward …
  const double force = values.at("force"), beat = values.at("beat");
  // at the height where it does not tip the plate against the balls' friction: a ball takes 0.35 of its mass
  const double carried = 0.35 * side * side, height = -0.05 * carried / (weight + carried);
  // in whole steps, each bound half a step early: no rounding of a time gives a push a step too many
  const double h = scene.parameters.time_step, stroke = std::max(1.0, std::round(beat / h)) * h;
  double from = 0.0, sign = 1.0;
  for (double until = stroke; from < 20.0; from = until, until += 2 * stroke, sign = -sign) {
    push(scene, "plate", {sign * force, 0, 0}, from - 0.5 * h, until - 0.5 * h);
    std::get<ForceDrive>(scene.drives.back()).point = {0, 0, height};
  }
  camera(scene, {2.3, -4.4, 0.95}, {0, 0, 0.1}, 0.75);
  return scene;
}

}  // namespace

std::vector<Scenario> squeezed() {
  return {
      {"squeezed_box",
       "SPOOK paper",
       "A tall box wedged between two walls, clear of the floor, holds against 1000 N; beyond its friction it slides "
       "evenly.",
       {number("squeeze", 1, 0.1, 2, "mm", "how far the box is pressed into each wall"),
        number("force", 1000, 0, 1e6, "N", "sideways"), number("from", 0, 0, 5, "s", "when the push begins"),
        number("mass", 100, 10, 1000, "kg", "of the box")},
       squeezed_box},
      {"rolling_plate",
       "Field",
       "A 10 kg plate rides on rolling balls, pushed to and fro with 150 N; they roll at half its speed and never "
       "slip.",
       {count("side", 5, 3, 7, "balls along an edge; beyond 5 the plate weighs 0.4 kg a ball"),
        number("force", 150, 10, 150, "N", "push; more, and the friction of the balls is not enough"),
        number("beat", 0.1, 0.05, 0.12, "s", "first push; longer, and balls left behind carry too little to roll")},
       rolling_plate},
  };
}

}  // namespace spook::families
