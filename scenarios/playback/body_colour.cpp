#include "scenarios/playback/body_colour.h"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace spook {
namespace {

struct NamedSurface {
  std::string_view word;
  std::uint32_t srgb;
  double roughness, metalness;
};

// words in a look, a material or a name, most telling first; colours as the window has them
constexpr NamedSurface surfaces[] = {
    {"brick", 0xab6650, 0.85, 0.0},  {"wood", 0xb98b58, 0.65, 0.0},   {"log", 0xb98b58, 0.65, 0.0},
    {"plank", 0xb98b58, 0.65, 0.0},  {"kapla", 0xb98b58, 0.65, 0.0},  {"jenga", 0xb98b58, 0.65, 0.0},
    {"domino", 0xb98b58, 0.65, 0.0}, {"metal", 0xb9bec4, 0.35, 0.9},  {"steel", 0xb9bec4, 0.35, 0.9},
    {"iron", 0xb9bec4, 0.4, 0.9},    {"chain", 0xb9bec4, 0.35, 0.9},  {"rock", 0x908b82, 0.9, 0.0},
    {"stone", 0x908b82, 0.9, 0.0},   {"terrain", 0x908b82, 0.9, 0.0}, {"rubber", 0x353639, 0.8, 0.0},
    {"wheel", 0x353639, 0.8, 0.0},   {"tyre", 0x353639, 0.8, 0.0},    {"concrete", 0xaaa9a4, 0.85, 0.0},
    {"arch", 0xaaa9a4, 0.85, 0.0},   {"ground", 0xe0dedb, 0.9, 0.0},  {"paper", 0xf0eadc, 0.75, 0.0},
    {"card", 0xf0eadc, 0.75, 0.0},   {"yellow", 0xe2a52b, 0.45, 0.0}, {"orange", 0xd9662b, 0.45, 0.0},
    {"red", 0xb63c30, 0.45, 0.0},    {"green", 0x4c8054, 0.45, 0.0},  {"blue", 0x3a6ea5, 0.45, 0.0},
    {"navy", 0x2c3e57, 0.45, 0.0},   {"white", 0xe4e1d8, 0.45, 0.0},  {"black", 0x26272b, 0.45, 0.0},
    {"skin", 0xd6a583, 0.6, 0.0},    {"soil", 0x8c7656, 0.9, 0.0},
};
constexpr std::uint32_t palette[] = {0xe4663f, 0x2f9c95, 0xf0b541, 0x4a7fb5, 0x8cb369,
                                     0xc8553d, 0x6c75b5, 0xe08e79, 0x3f7d9e, 0xd9a05b};

Vec3 linear(std::uint32_t srgb) {
  const auto channel = [&](int shift) { return std::pow(double((srgb >> shift) & 255u) / 255.0, 2.2); };
  return {channel(16), channel(8), channel(0)};
}

}  // namespace

BodyColour body_colour(const BodyLook& body) {
  if (body.look.size() == 7 && body.look[0] == '#')
    return {linear(std::uint32_t(std::strtoul(body.look.c_str() + 1, nullptr, 16))), 0.5, 0.0};
  std::uint32_t hash = 2166136261u;
  for (const char c : body.name) hash = (hash ^ std::uint8_t(c)) * 16777619u;
  hash ^= hash >> 15;
  const std::string material = body.shapes.empty() ? "" : body.shapes[0].material;
  for (const std::string& text : {body.look, material, body.name})
    for (const NamedSurface& surface : surfaces)
      if (text.find(surface.word) != text.npos) {
        // five shades of each, so that bricks differ and still share materials
        const double shade = body.motion == Motion::fixed ? 1.0 : 0.88 + 0.06 * double(hash % 5);
        return {linear(surface.srgb) * shade, surface.roughness, surface.metalness};
      }
  if (body.motion == Motion::fixed) return {linear(0xaaa9a4), 0.85, 0.0};
  return {linear(palette[hash % std::size(palette)]), 0.5, 0.0};
}

}  // namespace spook
