#include "viewer/render/contact_shade.h"

#include <algorithm>

#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr int texels = 256;
constexpr float max_half_width = 40.0f;  // m
constexpr float range_in_texels = 5.0f;  // chosen: what hovers higher leaves the ground bright
constexpr float margin_in_texels = 12.0f;

}  // namespace

glm::vec4 ContactShade::place(const DrawList& list) {
  if (list.bounds.isEmpty() || list.ground_height < -1e5) return glm::vec4(0);
  const glm::vec3 centre = to_glm(Vec3(list.bounds.center()));
  const Vec3 size = list.bounds.sizes();
  const float reach = std::min(max_half_width, 0.5f * float(std::max(size.x(), size.y())));
  const float half_width = reach / (1.0f - 2.0f * margin_in_texels / texels);
  return {centre.x, centre.y, 0.5f / half_width, range_in_texels * 2.0f * half_width / texels};
}

void ContactShade::draw(const BodyGeometry& bodies, const GlVertexArray& nothing) {
  glActiveTexture(GL_TEXTURE0 + texture_unit);  // what is made here must not take the sun's shadow from its unit
  if (!made()) {
    undersides_ = {"contact.vert", "empty.frag"};
    blur_ = {"outline.vert", "contact.frag"};
    blur_.use(), blur_.set("source", texture_unit);
    for (MaskTarget& target : target_) target.require(texels, texels);
  }
  depth_.require(texels, true);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, depth_.framebuffer);
  glViewport(0, 0, texels, texels);
  glClear(GL_DEPTH_BUFFER_BIT);
  glDisable(GL_CULL_FACE);
  undersides_.use();
  bodies.draw(BodyGeometry::Set::all);
  glDisable(GL_DEPTH_TEST);
  blur_.use();
  glBindVertexArray(nothing);
  for (int pass = 0; pass < 2; ++pass) {
    glBindFramebuffer(GL_FRAMEBUFFER, target_[pass].framebuffer);
    glBindTexture(GL_TEXTURE_2D, pass ? target_[0].texture : depth_.texture);
    blur_.set("along", pass ? glm::vec2(0, 1) : glm::vec2(1, 0));
    blur_.set("from_depth", pass ? 0.0f : 1.0f);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  glEnable(GL_DEPTH_TEST), glEnable(GL_CULL_FACE);
  bind();
}

}  // namespace spook
