// Where the tests find files and programs.
#pragma once

#include <filesystem>

namespace spook::test {

std::filesystem::path source_folder();  // the source tree
std::filesystem::path binary_folder();  // the build tree: scenarios/spook-lab, viewer/spook-sandbox

}  // namespace spook::test
