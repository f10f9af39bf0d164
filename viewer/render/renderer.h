// Draws a DrawList with OpenGL 4.1 core: shadow map, bodies by instances, planes, sky, outlines, lines.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "viewer/render/camera.h"
#include "viewer/render/draw_list.h"
#include "viewer/render/environment.h"
#include "viewer/render/shape_library.h"

namespace spook {

struct Quality {
  bool low = false;  // cheaper shaders, for drawing on the processor
  bool shadows = true;
  bool corners = true;  // darker where things meet, from the picture's depth
  int samples = 4;
  int shadow_size = 2048;
  bool operator==(const Quality&) const = default;
};

Quality low_quality();

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // rows from the top
};

// OpenGL names that have not been freed: flat over a soak
int gl_names_in_use();

struct ViewStyle {
  bool wireframe = false, see_through = false;
  glm::vec4 outline{1.0f, 0.72f, 0.2f, 1.0f};
  int first_column = 0, end_column = -1;  // of the window's pixels, painted; −1: to its right edge
};

class Renderer {
 public:
  // needs a current context; throws std::runtime_error naming what is missing
  explicit Renderer(void* (*loader)(const char*));
  ~Renderer();
  Renderer(const Renderer&) = delete;

  const std::string& device() const;
  bool on_processor() const;  // a software rasteriser
  Quality suited_quality() const;

  // into the window's own framebuffer
  void draw(const DrawList& list, const ShapeLibrary& shapes, const ViewMatrices& view, const Environment& environment,
            const ViewStyle& style, const Quality& quality);
  // beside it: thumbnails
  Image draw_image(const DrawList& list, const ShapeLibrary& shapes, const Camera& camera, int width, int height,
                   const Environment& environment, const Quality& quality);
  // a blank page that something else draws on (the panels' figures)
  Image draw_on_page(int width, int height, const glm::vec3& paper, const std::function<void()>& draw);
  Image read_window(int width, int height) const;
  unsigned texture_from(const Image& image);  // kept until drop_texture
  void drop_texture(unsigned texture);
  void clear_window(int width, int height);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
