// Stacks: the oldest test of a contact solver. Everything touches at gap 0 from the start.
#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

void tower(Scene& scene, const std::string& name, const Vec3& foot, double edge, int cubes, const std::string& look) {
  for (int i = 0; i < cubes; ++i)
    body(scene, name + "_" + std::to_string(i), {box(Vec3::Constant(edge / 2))}, foot + Vec3(0, 0, (i + 0.5) * edge),
         upright(), look);
}

Scene stack(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int cubes = whole(values, "cubes");
  const double edge = values.at("edge"), height = cubes * edge;
  tower(scene, "cube", Vec3::Zero(), edge, cubes, "wood");
  camera(scene, {0.8 * height + 1, -1.2 * height - 2, 0.65 * height + 1}, {0, 0, 0.48 * height}, 0.7);
  return scene;
}

Scene heavy_on_light(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int cubes = whole(values, "cubes");
  const double load = values.at("load"), edge = 0.5;
  // beyond a tonne the contacts are as much stiffer as the load is heavier, as no real floor of 1e-8 m/N would hold it
  scene.materials["default"].compliance = 1e-8 * std::min(1.0, 1000.0 / load);
  for (int i = 0; i < cubes; ++i)
    body(scene, "cube_" + std::to_string(i), {box(Vec3::Constant(edge / 2))}, {0, 0, (i + 0.5) * edge}, upright(),
         "wood")
        .mass = 1.0;
  body(scene, "load", {box({0.5, 0.5, 0.5})}, {0, 0, cubes * edge + 0.5}, upright(), "metal").mass = load;
  const double height = cubes * edge + 1.0;
  camera(scene, {0.8 * height, -1.3 * height, 0.9 * height}, {0, 0, 0.5 * height}, 0.75);
  return scene;
}

Scene mass_ratio_stacks(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const double edge = 0.4, ratio = values.at("ratio");
  const int stacks = whole(values, "stacks");
  // as in heavy_on_light: beyond ten tonnes the contacts are as much stiffer as the heaviest cube is heavier
  const double heaviest = std::pow(ratio, stacks - 1);
  scene.materials["default"].compliance = 1e-8 * std::min(1.0, 1e4 / heaviest);
  // each stack's upper cube is so many times heavier than the one below it
  double power = 1.0;
  for (int k = 0; k < stacks; ++k, power *= ratio) {
    const double x = (k - 0.5 * (stacks - 1)) * 0.9;
    const std::string name = "stack_" + std::to_string(k);
    body(scene, name + "_below", {box(Vec3::Constant(edge / 2))}, {x, 0, edge / 2}, upright(), "wood").mass = 1.0;
    body(scene, name + "_above", {box(Vec3::Constant(edge / 2))}, {x, 0, 1.5 * edge}, upright(), "metal").mass = power;
  }
  const double wide = 0.9 * stacks;
  camera(scene, {0.3 * wide, -0.5 - 0.8 * wide, 0.5 + 0.3 * wide}, {0, 0, 0.33}, 0.75);
  return scene;
}

Scene pyramid(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int rows = whole(values, "rows");
  const double edge = values.at("edge"), gap = values.at("gap") * edge;
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < rows - row; ++i)
      body(scene, "cube_" + std::to_string(row) + "_" + std::to_string(i), {box(Vec3::Constant(edge / 2))},
           {(i - 0.5 * (rows - row - 1)) * (edge + gap), 0, (row + 0.5) * edge}, upright(), "wood");
  const double size = rows * edge;
  camera(scene, {0.35 * size, -1.5 * size - 1, 0.65 * size + 0.5}, {0, 0, 0.5 * size}, 0.75);
  return scene;
}

Scene pyramid_square(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  const int rows = whole(values, "rows");
  const double edge = 0.4, pitch = 0.45;
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < rows - row; ++i)
      for (int j = 0; j < rows - row; ++j)
        body(scene, "cube_" + std::to_string(row) + "_" + std::to_string(i) + "_" + std::to_string(j),
             {box(Vec3::Constant(edge / 2))},
             {(i - 0.5 * (rows - row - 1)) * pitch, (j - 0.5 * (rows - row - 1)) * pitch, (row + 0.5) * edge},
             upright(), "brick");
  const double size = rows * pitch;
  camera(scene, {1.15 * size, -1.65 * size, 1.15 * size}, {0, 0, 0.34 * size}, 0.7);
  return scene;
}

}  // namespace

std::vector<Scenario> stacks() {
  return {
      {"stack",
       "Field",
       "Cubes stacked exactly on one another stand still, without jitter or creep.",
       {count("cubes", 20, 1, 40, "cubes in the stack"), number("edge", 0.5, 0.05, 1.0, "m", "edge of a cube")},
       stack},
      {"heavy_on_light",
       "Field",
       "Light cubes carry a load a thousand times their mass and are only compressed.",
       {count("cubes", 5, 1, 12, "cubes of 1 kg under the load"),
        number("load", 1000, 1, 1e5, "kg", "mass on top; beyond 1000 kg the contacts stiffen with it")},
       heavy_on_light},
      {"mass_ratio_stacks",
       "Field",
       "Pairs of cubes, each with a heavier upper one than the last: all stand.",
       {count("stacks", 5, 1, 7, "pairs side by side"),
        number("ratio", 10, 1, 20, "",
               "how much heavier the next upper cube is; beyond 10 t the contacts stiffen with it")},
       mass_ratio_stacks},
      {"pyramid",
       "Field",
       "A triangle of cubes stands for ever on its own friction.",
       {count("rows", 20, 2, 30, "rows of cubes"), number("edge", 0.5, 0.1, 1.0, "m", "edge of a cube"),
        number("gap", 0.1, 0.02, 0.5, "edges", "space between cubes of a row")},
       pyramid},
      {"pyramid_square",
       "Field",
       "A square pyramid of cubes, each on four below, stands still.",
       {count("rows", 7, 2, 10, "layers")},
       pyramid_square},
  };
}

}  // namespace spook::families
