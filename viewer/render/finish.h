// What is done to a painted picture: shade where things meet, from its depth; edges smoothed.
#pragma once

#include "viewer/render/camera.h"
#include "viewer/render/draw_list.h"
#include "viewer/render/shader.h"
#include "viewer/render/targets.h"

namespace spook {

class Finish {
 public:
  // darkens where neighbours hide the sky; the picture's framebuffer is in use before and after
  void shade_corners(const PictureTarget& picture, const ViewMatrices& view, const GlVertexArray& nothing);
  // the picture's columns into another framebuffer, edges of bodies smoothed
  void hand_over(const PictureTarget& picture, GLuint framebuffer, int from, int to, const GlVertexArray& nothing);
  // where bodies are in the picture: all else has no edges to smooth
  void look_at(const DrawList& list, const ViewMatrices& view);

 private:
  struct Part {
    int left, bottom, right, top;
  };
  Shader occlusion_, apply_, fxaa_;
  Part bodies_{};
  bool occlusion_made_ = false, fxaa_made_ = false;
  PictureTarget flat_;  // the picture's depth without samples
  MaskTarget shade_;
};

}  // namespace spook
