// The tiles of all looks on the card, and the digits in a layer after them.
#pragma once

#include "viewer/render/gl.h"

namespace spook {

GlTexture make_look_array();  // bound to texture unit 1

}  // namespace spook
