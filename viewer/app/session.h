// What happened since a scene was opened, kept so that a drag that goes wrong can be shown to others: always on.
#pragma once

#include <vector>

#include "engine/world/recording.h"

namespace spook {

class Session {
 public:
  // The scene as its recording will give it back; looks, which no file holds, are kept. Where it cannot be written
  // down (a mesh without a file), it is given back as it is and nothing is recorded.
  static Scene recordable_scene(const Scene& scene);

  void begin(const Scene& scene);
  void add(const World& world);  // after every step
  // A moment of the past was restored. What came after it is forgotten only where another step takes its place.
  void go_back(std::uint64_t step);
  bool complete(const World& world) const;  // up to the present step; a session of many hours is not
  Recording recording() const;              // up to there

  // what happened after a step; and the same put in the place of what did
  std::vector<RecordedStep> steps_from(std::uint64_t step) const;
  void put(std::uint64_t after, std::vector<RecordedStep> steps);

  // chosen: two hours at 60 Hz, some 30 MB; what comes later cannot be replayed without what came before
  // what was done at the next step when it was made before; null: it was not made yet
  const RecordedStep* ahead() const { return at_ < recording_.steps.size() ? &recording_.steps[at_] : nullptr; }
  bool repeats(const World& world) const;  // has the step just made led where it led before?
  std::size_t known_steps() const { return recording_.steps.size(); }
  // the first steps that both made alike
  std::size_t common_with(const Session& other) const;
  // Input is what a hand, keys and edits do; settings and the pace are not. Steps that had some, after `step`, counted
  // from 1; and what it was.
  std::vector<std::uint64_t> inputs(std::uint64_t step) const;
  std::vector<Command> input_of(std::uint64_t step) const;
  Parameters settings_at(std::size_t step) const;  // as a command of that step or before left them

  static constexpr std::size_t max_steps = 2 * 60 * 60 * 60;

 private:
  Recording recording_;
  std::size_t at_ = 0;  // steps of it that lead to the present
};

}  // namespace spook
