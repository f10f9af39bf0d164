#include "viewer/app/recorder.h"

#include <csignal>
#include <ctime>
#include <utility>

#include "engine/scene/files.h"
#include "viewer/app/film_file.h"
#include "viewer/app/picture_file.h"
#include "viewer/app/settings.h"

namespace spook {
std::filesystem::path fresh_name(const std::string& extension) {
  char stamp[40];
  const std::time_t now = std::time(nullptr);
  std::strftime(stamp, sizeof stamp, "spook-%Y%m%d-%H%M%S", std::localtime(&now));
  std::error_code none;
  for (int i = 0;; ++i) {
    std::filesystem::path name =
        pictures_folder() / (stamp + (i ? "-" + std::to_string(i) : std::string()) + extension);
    if (!std::filesystem::exists(name, none)) return name;
  }
}

void Recorder::start(int width, int height) {
  finish();
  width_ = width & ~1, height_ = height & ~1, frames_ = 0, quit_ = false;
  film_ = nullptr;
  if (have_ffmpeg()) {
    std::signal(SIGPIPE, SIG_IGN);
    target_ = fresh_name(".mp4");
    const std::string command =
        "ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgb24 -s " + std::to_string(width_) + "x" +
        std::to_string(height_) +
        " -use_wallclock_as_timestamps 1 -i - -r 30 -c:v libx264 -preset veryfast -pix_fmt yuv420p -crf 20 " +
        quoted(target_.string());
    film_ = popen(command.c_str(), "w");
  }
  if (!film_) {
    target_ = fresh_name("");
    std::error_code none;
    std::filesystem::create_directories(target_, none);
  }
  recording_ = true;
  thread_ = std::thread([this] { write_loop(); });
}

void Recorder::add(Image image) {
  std::lock_guard lock(mutex_);
  if (waiting_.size() > 8) return;
  waiting_.push_back(std::move(image));
  ++frames_;
  wake_.notify_one();
}

void Recorder::write_loop() {
  std::unique_lock lock(mutex_);
  for (int number = 1;; ++number) {
    wake_.wait(lock, [&] { return quit_ || !waiting_.empty(); });
    if (waiting_.empty()) break;
    const Image image = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (image.width >= width_ && image.height >= height_) {
      char name[24];
      std::snprintf(name, sizeof name, "frame_%06d.png", number);
      try {
        film_ ? write_frame(image) : write_png(image, target_ / name);
      } catch (const std::exception& error) {
        const std::lock_guard again(mutex_);
        if (failure_.empty()) failure_ = error.what();
      }
    }
    lock.lock();
  }
  lock.unlock();
  const int ended = film_ ? pclose(film_) : 0;
  film_ = nullptr;
  lock.lock();
  if (ended != 0 && failure_.empty()) failure_ = "cannot write " + target_.string() + ": ffmpeg failed";
}

void Recorder::write_frame(const Image& image) {
  const std::size_t pixels = std::size_t(width_);
  for (int y = 0; y < height_; ++y)
    if (std::fwrite(&image.rgb[std::size_t(y) * image.width * 3], 3, pixels, film_) != pixels)
      throw WriteError("cannot write " + target_.string() + ": ffmpeg takes no more");
}

void Recorder::check() {
  const std::lock_guard lock(mutex_);
  if (!failure_.empty()) throw WriteError(std::exchange(failure_, {}));
}

void Recorder::stop() {
  if (!std::exchange(recording_, false)) return;
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
}

void Recorder::finish() {
  stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace spook
