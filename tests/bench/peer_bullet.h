// Bullet's own dynamics on our scenes: the peer of the speed and stability tables. Default solver, 10 iterations,
// default margins, no sleeping, one step of 1/60 s.
#pragma once

#include <memory>

#include "engine/scene/scene.h"

namespace spook::bench {

class BulletPeer {
 public:
  explicit BulletPeer(const Scene& scene);
  ~BulletPeer();
  void step();
  // the furthest any dynamic body has gone from where it started
  double drift() const;
  int contacts() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook::bench
