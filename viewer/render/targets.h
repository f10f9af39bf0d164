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

// depth as the sun sees it, compared in hardware
struct ShadowTarget {
  GlFramebuffer framebuffer;
  GlTexture texture;
  int size = 0;
  void require(int n);
};

}  // namespace spook
