// The step: the stage list of architecture.md. Each stage reads what stands left of it and writes only its own part.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

void step(WorldData& world);

namespace stage {

void commands(WorldData& world);   // 0  the queue and the drives → stores, forces, motor speeds
void collide(WorldData& world);    // 1  poses, shapes → contact set
void match(WorldData& world);      // 2  contact keys, carried contacts → contact points with warm impulses and slip
void impact(WorldData& world);     // 3  contact points, velocities → velocities, on approach with restitution
void islands(WorldData& world);    // 4  contact points, joints → islands, who sleeps
void linearise(WorldData& world);  // 5  stores, contact points, islands → the step problem about the motion there is
void solve(WorldData& world);      // 6  the step problem → a trial that solves the step: rounds.cpp
void guard(WorldData& world);      // 7  islands that are still open or gained energy → drawn to the plastic answer
void commit(WorldData& world);     // 8  the trial → velocities, poses, what is carried on: the only writer
void measure(WorldData& world);    //    the step problem, the trial → residuals and errors in the report
void publish(WorldData& world);    // 9  everything, const → energies, hash, report (the snapshot: world.cpp)

void report_state(WorldData& world);  // stage 9 without a step: the report of a world as it stands

}  // namespace stage

}  // namespace spook
