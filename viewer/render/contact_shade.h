// The soft dark under things that stand on the ground: their undersides as the ground sees them, blurred.
#pragma once

#include "viewer/render/draw_list.h"
#include "viewer/render/geometry.h"
#include "viewer/render/shader.h"
#include "viewer/render/targets.h"

namespace spook {

class ContactShade {
 public:
  // where the map lies, as the shaders' Frame has it: middle in x and y, 1 / width, range in metres; 0: none
  static glm::vec4 place(const DrawList& list);
  static constexpr int texture_unit = 3;
  // draws the map of what the frame in use tells; leaves it bound to its texture unit
  void draw(const BodyGeometry& bodies, const GlVertexArray& nothing);
  void bind() const { glActiveTexture(GL_TEXTURE0 + texture_unit), glBindTexture(GL_TEXTURE_2D, target_[1].texture); }
  bool made() const { return target_[1].width > 0; }

 private:
  Shader undersides_, blur_;
  ShadowTarget depth_;
  MaskTarget target_[2];
};

}  // namespace spook
