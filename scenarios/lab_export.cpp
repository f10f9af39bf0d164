// spook-lab export and check: scenes of the library as files, and files looked over.
#include <CLI/CLI.hpp>
#include <iostream>

#include "engine/scene/scene_io.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct ExportChoice : SceneChoice {
  std::string target;
};

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

int check_file(const std::string& file) {
  const Scene scene = load_scene(file);
  std::size_t dynamic = 0, shapes = 0;
  for (const BodyDesc& body : scene.bodies) {
    dynamic += body.motion == Motion::dynamic;
    shapes += body.shapes.size();
  }
  std::cout << file << ": good: '" << scene.name << "', " << counted(scene.bodies.size(), "body", "bodies") << " ("
            << dynamic << " dynamic), " << counted(shapes, "shape", "shapes") << ", "
            << counted(scene.joints.size(), "joint", "joints") << ", "
            << counted(scene.materials.size(), "material", "materials") << ", "
            << counted(scene.drives.size(), "drive", "drives") << '\n';
  return good;
}

}  // namespace

void add_export_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("export", "Writes a scene of the library as a scene file");
  const auto choice = std::make_shared<ExportChoice>();
  add_scene_argument(*command, *choice);
  command->add_option("file", choice->target, "Where to; - is standard output")->required()->type_name("out.json");
  add_param_option(*command, *choice);
  command->footer("Example: spook-lab export pyramid pyramid.json --param courses=12");
  command->callback([&chosen, choice] {
    chosen = [choice] {
      check_target(choice->target);
      write_result(choice->target, write_scene(open_scene(*choice)));
      return good;
    };
  });
}

void add_check_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("check", "Validates a scene file: its counts, or the first error and its place");
  const auto file = std::make_shared<std::string>();
  command->add_option("file", *file, "The scene file")->required()->type_name("file.json");
  command->footer("Example: spook-lab check my_scene.json");
  command->callback([&chosen, file] { chosen = [file] { return check_file(*file); }; });
}

}  // namespace spook::lab
