// A film of a scene: a picture every 1/60 s of simulated time, at high quality, however long each takes.
#pragma once

#include <memory>
#include <optional>

#include "engine/world/world.h"
#include "viewer/app/film_file.h"
#include "viewer/render/camera.h"
#include "viewer/render/shape_library.h"

namespace spook {

struct Options;

struct FilmOrder {
  std::filesystem::path file;
  double seconds = 10.0;
  int width = 1920, height = 1080;
  int blur = 1;  // pictures within one, over half of its time; 1: sharp
  bool shadows = true;
};

class Film {
 public:
  // from where the scene begins, or from a moment of a world of this scene
  Film(const Scene& scene, const SavedState* from, const Camera& camera, const FilmOrder& order, Renderer& renderer);
  bool go_on();  // one picture more; false: the film is whole. Throws WriteError
  int done() const { return done_; }
  int pictures() const { return pictures_; }
  const FilmFile& file() const { return file_; }

 private:
  void step_to(double time);
  Image picture_at(double time);

  World world_;
  Camera camera_;
  FilmOrder order_;
  Renderer& renderer_;
  FilmFile file_;
  ShapeLibrary shapes_;
  std::shared_ptr<const Snapshot> previous_, current_;
  double begin_;
  int pictures_, done_ = 0;
};

// what --film asks for; throws where that cannot be
void write_film(const Options& options);

}  // namespace spook
