// Framebuffers the passes draw into, made anew when size or samples change.
#pragma once

#include "viewer/render/gl.h"

namespace spook {

// colour and depth, multisampled where asked
struct PictureTarget {
  GlFramebuffer framebuffer;
  GlRenderbuffer colour, depth;
  int width = 0, height = 0, samples = -1;
  void require(int w, int h, int n);
};

// one channel that can be sampled: the mask of selected bodies
struct MaskTarget {
  GlFramebuffer framebuffer;
  GlTexture texture;
  int width = 0, height = 0;
  void require(int w, int h);
};

// depth as the sun sees it: compared and smoothed in hardware, or plain for a shader that compares by itself
struct ShadowTarget {
  GlFramebuffer framebuffer;
  GlTexture texture;
  int size = 0;
  bool plain = false;
  void require(int n, bool compared_by_shader);  // leaves the texture bound
};

}  // namespace spook
