// A recording: the scene a run began with, the commands of every step, and the hash after it. Playing it again must
// give the same hashes; the first step that does not is named.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/world/commands.h"
#include "engine/world/world.h"

namespace spook {

struct RecordedStep {
  std::vector<Command> commands;
  std::uint64_t hash = 0;
};

struct Recording {
  Scene scene;
  std::vector<RecordedStep> steps;
  std::string report = {};  // of a problem: a JSON object with what a program adds to it; "": none
};

// The scene as a recording's file will give it back: a world made of this one can be recorded and replayed bit by bit.
Scene recordable(const Scene& scene);

// after every World::step()
void record_step(const World& world, Recording& recording);

// the file, "*.rec": reading throws SceneError naming the place, saving WriteError
std::string write_recording(const Recording& recording);
void save_recording(const Recording& recording, const std::filesystem::path& file);
Recording parse_recording(const std::string& text, const std::string& source);
Recording load_recording(const std::filesystem::path& file);

struct ReplayResult {
  std::uint64_t steps = 0;
  std::optional<std::uint64_t> first_difference;  // the step whose hash differs, counted from 1
  std::uint64_t hash = 0;                         // after the last step
};

// replays to the end, or to the first difference where verify is set; watch is called after every step
ReplayResult replay(const Recording& recording, bool verify, const std::function<void(const World&)>& watch = {});

}  // namespace spook
