// spook-lab import: a model of another engine as a scene file.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "engine/scene/scene_io.h"
#include "scenarios/import/import.h"
#include "scenarios/import/model.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct ImportChoice : models::ImportOptions {
  std::string model, target;
  std::vector<std::string> packages;
};

int import_file(ImportChoice choice) {
  check_target(choice.target);
  for (const std::string& folder : choice.packages) {
    if (!std::filesystem::is_directory(folder)) throw UsageError("--package: there is no folder " + folder);
    choice.package_folders.emplace_back(folder);
  }
  const models::Imported imported = models::import_model(choice.model, choice);
  write_result(choice.target, write_scene(imported.scene));
  for (const models::Note& note : imported.notes) std::cerr << note.line() << '\n';
  return good;
}

}  // namespace

void add_import_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("import", "Makes a scene file of a URDF, MJCF or SDF model");
  const auto choice = std::make_shared<ImportChoice>();
  command->add_option("model", choice->model, "The model; what of it a scene cannot say is named on standard error")
      ->required()
      ->type_name("model.urdf|.xml|.sdf");
  command->add_option("file", choice->target, "Where to; - is standard output")->required()->type_name("out.json");
  command->add_flag("--free-base", choice->free_base, "A URDF's root link falls freely; else the world holds it");
  command->add_flag("--ground", choice->ground, "A plane under the model");
  command->add_flag("--hold", choice->hold, "Motors hold with all their effort; else they are off");
  command->add_option("--package", choice->packages, "Where package://NAME is looked for, too")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  command->footer("Example: spook-lab import robot.urdf robot.json --free-base --ground");
  command->callback([&chosen, choice] { chosen = [choice] { return import_file(*choice); }; });
}

}  // namespace spook::lab
