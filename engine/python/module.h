// The module for Python: one file a concept, each adds its classes here. Python sees no pointer into a world that a
// step could change: numbers are read from snapshots, which stay as they are for as long as anybody holds them.
#pragma once

#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "engine/world/recording.h"
#include "engine/world/world.h"

namespace spook::python {

namespace py = pybind11;

// A world that Python's threads may share: one steps or reads at a time. Nobody waits for the world with the
// interpreter lock held, so that others go on meanwhile.
class SharedWorld {
 public:
  SharedWorld(const Scene& scene, WorldOptions options) : world_(scene, options) {}

  // runs use(world) while no other thread does, without the interpreter lock: it may not touch Python
  template <typename Use>
  auto alone(Use&& use) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return use(world_);
  }
  World& for_any_thread() { return world_; }  // queue() and snapshot()

 private:
  std::mutex mutex_;
  World world_;
};

// a body or joint, by id or by name
using BodyRef = std::variant<BodyId, std::string>;
using JointRef = std::variant<JointId, std::string>;
BodyId find(World& world, const BodyRef& body);  // throws key_error naming it
JointId find(World& world, const JointRef& joint);

// numbers, booleans, names and triples as --set would have them; None is "scene"
std::string setting_text(const py::handle& value);
void set_parameters(Parameters& parameters, const py::dict& values);  // throws std::invalid_argument
py::dict parameter_dict(const Parameters& parameters);

// A view of one field of many records that lie in a row: nothing is copied, nothing may be written. `owner` is what
// keeps them alive.
template <typename Number, typename Record>
py::array view_of(const py::object& owner, const Record* records, std::size_t count, const Number* first,
                  std::initializer_list<py::ssize_t> shape = {}) {
  std::vector<py::ssize_t> sizes{static_cast<py::ssize_t>(count)}, strides{sizeof(Record)};
  py::ssize_t inner = sizeof(Number);
  for (const py::ssize_t size : shape) sizes.push_back(size), inner *= size;
  for (const py::ssize_t size : shape) strides.push_back(inner /= size);
  if (records == nullptr || count == 0) return py::array(py::dtype::of<Number>(), sizes);
  py::array view(py::dtype::of<Number>(), sizes, strides, first, owner);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

struct HistoryRow {
  double normal, tangent;  // N s
  bool direct;
  int island, changes, pivots;
};
py::array history_array(const std::vector<SweepRecord>& history);
py::object snapshot_object(std::shared_ptr<const Snapshot> snapshot);

void add_scene(py::module_& module);
void add_snapshot(py::module_& module);
void add_problem(py::module_& module);
void add_world(py::module_& module);
void add_commands(py::class_<SharedWorld>& world);
void add_recording(py::module_& module);

}  // namespace spook::python
