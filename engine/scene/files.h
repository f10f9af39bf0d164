// Whole files in, whole files out: nobody ever sees half a file.
#pragma once

#include <filesystem>
#include <string>

namespace spook {

// both throw std::runtime_error naming the file and the system's reason
std::string read_file(const std::filesystem::path& file);
// written beside and renamed; devices and pipes, which cannot be renamed onto, are written to directly
void write_file(const std::filesystem::path& file, const std::string& contents);

}  // namespace spook
