// Pictures of scenes without panels: for the README's gallery, and a strip of a scene's moments.
#pragma once

#include "viewer/app/options.h"

namespace spook {

// writes what --pictures asks for; throws where that cannot be
void write_pictures(const Options& options);

}  // namespace spook
