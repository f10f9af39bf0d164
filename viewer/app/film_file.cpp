#include "viewer/app/film_file.h"

#include <csignal>
#include <cstdlib>

#include "engine/scene/files.h"
#include "viewer/app/picture_file.h"

namespace spook {
namespace {

// what ffmpeg is told of the result, by its ending
std::string encoding(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".gif")
    return "-vf 'fps=20,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer' -loop 0 ";
  if (ending == ".webp") return "-r 20 -c:v libwebp -quality 70 -compression_level 5 -loop 0 ";
  return "-c:v libx264 -preset medium -crf 17 -pix_fmt yuv420p -movflags +faststart ";
}

}  // namespace

bool have_ffmpeg() {
  const char* path = std::getenv("PATH");
  const std::string folders = path ? path : "";
  std::size_t start = 0;
  while (start <= folders.size()) {
    const std::size_t end = std::min(folders.find(':', start), folders.size());
    std::error_code none;
    if (end > start &&
        std::filesystem::exists(std::filesystem::path(folders.substr(start, end - start)) / "ffmpeg", none))
      return true;
    start = end + 1;
  }
  return false;
}

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// a film's rows and columns are even in number
FilmFile::FilmFile(const std::filesystem::path& target, int width, int height)
    : target_(target), width_(width & ~1), height_(height & ~1) {
  folder_ = target.extension().empty() || !have_ffmpeg();
  if (folder_) {
    target_ = std::filesystem::path(target).replace_extension();
    std::error_code problem;
    std::filesystem::create_directories(target_, problem);
    if (problem) throw WriteError("cannot write " + target_.string() + ": " + problem.message());
    return;
  }
  std::signal(SIGPIPE, SIG_IGN);
  part_ = target_.parent_path() / (target_.stem().string() + ".part" + target_.extension().string());
  const std::string size = std::to_string(width_) + "x" + std::to_string(height_);
  const std::string command = "ffmpeg -nostdin -loglevel error -y -f rawvideo -pix_fmt rgb24 -s " + size + " -r " +
                              std::to_string(pictures_a_second) + " -i pipe:0 " + encoding(target_) +
                              quoted(std::filesystem::absolute(part_).string());
  pipe_ = popen(command.c_str(), "w");
  if (!pipe_) throw WriteError("cannot write " + target_.string() + ": ffmpeg does not start");
}

FilmFile::~FilmFile() {
  if (pipe_) pclose(pipe_);
  std::error_code none;
  if (!part_.empty()) std::filesystem::remove(part_, none);
}

void FilmFile::add(const Image& image) {
  ++added_;
  if (folder_) {
    char name[24];
    std::snprintf(name, sizeof name, "frame_%06d.png", added_);
    return write_png(image, target_ / name);
  }
  for (int y = 0; y < height_; ++y)
    if (std::fwrite(&image.rgb[std::size_t(y) * image.width * 3], 3, std::size_t(width_), pipe_) != std::size_t(width_))
      throw WriteError("cannot write " + target_.string() + ": ffmpeg takes no more");
}

void FilmFile::finish() {
  if (!pipe_) return;
  const int ended = pclose(pipe_);
  pipe_ = nullptr;
  if (ended != 0) throw WriteError("cannot write " + target_.string() + ": ffmpeg failed");
  std::error_code problem;
  std::filesystem::rename(part_, target_, problem);
  if (problem) throw WriteError("cannot write " + target_.string() + ": " + problem.message());
  part_.clear();
}

}  // namespace spook
