// Lets a file fall on a window as a file manager would: the XDND protocol, spoken by hand.
#pragma once

#include <string>

namespace spook::test {

// onto the window that takes drops on that display; false: nobody took it
bool drop_file(const std::string& display, const std::string& file);

}  // namespace spook::test
