#include "viewer/app/exporter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/scene/files.h"
#include "scenarios/playback/gltf.h"

namespace spook {

void Exporter::film(const ExportStart& start, const Camera& camera, const FilmOrder& order) {
  cancel();
  film_ = std::make_unique<Film>(start.scene, start.state.get(), camera, order, renderer_);
  target_ = film_->file().target().string();
}

void Exporter::animation(ExportStart start, const std::filesystem::path& file, double seconds) {
  cancel();
  target_ = file.string();
  worker_share_ = 0.0, worker_done_ = cancelled_ = false, worker_problem_.clear();
  worker_ = std::thread([this, start = std::move(start), file, seconds] {
    try {
      World world(start.scene, {.publish = false});
      if (start.state) world.restore(*start.state);
      GltfExport gltf(world, start.scene);
      gltf.add(world);
      const double begin = world.time();
      while (!cancelled_ && world.time() - begin < seconds - 1e-9) {
        world.step();
        gltf.add(world);
        worker_share_ = (world.time() - begin) / seconds;
      }
      if (!cancelled_) write_file(file, gltf.glb());
    } catch (const std::exception& error) {
      worker_problem_ = error.what();
    }
    worker_done_ = true;
  });
}

void Exporter::go_on() {
  if (worker_.joinable() && worker_done_) {
    worker_.join();
    news_ = worker_problem_.empty() ? "Saved " + target_ : worker_problem_;
  }
  if (!film_) return;
  try {
    if (film_->go_on()) return;
    news_ = "Saved " + target_;
  } catch (const std::exception& error) {
    news_ = error.what();
  }
  film_.reset();
}

void Exporter::cancel() {
  film_.reset();
  cancelled_ = true;
  if (worker_.joinable()) worker_.join();
}

double Exporter::share() const {
  return film_ ? double(film_->done()) / double(film_->pictures()) : worker_share_.load();
}

std::string Exporter::take_news() {
  return std::exchange(news_, {});
}

}  // namespace spook
