// Recordings: a scene, what was done to it, and the hash of every step; played again they must come out the same.
#include "engine/python/module.h"

namespace spook::python {
namespace {

std::unique_ptr<SharedWorld> recorded_world(const Recording& recording, bool publish) {
  const py::gil_scoped_release release;
  return std::make_unique<SharedWorld>(recording.scene, WorldOptions{publish, false});
}

// as spook::replay does it, with snapshots for whoever watches
py::dict play(const Recording& recording, bool verify, const std::optional<py::function>& watch) {
  SharedWorld shared(recording.scene, WorldOptions{watch.has_value(), false});
  std::size_t steps = 0;
  std::optional<std::size_t> first_difference;
  for (const RecordedStep& step : recording.steps) {
    const std::uint64_t hash = shared.alone([&](World& world) {
      for (const Command& command : step.commands) world.queue(command);
      world.step();
      return world.hash();
    });
    ++steps;
    if (watch) (*watch)(snapshot_object(shared.for_any_thread().snapshot()));
    if (verify && hash != step.hash) {
      first_difference = steps;
      break;
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  const std::uint64_t last = shared.alone([](World& world) { return world.hash(); });
  return py::dict(py::arg("steps") = steps, py::arg("first_difference") = first_difference, py::arg("hash") = last);
}

}  // namespace

void add_recording(py::module_& module) {
  py::class_<Recording>(
      module, "Recording",
      "recording = Recording(scene); world = recording.world(); then world.step() and recording.add(world) "
      "by turns.")
      .def(py::init([](const Scene& scene) {
             return Recording{recordable(scene), {}, {}};
           }),
           py::arg("scene"))
      .def("world", &recorded_world, py::arg("publish") = true, "A world at its beginning.")
      .def(
          "add", [](Recording& r, SharedWorld& s) { s.alone([&](World& world) { record_step(world, r); }); },
          py::arg("world"), "The step just made.")
      .def("__len__", [](const Recording& r) { return r.steps.size(); })
      .def_property_readonly(
          "scene", [](const Recording& r) { return r.scene; }, "that it begins with")
      .def_property_readonly(
          "hashes",
          [](const Recording& r) {
            std::vector<std::uint64_t> hashes;
            for (const RecordedStep& step : r.steps) hashes.push_back(step.hash);
            return hashes;
          },
          "of the whole state, one a step")
      .def("save", &save_recording, py::arg("file"), "Writes it, whole or not at all.")
      .def("replay", &play, py::arg("verify") = true, py::arg("watch") = py::none(),
           "A dict: steps, hash, and first_difference, the step that came out differently, or None. watch is called "
           "with a "
           "Snapshot after every step.");
  module.def("load_recording", &load_recording, py::arg("file"),
             "As the sandbox and `spook-lab run --record` write them.");
}

}  // namespace spook::python
