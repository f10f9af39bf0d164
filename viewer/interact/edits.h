// Edits of bodies as lists of commands: remove, clone, spawn.
#pragma once

#include <set>
#include <vector>

#include "engine/world/commands.h"
#include "viewer/interact/picking.h"

namespace spook {

// what can be spawned: a table, one row a shape
struct SpawnShape {
  const char* name;
  ShapeType type;
};
std::span<const SpawnShape> spawn_shapes();

std::vector<Command> remove_bodies(const std::set<BodyId>& bodies);
std::vector<Command> clone_bodies(const Snapshot& snapshot, const std::set<BodyId>& bodies);
// a body of about the given size, standing on the hit point
BodyDesc spawned(ShapeType type, double size, const Vec3& point, const Vec3& normal, int number);
// the description of a body as it stands in the snapshot
BodyDesc describe_body(const BodyView& body);
// of its way and its spin, J; a snapshot's bodies stand along their principal axes
double kinetic_energy_of(const BodyView& body);

}  // namespace spook
