#include "tests/paths.h"

namespace spook::test {

std::filesystem::path source_folder() {
  return SPOOK_SOURCE_DIR;
}
std::filesystem::path binary_folder() {
  return SPOOK_BINARY_DIR;
}

}  // namespace spook::test
