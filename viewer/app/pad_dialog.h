// Which stick or button moves which lever: what the dialog listens for.
#pragma once

#include <optional>
#include <string>

#include "viewer/interact/gamepad.h"

namespace spook {

struct Settings;

struct PadDialog {
  bool open = false;
  std::optional<GamepadState> now;  // none: no pad is plugged in
  GamepadState before;              // as it rested when listening began
  std::string listening;            // the label of a lever; empty: none
  int forward = -1;                 // a button that was pressed first: the next one is for backward

  void listen(const std::string& lever);
  void hear(Settings& settings);  // every frame
};

// of a lever: as chosen, or as it comes
PadSource source_of(const Settings& settings, const std::string& lever, std::size_t number);

}  // namespace spook
