// What the window saves besides pictures of itself: films and animations from the present moment on, each by a world of
// its own.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "viewer/app/film.h"

namespace spook {

struct ExportStart {
  Scene scene;
  std::shared_ptr<const SavedState> state;
};

class Exporter {
 public:
  explicit Exporter(Renderer& renderer) : renderer_(renderer) {}
  ~Exporter() { cancel(); }
  void film(const ExportStart& start, const Camera& camera, const FilmOrder& order);
  void animation(ExportStart start, const std::filesystem::path& file, double seconds);  // glTF
  void go_on();  // one picture more of a film, between the window's own
  void cancel();
  bool busy() const { return film_ || worker_.joinable(); }
  double share() const;     // done so far
  std::string take_news();  // what came of it, once
  const std::string& target() const { return target_; }

 private:
  Renderer& renderer_;
  std::unique_ptr<Film> film_;
  std::thread worker_;
  std::atomic<double> worker_share_{0.0};
  std::atomic<bool> worker_done_{false}, cancelled_{false};
  std::string worker_problem_, news_, target_;  // the first by the worker, until it is done
};

}  // namespace spook
