// Framebuffers the passes draw into, made anew when size or samples change.
#pragma once

#include "viewer/render/gl.h"

namespace spook {

// colour and depth: multisampled, or as textures that later passes read
struct PictureTarget {
  GlFramebuffer framebuffer;
  GlRenderbuffer colour, depth;
  GlTexture colour_texture, depth_texture;  // without samples
  int width = 0, height = 0, samples = -1;
  void require(int w, int h, int n);

 private:
  void make_samples();
  void make_textures();
};

// one channel that can be sampled: the mask of selected bodies
struct MaskTarget {
  GlFramebuffer framebuffer;
  GlTexture texture;
  int width = 0, height = 0;
  void require(int w, int h);
};

// depth as the sun sees it: compared and smoothed in hardware, or plain
struct ShadowTarget {
  GlFramebuffer framebuffer;
  GlTexture texture;
  int size = 0;
  bool plain = false;
  void require(int n, bool plain_wanted);  // leaves the texture bound
};

}  // namespace spook
