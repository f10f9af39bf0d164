// Hands and edits: each is queued, and takes effect at the beginning of the next step.
#include "engine/python/module.h"
#include "engine/scene/scene_io.h"

namespace spook::python {
namespace {

BodyId id_of(SharedWorld& shared, const BodyRef& body) {
  return shared.alone([&](World& world) { return find(world, body); });
}
JointId id_of(SharedWorld& shared, const JointRef& joint) {
  return shared.alone([&](World& world) { return find(world, joint); });
}

Quat quaternion(const std::array<double, 4>& xyzw) {
  const Quat q(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
  if (!(q.norm() > 0.0)) throw std::invalid_argument("an orientation of length 0");
  return q.normalized();
}

void grip(SharedWorld& shared, const BodyRef& body, const std::optional<Vec3>& target, const Vec3& local_point,
          int hand, double effort_scale, double stiffness_scale) {
  Grip grip;
  grip.hand = hand, grip.body = id_of(shared, body), grip.local_point = local_point;
  grip.effort_scale = effort_scale, grip.stiffness_scale = stiffness_scale;
  grip.target = target ? *target : shared.alone([&](World& w) { return w.pose(grip.body).to_parent(local_point); });
  shared.for_any_thread().queue(grip);
}

void set_pose(SharedWorld& shared, const BodyRef& body, const std::optional<Vec3>& position,
              const std::optional<std::array<double, 4>>& orientation) {
  const BodyId id = id_of(shared, body);
  Pose pose = shared.alone([&](World& world) { return world.pose(id); });
  if (position) pose.position = *position;
  if (orientation) pose.orientation = quaternion(*orientation);
  shared.for_any_thread().queue(SetPose{id, pose});
}

void set_velocity(SharedWorld& shared, const BodyRef& body, const Vec3& velocity, const Vec3& angular_velocity) {
  shared.for_any_thread().queue(SetVelocity{id_of(shared, body), velocity, angular_velocity});
}

// the bodies and joints of a scene join the world, by the names they have there
void add(SharedWorld& shared, const Scene& scene) {
  for (const BodyDesc& body : scene.bodies) shared.for_any_thread().queue(AddBody{body});
  for (const JointDesc& joint : scene.joints) shared.for_any_thread().queue(AddJoint{joint});
}

void set(SharedWorld& shared, const py::kwargs& values) {
  Parameters parameters = shared.alone([](World& world) { return world.parameters(); });
  set_parameters(parameters, values);
  shared.for_any_thread().queue(SetParameters{parameters});
  shared.alone([](World& world) { world.apply_commands(); });
}

void add_hands(py::class_<SharedWorld>& world) {
  world
      .def("grip", &grip, py::arg("body"), py::arg("target") = py::none(), py::arg("local_point") = Vec3(0, 0, 0),
           py::arg("hand") = 0, py::arg("effort_scale") = 10.0, py::arg("stiffness_scale") = 1.0,
           "A hand takes a body by a point of it (body frame) and pulls it to target (world; none: where it is). Its "
           "force is "
           "bounded by effort_scale times the body's weight.")
      .def(
          "move_hand",
          [](SharedWorld& s, const Vec3& target, int hand) {
            s.for_any_thread().queue(MoveGrip{hand, target, {}});
          },
          py::arg("target"), py::arg("hand") = 0, "A hand that holds something pulls it there (world, m).")
      .def(
          "release", [](SharedWorld& s, int hand) { s.for_any_thread().queue(ReleaseGrip{hand}); }, py::arg("hand") = 0,
          "A hand lets go.");
}

}  // namespace

void add_commands(py::class_<SharedWorld>& world) {
  add_hands(world);
  world
      .def_property_readonly(
          "parameters", [](SharedWorld& s) { return parameter_dict(s.alone([](World& w) { return w.parameters(); })); },
          "Every solver parameter, a dict; set() changes them.")
      .def("set", &set, "Solver parameters, as Scene.set has them; at once.")
      .def("set_pose", &set_pose, py::arg("body"), py::arg("position") = py::none(),
           py::arg("orientation") = py::none(), "orientation: x y z w")
      .def("set_velocity", &set_velocity, py::arg("body"), py::arg("velocity") = Vec3(0, 0, 0),
           py::arg("angular_velocity") = Vec3(0, 0, 0), "m/s of the centre of mass, and rad/s about world axes.")
      .def(
          "apply_impulse",
          [](SharedWorld& s, const BodyRef& body, const Vec3& impulse, const std::optional<Vec3>& point) {
            const BodyId id = id_of(s, body);
            const Vec3 at = point ? *point : s.alone([&](World& w) { return w.pose(id).position; });
            s.for_any_thread().queue(ApplyImpulse{id, impulse, at});
          },
          py::arg("body"), py::arg("impulse"), py::arg("point") = py::none(),
          "N s, at a point of the world; none: the centre of mass")
      .def(
          "set_motor",
          [](SharedWorld& s, const JointRef& joint, double speed, std::optional<double> max_effort) {
            s.for_any_thread().queue(SetMotor{id_of(s, joint), speed, max_effort});
          },
          py::arg("joint"), py::arg("speed"), py::arg("max_effort") = py::none(),
          "Drives a hinge, slider, cylindrical joint or hoist at m/s or rad/s, with at most max_effort N or N m "
          "(none: as before).")
      .def(
          "set_lock",
          [](SharedWorld& s, const JointRef& joint, double position, std::optional<double> max_effort, bool on) {
            s.for_any_thread().queue(SetLock{id_of(s, joint), position, max_effort, on});
          },
          py::arg("joint"), py::arg("position"), py::arg("max_effort") = py::none(), py::arg("on") = true,
          "Holds a joint's coordinate at m or rad, with at most max_effort N or N m (none: as before); on=False lets "
          "go.")
      .def("add", &add, py::arg("scene"),
           "The bodies and joints of a scene (of a Builder, say) join; a taken name gets a number added.")
      .def(
          "remove_body",
          [](SharedWorld& s, const BodyRef& body) { s.for_any_thread().queue(RemoveBody{id_of(s, body)}); },
          py::arg("body"), "A body goes, and its joints with it.")
      .def(
          "remove_joint",
          [](SharedWorld& s, const JointRef& joint) { s.for_any_thread().queue(RemoveJoint{id_of(s, joint)}); },
          py::arg("joint"), "A joint goes; the bodies stay.")
      .def(
          "apply", [](SharedWorld& s) { s.alone([](World& w) { w.apply_commands(); }); },
          "What is queued takes effect now, without a step.");
}

}  // namespace spook::python
