// The joints of seeded scenes: a tree or several, then loops and redundant joints, of every kind, some to the world.
#pragma once

#include "engine/scene/scene.h"
#include "seed_dice.h"

namespace spook::test {

// 1 … 1.6 a body, made where the bodies stand: no joint is stretched at the start but springs
void add_random_joints(Scene& scene, SeedDice& dice);

}  // namespace spook::test
