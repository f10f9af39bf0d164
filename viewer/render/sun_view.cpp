#include "viewer/render/sun_view.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr float shadow_far = 600.0f;
constexpr float max_radius = 60.0f;  // m; scenes that are larger keep to what the eye is near

// in steps, so that the texel size holds still
float stepped(float reach) {
  return std::exp2(std::ceil(std::log2(reach) * 4.0f) / 4.0f);
}

}  // namespace

SunView sun_view(const DrawList& list, const ViewMatrices& view, const Environment& environment, int texels) {
  glm::vec3 centre = view.eye, half(20.0f);
  if (!list.bounds.isEmpty()) {
    centre = to_glm(Vec3(list.bounds.center()));
    half = 0.5f * to_glm(Vec3(list.bounds.sizes()));
  }
  if (glm::length(half) > max_radius)
    centre = view.eye - glm::vec3(glm::transpose(view.view)[2]) * 18.0f, half = glm::vec3(max_radius / 1.75f);

  const glm::vec3 sun = glm::normalize(environment.sun_direction);
  const glm::mat4 turn = glm::lookAt(glm::vec3(0), -sun, glm::vec3(0, 0, 1));
  // the box of what moves, as wide as the sun sees it
  const auto seen = [&](int row) {
    const glm::vec3 across(turn[0][row], turn[1][row], turn[2][row]);
    return stepped(glm::dot(glm::abs(across), half) + 0.5f);
  };
  const float wide = seen(0), high = seen(1);
  const glm::vec2 texel = 2.0f * glm::vec2(wide, high) / float(texels);
  // moved in whole texels so that shadows do not crawl
  glm::vec3 in_sun = glm::vec3(turn * glm::vec4(centre, 1.0f));
  in_sun.x = std::floor(in_sun.x / texel.x) * texel.x, in_sun.y = std::floor(in_sun.y / texel.y) * texel.y;
  const glm::mat4 box = glm::ortho(in_sun.x - wide, in_sun.x + wide, in_sun.y - high, in_sun.y + high,
                                   -in_sun.z - shadow_far / 2, -in_sun.z + shadow_far / 2);
  const glm::mat4 to_texture =
      glm::translate(glm::mat4(1), glm::vec3(0.5f)) * glm::scale(glm::mat4(1), glm::vec3(0.5f));
  return {to_texture * box * turn, std::max(texel.x, texel.y)};
}

}  // namespace spook
