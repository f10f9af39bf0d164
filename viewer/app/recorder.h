// Recording of the window: MP4 through ffmpeg where it is installed, else a numbered PNG sequence.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "viewer/render/renderer.h"

namespace spook {

class Recorder {
 public:
  ~Recorder() { finish(); }
  void start(int width, int height);
  void add(Image image);  // dropped where the disk cannot follow
  void stop();            // what still waits is written meanwhile
  void finish();          // stops, and waits until all is written
  void check();           // throws WriteError where frames were lost since last asked
  bool recording() const { return recording_; }
  const std::filesystem::path& target() const { return target_; }
  int frames() const { return frames_; }

 private:
  void write_loop();
  void write_frame(const Image& image);
  std::filesystem::path target_;  // a folder of pictures or a film
  std::FILE* film_ = nullptr;
  int width_ = 0, height_ = 0, frames_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Image> waiting_;
  bool quit_ = false, recording_ = false;
  std::string failure_;
  std::thread thread_;
};

// a name with date and time that no file has yet
std::filesystem::path fresh_name(const std::string& extension);

}  // namespace spook
