// A picture as the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spook {

// rgb: rows from the top, three bytes a pixel; throws std::runtime_error with libpng's reason
std::string png_bytes(int width, int height, const std::vector<std::uint8_t>& rgb);

}  // namespace spook
