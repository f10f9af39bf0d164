// spook-lab export and check: scenes of the library as files, and files looked over.
#include <CLI/CLI.hpp>
#include <iostream>

#include "engine/scene/scene_io.h"
#include "scenarios/import/export.h"
#include "scenarios/import/import.h"
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
  const Scene scene = models::open_scene_file(file);
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

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

int export_scene(const ExportChoice& choice) {
  check_target(choice.target);
  const Scene scene = open_scene(choice);
  const bool mjcf = ends_with(choice.target, ".xml"), urdf = ends_with(choice.target, ".urdf");
  if (!mjcf && !urdf) {
    write_result(choice.target, write_scene(scene));
    return good;
  }
  const models::Exported exported = mjcf ? models::export_mjcf(scene) : models::export_urdf(scene);
  write_result(choice.target, exported.text);
  for (const std::string& what : exported.left_out) std::cerr << choice.target << ": " << what << '\n';
  return good;
}

}  // namespace

void add_export_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("export", "Writes a scene as a scene file, or as MJCF or URDF as far as those can say it");
  const auto choice = std::make_shared<ExportChoice>();
  add_scene_argument(*command, *choice);
  command->add_option("file", choice->target, "Where to; - is standard output")
      ->required()
      ->type_name("out.json|.xml|.urdf");
  add_param_option(*command, *choice);
  command->footer("Example: spook-lab export pyramid pyramid.json --param courses=12");
  command->callback([&chosen, choice] { chosen = [choice] { return export_scene(*choice); }; });
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
