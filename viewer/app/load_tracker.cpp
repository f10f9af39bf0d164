#include "viewer/app/load_tracker.h"

#include <algorithm>

namespace spook {
namespace {

constexpr double kept_seconds = 90.0;  // as the plots

ForetoldWays foretold_ways(const Snapshot& now, const LoadMotions& motions, double h) {
  ForetoldWays ways;
  ways.time = now.time;
  double deepest = 0.0, widest = 0.0;
  for (const ContactView& contact : now.contacts)
    if (contact.state != ContactState::open && -contact.gap > deepest)
      deepest = -contact.gap, ways.contact = contact.compliance / contact.share * contact.impulse[0] / h;
  for (const JointView& joint : now.joints) {
    const auto found = motions.series().find(joint_key(joint.id));
    if (found == motions.series().end() || !(joint.violation > widest)) continue;
    const double load = holds_point(joint.type) ? joint.impulse.head<3>().norm() : std::abs(joint.impulse[0]);
    widest = joint.violation, ways.joint = found->second.compliance * load / h;
  }
  return ways;
}

}  // namespace

void LoadTracker::look_at(std::shared_ptr<const OpenedScene> opened) {
  const std::lock_guard lock(mutex_);
  opened_ = std::move(opened);
}

void LoadTracker::stepped(World& world) {
  const std::lock_guard lock(mutex_);
  if (!opened_) return;
  motions_.add(world, opened_->scene);
  const double h = world.parameters().time_step / world.parameters().substeps;
  foretold_.push_back(foretold_ways(*world.snapshot(), motions_, h));
  while (foretold_.back().time - foretold_.front().time > kept_seconds) foretold_.pop_front();
}

void LoadTracker::moved(World& world) {
  const std::lock_guard lock(mutex_);
  motions_.clear();
  std::erase_if(foretold_, [&](const ForetoldWays& ways) { return ways.time >= world.time(); });
}

LoadMotions LoadTracker::motions() const {
  const std::lock_guard lock(mutex_);
  return motions_;
}

std::deque<ForetoldWays> LoadTracker::foretold() const {
  const std::lock_guard lock(mutex_);
  return foretold_;
}

}  // namespace spook
