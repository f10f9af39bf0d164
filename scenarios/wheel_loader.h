// The wheel loader's parts, for the scene and for the tests that follow its bucket.
#pragma once

#include <string>
#include <vector>

#include "scenarios/registry.h"

namespace spook::families {

// The loader stands along x, bucket forward, its articulation over the origin, its wheels and bucket on z = 0.
void add_wheel_loader(Scene& scene);
// drive, scoop, lift, drive on: ten seconds of motor speeds
void add_loader_script(Scene& scene);
// a heap of rocks about `centre`, each an aggregate of spheres under a skin, let go from a loose pyramid
void add_rocks(Scene& scene, const Vec3& centre, int count, std::uint64_t seed);

// the bucket's hollow, in the scene's axes at the start: what is inside it then moves with body "bucket"
struct BucketSpace {
  Vec3 low{3.5, -1.4, 0.07}, high{4.75, 1.4, 1.25};
};

}  // namespace spook::families
