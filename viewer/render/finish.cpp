#include "viewer/render/finish.h"

#include <algorithm>

#include "viewer/render/convert.h"

namespace spook {
namespace {

constexpr float reach = 0.06f;  // of neighbours that shade, in picture heights: chosen, from 0.03 to 0.1 serves

}  // namespace

void Finish::shade_corners(const PictureTarget& picture, const ViewMatrices& view, const GlVertexArray& nothing) {
  if (!occlusion_made_) {
    occlusion_ = {"outline.vert", "occlusion.frag"}, apply_ = {"outline.vert", "occlusion_apply.frag"};
    occlusion_.use(), occlusion_.set("depth", 0);
    apply_.use(), apply_.set("depth", 0), apply_.set("shade", 2);
    occlusion_made_ = true;
  }
  const int w = picture.width, h = picture.height;
  GLuint depth = picture.depth_texture;
  if (!depth) {
    flat_.require(w, h, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, flat_.framebuffer);
    glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    depth = flat_.depth_texture;
  }
  shade_.require(w, h);
  glDisable(GL_DEPTH_TEST), glDepthMask(GL_FALSE);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, depth);
  glBindFramebuffer(GL_FRAMEBUFFER, shade_.framebuffer);
  glBindVertexArray(nothing);
  occlusion_.use();
  occlusion_.set("inverse_view_projection", view.inverse);
  occlusion_.set("reach", reach);
  occlusion_.set("pixel_size", 1.0f / view.pixels_per_unit);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer);
  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, shade_.texture);
  glEnable(GL_BLEND);
  glBlendFunc(GL_DST_COLOR, GL_ZERO);
  apply_.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST), glDepthMask(GL_TRUE);
}

void Finish::look_at(const DrawList& list, const ViewMatrices& view) {
  const int w = view.area.width, h = view.area.height;
  bodies_ = {0, 0, w, h};
  if (list.drawn.isEmpty()) return;  // not known
  glm::vec2 low(1e9f), high(-1e9f);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at = list.drawn.corner(Eigen::AlignedBox3d::CornerType(corner));
    const glm::vec4 p = view.view_projection * glm::vec4(to_glm(at), 1.0f);
    if (p.w < 1e-3f) return;  // some of it behind the eye
    low = glm::min(low, glm::vec2(p) / p.w), high = glm::max(high, glm::vec2(p) / p.w);
  }
  const auto pixel = [](float share, int size) {
    return int(std::clamp(share * 0.5f + 0.5f, 0.0f, 1.0f) * float(size));
  };
  bodies_ = {std::max(0, pixel(low.x, w) - 2), std::max(0, pixel(low.y, h) - 2), std::min(w, pixel(high.x, w) + 3),
             std::min(h, pixel(high.y, h) + 3)};
}

void Finish::hand_over(const PictureTarget& picture, GLuint framebuffer, int from, int to,
                       const GlVertexArray& nothing) {
  const int h = picture.height;
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(from, 0, to, h, from, 0, to, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  const int left = std::max(from, bodies_.left), right = std::min(to, bodies_.right);
  if (picture.samples > 1 || left >= right || bodies_.bottom >= bodies_.top) return;
  if (!fxaa_made_) {
    fxaa_ = {"outline.vert", "fxaa.frag"};
    fxaa_.use(), fxaa_.set("picture", 0);
    fxaa_made_ = true;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, picture.width, h);
  glDisable(GL_DEPTH_TEST), glDisable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST), glScissor(left, bodies_.bottom, right - left, bodies_.top - bodies_.bottom);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, picture.colour_texture);
  glBindVertexArray(nothing);
  fxaa_.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
}

}  // namespace spook
