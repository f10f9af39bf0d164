// The world: stepped without the interpreter lock, read by snapshots.
#include <chrono>

#include "engine/python/module.h"
#include "engine/scene/scene_io.h"

namespace spook::python {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between_looks = std::chrono::milliseconds(100);  // at Ctrl-C, in a long run

void step(SharedWorld& shared, long count) {
  auto looked = Clock::now();
  for (long done = 0; done < count;) {
    shared.alone([&](World& world) {
      do world.step();
      while (++done < count && Clock::now() - looked < between_looks);
    });
    looked = Clock::now();
    if (done < count && PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

std::unique_ptr<SharedWorld> make_world(const Scene& scene, bool publish, bool record_history, int threads) {
  if (threads < 1) throw std::invalid_argument("threads: at least 1");
  const py::gil_scoped_release release;
  Scene checked = scene;
  checked.parameters.threads = threads;
  validate_scene(checked);
  return std::make_unique<SharedWorld>(checked, WorldOptions{publish, record_history});
}

py::object snapshot(SharedWorld& shared) {
  return snapshot_object(shared.for_any_thread().snapshot());
}

std::shared_ptr<StepProblem> problem(SharedWorld& shared) {
  return shared.alone([](World& world) { return std::make_shared<StepProblem>(world.last_problem()); });
}

std::optional<py::dict> pick(SharedWorld& shared, const Vec3& from, const Vec3& direction, double length) {
  const auto hit = shared.alone([&](World& world) { return world.pick(from, direction.normalized(), length); });
  if (!hit) return {};
  return py::dict(py::arg("body") = hit->body, py::arg("shape") = hit->shape, py::arg("distance") = hit->distance,
                  py::arg("point") = hit->point, py::arg("normal") = hit->normal);
}

// what save() hands out: it keeps to the world it came from
struct Saved {
  std::shared_ptr<const SavedState> state;
  const SharedWorld* world;
};

Saved save(SharedWorld& shared) {
  return {shared.alone([](World& world) { return world.save(); }), &shared};
}

void restore(SharedWorld& shared, const Saved& saved) {
  if (saved.world != &shared) throw std::invalid_argument("this moment was saved by another world");
  shared.alone([&](World& world) { world.restore(*saved.state); });
}

template <typename Id>
void add_id(py::module_& module, const char* name) {
  py::class_<Id>(module, name, "Outlives what it names.")
      .def_readonly("index", &Id::index, "of its place; places are used again")
      .def_readonly("generation", &Id::generation, "tells those apart that had the same place")
      .def("__eq__", [](const Id& a, const Id& b) { return a == b; })
      .def("__hash__",
           [](const Id& id) { return std::hash<std::uint64_t>()(std::uint64_t(id.generation) << 32 | id.index); });
}

void add_reading(py::class_<SharedWorld>& world) {
  world.def("snapshot", &snapshot, "The latest, as a step left it; no copy is made.")
      .def_property_readonly(
          "report", [](SharedWorld& s) { return s.alone([](World& w) { return w.report(); }); },
          "What the last step did and what it cost.")
      .def_property_readonly(
          "time", [](SharedWorld& s) { return s.alone([](World& w) { return w.time(); }); }, "s")
      .def_property_readonly(
          "steps", [](SharedWorld& s) { return s.alone([](World& w) { return w.step_count(); }); },
          "made since the scene began")
      .def_property_readonly(
          "hash", [](SharedWorld& s) { return s.alone([](World& w) { return w.hash(); }); },
          "of the whole state: the same build, scene and commands give the same")
      .def(
          "body", [](SharedWorld& s, const BodyRef& body) { return s.alone([&](World& w) { return find(w, body); }); },
          py::arg("name"), "A body's id; KeyError where there is none.")
      .def(
          "joint",
          [](SharedWorld& s, const JointRef& joint) { return s.alone([&](World& w) { return find(w, joint); }); },
          py::arg("name"), "A joint's id; KeyError where there is none.")
      .def(
          "position",
          [](SharedWorld& s, const BodyRef& b) {
            return s.alone([&](World& w) { return w.pose(find(w, b)).position; });
          },
          py::arg("body"), "m, of one body; for many, snapshot().positions")
      .def(
          "velocity",
          [](SharedWorld& s, const BodyRef& b) { return s.alone([&](World& w) { return w.velocity(find(w, b)); }); },
          py::arg("body"), "m/s of its centre of mass")
      .def("pick", &pick, py::arg("origin"), py::arg("direction"), py::arg("length") = 1e3,
           "The nearest shape that a ray meets, a dict, or None.")
      .def("problem", &problem, "What the solver was given in the last step (a copy).")
      .def(
          "describe", [](SharedWorld& s) { return s.alone([](World& w) { return w.describe(); }); },
          "The scene as it stands now.");
}

}  // namespace

BodyId find(World& world, const BodyRef& body) {
  if (const auto* id = std::get_if<BodyId>(&body)) {
    if (!world.contains(*id)) throw py::key_error("this body is gone");
    return *id;
  }
  const auto& name = std::get<std::string>(body);
  if (const auto id = world.find_body(name)) return *id;
  throw py::key_error("there is no body \"" + name + "\"");
}

JointId find(World& world, const JointRef& joint) {
  if (const auto* id = std::get_if<JointId>(&joint)) return *id;
  const auto& name = std::get<std::string>(joint);
  if (const auto id = world.find_joint(name)) return *id;
  throw py::key_error("there is no joint \"" + name + "\"");
}

void add_world(py::module_& module) {
  add_id<BodyId>(module, "BodyId");
  add_id<JointId>(module, "JointId");
  const py::class_<Saved> moment(module, "Moment", "All that later steps depend on; made by World.save().");
  py::class_<SharedWorld> world(
      module, "World",
      "A scene in motion. Threads may share one: each call waits for the one before. Steps run "
      "without Python's interpreter lock.");
  world
      .def(py::init(&make_world), py::arg("scene"), py::arg("publish") = true, py::arg("record_history") = false,
           py::arg("threads") = 1,
           "publish: make a snapshot every step (off, it costs nothing; snapshot() then shows the last edit). "
           "record_history: the residual after every sweep.")
      .def("step", &step, py::arg("count") = 1, "So many time steps; Ctrl-C ends them.")
      .def("save", &save, py::keep_alive<0, 1>(), "A moment to come back to.")
      .def("restore", &restore, py::arg("moment"), "Back to a moment that this world saved.");
  add_reading(world);
  add_commands(world);
}

}  // namespace spook::python
