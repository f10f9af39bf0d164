// PNG files in and out.
#pragma once

#include <filesystem>
#include <optional>

#include "viewer/render/renderer.h"

namespace spook {

void write_png(const Image& image, const std::filesystem::path& file);  // whole or not at all; throws WriteError
std::optional<Image> read_png(const std::filesystem::path& file);

}  // namespace spook
