#include "scenarios/papers/world_animation.h"

namespace spook::papers {

WorldRecorder::WorldRecorder(Animation& animation, const World& world, std::string lane, double slowness)
    : animation_(animation) {
  const int number = static_cast<int>(animation.lanes.size());
  animation.lanes.push_back(std::move(lane));
  animation.slowness = slowness;
  animation.frame_time = world.parameters().time_step * slowness;
  for (const BodyView& view : world.snapshot()->bodies) {
    AnimatedBody body;
    body.name = view.look->name;
    body.lane = number;
    body.shapes = view.look->shapes;
    body.look = view.look->look.empty() ? "scene" : view.look->look;
    body.scenery = view.look->motion == Motion::fixed;
    body.poses.push_back(view.pose);
    if (!body.scenery) moving_.emplace_back(view.id, animation.bodies.size());
    animation.bodies.push_back(std::move(body));
  }
}

void WorldRecorder::frame(const World& world) {
  for (const auto& [id, place] : moving_) animation_.bodies[place].poses.push_back(world.pose(id));
}

AnimatedBody scenery(std::string name, int lane, std::vector<ShapeDesc> shapes, const Pose& pose) {
  AnimatedBody body;
  body.name = std::move(name);
  body.lane = lane;
  body.shapes = std::move(shapes);
  body.scenery = true;
  body.look = "concrete";
  body.poses = {pose};
  return body;
}

}  // namespace spook::papers
