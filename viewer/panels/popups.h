// Lists that hang open over the panels.
#pragma once

namespace spook::ui {

bool close_popup();  // the one on top; false: none was open

}  // namespace spook::ui
