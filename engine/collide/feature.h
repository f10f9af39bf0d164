// Support features: the face, side or corner a shape turns toward a direction, with ids that are fixed in the body.
#pragma once

#include "engine/collide/convex.h"

namespace spook {

struct Feature {
  static constexpr int capacity = 24;
  Feature() {}    // points are written as they are counted
  int count = 0;  // 1: a point, 2: a segment, more: a convex polygon, counter-clockwise seen from outside
  Vec3 points[capacity];
  std::uint32_t vertices[capacity];  // ids
  std::uint32_t edges[capacity];     // ids of the sides from point i to i + 1
  Vec3 normal;                       // of a polygon, outward
  double roundness = 0.0;            // of a segment: radius of the surface around its axis
  bool curved = false;               // the surface reaches beyond the points: a rim
};

// of the face of a box across axis k: corner ids are sign bits, side ids axis and signs
struct BoxFaceNames {
  std::uint32_t corners[4], sides[4];
};
const BoxFaceNames& box_face_names(int k, bool up);

void support_feature(const Placed& placed, const Vec3& direction, Feature& feature);

}  // namespace spook
