// The ten digits as distances to their strokes, so that they are crisp at any size: a layer beside the looks.
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

#include "viewer/render/looks.h"

namespace spook {
namespace {

using Stroke = std::vector<glm::vec2>;  // points of a line; a digit is 0.6 wide and 1 high

constexpr float stroke_half_width = 0.075f;
// the layout that body.frag reads: four digits a row, so many texels apart; texels of a digit's height; its lower left
// corner within its cell
constexpr int cell_wide = 64, cell_high = 80;
constexpr float texels_high = 72.0f;
constexpr glm::vec2 corner(0.1f, 0.055f);
constexpr float farthest = 0.25f;  // of the distances that a byte tells
static_assert(look_count == 8 && look_texture_size == 256, "body.frag names the layer and its size");

// degrees, counted from the right against the clock
Stroke arc(glm::vec2 centre, glm::vec2 radius, float from, float to) {
  constexpr int parts = 28;
  Stroke points;
  for (int i = 0; i <= parts; ++i) {
    const float angle = (from + (to - from) * float(i) / parts) * std::numbers::pi_v<float> / 180.0f;
    points.push_back(centre + radius * glm::vec2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

Stroke joined(Stroke a, const Stroke& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Stroke> strokes_of(int digit) {
  switch (digit) {
    case 0:
      return {arc({0.3f, 0.5f}, {0.22f, 0.42f}, 0, 360)};
    case 1:
      return {{{0.12f, 0.74f}, {0.34f, 0.92f}, {0.34f, 0.08f}}};
    case 2:
      return {joined(arc({0.3f, 0.68f}, {0.21f, 0.24f}, 165, -35), {{0.08f, 0.08f}, {0.53f, 0.08f}})};
    case 3:
      return {arc({0.28f, 0.71f}, {0.20f, 0.21f}, 150, -90), arc({0.28f, 0.29f}, {0.23f, 0.21f}, 90, -150)};
    case 4:
      return {{{0.41f, 0.08f}, {0.41f, 0.92f}, {0.07f, 0.32f}, {0.55f, 0.32f}}};
    case 5:
      return {joined({{0.5f, 0.92f}, {0.14f, 0.92f}, {0.12f, 0.52f}}, arc({0.28f, 0.34f}, {0.235f, 0.26f}, 130, -145))};
    case 6:
      return {arc({0.3f, 0.32f}, {0.22f, 0.24f}, 0, 360), arc({0.62f, 0.34f}, {0.54f, 0.60f}, 180, 108)};
    case 7:
      return {{{0.07f, 0.92f}, {0.53f, 0.92f}, {0.22f, 0.08f}}};
    case 8:
      return {arc({0.3f, 0.71f}, {0.18f, 0.21f}, 0, 360), arc({0.3f, 0.29f}, {0.22f, 0.21f}, 0, 360)};
    default: {  // a six upside down
      std::vector<Stroke> strokes = strokes_of(6);
      for (Stroke& stroke : strokes)
        for (glm::vec2& point : stroke) point = glm::vec2(0.6f, 1.0f) - point;
      return strokes;
    }
  }
}

float distance_to(const std::vector<Stroke>& strokes, glm::vec2 p) {
  float nearest = 1e9f;
  for (const Stroke& stroke : strokes)
    for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
      const glm::vec2 along = stroke[i + 1] - stroke[i], away = p - stroke[i];
      const float t = std::clamp(glm::dot(away, along) / std::max(1e-12f, glm::dot(along, along)), 0.0f, 1.0f);
      nearest = std::min(nearest, glm::length(away - t * along));
    }
  return nearest;
}

}  // namespace

std::vector<std::uint8_t> digit_texture() {
  constexpr int size = look_texture_size;
  std::vector<std::uint8_t> bytes(std::size_t(size) * size * 4, 0);
  for (int digit = 0; digit < 10; ++digit) {
    const std::vector<Stroke> strokes = strokes_of(digit);
    const int left = digit % 4 * cell_wide, low = digit / 4 * cell_high;
    for (int y = 0; y < cell_high; ++y)
      for (int x = 0; x < cell_wide; ++x) {
        const glm::vec2 p = (glm::vec2(x, y) + 0.5f) / texels_high - corner;
        const float inside = (stroke_half_width - distance_to(strokes, p)) / farthest;
        bytes[(std::size_t(low + y) * size + std::size_t(left + x)) * 4] =
            std::uint8_t(std::lround(std::clamp(0.5f + 0.5f * inside, 0.0f, 1.0f) * 255.0f));
      }
  }
  return bytes;
}

}  // namespace spook
