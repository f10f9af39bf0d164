#include "viewer/render/looks.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace spook {
namespace {

struct NamedLook {
  std::string_view word;
  Look look;
};

// words in a look hint, a material or a body's name, most telling first
constexpr NamedLook words[] = {
    {"brick", Look::brick},   {"wood", Look::wood},       {"log", Look::wood},          {"plank", Look::wood},
    {"kapla", Look::wood},    {"jenga", Look::wood},      {"domino", Look::wood},       {"beam", Look::wood},
    {"metal", Look::metal},   {"steel", Look::metal},     {"iron", Look::metal},        {"chain", Look::metal},
    {"link", Look::metal},    {"hook", Look::metal},      {"gear", Look::metal},        {"cradle", Look::metal},
    {"crank", Look::metal},   {"piston", Look::metal},    {"rock", Look::rock},         {"stone", Look::rock},
    {"terrain", Look::rock},  {"rubber", Look::rubber},   {"wheel", Look::rubber},      {"tyre", Look::rubber},
    {"tire", Look::rubber},   {"track", Look::rubber},    {"concrete", Look::concrete}, {"arch", Look::concrete},
    {"wall", Look::concrete}, {"ground", Look::concrete}, {"card", Look::paper},        {"paper", Look::paper},
};

// hints that name a paint: a plain surface of that colour, a little different from body to body
struct Paint {
  std::string_view word;
  std::uint32_t srgb;
};
constexpr Paint paints[] = {
    {"yellow", 0xe2a52b}, {"orange", 0xd9662b}, {"red", 0xb63c30},   {"green", 0x4c8054}, {"blue", 0x3a6ea5},
    {"navy", 0x2c3e57},   {"white", 0xe4e1d8},  {"black", 0x26272b}, {"skin", 0xd6a583},  {"soil", 0x8c7656},
};

const Paint* find_paint(std::string_view hint) {
  for (const Paint& paint : paints)
    if (hint == paint.word) return &paint;
  return nullptr;
}

bool find_look(std::string_view text, Look& look) {
  if (text == "plain" || text == "plastic" || text == "paint") return look = Look::plain, true;
  for (const NamedLook& row : words)
    if (text.find(row.word) != std::string_view::npos) return look = row.look, true;
  return false;
}

std::uint32_t hash_name(std::string_view name) {
  std::uint32_t h = 2166136261u;
  for (const char c : name) h = (h ^ std::uint8_t(c)) * 16777619u;
  h ^= h >> 15, h *= 2246822519u, h ^= h >> 13;
  return h;
}

glm::vec3 shade(std::uint32_t a, std::uint32_t b, float t) {
  return glm::mix(linear(a), linear(b), t);
}

glm::vec3 look_colour(Look look, std::uint32_t h, float t) {
  switch (look) {
    case Look::wood:
      return shade(0xa87a48, 0xc79a63, t);
    case Look::brick:
      return shade(0x96503e, 0xbb7a5c, t);
    case Look::metal:
      return shade(0xa9b0b8, 0xc9ccd0, t);
    case Look::rock:
      return shade(0x7d7a74, 0xa39c90, t);
    case Look::rubber:
      return shade(0x303134, 0x3a3b3e, t);
    case Look::concrete:
      return shade(0x9c9b97, 0xb9b6af, t);
    case Look::paper:
      return shade(0xe9e2d2, 0xf6f1e6, t);
    case Look::plain:
      break;
  }
  return palette(int(h % 97));
}

}  // namespace

glm::vec3 linear(std::uint32_t srgb) {
  const auto channel = [&](int shift) { return std::pow(float((srgb >> shift) & 255u) / 255.0f, 2.2f); };
  return {channel(16), channel(8), channel(0)};
}

glm::vec3 palette(int i) {
  static constexpr std::uint32_t colours[] = {0xe4663f, 0x2f9c95, 0xf0b541, 0x4a7fb5, 0x8cb369,
                                              0xc8553d, 0x6c75b5, 0xe08e79, 0x3f7d9e, 0xd9a05b};
  return linear(colours[unsigned(i) % std::size(colours)]);
}

BodySurface surface_of(const BodyLook& body) {
  BodySurface surface;
  // "#rrggbb": just that colour
  if (body.look.size() == 7 && body.look[0] == '#') {
    surface.look = Look::plain, surface.seed = 0.5f;
    surface.colour = linear(std::uint32_t(std::strtoul(body.look.c_str() + 1, nullptr, 16)));
    return surface;
  }
  const std::uint32_t h = hash_name(body.name);
  surface.seed = float(h & 0xffffu) / 65535.0f;
  if (const Paint* paint = find_paint(body.look)) {
    surface.look = paint->word == "soil" ? Look::rock : Look::plain;
    surface.colour = linear(paint->srgb) * (0.94f + 0.12f * surface.seed);
    return surface;
  }
  Look look = Look::plain;
  bool known = !body.look.empty() && find_look(body.look, look);
  if (!known && !body.shapes.empty() && body.shapes[0].material != "default")
    known = find_look(body.shapes[0].material, look);
  if (!known && body.look.empty()) known = find_look(body.name, look);
  if (!known && body.motion == Motion::fixed) look = Look::concrete;
  surface.look = look;
  surface.colour = look_colour(look, h >> 8, surface.seed);
  return surface;
}

}  // namespace spook
