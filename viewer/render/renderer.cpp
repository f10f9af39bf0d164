#include "viewer/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

#include "viewer/render/contact_shade.h"
#include "viewer/render/convert.h"
#include "viewer/render/finish.h"
#include "viewer/render/geometry.h"
#include "viewer/render/look_array.h"
#include "viewer/render/looks.h"
#include "viewer/render/shader.h"
#include "viewer/render/sun_view.h"
#include "viewer/render/targets.h"

namespace spook {
namespace {

constexpr float ghost_opacity = 0.42f;  // chosen: the body behind is seen, and so is the ghost

}  // namespace

int gl_names_in_use() {
  return gl_names;
}

// the shaders' Frame block, std140
struct Frame {
  glm::mat4 view_projection, shadow_matrix;
  glm::vec4 eye, sun_direction, sun_colour, sky_top, sky_horizon, ground_colour, grid_colour, viewport, contact,
      options;
};

// one set a quality
struct Shaders {
  Shader body, ground, sky, shadow, mask, outline, line;
  explicit Shaders(const Quality& quality) {
    std::vector<std::string> defines;
    if (quality.low) defines.push_back("LOW");
    if (!quality.shadows) defines.push_back("NO_SHADOWS");
    body = {"body.vert", "body.frag", defines};
    ground = {"ground.vert", "ground.frag", defines};
    sky = {"sky.vert", "sky.frag", defines};
    shadow = {"shadow.vert", "empty.frag"};
    mask = {"mask.vert", "mask.frag"};
    outline = {"outline.vert", "outline.frag"};
    line = {"line.vert", "line.frag"};
    body.use(), body.set("shadow_map", 0), body.set("looks", 1);
    ground.use(), ground.set("shadow_map", 0), ground.set("contact_map", ContactShade::texture_unit);
    outline.use(), outline.set("mask", 2);
  }
};

struct Renderer::Implementation {
  std::string device;
  Frame frame;
  glm::mat4 shadow_drawn{0};   // the view the shadow map holds
  glm::vec4 contact_drawn{0};  // the place the contact map shows
  GlBuffer frame_buffer;
  GlVertexArray nothing;
  GlTexture looks;
  BodyGeometry bodies;
  LineGeometry lines;
  PictureTarget picture, resolved;
  MaskTarget mask;
  ShadowTarget shadow;
  ContactShade contact;
  Finish finish;
  GlVertexArray plane_array;
  GlBuffer plane_vertices;
  std::map<int, std::unique_ptr<Shaders>> shaders;  // by quality switches
  std::vector<GlTexture> textures;

  Shaders& shaders_for(const Quality& quality) {
    auto& entry = shaders[(quality.low ? 1 : 0) + (quality.shadows ? 2 : 0)];
    if (!entry) entry = std::make_unique<Shaders>(quality);
    return *entry;
  }

  void make_plane() {
    const DrawnMesh quad = quad_mesh();
    plane_array = make_vertex_array(), plane_vertices = make_buffer();
    glBindVertexArray(plane_array);
    glBindBuffer(GL_ARRAY_BUFFER, plane_vertices);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(quad.vertices.size() * sizeof(MeshVertex)), quad.vertices.data(),
                 GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), nullptr);
    glEnableVertexAttribArray(0);
  }

  void upload_frame(const DrawList& list, const ViewMatrices& view, const Environment& e, const ViewStyle& style,
                    const Quality& quality) {
    frame.view_projection = view.view_projection;
    const SunView sun = sun_view(list, view, e, quality.shadow_size);
    frame.shadow_matrix = sun.to_texture;
    frame.contact = quality.shadows ? ContactShade::place(list) : glm::vec4(0);
    frame.eye = glm::vec4(view.eye, 1);
    frame.sun_direction = glm::vec4(glm::normalize(e.sun_direction), e.shadow_strength);
    frame.sun_colour = glm::vec4(e.sun_colour, 0);
    frame.sky_top = glm::vec4(e.sky_top, 0), frame.sky_horizon = glm::vec4(e.sky_horizon, 0);
    frame.ground_colour = glm::vec4(e.ground, float(list.ground_height));
    frame.grid_colour = glm::vec4(e.grid, e.grid_strength);
    const float w = float(view.area.width), h = float(view.area.height);
    frame.viewport = {w, h, 1.0f / w, 1.0f / h};
    frame.options = {sun.texel, e.haze_distance, e.exposure, style.see_through ? 0.38f : 1.0f};
    glBindBuffer(GL_UNIFORM_BUFFER, frame_buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_buffer);
  }

  // what stands still casts the shadow it cast before
  void shadow_pass(const Shaders& s, const Quality& quality) {
    glActiveTexture(GL_TEXTURE0);
    const bool same_target = shadow.size == quality.shadow_size && shadow.plain == quality.low;
    shadow.require(quality.shadow_size, quality.low);
    if (same_target && !bodies.moved() && frame.shadow_matrix == shadow_drawn && quality.shadows) return;
    shadow_drawn = quality.shadows ? frame.shadow_matrix : glm::mat4(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow.framebuffer);
    glViewport(0, 0, shadow.size, shadow.size);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (quality.shadows) {
      glEnable(GL_POLYGON_OFFSET_FILL);
      glPolygonOffset(1.5f, 2.0f);
      s.shadow.use();
      bodies.draw(BodyGeometry::Set::all);
      glDisable(GL_POLYGON_OFFSET_FILL);
    }
    glBindTexture(GL_TEXTURE_2D, shadow.texture);
  }

  void contact_pass() {
    if (frame.contact.w <= 0.0f) return;
    if (contact.made() && !bodies.moved() && frame.contact == contact_drawn) return contact.bind();
    contact_drawn = frame.contact;
    contact.draw(bodies, nothing);
  }

  void plane_pass(const Shaders& s, const DrawList& list, const ViewMatrices& view) {
    s.ground.use();
    glBindVertexArray(plane_array);
    for (const PlaneDraw& plane : list.planes) {
      const bool level = plane.normal.z > 0.75f;
      const glm::vec3 focus = list.bounds.isEmpty() ? view.eye : to_glm(Vec3(list.bounds.center()));
      const glm::vec3 around = level ? view.eye : focus;
      const glm::vec3 centre = around - plane.normal * glm::dot(around - plane.point, plane.normal);
      const glm::vec3 aside = std::abs(plane.normal.x) > 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
      const glm::vec3 u = glm::normalize(aside - plane.normal * glm::dot(aside, plane.normal)),
                      v = glm::cross(plane.normal, u);
      const float radius =
          list.bounds.isEmpty() ? 10.0f : std::clamp(0.8f * float(list.bounds.diagonal().norm()), 2.0f, 40.0f);
      s.ground.set("centre", centre), s.ground.set("axis_u", u), s.ground.set("axis_v", v),
          s.ground.set("normal", plane.normal);
      s.ground.set("reach", level ? 1500.0f : radius);
      s.ground.set("fade_centre", centre), s.ground.set("fade_radius", level ? 0.0f : radius);
      if (!level) glEnable(GL_BLEND), glDepthMask(GL_FALSE);
      glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
      glDisable(GL_BLEND), glDepthMask(GL_TRUE);
    }
  }

  void body_pass(const Shaders& s, const ViewStyle& style) {
    s.body.use();
    if (style.wireframe) glPolygonMode(GL_FRONT_AND_BACK, GL_LINE), glDisable(GL_CULL_FACE);
    if (style.see_through) glEnable(GL_BLEND), glDepthMask(GL_FALSE);
    bodies.draw(BodyGeometry::Set::all);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL), glEnable(GL_CULL_FACE);
    glDisable(GL_BLEND), glDepthMask(GL_TRUE);
  }

  void ghost_pass(const Shaders& s) {
    if (!bodies.has_ghosts()) return;
    const float opacity = std::exchange(frame.options.w, ghost_opacity);
    glBindBuffer(GL_UNIFORM_BUFFER, frame_buffer);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof frame, &frame);
    s.body.use();
    glEnable(GL_BLEND), glDepthMask(GL_FALSE);
    bodies.draw(BodyGeometry::Set::ghosts);
    glDisable(GL_BLEND), glDepthMask(GL_TRUE);
    frame.options.w = opacity;
  }

  void sky_pass(const Shaders& s, const ViewMatrices& view) {
    s.sky.use();
    s.sky.set("inverse_view_projection", view.inverse);
    glBindVertexArray(nothing);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
  }

  void outline_pass(const Shaders& s, const DrawList& list, const ViewMatrices& view, const ViewStyle& style) {
    if (std::all_of(list.selected.begin(), list.selected.end(), [](const auto& l) { return l.empty(); })) return;
    mask.require(view.area.width, view.area.height);
    glBindFramebuffer(GL_FRAMEBUFFER, mask.framebuffer);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    s.mask.use();
    s.mask.set("flat_colour", glm::vec4(1));
    bodies.draw(BodyGeometry::Set::selected);
    glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, mask.texture);
    glEnable(GL_BLEND);
    s.outline.use();
    s.outline.set("line_colour", style.outline);
    s.outline.set("width", std::clamp(float(view.area.height) / 360.0f, 2.0f, 5.0f));
    glBindVertexArray(nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
  }

  void line_pass(const Shaders& s, const DrawList& list) {
    s.line.use();
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    lines.draw(list.lines);
    glDisable(GL_DEPTH_TEST);
    lines.draw(list.overlays);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
  }

  // everything but the window: leaves the picture in its target
  void passes(const DrawList& list, const ShapeLibrary& shapes, const ViewMatrices& view,
              const Environment& environment, const ViewStyle& style, const Quality& quality) {
    const Shaders& s = shaders_for(quality);
    glDisable(GL_SCISSOR_TEST), glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST), glEnable(GL_CULL_FACE);
    glDepthMask(GL_TRUE), glDepthFunc(GL_LESS);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    bodies.upload(shapes, list, view.eye, style.see_through);
    upload_frame(list, view, environment, style, quality);
    shadow_pass(s, quality);
    contact_pass();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, looks);
    picture.require(view.area.width, view.area.height, quality.samples > 1 ? quality.samples : 0);
    glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer);
    glViewport(0, 0, view.area.width, view.area.height);
    const int end = style.end_column < 0 ? view.area.width : style.end_column;
    const bool part = style.first_column > 0 || end < view.area.width;
    if (part) glEnable(GL_SCISSOR_TEST), glScissor(style.first_column, 0, end - style.first_column, view.area.height);
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
    if (!style.see_through) body_pass(s, style);
    plane_pass(s, list, view);
    sky_pass(s, view);
    if (style.see_through) body_pass(s, style);
    if (quality.corners && !style.see_through && !style.wireframe) finish.shade_corners(picture, view, nothing);
    ghost_pass(s);
    line_pass(s, list);
    outline_pass(s, list, view, style);
    glDisable(GL_SCISSOR_TEST);
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(0);
  }
};

Renderer::Renderer(void* (*loader)(const char*)) : implementation_(std::make_unique<Implementation>()) {
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(loader)) || !GLAD_GL_VERSION_4_1)
    throw std::runtime_error("OpenGL 4.1 is needed, and this display does not offer it");
  Implementation& i = *implementation_;
  i.device = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  i.frame_buffer = make_buffer(), i.nothing = make_vertex_array();
  i.looks = make_look_array();
  i.make_plane();
}

Renderer::~Renderer() = default;

const std::string& Renderer::device() const {
  return implementation_->device;
}

Quality low_quality() {
  return {.low = true, .corners = false, .samples = 0, .shadow_size = 1024};
}

bool Renderer::on_processor() const {
  for (const char* name : {"llvmpipe", "softpipe", "SWR", "Software"})
    if (device().find(name) != std::string::npos) return true;
  return false;
}

Quality Renderer::suited_quality() const {
  Quality quality;
  if (on_processor()) quality = low_quality();
  return quality;
}

void Renderer::draw(const DrawList& list, const ShapeLibrary& shapes, const ViewMatrices& view,
                    const Environment& environment, const ViewStyle& style, const Quality& quality) {
  Implementation& i = *implementation_;
  i.passes(list, shapes, view, environment, style, quality);
  const int end = style.end_column < 0 ? view.area.width : style.end_column;
  i.finish.look_at(list, view);
  i.finish.hand_over(i.picture, 0, style.first_column, end, i.nothing);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

namespace {

Image read_pixels(int width, int height) {
  Image image{width, height, std::vector<std::uint8_t>(std::size_t(width) * height * 3)};
  std::vector<std::uint8_t> upside_down(image.rgb.size());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
  const std::size_t row = std::size_t(width) * 3;
  for (int y = 0; y < height; ++y) std::memcpy(&image.rgb[y * row], &upside_down[(height - 1 - y) * row], row);
  return image;
}

}  // namespace

Image Renderer::draw_image(const DrawList& list, const ShapeLibrary& shapes, const Camera& camera, int width,
                           int height, const Environment& environment, const Quality& quality) {
  Implementation& i = *implementation_;
  PictureTarget kept = std::exchange(i.picture, {});
  ViewArea area;
  area.width = width, area.height = height;
  const ViewMatrices view = view_matrices(camera, area);
  i.passes(list, shapes, view, environment, {}, quality);
  i.resolved.require(width, height, 0);
  i.finish.look_at(list, view);
  i.finish.hand_over(i.picture, i.resolved.framebuffer, 0, width, i.nothing);
  glBindFramebuffer(GL_FRAMEBUFFER, i.resolved.framebuffer);
  Image image = read_pixels(width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  i.picture = std::move(kept);
  return image;
}

Image Renderer::draw_on_page(int width, int height, const glm::vec3& paper, const std::function<void()>& draw) {
  PictureTarget page;
  page.require(width, height, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, page.framebuffer);
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(paper.x, paper.y, paper.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  draw();
  glBindFramebuffer(GL_FRAMEBUFFER, page.framebuffer);
  Image image = read_pixels(width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

Image Renderer::read_window(int width, int height) const {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return read_pixels(width, height);
}

unsigned Renderer::texture_from(const Image& image) {
  GlTexture texture = make_texture();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  implementation_->textures.push_back(std::move(texture));
  return implementation_->textures.back();
}

void Renderer::drop_texture(unsigned texture) {
  std::erase_if(implementation_->textures, [&](const GlTexture& t) { return GLuint(t) == texture; });
}

void Renderer::clear_window(int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  glClearColor(0.1f, 0.1f, 0.12f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace spook
