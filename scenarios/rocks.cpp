// Rocks for the wheel loader: a few spheres stuck together.
#include <algorithm>

#include "scenarios/build.h"
#include "scenarios/wheel_loader.h"

namespace spook::families {

using namespace build;

namespace {

std::vector<ShapeDesc> lump(Dice& dice, double size, int parts) {
  std::vector<ShapeDesc> spheres{with_material(sphere(0.55 * size), "rock")};
  for (int i = 1; i < parts; ++i) {
    const Vec3 out = dice.direction();
    const Vec3 centre = dice.uniform(0.5, 0.62) * size * out;
    spheres.push_back(with_material(sphere(dice.uniform(0.32, 0.45) * size, centre), "rock"));
  }
  return spheres;
}

}  // namespace

void add_rocks(Scene& scene, const Vec3& centre, int count, std::uint64_t seed) {
  Dice dice(seed);
  const double pitch = 0.6;
  int added = 0;
  // a stepped pyramid, wide enough below that it holds them all
  int side = 2;
  for (int held = 0; held < count; ++side) {
    held = 0;
    for (int layer = side; layer > 1; --layer) held += layer * layer;
  }
  --side;
  for (int layer = 0; added < count; ++layer) {
    const int edge = std::max(2, side - layer);
    for (int k = 0; k < edge * edge && added < count; ++k, ++added) {
      const double size = dice.uniform(0.19, 0.26);
      const int row = k / edge, column = k % edge;
      const Vec3 place((column - 0.5 * (edge - 1)) * pitch, (row - 0.5 * (edge - 1)) * pitch,
                       0.3 + layer * 0.85 * pitch);
      std::vector<ShapeDesc> spheres = lump(dice, size, dice.index(3) ? 5 : 6);
      body(scene, "rock_" + std::to_string(added), std::move(spheres), centre + place, dice.orientation(), "rock");
    }
  }
}

}  // namespace spook::families
