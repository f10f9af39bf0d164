#include "scenarios/png_bytes.h"

#include <png.h>

#include <stdexcept>

namespace spook {

// libpng's simplified interface: no jumps through our frames
std::string png_bytes(int width, int height, const std::vector<std::uint8_t>& rgb) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width), image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, rgb.data(), 0, nullptr))
    throw std::runtime_error(std::string("cannot make a PNG picture: ") + image.message);
  bytes.resize(size);
  return bytes;
}

}  // namespace spook
