// A moment of a world: its state (state_fields.h) and the descriptions that only edits change. What did not change
// since the moment before is the same object in both.
#pragma once

#include "engine/solve/island_memory.h"
#include "engine/world/world_data.h"

namespace spook {

struct SavedState {
  std::shared_ptr<const Descriptions> descriptions;  // states in there are not used
  Parameters parameters;
  std::optional<double> pace;
  std::vector<BodyState> bodies;
  std::vector<JointMoment> joints;
  std::vector<Hand> hands;
  std::vector<CarriedContact> carried;
  double time = 0.0;
  std::uint64_t steps = 0;
  CollisionMemory collision;
  SolverPast solver_memory, impact_memory;

  // ---- no step reads these
  StepReport report;
  std::vector<Command> applied;  // while paused since the last step: the next one tells recordings of them
  std::size_t bytes = 0;         // about, without what earlier moments hold already
};

std::shared_ptr<SavedState> take_moment(const WorldData& world,
                                        const std::shared_ptr<const Descriptions>& descriptions);
// same_descriptions: no edit came between: shapes and filters stand already
void put_moment(WorldData& world, const SavedState& state, bool same_descriptions);

// do commands of this kind change descriptions?
bool changes_descriptions(const Command& command);

}  // namespace spook
