// The project's own textures, made of tiling noise at start: one tile a look.
#include <algorithm>
#include <cmath>

#include "viewer/render/looks.h"

namespace spook {
namespace {

constexpr int n = look_texture_size;

float random_at(int x, int y, int seed) {
  std::uint32_t h = std::uint32_t(x) * 374761393u + std::uint32_t(y) * 668265263u + std::uint32_t(seed) * 2147483647u;
  h = (h ^ (h >> 13)) * 1274126177u;
  return float((h ^ (h >> 16)) & 0xffffffu) / float(0xffffff);
}

// smooth noise of the given numbers of cells across the tile; wraps around
float noise(float u, float v, int cells_x, int cells_y, int seed) {
  const float x = u * float(cells_x), y = v * float(cells_y);
  const int ix = int(std::floor(x)), iy = int(std::floor(y));
  const float fx = x - float(ix), fy = y - float(iy);
  const float sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
  const auto at = [&](int a, int b) {
    return random_at((a % cells_x + cells_x) % cells_x, (b % cells_y + cells_y) % cells_y, seed);
  };
  const float low = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * sx,
              high = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * sx;
  return low + (high - low) * sy;
}

float layers(float u, float v, int x, int y, int octaves, int seed) {
  float sum = 0, weight = 0.5f, total = 0;
  for (int i = 0; i < octaves; ++i, x *= 2, y *= 2, weight *= 0.55f)
    sum += weight * noise(u, v, x, y, seed + i), total += weight;
  return sum / total;
}

struct Texel {
  float albedo = 0.5f, gloss = 0.5f, height = 0.5f;
};

// v runs along the grain
Texel wood(float u, float v) {
  const float wander = 0.05f * (noise(u, v, 3, 2, 11) - 0.5f);
  const float rings = 0.5f + 0.5f * std::sin(6.2831853f * (8.0f * (u + wander)));
  const float fibres = layers(u, v, 48, 3, 2, 12);
  const float a = 0.30f + 0.22f * std::pow(rings, 1.6f) + 0.22f * fibres;
  return {a, 0.4f + 0.3f * fibres, 0.4f + 0.08f * rings + 0.25f * fibres};
}

Texel brick(float u, float v) {
  const float grain = layers(u, v, 24, 24, 3, 21), patches = layers(u, v, 4, 4, 3, 22);
  const float pits = std::clamp((noise(u, v, 40, 40, 23) - 0.80f) * 6.0f, 0.0f, 1.0f);
  return {0.30f + 0.25f * grain + 0.28f * patches - 0.22f * pits, 0.5f, 0.5f * grain + 0.3f * patches - 0.5f * pits};
}

Texel metal(float u, float v) {
  const float brushed = layers(u, v, 90, 4, 2, 31), smears = layers(u, v, 3, 3, 3, 32);
  return {0.38f + 0.12f * brushed + 0.12f * smears, 0.25f + 0.5f * smears, 0.06f * brushed};
}

Texel rock(float u, float v) {
  const float big = layers(u, v, 4, 4, 5, 41);
  const float cracks = std::abs(layers(u, v, 5, 5, 4, 42) - 0.5f) * 2.0f;
  return {0.22f + 0.40f * big + 0.18f * std::min(1.0f, cracks * 3.0f), 0.5f,
          0.9f * big + 0.25f * std::min(1.0f, cracks * 4.0f)};
}

Texel rubber(float u, float v) {
  const float grain = layers(u, v, 30, 30, 2, 51);
  return {0.40f + 0.2f * grain, 0.5f + 0.2f * grain, 0.4f * grain};
}

Texel concrete(float u, float v) {
  const float stains = layers(u, v, 3, 3, 4, 61), sand = noise(u, v, 80, 80, 62);
  const float pores = std::clamp((noise(u, v, 34, 34, 63) - 0.86f) * 9.0f, 0.0f, 1.0f);
  return {0.36f + 0.20f * stains + 0.06f * sand - 0.12f * pores, 0.5f, 0.15f * sand - 0.4f * pores + 0.2f * stains};
}

Texel paper(float u, float v) {
  const float fibres = layers(u, v, 20, 20, 3, 71);
  return {0.42f + 0.16f * fibres, 0.5f, 0.2f * fibres};
}

Texel texel(Look look, float u, float v) {
  switch (look) {
    case Look::wood:
      return wood(u, v);
    case Look::brick:
      return brick(u, v);
    case Look::metal:
      return metal(u, v);
    case Look::rock:
      return rock(u, v);
    case Look::rubber:
      return rubber(u, v);
    case Look::concrete:
      return concrete(u, v);
    case Look::paper:
      return paper(u, v);
    case Look::plain:
      break;
  }
  return {};
}

std::uint8_t byte(float x) {
  return std::uint8_t(std::lround(std::clamp(x, 0.0f, 1.0f) * 255.0f));
}

}  // namespace

std::vector<std::uint8_t> look_texture(Look look) {
  std::vector<Texel> field(n * n);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) field[y * n + x] = texel(look, (float(x) + 0.5f) / n, (float(y) + 0.5f) / n);
  std::vector<std::uint8_t> bytes(n * n * 4);
  const auto height = [&](int x, int y) { return field[((y + n) % n) * n + (x + n) % n].height; };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      std::uint8_t* out = &bytes[(y * n + x) * 4];
      out[0] = byte(field[y * n + x].albedo);
      out[1] = byte(field[y * n + x].gloss);
      out[2] = byte(0.5f + 1.6f * (height(x + 1, y) - height(x - 1, y)));
      out[3] = byte(0.5f + 1.6f * (height(x, y + 1) - height(x, y - 1)));
    }
  }
  return bytes;
}

}  // namespace spook
