#include "engine/version.h"

#define SPOOK_TEXT_OF(x) #x
#define SPOOK_TEXT(x) SPOOK_TEXT_OF(x)
#define SPOOK_VERSION_TEXT \
  SPOOK_TEXT(SPOOK_VERSION_MAJOR) "." SPOOK_TEXT(SPOOK_VERSION_MINOR) "." SPOOK_TEXT(SPOOK_VERSION_PATCH)

namespace spook {

static_assert(std::string_view(SPOOK_VERSION_TEXT) == SPOOK_PROJECT_VERSION, "version.h and CMakeLists.txt differ");

Version library_version() {
  return {};
}

std::string_view library_version_text() {
  return SPOOK_VERSION_TEXT;
}

std::size_t library_alignment() {
  return alignof(Quat);
}

}  // namespace spook
