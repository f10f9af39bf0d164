// One-sided triangles with what each must know of its neighbours: a static mesh or a height field.
#pragma once

#include "engine/collide/box_tree.h"
#include "engine/collide/convex.h"
#include "engine/scene/scene.h"

namespace spook {

class Surface {
 public:
  explicit Surface(const ShapeDesc& shape);  // mesh or height field

  struct Face {
    std::array<int, 3> corners;
    std::array<int, 3> edges;     // ids; side i runs from corner i to the next
    std::array<int, 3> opposite;  // the neighbour's third corner across side i, −1 at a border
    Vec3 normal;
    double offset = 0.0;
    bool ridged = false;  // some side or corner sticks out: other normals than the face's own are allowed
  };

  // numbers of all faces whose boxes meet this one, ascending
  void find(const Box& box, std::vector<int>& faces) const;
  void find_along(const Vec3& from, const Vec3& to, std::vector<int>& faces) const;

  Triangle triangle(int face) const;
  int face_count() const { return static_cast<int>(faces_.size()); }
  const Face& face(int index) const { return faces_[index]; }
  const Vec3& vertex(int index) const { return vertices_[index]; }
  const Box& box() const { return box_; }

  // Would the surface, at the corner, side or face of a triangle that is farthest along n, touch a flat plate with
  // normal n? True for the face's own normal, for the wedge of normals of a ridge, for the cone of a peak.
  bool supports(int face, const Vec3& n) const;

 private:
  void build_mesh(const ShapeDesc& shape);
  void build_grid(const ShapeDesc& shape);
  void connect();
  bool is_highest(int corner, const Vec3& n) const;

  std::vector<Vec3> vertices_;
  std::vector<Face> faces_;
  std::vector<int> first_neighbour_, neighbours_;  // of each vertex
  Box box_;
  BoxTree tree_;                // of a mesh
  int rows_ = 0, columns_ = 0;  // of a height field: its cells need no tree
  double spacing_ = 0.0;
  Vec2 corner_ = Vec2::Zero();
};

}  // namespace spook
