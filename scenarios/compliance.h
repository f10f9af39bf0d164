// What ε says of every contact and joint under load, beside what it gave: behind `spook-lab compliance` and the window.
#pragma once

#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/snapshot.h"

namespace spook {

struct LoadedRow {
  std::string kind, name, reason;  // "contact" or "joint"; why it differs from ε, empty where it does not
  double force = 0.0, way = 0.0;   // N, m
  double predicted = 0.0;          // m/N
  Vec3 point = Vec3::Zero();       // where
  double measured() const { return way / force; }
  double off() const { return measured() / predicted - 1.0; }
};

// Those under load, what differs most first. The scene names the joints' own compliances.
std::vector<LoadedRow> loaded_rows(const Snapshot& now, const Scene& scene, const Parameters& parameters);

}  // namespace spook
