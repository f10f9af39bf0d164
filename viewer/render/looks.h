// Colours and surfaces: a hint of the scene, a telling name or the shape itself decides what a body seems made of.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "engine/world/snapshot.h"

namespace spook {

// rows of the shader's look table and layers of its texture
enum class Look { plain, wood, brick, metal, rock, rubber, concrete, paper };
inline constexpr int look_count = 8;
inline constexpr int look_texture_size = 256;

struct BodySurface {
  Look look;
  glm::vec3 colour;  // linear
  float seed;        // 0 … 1, of this body's own variation
};

BodySurface surface_of(const BodyLook& body);
glm::vec3 linear(std::uint32_t srgb);               // 0xrrggbb
glm::vec3 palette(int i);                           // linear; any i
std::vector<std::uint8_t> look_texture(Look look);  // RGBA tile: albedo, gloss, slope
std::vector<std::uint8_t> digit_texture();          // the layer after them: distances to the strokes of 0 … 9

}  // namespace spook
