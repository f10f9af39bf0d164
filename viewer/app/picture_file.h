// PNG files in and out.
#pragma once

#include <filesystem>
#include <optional>

#include "viewer/render/renderer.h"

namespace spook {

bool write_png(const Image& image, const std::filesystem::path& file);  // beside, then renamed
std::optional<Image> read_png(const std::filesystem::path& file);

}  // namespace spook
