// Joints alone: the quasi-definite matrix of numerics §3 with all bodies eliminated first, which is an order like any
// other. What is left is S = T + G M⁻¹ Gᵀ, a block a joint, coupled where two share a body. Chains and most machines
// have next to no fill in it, and bodies cost nothing but the inverses there are: a chain is factored four times faster
// than with its bodies kept. Digits that S loses where masses differ much come back by refinement, or the caller takes
// the matrix of bodies (block_ldlt.h).
#pragma once

#include <vector>

#include "engine/solve/block_ldlt.h"
#include "engine/solve/workspace.h"

namespace spook {

class JointLdlt {
 public:
  void analyse(const StepProblem& problem, const IslandRange& island);
  bool analysed() const { return analysed_; }
  bool serves() const { return little_fill_; }
  bool factored() const { return factored_ || recalled_; }
  // what the factor was made of, null where there is none; recalled, it is made as soon as it is analysed
  std::shared_ptr<const AlignedBuffer> remember() const { return factored() ? input_.share() : nullptr; }
  void recall(const std::shared_ptr<const AlignedBuffer>& input);

  // rows that work.row_mode has clamped take no part
  void factor(const StepProblem& problem, const IslandRange& island, const Workspace& work);
  // work.step (bodies) and work.row_slack (rows) in; dv in work.step and dλ in work.row_step out
  void solve(const StepProblem& problem, const IslandRange& island, Workspace& work);

 private:
  struct Node {  // a joint, in the order of elimination
    int joint = 0, rows = 0;
    int first_side = 0, side_count = 0;
    int first_below = 0, below_count = 0;
    int first_update = 0, update_count = 0;
  };
  struct Below {
    int node = 0, block = 0;
  };
  struct Update {  // S_target −= L_left · (L D)_rightᵀ
    int target = 0, left = 0, right = 0;
  };
  struct Side {  // one of a joint's bodies; place: among its Jacobians
    int body = 0, place = 0;
  };
  struct Product {  // S_target += (G M⁻¹)_left · G_rightᵀ, of sides that share a body
    int target = 0, left = 0, right = 0;
  };

  void order_joints(const StepProblem& problem, const IslandRange& island);
  template <class F>
  void each_shared(F&& f) const;
  void find_fill();
  void find_products();
  int block_of(int row_node, int column_node) const;
  void place_numbers();
  void place_input();
  template <int W>
  void gather(const StepProblem& problem, const IslandRange& island, const Workspace& work);
  template <int W>
  void assemble();
  template <int W>
  void factor_nodes();
  void factor_input();
  template <class F>
  void by_width(F&& f) const;
  template <int W>
  void solve_nodes(const StepProblem& problem, const IslandRange& island, Workspace& work);

  bool analysed_ = false, little_fill_ = false, factored_ = false, recalled_ = false;
  int width_ = 4;   // a joint's rows, padded
  int blocks_ = 0;  // one a node, then those of the coupled and the fill
  std::vector<Node> nodes_;
  std::vector<Below> below_;
  std::vector<Update> updates_;
  std::vector<Side> sides_;
  std::vector<Product> products_;
  CopyOnWrite<AlignedBuffer> input_;
  double *jacobian_ = nullptr, *pushed_ = nullptr, *compliance_ = nullptr;  // G, G M⁻¹ of each side: six columns; T
  AlignedBuffer storage_;
  double *lower_ = nullptr, *upper_ = nullptr, *scaled_ = nullptr;  // L, Lᵀ, L D: blocks by columns
  double *inverse_ = nullptr, *unknown_ = nullptr;                  // of a row 1/D, and its unknown
};

}  // namespace spook
