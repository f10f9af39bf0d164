#include "viewer/app/film.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "viewer/app/offscreen.h"
#include "viewer/app/options.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

constexpr double shutter = 0.5;  // of a picture's time that light falls in: what film cameras use
constexpr int default_width = 1920, default_height = 1080;

// pictures added up as light, about: squares of what is seen
class Exposure {
 public:
  void add(const Image& image) {
    if (sum_.empty()) sum_.resize(image.rgb.size());
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += std::uint32_t(image.rgb[i]) * image.rgb[i];
    ++count_;
  }
  Image result(Image image) const {
    for (std::size_t i = 0; i < sum_.size(); ++i)
      image.rgb[i] = std::uint8_t(std::lround(std::sqrt(double(sum_[i]) / count_)));
    return image;
  }

 private:
  std::vector<std::uint32_t> sum_;
  int count_ = 0;
};

}  // namespace

Film::Film(const Scene& scene, const SavedState* from, const Camera& camera, const FilmOrder& order, Renderer& renderer)
    : world_(scene), camera_(camera), order_(order), renderer_(renderer), file_(order.file, order.width, order.height) {
  if (from) world_.restore(*from);
  world_.apply_commands();  // publishes the start
  current_ = world_.snapshot();
  begin_ = world_.time();
  pictures_ = std::max(1, int(std::lround(order.seconds * FilmFile::pictures_a_second)));
}

void Film::step_to(double time) {
  while (world_.time() < time - 1e-9) {
    previous_ = current_;
    world_.step();
    current_ = world_.snapshot();
  }
}

Image Film::picture_at(double time) {
  step_to(time);
  SceneViewInput input;
  input.previous = previous_.get(), input.current = current_.get();
  if (previous_)
    input.fraction = std::clamp((time - previous_->time) / std::max(1e-9, current_->time - previous_->time), 0.0, 1.0);
  DrawList list;
  list.clear();
  std::vector<Pose> poses;
  show_bodies(input, {}, shapes_, list, poses);
  show_connectors(*current_, poses, list);
  Quality quality;
  quality.shadows = order_.shadows;
  return renderer_.draw_image(list, shapes_, camera_, order_.width, order_.height, studio_environment(), quality);
}

bool Film::go_on() {
  if (done_ >= pictures_) return false;
  const double period = 1.0 / FilmFile::pictures_a_second, time = begin_ + done_ * period;
  if (order_.blur <= 1) {
    file_.add(picture_at(time));
  } else {
    Exposure exposure;
    Image image;
    for (int i = 0; i < order_.blur; ++i)
      exposure.add(image = picture_at(time + period * shutter * double(i) / order_.blur));
    file_.add(exposure.result(std::move(image)));
  }
  if (++done_ < pictures_) return true;
  file_.finish();
  return false;
}

void write_film(const Options& options) {
  const Scene scene = load_source(options.source);
  const Canvas canvas;
  Renderer renderer(canvas.loader());
  FilmOrder order;
  order.file = options.film, order.seconds = options.film_seconds, order.blur = options.blur;
  order.width = options.width.value_or(default_width), order.height = options.height.value_or(default_height);
  order.shadows = !options.no_shadows;
  Film film(scene, nullptr, camera_from(scene.camera.value_or(CameraDesc{})), order, renderer);
  const bool told = isatty(STDERR_FILENO);
  while (film.go_on())
    if (told) std::fprintf(stderr, "\rpicture %d of %d ", film.done(), film.pictures());
  if (told) std::fputs("\r                              \r", stderr);
  std::printf("%s: %d pictures%s\n", film.file().target().c_str(), film.done(),
              film.file().as_pictures() && !order.file.extension().empty()
                  ? " as PNG, for want of ffmpeg (apt-get install ffmpeg)"
                  : "");
}

}  // namespace spook
