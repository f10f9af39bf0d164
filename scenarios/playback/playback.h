// A run as one web page: open it anywhere, look at it from any side, scrub through it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/world/world.h"

namespace spook {

class Playback {
 public:
  // Seconds: about how long the run will be. Keeps as many moments a second, up to one a step, as a page can hold.
  Playback(const World& world, const Scene& scene, double seconds);

  void add(const World& world);  // after every step; the first call stands for the start
  std::string html() const;      // throws std::runtime_error where three.js was not there when this was built

  static bool available();             // three.js was there
  static const char* how_to_get_it();  // one line

 private:
  std::string geometry_json() const;
  std::string packed_motion() const;

  Scene scene_;
  std::vector<BodyId> bodies_, moving_;
  std::vector<Pose> start_;
  std::vector<BodyLook> looks_;
  int steps_a_frame_ = 1;
  double frames_a_second_ = 60.0, quantum_ = 1e-4;
  long step_ = 0;
  std::vector<std::array<std::int32_t, 7>> values_;  // moving_ a frame
  std::vector<double> kinetic_, potential_, total_;
};

}  // namespace spook
