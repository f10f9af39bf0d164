// A run as a table, and a moment as JSON.
#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace spook {

class Trace {
 public:
  // tracked: names of bodies, or "all" for the dynamic ones; throws std::invalid_argument on an unknown name
  Trace(const World& world, const std::vector<std::string>& tracked, bool wanted);
  // a row: before the first step, and after every one
  void add(const World& world, const Residual& residual = {});
  const std::string& text() const { return text_; }

 private:
  bool wanted_;
  std::vector<BodyId> bodies_;
  std::string text_;
};

// { "time": t, "bodies": [ { "name", "position", "orientation", "velocity", "angular_velocity" } … ] }
std::string state_json(const World& world);

}  // namespace spook
