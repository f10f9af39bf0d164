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

}  // namespace spook::families
