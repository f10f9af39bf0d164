// A box falls from two metres and comes to rest.
#include <cstdio>

#include "spook/scene_io.h"
#include "spook/world.h"

int main() {
  spook::ShapeDesc plane, cube;
  plane.type = spook::ShapeType::plane;
  cube.type = spook::ShapeType::box, cube.half_extents = {0.5, 0.5, 0.5};

  spook::BodyDesc ground, box;
  ground.name = "ground", ground.motion = spook::Motion::fixed, ground.shapes = {plane};
  box.name = "box", box.pose.position = {0, 0, 2}, box.shapes = {cube};

  spook::Scene scene;
  scene.bodies = {ground, box};
  spook::validate_scene(scene);

  spook::World world(scene);
  const spook::BodyId id = *world.find_body("box");
  for (int step = 0; step < 180; ++step) {
    world.step();
    if (step % 20 == 0) std::printf("%.2f s  %.4f m\n", world.time(), world.pose(id).position.z());
  }
  const double height = world.pose(id).position.z(), speed = world.velocity(id).norm();
  return height > 0.499 && height < 0.501 && speed < 1e-3 ? 0 : 1;
}
