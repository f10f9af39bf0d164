// Triangles and streams on the card's side.
#pragma once

#include <vector>

#include "viewer/render/draw_list.h"
#include "viewer/render/gl.h"
#include "viewer/render/shape_library.h"

namespace spook {

// meshes of the shape library and the instances of one frame
class BodyGeometry {
 public:
  // nearest to the eye first, that hidden surfaces are not painted; or farthest first, to see through
  void upload(const ShapeLibrary& shapes, const DrawList& list, const glm::vec3& eye, bool far_first);
  bool moved() const { return moved_; }  // since the upload before
  enum class Set { all, selected, ghosts };
  void draw(Set set) const;  // its instances, mesh by mesh, with the program in use
  bool has_ghosts() const { return !ghosts_.empty(); }

 private:
  struct GpuMesh {
    GlVertexArray vertex_array;
    GlBuffer vertices, indices;
    int index_count = 0;
  };
  struct Run {
    int mesh, count;
    std::size_t offset;  // bytes in the instance buffer
  };
  void draw_run(const Run& run) const;

  std::vector<GpuMesh> meshes_;
  int generation_ = -1;
  GlBuffer instances_;
  std::vector<Run> all_, selected_, ghosts_;
  std::vector<Instance> staging_, last_;
  std::vector<std::pair<float, int>> order_;  // scratch
  bool moved_ = true;
};

// quads that become lines
class LineGeometry {
 public:
  void draw(const std::vector<Segment>& segments);

 private:
  GlVertexArray vertex_array_;
  GlBuffer buffer_;
};

}  // namespace spook
