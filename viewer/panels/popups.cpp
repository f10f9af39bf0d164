#include "viewer/panels/popups.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace spook::ui {

bool close_popup() {
  const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (open > 0) ImGui::ClosePopupToLevel(open - 1, true);
  return open > 0;
}

}  // namespace spook::ui
