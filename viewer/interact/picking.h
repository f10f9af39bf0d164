// What a ray hits, tested against the very triangles that are drawn.
#pragma once

#include <optional>

#include "engine/world/snapshot.h"
#include "viewer/render/camera.h"
#include "viewer/render/shape_library.h"

namespace spook {

struct PickHit {
  int body = -1;  // index in the snapshot
  double distance = 0.0;
  Vec3 point, normal;
};

struct PickScene {
  const Snapshot& snapshot;
  const std::vector<Pose>& poses;  // as drawn
  ShapeLibrary& shapes;
};

// the nearest hit; skip: a body left out
std::optional<PickHit> cast(const PickScene& scene, const Vec3& from, const Vec3& direction, int skip = -1);
// how far up (positive) or down a body must go to rest on what is below; none: nothing below
std::optional<double> drop_to_rest(const PickScene& scene, int body, const Pose& pose);

}  // namespace spook
