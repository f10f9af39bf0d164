// Follows how contacts and joints of the first world come to rest, step by step, while its panel is open.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "scenarios/compliance.h"
#include "viewer/app/simulation.h"

namespace spook {

// the deepest contact and the widest joint of a step: what they were to give, ε times their force, m
struct ForetoldWays {
  double time = 0.0, contact = 0.0, joint = 0.0;
};

class LoadTracker : public StepWatch {
 public:
  void look_at(std::shared_ptr<const OpenedScene> opened);  // names the joints' own ε and τ
  void stepped(World& world) override;
  void moved(World& world) override;
  LoadMotions motions() const;
  std::deque<ForetoldWays> foretold() const;  // of the last 90 s

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const OpenedScene> opened_;
  LoadMotions motions_;
  std::deque<ForetoldWays> foretold_;
};

}  // namespace spook
