// What happened since a scene was opened, kept so that a drag that goes wrong can be shown to others: always on.
#pragma once

#include "engine/world/recording.h"

namespace spook {

class Session {
 public:
  // The scene as its recording will give it back; looks, which no file holds, are kept. Where it cannot be written
  // down (a mesh without a file), it is given back as it is and nothing is recorded.
  static Scene recordable_scene(const Scene& scene);

  void begin(const Scene& scene);
  void add(const World& world);             // after every step
  void go_back(std::uint64_t step);         // a moment of the past was restored: what came after is forgotten
  bool complete(const World& world) const;  // up to the present step; a session of many hours is not
  const Recording& recording() const { return recording_; }

  // chosen: two hours at 60 Hz, some 30 MB; what comes later cannot be replayed without what came before
  static constexpr std::size_t max_steps = 2 * 60 * 60 * 60;

 private:
  Recording recording_;
};

}  // namespace spook
