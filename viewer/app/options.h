// The command line of spook-sandbox, as commands.md has it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/app/simulation.h"

namespace spook {

struct Options {
  SceneSource source;
  std::optional<int> width, height;
  bool fullscreen = false, paused = false, exit = false, no_shadows = false;
  int frames = 0;  // 0: no limit
  std::string screenshot, status, script;
  std::string pictures;    // a folder: write pictures there and leave
  std::vector<double> at;  // s, of the pictures; empty: when the scene looks its best
  std::string film;        // a file: write a film there and leave
  double film_seconds = 10.0;
  int blur = 1;  // pictures within each of the film's
  bool scene_named = false;
};

// what to run with, or the exit code to leave with at once
struct Parsed {
  Options options;
  std::optional<int> exit_code;
};

Parsed parse_options(int argc, char** argv);

}  // namespace spook
