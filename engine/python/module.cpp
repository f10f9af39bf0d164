#include "engine/python/module.h"

#include "engine/scene/files.h"
#include "engine/scene/scene_io.h"
#include "engine/tuning.h"
#include "engine/version.h"

namespace spook::python {
namespace {

std::string vector_text(const py::sequence& values) {
  std::string text;
  for (const py::handle& value : values)
    text += (text.empty() ? "" : ",") +
            py::repr(py::float_(py::object(py::reinterpret_borrow<py::object>(value)))).cast<std::string>();
  return text;
}

py::object parameter_value(const ParameterInfo& info, const Parameters& parameters) {
  const std::string text = get_parameter(parameters, info.name);
  if (info.optional && text == info.unset) return py::none();
  switch (info.type) {
    case ParameterType::real:
      return py::float_(std::stod(text));
    case ParameterType::integer:
      return py::int_(std::stol(text));
    case ParameterType::boolean:
      return py::bool_(text == "true");
    case ParameterType::choice:
      return py::str(text);
    case ParameterType::vector:
      break;
  }
  const py::list parts = py::str(text).attr("split")(",");
  py::list numbers;
  for (const py::handle& part : parts) numbers.append(py::float_(py::str(part)));
  return py::tuple(numbers);
}

}  // namespace

std::string setting_text(const py::handle& value) {
  if (value.is_none()) return "scene";
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::int_>(value)) return py::str(value);
  if (py::hasattr(value, "__len__")) return vector_text(py::reinterpret_borrow<py::sequence>(value));
  return py::repr(py::float_(py::reinterpret_borrow<py::object>(value)));
}

void set_parameters(Parameters& parameters, const py::dict& values) {
  Parameters changed = parameters;  // all or nothing
  for (const auto& [key, value] : values) {
    const auto name = key.cast<std::string>();
    std::string text = setting_text(value);
    if (const ParameterInfo* info = find_parameter(name); info && value.is_none()) text = info->unset;
    const std::string fault = set_any_parameter(changed, name, text);
    if (!fault.empty()) throw std::invalid_argument(fault);
  }
  parameters = changed;
}

py::dict parameter_dict(const Parameters& parameters) {
  py::dict all;
  for (const ParameterInfo& info : parameter_table())
    all[py::str(std::string(info.name))] = parameter_value(info, parameters);
  return all;
}

}  // namespace spook::python

PYBIND11_MODULE(_spook, module) {
  using namespace spook;
  using namespace spook::python;
  module.doc() = "Spook's engine for Python; `import spook` gives all of it.";
  module.attr("__version__") = std::string(library_version_text());
  py::register_exception<SceneError>(module, "SceneError", PyExc_ValueError).doc() =
      "A scene, recording or model is not as it must be; the message names the place.";
  py::register_exception<WriteError>(module, "WriteError", PyExc_OSError).doc() = "A result could not be written.";
  add_scene(module);
  add_snapshot(module);
  add_problem(module);
  add_world(module);
  add_recording(module);
}
