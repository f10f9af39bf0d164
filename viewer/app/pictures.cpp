#include "viewer/app/pictures.h"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "engine/world/world.h"
#include "viewer/app/offscreen.h"
#include "viewer/app/picture_file.h"
#include "viewer/render/convert.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

constexpr int default_width = 640, default_height = 400;

struct Photographer {
  Canvas canvas;
  Renderer renderer;
  int width, height;
  bool shadows;

  explicit Photographer(const Options& options)
      : renderer(canvas.loader()),
        width(options.width.value_or(default_width)),
        height(options.height.value_or(default_height)),
        shadows(!options.no_shadows) {}

  Image take(const World& world, const CameraDesc& camera) {
    ShapeLibrary shapes;
    DrawList list;
    list.clear();
    std::vector<Pose> poses;
    const std::shared_ptr<const Snapshot> now = world.snapshot();
    SceneViewInput input;
    input.current = now.get();
    show_bodies(input, {}, shapes, list, poses);
    show_connectors(*now, poses, list);
    Quality quality;
    quality.shadows = shadows;
    return renderer.draw_image(list, shapes, camera_from(camera), width, height, studio_environment(), quality);
  }
};

std::string file_name(const std::string& scene, double time, bool several) {
  if (!several) return scene + ".png";
  char number[32];
  std::snprintf(number, sizeof number, "-%05.2fs.png", time);
  return scene + number;
}

// steps the scene to each of the times in turn
void picture_scene(Photographer& photographer, const std::string& name, const Scene& scene,
                   const std::vector<double>& times, const std::filesystem::path& folder) {
  World world(scene);
  world.apply_commands();  // publishes the start
  for (double time : times) {
    while (world.time() < time - 0.5 * scene.parameters.time_step) world.step();
    const std::filesystem::path file = folder / file_name(name, time, times.size() > 1);
    write_png(photographer.take(world, scene.camera.value_or(CameraDesc{})), file);
    std::printf("%s\n", file.string().c_str());
  }
}

}  // namespace

void write_pictures(const Options& options) {
  const std::filesystem::path folder = options.pictures;
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  Photographer photographer(options);
  const auto times = [&](double own) { return options.at.empty() ? std::vector<double>{own} : options.at; };
  if (options.scene_named) {
    const Scenario* scenario = options.source.scenario;
    const Scene scene = load_source(options.source);
    const std::string name = scenario ? scenario->name : options.source.file.stem().string();
    return picture_scene(photographer, name, scene, times(scenario ? scenario->picture_at : 0.0), folder);
  }
  for (const Scenario& scenario : scenarios())
    picture_scene(photographer, scenario.name, build_scenario(scenario), times(scenario.picture_at), folder);
}

}  // namespace spook
