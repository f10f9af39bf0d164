// Which version this is: of the headers a program was compiled with, and of the library it runs with.
//
// Versions are MAJOR.MINOR.PATCH. A patch changes no header and no layout: programs need no new compilation. A minor
// version may add to headers and, as long as MAJOR is 0, change layouts; the shared library's name
// (libspook-engine.so.0.1) says so, and find_package(spook 0.1) takes no other. Poses, hashes and recordings are the
// same bits within a patch.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/types.h"

#define SPOOK_VERSION_MAJOR 0
#define SPOOK_VERSION_MINOR 1
#define SPOOK_VERSION_PATCH 0

namespace spook {

struct Version {
  int major = SPOOK_VERSION_MAJOR, minor = SPOOK_VERSION_MINOR, patch = SPOOK_VERSION_PATCH;
};

Version library_version();                // compiled into the library
std::string_view library_version_text();  // "0.1.0"

std::size_t library_alignment();  // of a quaternion: what Eigen's settings made of it there

// May a program with these headers use the library it found? Layouts hold within a minor version, if Eigen lays out its
// vectors alike in both.
inline bool library_fits() {
  const Version library = library_version();
  return library.major == SPOOK_VERSION_MAJOR && library.minor == SPOOK_VERSION_MINOR &&
         library_alignment() == alignof(Quat);
}

}  // namespace spook
