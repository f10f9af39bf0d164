// Snapshots as arrays: each is a view into the snapshot's own memory, which no step writes to any more.
#include "engine/python/module.h"

namespace spook::python {
namespace {

// what Python holds: a snapshot, kept alive by its arrays too
struct HeldSnapshot {
  std::shared_ptr<const Snapshot> data;
};

struct HeldContacts {
  std::shared_ptr<const Snapshot> data;
};

// property NAME of HOLDER: a view of FIELD (an expression of a record r) of RECORDS
#define SPOOK_VIEW(class_, name, Holder, records, field, help, ...)                          \
  class_.def_property_readonly(                                                              \
      name,                                                                                  \
      [](const py::object& self) {                                                           \
        const auto& all = self.cast<const Holder&>().data->records;                          \
        const auto* r = all.data();                                                          \
        return view_of(self, r, all.size(), all.empty() ? nullptr : (field), {__VA_ARGS__}); \
      },                                                                                     \
      help)

std::vector<std::string> names_of(const HeldSnapshot& moment) {
  std::vector<std::string> names;
  for (const BodyView& body : moment.data->bodies) names.push_back(body.look->name);
  return names;
}

py::array masses_of(const HeldSnapshot& moment) {
  py::array_t<double> masses(static_cast<py::ssize_t>(moment.data->bodies.size()));
  double* mass = masses.mutable_data();
  for (const BodyView& body : moment.data->bodies) *mass++ = body.look->mass;
  return masses;
}

py::dict joint_dict(const JointView& joint) {
  return py::dict(py::arg("name") = joint.name, py::arg("position") = joint.position, py::arg("speed") = joint.speed,
                  py::arg("anchor_a") = joint.anchor_a, py::arg("anchor_b") = joint.anchor_b,
                  py::arg("axis") = joint.axis, py::arg("impulse") = joint.impulse,
                  py::arg("violation") = joint.violation);
}

py::list joints_of(const HeldSnapshot& moment) {
  py::list all;
  for (const JointView& joint : moment.data->joints) all.append(joint_dict(joint));
  return all;
}

py::list hands_of(const HeldSnapshot& moment) {
  py::list all;
  for (const GripView& grip : moment.data->grips)
    all.append(py::dict(py::arg("hand") = grip.hand, py::arg("body") = grip.body, py::arg("point") = grip.point,
                        py::arg("target") = grip.target, py::arg("force") = grip.force, py::arg("cap") = grip.cap));
  return all;
}

void add_bodies(py::class_<HeldSnapshot>& moment) {
  moment.def("__len__", [](const HeldSnapshot& m) { return m.data->bodies.size(); })
      .def_property_readonly(
          "step", [](const HeldSnapshot& m) { return m.data->step; }, "steps since the scene began")
      .def_property_readonly(
          "time", [](const HeldSnapshot& m) { return m.data->time; }, "s since the scene began")
      .def_property_readonly("names", &names_of, "of the bodies, in the order of the arrays' rows")
      .def_property_readonly("masses", &masses_of, "kg (a copy)")
      .def_property_readonly("joints", &joints_of,
                             "a dict a joint: position and speed of its coordinate, impulse, violation")
      .def_property_readonly("hands", &hands_of, "a dict a hand: hand, body, point, target, force and its cap, N")
      .def_property_readonly(
          "contacts", [](const HeldSnapshot& m) { return HeldContacts{m.data}; }, "arrays, a row a contact")
      .def_property_readonly(
          "report", [](const HeldSnapshot& m) { return m.data->report; }, "what the step did and what it cost");
  SPOOK_VIEW(moment, "positions", HeldSnapshot, bodies, r->pose.position.data(),
             "(bodies, 3), of the centres of mass, m", 3);
  SPOOK_VIEW(moment, "orientations", HeldSnapshot, bodies, r->pose.orientation.coeffs().data(),
             "(bodies, 4): x y z w, as scipy's Rotation has them (scene files say w first)", 4);
  SPOOK_VIEW(moment, "velocities", HeldSnapshot, bodies, r->velocity.data(), "(bodies, 3), m/s", 3);
  SPOOK_VIEW(moment, "angular_velocities", HeldSnapshot, bodies, r->angular_velocity.data(),
             "(bodies, 3), rad/s, world axes", 3);
  SPOOK_VIEW(moment, "islands", HeldSnapshot, bodies, &r->island, "(bodies,): groups that touch; -1 is none");
  SPOOK_VIEW(moment, "sleeping", HeldSnapshot, bodies, &r->sleeping, "(bodies,)");
  SPOOK_VIEW(moment, "frozen", HeldSnapshot, bodies, &r->frozen, "(bodies,): whose state stopped being finite");
}

void add_contacts(py::module_& module) {
  py::class_<HeldContacts> contacts(module, "Contacts",
                                    "The contacts of a snapshot, an array a field; nothing is copied.");
  contacts.def("__len__", [](const HeldContacts& c) { return c.data->contacts.size(); });
  SPOOK_VIEW(contacts, "bodies", HeldContacts, contacts, &r->body_a, "(contacts, 2): rows of the snapshot's bodies", 2);
  SPOOK_VIEW(contacts, "points", HeldContacts, contacts, r->point.data(), "(contacts, 3), m", 3);
  SPOOK_VIEW(contacts, "normals", HeldContacts, contacts, r->normal.data(),
             "(contacts, 3), from the second body to the first", 3);
  SPOOK_VIEW(contacts, "gaps", HeldContacts, contacts, &r->gap, "(contacts,), m; negative: overlap");
  SPOOK_VIEW(contacts, "friction", HeldContacts, contacts, &r->friction, "(contacts,): μ");
  SPOOK_VIEW(contacts, "impulses", HeldContacts, contacts, r->impulse.data(),
             "(contacts, 3): along the normal, along the two tangents, N s", 3);
  SPOOK_VIEW(contacts, "tangents", HeldContacts, contacts, r->tangents[0].data(), "(contacts, 2, 3)", 2, 3);
  SPOOK_VIEW(contacts, "states", HeldContacts, contacts, reinterpret_cast<const std::uint8_t*>(&r->state),
             "(contacts,): 0 open, 1 sticking, 2 sliding");
  SPOOK_VIEW(contacts, "residuals", HeldContacts, contacts, &r->residual, "(contacts,), N s; only with record_history");
}

py::dict times_of(const StepReport& report) {
  const StageTimes& ms = report.ms;
  return py::dict(py::arg("total") = ms.total, py::arg("collide") = ms.collide, py::arg("impact") = ms.impact,
                  py::arg("assemble") = ms.assemble, py::arg("solve") = ms.solve, py::arg("direct") = ms.direct,
                  py::arg("sweeps") = ms.sweeps, py::arg("measure") = ms.measure, py::arg("integrate") = ms.integrate,
                  py::arg("publish") = ms.publish);
}

py::dict energy_of(const StepReport& report) {
  const Energies& e = report.energy;
  return py::dict(py::arg("kinetic") = e.kinetic, py::arg("potential") = e.potential, py::arg("elastic") = e.elastic,
                  py::arg("synchronised") = e.synchronised, py::arg("total") = e.total());
}

// sweeps and direct solves in order, a structured array: history["normal"]
py::array history_of(const py::object& self) {
  const auto& history = self.cast<const StepReport&>().solve.history;
  return history_array(history);
}

void add_report(py::module_& module) {
  py::class_<StepReport>(module, "StepReport", "What a step did and what it cost.")
      .def_readonly("step", &StepReport::step, "its number")
      .def_readonly("time", &StepReport::time, "at its end, s")
      .def_readonly("contacts", &StepReport::contacts, "how many")
      .def_readonly("islands", &StepReport::islands, "groups of bodies that touch or are jointed")
      .def_readonly("sleeping", &StepReport::sleeping, "bodies that sleep")
      .def_readonly("penetration_max", &StepReport::penetration_max, "largest overlap, m")
      .def_readonly("penetration_rms", &StepReport::penetration_rms, "root of the mean square of overlaps, m")
      .def_readonly("joint_max_m", &StepReport::joint_max_m, "largest gap of a joint, m")
      .def_readonly("joint_max_rad", &StepReport::joint_max_rad, "largest angle a joint is off by")
      .def_readonly("flags", &StepReport::flags, "what went wrong, naming body or group")
      .def_readonly("hash", &StepReport::hash, "of the whole state")
      .def_property_readonly("ms", &times_of, "a dict: milliseconds a stage")
      .def_property_readonly("energy", &energy_of, "a dict, J")
      .def_property_readonly(
          "history", &history_of,
          "after every sweep and direct solve (with record_history): a structured array with the fields "
          "normal, tangent (N s), direct, changes, pivots, island");
}

}  // namespace

// records of the history are copied: a report is small, and is overwritten by the next step
py::array history_array(const std::vector<SweepRecord>& history) {
  py::array_t<HistoryRow> rows(static_cast<py::ssize_t>(history.size()));
  HistoryRow* row = rows.mutable_data();
  for (const SweepRecord& r : history)
    *row++ = {r.residual.normal, r.residual.tangent, r.direct, r.island, r.changes, r.pivots};
  return rows;
}

void add_snapshot(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(HistoryRow, normal, tangent, direct, island, changes, pivots);
  py::class_<HeldSnapshot> moment(
      module, "Snapshot",
      "The world after a step. Its arrays are views into the snapshot, read-only; it and they stay as "
      "they are while the world goes on.");
  add_bodies(moment);
  add_contacts(module);
  add_report(module);
}

py::object snapshot_object(std::shared_ptr<const Snapshot> snapshot) {
  return py::cast(HeldSnapshot{std::move(snapshot)});
}

}  // namespace spook::python
