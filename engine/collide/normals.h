// The common normal of two convex shapes: the n of greatest s(n). Closed forms where there are some, the general way
// (Bullet's GJK and EPA as finders of candidates) elsewhere.
#pragma once

#include <memory>

#include "engine/collide/manifold.h"

namespace spook {

// what a pair remembers of its last step
struct PairMemory {
  bool known = false;
  std::int8_t axis = -1;       // box–box: which of the fifteen
  std::int8_t age = 0;         // steps since the last full search
  Vec3 normal = Vec3::Zero();  // in b's frame
};

NormalAnswer round_round(const Placed& a, const Placed& b);  // points and segments, rounded
NormalAnswer box_box(const Placed& a, const Placed& b, PairMemory& memory, double limit);  // boxes, points, segments
NormalAnswer point_box(const Placed& a, const Placed& b);                                  // a is the rounded point
NormalAnswer turned(NormalAnswer answer);                                                  // with a and b exchanged

// Bullet's detectors with their scratch; one a thread
class GeneralFinder {
 public:
  GeneralFinder();
  ~GeneralFinder();
  GeneralFinder(GeneralFinder&&) noexcept;
  NormalAnswer find(const Placed& a, const Placed& b, double limit, PairMemory& memory);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// any two convex shapes; beyond limit any separating normal will do
NormalAnswer find_normal(const Placed& a, const Placed& b, double limit, PairMemory& memory, GeneralFinder& general);

}  // namespace spook
