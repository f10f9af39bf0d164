// Sweeps on sixteen pairs of bodies at a time (two 8-wide registers, or one of 16), in single precision (numerics §4).
// Pairs of one colour share no body, so the lanes of a group and the groups of a colour are independent: the answer
// does not depend on how many threads share a colour.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/solve/sweeps.h"

namespace spook {

class WideSweeps {
 public:
  static bool serves(SweepKind kind) {
    return kind == SweepKind::block_tangents || kind == SweepKind::block_tangents_scaled;
  }
  static constexpr int min_contacts = 24;  // that fill the sixteen lanes often enough
  // takes impulses and velocities of the island from `solution`
  void load(const StepProblem& problem, const IslandRange& island, const Workspace& work, const StepSolution& solution);
  void sweep(SweepKind kind);
  // The sweep's changes as the gradient of nonlinear conjugate gradients: worth more where forces pass through many
  // bodies. Each leaves impulses in their bounds. False: it moved nothing that single precision could tell.
  bool sweep_conjugate(SweepKind kind);
  // impulses back; velocities are for the caller to rebuild in double
  void store(const StepProblem& problem, StepSolution& solution) const;

 private:
  struct Group {
    int first_contact = 0, depth = 0;  // in contact_data_: `depth` contacts for each of 16 pairs
  };
  void colour(const StepProblem& problem, const IslandRange& island);
  void place(const StepProblem& problem, const IslandRange& island);
  void load_group(const StepProblem& problem, const IslandRange& island, const Workspace& work, int group);
  void load_contact(const StepProblem& problem, const Workspace& work, const StepSolution& solution, int lane);
  template <bool conjugate>
  float sweep_group(const Group& group, std::size_t g, bool scaled);
  template <bool conjugate>
  void sweep_colours(bool scaled);

  std::vector<std::uint64_t> used_;     // colours a body has
  std::vector<int> colour_of_, order_;  // pairs by colour, then by depth
  std::vector<int> count_;
  std::vector<int> lanes_;  // pair in each lane of each group, −1: none
  std::vector<Group> groups_;
  std::vector<int> first_group_;       // of each colour, and the end
  std::vector<int> contact_of_;        // contact in each lane of each contact row, −1: none
  std::vector<float> turn_;            // cos, sin of the turn that makes B diagonal
  std::vector<std::uint32_t> bodies_;  // a, b of each lane
  std::vector<float> velocity_storage_, pair_storage_, contact_storage_;
  float *velocity_ = nullptr, *pair_data_ = nullptr, *contact_data_ = nullptr;  // aligned to 64
  int body_count_ = 0;
  ThreadPool* pool_ = nullptr;
  // of conjugate sweeps: a contact row's impulses before the last one and their direction; velocities likewise
  std::vector<float> along_storage_, before_velocity_, along_velocity_;
  float* along_data_ = nullptr;
  std::vector<float> change_of_;                     // |Δ|² of each group
  double last_change_ = 0.0, largest_change_ = 0.0;  // of all; 0: none yet
  float beta_ = 0.0f;
};

}  // namespace spook
