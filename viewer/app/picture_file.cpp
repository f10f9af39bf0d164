#include "viewer/app/picture_file.h"

#include <png.h>

#include "engine/scene/files.h"
#include "scenarios/png_bytes.h"

namespace spook {

void write_png(const Image& image, const std::filesystem::path& file) {
  write_file(file, png_bytes(image.width, image.height, image.rgb));
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
