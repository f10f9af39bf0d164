// Whole files in, whole files out: nobody ever sees half a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

namespace spook {

// a result that was made and could not be kept, told apart from input that could not be read
struct WriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr std::uint64_t megabyte = 1'000'000;
// chosen: a scene of this size takes about two seconds to read; recordings and step problems grow with the run
inline constexpr std::uint64_t max_scene_bytes = 64 * megabyte, max_mesh_bytes = 256 * megabyte,
                               max_recording_bytes = 1000 * megabyte;

// Regular files only: a device has no end, and a pipe keeps its reader waiting. Throws std::runtime_error naming the
// file and what is wrong with it.
std::string read_file(const std::filesystem::path& file, std::uint64_t max_bytes = max_recording_bytes);

// Written out of sight, then given its name, so that a full disk or a kill leaves the old file or none. Devices and
// pipes, which cannot be renamed onto, are written to directly. Throws WriteError.
void write_file(const std::filesystem::path& file, const std::string& contents);
// The same of contents too large to be held: put writes them to a descriptor and says whether it could (else in errno
// why not); it may be asked a second time, to begin anew.
void write_file(const std::filesystem::path& file, const std::function<bool(int)>& put);

}  // namespace spook
