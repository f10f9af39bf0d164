// The contacts of an island, four of a pair side by side: what reuse_last_sets.cpp looks at several times a
// step is laid out once for that. Sets are given; every look says how many contacts would rather be in another.
#pragma once

#include <array>
#include <vector>

#include "engine/solve/workspace.h"

namespace spook {

struct SlackSums;
struct FactorModes;

class ContactLanes {
 public:
  struct Look {
    int changed = 0;     // contacts that the velocities put into another set
    double scale = 0.0;  // of all impulses one by one
  };
  // sets: of each contact of the island; bounds of friction as they stand in `work`
  void load(const StepProblem& problem, const IslandRange& island, const std::vector<ContactMode>& sets,
            const Workspace& work);
  // the impulses that velocities v make in these sets; adds Jᵀ of them to f
  Look look(const std::vector<Vec6>& v, std::vector<Vec6>& f);
  // what the impulses of the last look leave over at v (numerics §3, eq. 114)
  void add_slack(const std::vector<Vec6>& v, const std::vector<Vec6>& free, SlackSums& sums) const;
  // impulses of the last look and who sticks; answers by how much a bound that matters moved, relative
  double store(StepSolution& solution) const;

 private:
  using V4 = double __attribute__((vector_size(32)));
  using M4 = long long __attribute__((vector_size(32)));
  struct Block {  // up to four contacts of a pair
    int body_a = -1, body_b = -1, first = 0, count = 0;
    double lightness = 0.0;
    V4 normal[3], arm_a[3], arm_b[3], bias, T;
    M4 pushes;
    V4 tangent[2][3], friction_bias[2], T_f, disc, friction;
    M4 rubs, sticks;
    V4 impulse[3];
  };
  struct Pair;

  std::vector<Block> blocks_;
};

}  // namespace spook
