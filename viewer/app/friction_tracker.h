// Follows the friction of one contact of the first world, step by step, while its panel is open.
#pragma once

#include <array>
#include <deque>
#include <mutex>

#include "viewer/app/picked_contact.h"
#include "viewer/app/simulation.h"

namespace spook {

struct FrictionSample {
  double time = 0.0;
  double normal = 0.0;          // ν, N s
  Vec2 tangent = Vec2::Zero();  // β, N s
  double friction = 0.0;        // μ
  ContactState state = ContactState::open;
  Vec2 speed = Vec2::Zero();   // of slip, m/s
  Vec2 slip = Vec2::Zero();    // on the way since it was picked, m
  Vec2 stored = Vec2::Zero();  // u, what friction holds like a spring, m
  double held = 0.0;           // ε_f β/h: where that spring would rest under this force, m
  bool positional = true;      // false: the viscous law stores nothing
  // of the inverse mass that both tangents feel: its larger and smaller eigenvalue, 1/kg
  double soft = 0.0, hard = 0.0;
  // the bound μν that the last coupling held (where it slides, what friction came to; else unknown, 0)
  double held_bound = 0.0;
  // what one more sweep of each kind would make of it, N s: normal, tangents; by SweepKind
  std::array<Vec3, 4> swept{};
  double bound() const { return friction * normal; }
};

struct FrictionPath {
  bool picked = false, touching = false;
  double time_step = 1.0 / 60.0;
  std::deque<FrictionSample> samples;  // of the last second, the newest last
  double creep() const;                // m/s over them: the way between the ends by the time between them
};

class FrictionTracker : public StepWatch {
 public:
  void look_at(const PickedContact& picked);
  void stepped(World& world) override;
  void moved(World& world) override;
  FrictionPath path() const;

 private:
  void forget(bool picked);
  mutable std::mutex mutex_;
  PickedContact picked_;
  FrictionPath path_;
};

}  // namespace spook
