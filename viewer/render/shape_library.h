// Which triangles show which shape: unit meshes for the primitives, own meshes for hulls, surfaces and heightfields.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/world/snapshot.h"
#include "viewer/render/drawn_mesh.h"

namespace spook {

// a shape, ready to be placed
struct ShapeModel {
  int mesh = -1;       // −1: a plane
  glm::vec4 size{1};   // half sizes, stretch along z
  glm::mat4 place{1};  // in the body frame
  int long_axis = 2;
  bool box = false, rim = false;         // rim: a cylinder's, for a tyre's tread
  float inscribed = 0.5f, reach = 0.5f;  // rough inner and outer size, m
};

struct BodyModel {
  std::weak_ptr<const BodyLook> owner;
  std::vector<ShapeModel> shapes;
  bool skinned = false;    // one hull in the body frame stands for all its spheres
  int look = 0;            // row of the look table
  glm::vec3 colour{0.8f};  // linear
  float seed = 0.0f;
};

class ShapeLibrary {
 public:
  ShapeLibrary();
  const BodyModel& model(const std::shared_ptr<const BodyLook>& look);
  const std::vector<DrawnMesh>& meshes() const { return meshes_; }
  int generation() const { return generation_; }  // moves on when mesh numbers are given out anew
  void forget_gone();                             // drops models of bodies that no longer exist

 private:
  ShapeModel shape_model(const ShapeDesc& shape);
  int custom_mesh(const ShapeDesc& shape);
  static int new_generation();  // never the same twice, in any library: a renderer draws from several
  std::vector<DrawnMesh> meshes_;
  int generation_ = new_generation();
  std::map<std::string, int> custom_;  // by the bytes of their points
  std::unordered_map<const BodyLook*, BodyModel> models_;
};

}  // namespace spook
