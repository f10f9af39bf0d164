// The common normal of two convex shapes: the n of greatest s(n). Closed forms where there are some, the general way
// (Bullet's GJK and EPA as finders of candidates) elsewhere.
#pragma once

#include <algorithm>
#include <memory>

#include "engine/collide/collision_world.h"
#include "engine/collide/manifold.h"

namespace spook {

constexpr double loyalty = 1e-4;  // of the size: what a normal must be better by than last step's

// how far away a contact still matters, given its normal: the margin, or the approach of one step
struct Reach {
  double margin = 0.0, time_step = 0.0;
  Vec3 velocity = Vec3::Zero();  // of a against b
  double spin = 0.0;             // speed that spins may add
  bool rests = false;            // both stand as they stood: what is found now is to last
  double along(const Vec3& normal) const { return std::max(margin, time_step * (spin - normal.dot(velocity))); }
  double widest() const { return std::max(margin, time_step * (spin + velocity.norm())); }
};

NormalAnswer round_round(const Placed& a, const Placed& b);  // points and segments, rounded
// boxes, points, segments: the widest of the fifteen axes
NormalAnswer box_box(const Placed& a, const Placed& b, PairMemory& memory, double limit);
// apart, a corner may be nearest, and none of those axes the true normal: true if so
bool box_corners(const Placed& a, const Placed& b, NormalAnswer& answer);
// the contacts of box_box's answer where two faces meet squarely; proven: no corner can be nearer than the answer says
enum class FaceMeeting { none, found, proven };
FaceMeeting box_faces(const Placed& a, const Placed& b, const NormalAnswer& answer, int axis, double limit, double size,
                      Manifold& manifold);
NormalAnswer point_box(const Placed& a, const Placed& b);  // a is the rounded point
NormalAnswer turned(NormalAnswer answer);                  // with a and b exchanged

// Bullet's detectors with their scratch; one a thread
class GeneralFinder {
 public:
  GeneralFinder();
  ~GeneralFinder();
  GeneralFinder(GeneralFinder&&) noexcept;
  NormalAnswer find(const Placed& a, const Placed& b, const Reach& reach, PairMemory& memory);
  // the manifold that certified the last answer, where one did
  const Manifold* certificate() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// contacts of any two convex shapes
NormalAnswer collide_convexes(const Placed& a, const Placed& b, const Reach& reach, PairMemory& memory,
                              GeneralFinder& general, Manifold& manifold);

}  // namespace spook
