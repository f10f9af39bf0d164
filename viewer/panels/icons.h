// Buttons with drawn signs: the same at every size, from no font.
#pragma once

#include <string>

namespace spook::ui {

enum class Icon { play, pause, step, step_back, reset, undo, redo, record, theme };

bool icon_button(const std::string& id, Icon icon, const char* help, bool active = false, bool enabled = true);

}  // namespace spook::ui
