#include "viewer/app/picture_file.h"

#include <png.h>

namespace spook {

// libpng's simplified interface: no jumps through our frames
bool write_png(const Image& image, const std::filesystem::path& file) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = png_uint_32(image.width), png.height = png_uint_32(image.height);
  png.format = PNG_FORMAT_RGB;
  const std::filesystem::path beside = file.string() + ".tmp";
  std::error_code failed;
  if (!png_image_write_to_file(&png, beside.c_str(), 0, image.rgb.data(), 0, nullptr)) {
    std::filesystem::remove(beside, failed);
    return false;
  }
  std::filesystem::rename(beside, file, failed);
  return !failed;
}

std::optional<Image> read_png(const std::filesystem::path& file) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&png, file.c_str())) return std::nullopt;
  png.format = PNG_FORMAT_RGB;
  Image image{int(png.width), int(png.height), std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
  if (!png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr)) return std::nullopt;
  return image;
}

}  // namespace spook
