// The other contact source: Bullet's own chain with its default algorithms and persistent manifolds, given our shapes
// without margins. Kept so that anyone can see the difference; collision.md lists what it does less well.
#pragma once

#include <functional>

#include "engine/collide/collision_world.h"

namespace spook {

class BulletSource {
 public:
  struct BodyView {
    int id = 0;
    Motion motion = Motion::dynamic;
    const std::vector<ShapeDesc>* shapes = nullptr;
  };
  using Filter = std::function<bool(int, int)>;  // may these two collide?

  BulletSource(const std::vector<BodyView>& bodies, Filter filter);
  ~BulletSource();

  void collide(std::span<const CollisionState> states, const CollideOptions& options, std::vector<Contact>& contacts);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
