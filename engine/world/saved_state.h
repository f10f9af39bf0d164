// A moment of a world: what steps change, by value; what only edits change, shared between moments.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// descriptions: the same object for all moments between two edits
struct Descriptions {
  Surroundings given;
  std::vector<Body> bodies;  // states in here are not used
  std::vector<Joint> joints;
  std::vector<Drive> drives;
};

// a joint's memory, and its motor and lock: they are turned and switched while driving
struct JointMoment {
  JointMemory memory;
  std::optional<MotorDesc> motor;
  std::optional<LockDesc> lock;
  double lock_effort = 0.0;
};

struct SavedState {
  std::shared_ptr<const Descriptions> descriptions;
  Parameters parameters;
  std::vector<BodyState> bodies;
  std::vector<JointMoment> joints;
  std::vector<Hand> hands;
  std::vector<CarriedContact> carried;
  std::shared_ptr<const CollisionMemory> collision;  // which normals touching pairs keep to
  double time = 0.0;
  std::uint64_t steps = 0;
  StepReport report;
  std::vector<Command> applied;  // while paused since the last step: the next one tells recordings of them
};

std::shared_ptr<const Descriptions> take_descriptions(const WorldData& world);
std::shared_ptr<SavedState> take_moment(const WorldData& world,
                                        const std::shared_ptr<const Descriptions>& descriptions);
// same_descriptions: no edit came between: shapes and filters stand already
void put_moment(WorldData& world, const SavedState& state, bool same_descriptions);

// do commands of this kind change descriptions?
bool changes_descriptions(const Command& command);

}  // namespace spook
