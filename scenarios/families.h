// Every family of scenes, in the order the gallery shows them. One file a family, one line here.
#pragma once

#include <vector>

#include "scenarios/registry.h"

namespace spook::families {

std::vector<Scenario> basics();    // basics.cpp: springs, slopes, weights, balls that bounce
std::vector<Scenario> stacks();    // stacks.cpp: cubes upon cubes
std::vector<Scenario> walls();     // walls.cpp: brick walls and what knocks them over
std::vector<Scenario> balance();   // balance.cpp: cards and arches
std::vector<Scenario> piles();     // piles.cpp: logs between posts
std::vector<Scenario> squeezed();  // squeezed.cpp: wedged boxes, plates on balls
std::vector<Scenario> chains();    // chains.cpp: chains under load
std::vector<Scenario> swings();    // swings.cpp: pendulums, the cradle
std::vector<Scenario> spins();     // spins.cpp: tops and handles
std::vector<Scenario> rolling();   // rolling.cpp: a sledge on a blade, a disc that rolls

std::vector<Scenario> beside();         // beside.cpp: SPOOK beside other integrators
std::vector<Scenario> papers();         // papers.cpp: small systems of the literature
std::vector<Scenario> linkages();       // linkages.cpp: closed loops
std::vector<Scenario> terrain();        // terrain.cpp: curved ground, odd holes
std::vector<Scenario> heaps();          // heaps.cpp: many bodies falling
std::vector<Scenario> toys();           // toys.cpp: dominoes, Jenga, Kapla
std::vector<Scenario> plant();          // plant.cpp: drums, conveyors, gears, shafts
std::vector<Scenario> tracked();        // tracked.cpp: endless tracks
std::vector<Scenario> breaking();       // breaking.cpp: joints with a strength
std::vector<Scenario> cranes();         // cranes.cpp: hooks and grapples
std::vector<Scenario> ragdoll();        // ragdoll.cpp
std::vector<Scenario> wheel_loaders();  // wheel_loader.cpp
std::vector<Scenario> tutorials();      // tutorial.cpp: the scene of assets/scenes/TUTORIAL.md

}  // namespace spook::families
