// What ε says of every contact and joint under load, beside what it gave: behind `spook-lab compliance` and the window.
#pragma once

#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/snapshot.h"
#include "scenarios/load_motion.h"

namespace spook {

struct LoadedRow {
  std::string kind, name, reason;  // "contact" or "joint"; why it differs from ε, empty where it does not
  double force = 0.0, way = 0.0;   // N, m
  double predicted = 0.0;          // m/N
  Vec3 point = Vec3::Zero();       // where
  double measured() const { return way / force; }
  double off() const { return measured() / predicted - 1.0; }
  // how it came to rest: of a lone body, and as it did; why they differ, empty where they do not
  LoadKey key;
  std::optional<Swing> foretold, fitted;
  std::string swing_reason;
  double decay_off() const;   // 0 where either is not known
  double period_off() const;  // the same; ±1 where one of them swings and the other does not
};

inline constexpr double differs = 0.05;  // of what was foretold: from here on a reason is told

// Those under load, what differs most first. The scene names the joints' own compliances.
std::vector<LoadedRow> loaded_rows(const Snapshot& now, const Scene& scene, const Parameters& parameters,
                                   const LoadFits* fits = nullptr);

}  // namespace spook
