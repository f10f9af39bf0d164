// A run as a glTF 2.0 file (.glb): bodies as meshes with materials, their motion as keyframes. Opens in Blender and in
// web viewers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/world/world.h"

namespace spook {

class GltfExport {
 public:
  GltfExport(const World& world, const Scene& scene, double keyframes_a_second = 60.0);
  void add(const World& world);  // after every step; the first call stands for the start
  std::string glb() const;       // the whole file

 private:
  struct Body {
    BodyId id;
    BodyLook look;
    std::vector<Pose> poses;  // one a keyframe
    bool moved = false;
  };
  std::string name_;
  double interval_, begin_, extent_;
  std::vector<double> times_;  // s since the start, of the keyframes
  std::vector<Body> bodies_;
};

}  // namespace spook
