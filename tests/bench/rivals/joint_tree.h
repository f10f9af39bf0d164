// Joints as a tree, for engines of generalised coordinates: which joint carries which body, and which close loops.
#pragma once

#include "tests/bench/rivals/rival.h"

namespace spook::rivals {

struct Carried {
  int body;
  int joint = -1;   // −1: free
  int parent = -1;  // the body it hangs from; −1: the world, or one that stands
};

struct JointTree {
  std::vector<Carried> bodies;  // all that move, each after what carries it
  std::vector<int> loops;       // joints that are left
};

JointTree joint_tree(const RivalScene& scene);

// such engines know no damping of a body and no start in motion of a jointed one: refused by name
void check_for_tree(const RivalScene& scene, const JointTree& tree);

}  // namespace spook::rivals
