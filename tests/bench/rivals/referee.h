// The judge of the comparison: it sees poses and velocities only, and measures every engine alike.
//
// Overlap of two shapes is the shortest way to separate them, the least of h_A(n) + h_B(−n) over unit n with h the
// support functions of the exact shapes: exact for boxes, hulls and planes; where a shape is round, the best directions
// are refined by a search, which can only overstate it (referee_test.cpp: by how much).
#pragma once

#include <span>

#include "tests/bench/rivals/convex_frame.h"
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {

struct Verdict {
  double overlap = 0.0;      // m, the deepest at any time
  double overlap_end = 0.0;  // m, the deepest at the end
  double joint_gap = 0.0;    // m, the widest at any time
  double creep = 0.0;        // m/s, mean speed of the fastest-moving body over the last fifth, by its displacement
  double energy_gain = 0.0;  // J, the most that was ever there beyond the beginning
  bool exploded = false;     // not finite, or a kilometre away
};

class Referee {
 public:
  Referee(const RivalScene& scene, double end);
  // after steps, at any of them; false: exploded, there is no more to see
  bool look(double time, std::span<const BodyMotion> motions);
  Verdict verdict() const;

 private:
  double energy(std::span<const BodyMotion> motions) const;
  double joint_gap(std::span<const BodyMotion> motions) const;
  double deepest(std::span<const BodyMotion> motions) const;

  const RivalScene& scene_;
  double end_, energy_start_ = 0.0, late_time_ = -1.0, time_ = 0.0;
  std::vector<std::vector<ConvexFrame>> frames_;  // faces and edges of each shape
  std::vector<Vec3> late_, last_;
  Verdict verdict_;
};

}  // namespace spook::rivals
