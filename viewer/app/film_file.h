// Pictures of one size and a steady beat into a film: through ffmpeg where it is installed, else numbered PNGs.
#pragma once

#include <cstdio>
#include <filesystem>

#include "viewer/render/renderer.h"

namespace spook {

bool have_ffmpeg();
std::string quoted(const std::string& text);  // as a shell takes it for one word

class FilmFile {
 public:
  static constexpr int pictures_a_second = 60;
  // A name without an ending is a folder of PNGs; so is what stands in for a film where ffmpeg is missing, beside it.
  // Throws WriteError.
  FilmFile(const std::filesystem::path& target, int width, int height);
  ~FilmFile();  // what was not finished goes away
  FilmFile(const FilmFile&) = delete;
  void add(const Image& image);
  void finish();  // a film stands whole under its name
  const std::filesystem::path& target() const { return target_; }
  bool as_pictures() const { return !pipe_ && folder_; }

 private:
  std::filesystem::path target_, part_;
  std::FILE* pipe_ = nullptr;
  bool folder_ = false;
  int width_, height_, added_ = 0;
};

}  // namespace spook
