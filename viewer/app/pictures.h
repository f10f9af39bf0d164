// Pictures of scenes without panels: for the README's gallery, and a strip of a scene's moments.
#pragma once

#include "viewer/app/options.h"

namespace spook {

// writes what --pictures asks for; the program's exit code
int write_pictures(const Options& options);

}  // namespace spook
