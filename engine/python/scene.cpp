// Scenes: of the library, from files and text, from models of others.
#include "engine/python/module.h"
#include "engine/scene/scene_io.h"
#include "scenarios/import/import.h"
#include "scenarios/registry.h"

namespace spook::python {
namespace {

Scene of_library(const std::string& name, const py::kwargs& values) {
  const Scenario* scenario = find_scenario(name);
  if (!scenario) throw py::key_error("there is no scene \"" + name + "\" in the library (spook.scenes() lists them)");
  ScenarioValues numbers;
  for (const auto& [key, value] : values)
    numbers[key.cast<std::string>()] = py::float_(py::reinterpret_borrow<py::object>(value));
  return build_scenario(*scenario, numbers);
}

py::dict library() {
  py::dict all;
  for (const Scenario& scenario : scenarios()) {
    py::dict parameters;
    for (const ScenarioParameter& p : scenario.parameters)
      parameters[py::str(p.name)] =
          py::dict(py::arg("value") = p.value, py::arg("minimum") = p.minimum, py::arg("maximum") = p.maximum,
                   py::arg("integer") = p.integer, py::arg("unit") = p.unit, py::arg("help") = p.help);
    all[py::str(scenario.name)] =
        py::dict(py::arg("group") = scenario.group, py::arg("description") = scenario.description,
                 py::arg("parameters") = parameters);
  }
  return all;
}

Scene load(const std::filesystem::path& file) {
  const py::gil_scoped_release release;
  return models::open_scene_file(file);
}

std::pair<Scene, std::vector<std::string>> load_model(const std::filesystem::path& file) {
  const py::gil_scoped_release release;
  std::vector<models::Note> notes;
  Scene scene = models::open_scene_file(file, &notes);
  std::vector<std::string> lines;
  for (const models::Note& note : notes) lines.push_back(note.line());
  return {std::move(scene), std::move(lines)};
}

std::string described(const Scene& scene) {
  return "<spook.Scene '" + scene.name + "': " + std::to_string(scene.bodies.size()) + " bodies, " +
         std::to_string(scene.joints.size()) + " joints>";
}

std::vector<std::string> body_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const BodyDesc& body : scene.bodies) names.push_back(body.name);
  return names;
}

py::list parameter_rows() {
  py::list rows;
  for (const ParameterInfo& info : parameter_table()) {
    std::vector<std::string> names(info.names.begin(), info.names.end());
    rows.append(py::dict(py::arg("name") = std::string(info.name), py::arg("unit") = std::string(info.unit),
                         py::arg("help") = std::string(info.help), py::arg("minimum") = info.minimum,
                         py::arg("maximum") = info.maximum, py::arg("choices") = names));
  }
  return rows;
}

}  // namespace

void add_scene(py::module_& module) {
  py::class_<Scene>(module, "Scene",
                    "What a world is made of: bodies, joints, materials and solver parameters. It does not change, but "
                    "for its parameters; spook.Builder makes one in code.")
      .def_readonly("name", &Scene::name, "as its file says it")
      .def_readonly("description", &Scene::description, "a sentence or two, or nothing")
      .def_property_readonly("body_names", &body_names, "in the order of the file")
      .def_property_readonly(
          "parameters", [](const Scene& scene) { return parameter_dict(scene.parameters); },
          "Every solver parameter, a dict; set() changes them.")
      .def(
          "set", [](Scene& scene, const py::kwargs& values) { set_parameters(scene.parameters, values); },
          "Solver parameters by their scene-file names: set(friction=0.3, gravity=(0, 0, -1.62), solver=\"split\"). "
          "None "
          "gives the materials back their say. ValueError names what is wrong, and nothing is changed then.")
      .def("json", &write_scene, "The scene file's text.")
      .def("save", &save_scene, py::arg("file"), "Writes the scene file, whole or not at all.")
      .def("__copy__", [](const Scene& scene) { return Scene(scene); })
      .def("__deepcopy__", [](const Scene& scene, const py::dict&) { return Scene(scene); })
      .def("__repr__", &described);

  module.def("scene", &of_library, py::arg("name"), py::pos_only(),
             "A scene of the library with its parameters: scene(\"brick_wall\", rows=10, columns=10).");
  module.def("scenes", &library, "The library: name to group, description and parameters with their ranges.");
  module.def(
      "parse", [](const std::string& text, const std::string& source) { return parse_scene(text, source); },
      py::arg("text"), py::arg("source") = "scene",
      "A scene from the text of a scene file; SceneError names the place.");
  module.def("load", &load, py::arg("file"), "A scene file, or a model of another engine (URDF, MJCF, SDF).");
  module.def("load_model", &load_model, py::arg("file"),
             "The same, and a list of what of the model a scene cannot say, a line each.");
  module.def("parameters", &parameter_rows, "Every solver parameter: name, unit, help, range and choices.");
  module.def("assets", &assets_folder, "Where sample scenes and meshes are.");
}

}  // namespace spook::python
