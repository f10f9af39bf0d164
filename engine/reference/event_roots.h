// What is watched during a smooth step, and where in it the first watched quantity turns negative.
#pragma once

#include "engine/reference/event_driven.h"

namespace spook::reference {

struct Watch {
  EventKind kind;
  int gap;
  double sign = 1.0;  // slip: of sliding; edge: of the side the step starts on; cone: of the tangential force
  int row = -1;       // force watches: the multiplier's
  Eigen::Vector2d slide = Eigen::Vector2d::Zero();  // slip in space: its direction when last looked at
};

struct Root {
  double low = 2.0, high = 2.0;  // fractions of the step around the sign change; > 1: none
  Watch watch{};
  explicit operator bool() const { return low <= 1.0; }
};

// open gaps, edges (side: where each contact stands, ±1), and for each active contact its force and its slip or cone
std::vector<Watch> watches(const System& system, std::span<const ActiveContact> active, const Vector& side);

// the earliest sign change of the step from → to with its dense output
Root first_root(const System& system, const System& held, std::span<const Watch> watched, const SmoothState& from,
                const SmoothState& to, const DenseOutput& dense, const EventOptions& options, Work& work);

}  // namespace spook::reference
