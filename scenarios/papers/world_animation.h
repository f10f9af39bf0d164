// Moving pictures of the engine's own worlds: a frame a step, the bodies as the scene describes them.
#pragma once

#include "engine/world/world.h"
#include "scenarios/papers/experiment.h"

namespace spook::papers {

class WorldRecorder {
 public:
  // slowness: seconds shown a second of the world
  WorldRecorder(Animation& animation, const World& world, std::string lane, double slowness = 1.0);
  void frame(const World& world);  // after every step

 private:
  Animation& animation_;
  std::vector<std::pair<BodyId, std::size_t>> moving_;  // and their places in the animation
};

// a body that never moves: scenery of a lane, or of all
AnimatedBody scenery(std::string name, int lane, std::vector<ShapeDesc> shapes, const Pose& pose = {});

}  // namespace spook::papers
