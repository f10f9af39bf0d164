// OpenGL names that free themselves. Included only by the sources of viewer/render.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace spook {

inline int gl_names = 0;  // alive; all are made and freed on the window's thread

template <void (*release)(GLuint)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(GLuint name) : name_(name) { gl_names += name != 0; }
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    if (this == &other) return *this;
    reset(0);
    name_ = std::exchange(other.name_, 0);
    return *this;
  }
  ~GlName() { reset(0); }
  void reset(GLuint name) {
    if (name_) release(name_), --gl_names;
    name_ = name;
    gl_names += name != 0;
  }
  operator GLuint() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void free_buffer(GLuint n) {
  glDeleteBuffers(1, &n);
}
inline void free_vertex_array(GLuint n) {
  glDeleteVertexArrays(1, &n);
}
inline void free_texture(GLuint n) {
  glDeleteTextures(1, &n);
}
inline void free_framebuffer(GLuint n) {
  glDeleteFramebuffers(1, &n);
}
inline void free_renderbuffer(GLuint n) {
  glDeleteRenderbuffers(1, &n);
}
inline void free_program(GLuint n) {
  glDeleteProgram(n);
}

using GlBuffer = GlName<free_buffer>;
using GlVertexArray = GlName<free_vertex_array>;
using GlTexture = GlName<free_texture>;
using GlFramebuffer = GlName<free_framebuffer>;
using GlRenderbuffer = GlName<free_renderbuffer>;
using GlProgram = GlName<free_program>;

inline GlBuffer make_buffer() {
  GLuint n;
  glGenBuffers(1, &n);
  return GlBuffer(n);
}
inline GlVertexArray make_vertex_array() {
  GLuint n;
  glGenVertexArrays(1, &n);
  return GlVertexArray(n);
}
inline GlTexture make_texture() {
  GLuint n;
  glGenTextures(1, &n);
  return GlTexture(n);
}
inline GlFramebuffer make_framebuffer() {
  GLuint n;
  glGenFramebuffers(1, &n);
  return GlFramebuffer(n);
}
inline GlRenderbuffer make_renderbuffer() {
  GLuint n;
  glGenRenderbuffers(1, &n);
  return GlRenderbuffer(n);
}

}  // namespace spook
