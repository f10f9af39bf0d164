// Every number of what is selected: body, shapes, joints. Edits apply at once and can be undone.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "viewer/app/theme.h"
#include "viewer/interact/edits.h"
#include "viewer/panels/context.h"
#include "viewer/panels/inspector_joints.h"
#include "viewer/panels/materials.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

constexpr const char* shape_names[] = {"Sphere", "Box",  "Capsule", "Cylinder",    "Cone",
                                       "Plane",  "Hull", "Mesh",    "Height field"};

// the description of a body: the world's own where it was asked for, the snapshot's pose and speed in any case
BodyDesc description_of(const AppContext& app, const BodyView& view) {
  BodyDesc desc = describe_body(view);
  if (!app.frame->description) return desc;
  for (const BodyDesc& known : app.frame->description->bodies) {
    if (known.name != desc.name) continue;
    desc.linear_damping = known.linear_damping, desc.angular_damping = known.angular_damping;
    desc.mass = known.mass, desc.inertia = known.inertia;
  }
  return desc;
}

bool positive(const std::string& id, const char* label, double& value, const char* unit) {
  const double before = value;
  if (!ui::number(id, label, value, std::max(1e-4, 0.005 * before), unit)) return false;
  value = std::max(value, 1e-5);
  return true;
}

bool orientation(const std::string& id, const char* label, Quat& turn) {
  Eigen::Vector4d q(turn.w(), turn.x(), turn.y(), turn.z());
  const bool changed = ui::vector(id, label, q.data(), 0.005, "",
                                  "A unit quaternion: w, x, y, z. It is kept of unit length as it is edited.", 4) &&
                       q.norm() > 1e-6;
  if (changed) turn = Quat(q[0], q[1], q[2], q[3]).normalized();
  return changed;
}

// of a hull or a mesh: a long list, folded away
bool point_rows(ShapeDesc& shape, const std::string& id) {
  if (shape.type != ShapeType::hull && shape.type != ShapeType::mesh) return false;
  if (!ImGui::TreeNode("points", "%s", counted(long(shape.points.size()), "point").c_str())) return false;
  bool changed = false;
  for (std::size_t i = 0; i < std::min<std::size_t>(shape.points.size(), 200); ++i)
    changed |=
        ui::vector(id + "point." + std::to_string(i), std::to_string(i).c_str(), shape.points[i].data(), 0.005, "m");
  ImGui::TreePop();
  return changed;
}

bool shape_rows(AppContext& app, ShapeDesc& shape, int i) {
  bool changed = false;
  const std::string id = "shape." + std::to_string(i) + ".";
  if (!ImGui::TreeNodeEx((std::string(shape_names[int(shape.type)]) + "##" + std::to_string(i)).c_str(),
                         i == 0 ? ImGuiTreeNodeFlags_DefaultOpen : 0))
    return false;
  const bool round = shape.type == ShapeType::sphere || shape.type == ShapeType::capsule ||
                     shape.type == ShapeType::cylinder || shape.type == ShapeType::cone;
  if (round) changed |= positive(id + "radius", "Radius", shape.radius, "m");
  if (shape.type == ShapeType::capsule || shape.type == ShapeType::cylinder)
    changed |= positive(id + "half_length", "Half length", shape.half_length, "m");
  if (shape.type == ShapeType::cone) changed |= positive(id + "height", "Height", shape.height, "m");
  if (shape.type == ShapeType::box &&
      ui::vector(id + "half_extents", "Half sizes", shape.half_extents.data(), 0.005, "m")) {
    shape.half_extents = shape.half_extents.cwiseMax(1e-5);
    changed = true;
  }
  if (shape.type == ShapeType::plane) {
    if (ui::vector(id + "normal", "Normal", shape.normal.data(), 0.005, "") && shape.normal.norm() > 1e-6)
      shape.normal.normalize(), changed = true;
    changed |= ui::number(id + "offset", "Offset", shape.offset, 0.01, "m");
  }
  if (shape.type == ShapeType::heightfield) changed |= positive(id + "spacing", "Spacing", shape.spacing, "m");
  changed |= point_rows(shape, id);
  changed |= ui::vector(id + "position", "Position in the body", shape.pose.position.data(), 0.01, "m");
  Quat turned = shape.pose.orientation;
  if (orientation(id + "orientation", "Orientation in the body", turned))
    shape.pose.orientation = turned, changed = true;
  std::vector<const char*> names;
  for (const auto& [name, material] : app.frame->opened->scene.materials) names.push_back(name.c_str());
  int material = 0;
  for (int k = 0; k < int(names.size()); ++k)
    if (shape.material == names[std::size_t(k)]) material = k;
  if (ui::choice(id + "material", "Material", material, names.data(), int(names.size()),
                 "Friction, bounce, stiffness and density."))
    shape.material = names[std::size_t(material)], changed = true;
  draw_material(app, shape.material);
  ImGui::TreePop();
  return changed;
}

bool motion_row(BodyDesc& desc) {
  static constexpr const char* names[] = {"Fixed", "Moves freely", "Driven"};
  int motion = int(desc.motion);
  if (!ui::choice("body.motion", "Motion", motion, names, 3,
                  "Fixed stands still, free bodies obey forces, driven ones move as told and carry others. (static, "
                  "dynamic, kinematic)"))
    return false;
  desc.motion = Motion(motion);
  return true;
}

// reads the snapshot, edits the description
void body(AppContext& app, const BodyView& view, int index) {
  ImGui::PushFont(app.fonts.title);
  ImGui::TextUnformatted(view.look->name.c_str());
  ImGui::PopFont();
  ui::value_line("Number", "%u", view.id.index);
  ui::tooltip("As Layers paints it on boxes (Shift-8)");
  if (view.frozen) ImGui::TextColored(bad_vec(), "Frozen: its numbers stopped being finite");
  BodyDesc desc = description_of(app, view);
  std::vector<Command> commands;
  bool edited = false;

  Pose pose = view.pose;
  if (ui::vector("body.position", "Position", pose.position.data(), 0.01, "m"))
    commands.push_back(SetPose{view.id, pose});
  if (orientation("body.orientation", "Orientation", pose.orientation)) commands.push_back(SetPose{view.id, pose});
  Vec3 v = view.velocity, w = view.angular_velocity;
  const bool speed = ui::vector("body.velocity", "Velocity", v.data(), 0.02, "m/s");
  const bool spin = ui::vector("body.angular_velocity", "Angular velocity", w.data(), 0.02, "rad/s");
  if (speed || spin) commands.push_back(SetVelocity{view.id, v, w});

  edited |= motion_row(desc);
  if (view.look->motion == Motion::dynamic) {
    double mass = view.look->mass;
    const double before = mass;
    if (ui::number("body.mass", "Mass", mass, 0.01 * mass, "kg", "Inertia follows in proportion.") && mass > 1e-6) {
      desc.mass = mass, desc.inertia = view.look->principal_inertia * (mass / before), edited = true;
    }
    Vec3 inertia = view.look->principal_inertia;
    if (ui::vector("body.inertia", "Principal inertia", inertia.data(), 0.01 * inertia.maxCoeff(), "kg m²") &&
        inertia.minCoeff() > 0)
      desc.mass = view.look->mass, desc.inertia = inertia, edited = true;
    edited |= ui::number("body.linear_damping", "Drag on motion", desc.linear_damping, 0.01, "1/s",
                         "The share of its velocity that it loses in a second. (linear_damping)");
    edited |= ui::number("body.angular_damping", "Drag on spin", desc.angular_damping, 0.01, "1/s",
                         "The share of its angular velocity that it loses in a second. (angular_damping)");
    ui::value_line("Kinetic energy", "%s", quantity(kinetic_energy_of(view), "J", 1e-9).c_str());
    ui::value_line("Weight", "%s", quantity(view.look->mass * app.now()->parameters->gravity.norm(), "N").c_str());
    int points = 0;
    for (const ContactView& c : app.now()->contacts) points += c.body_a == index || c.body_b == index;
    ui::value_line("Contacts", "%d%s", points, view.sleeping ? ", asleep" : "");
  }
  if (ui::section("Shapes")) {
    for (int i = 0; i < int(desc.shapes.size()) && i < 32; ++i)
      edited |= shape_rows(app, desc.shapes[std::size_t(i)], i);
    if (desc.shapes.size() > 32) ui::quiet("… and %d more", int(desc.shapes.size()) - 32);
  }
  if (edited) {
    desc.linear_damping = std::max(0.0, desc.linear_damping),
    desc.angular_damping = std::max(0.0, desc.angular_damping);
    commands.push_back(EditBody{view.id, desc});
  }
  for (Command& command : commands) {
    const std::string what = std::get_if<SetPose>(&command)       ? "move "
                             : std::get_if<SetVelocity>(&command) ? "speed of "
                                                                  : "edit ";
    app.simulation.adjust(std::move(command), what + view.look->name);
  }
  if (edited) app.simulation.ask_description();
}

void actions(AppContext& app) {
  if (ui::button("inspector.frame", "Look at", "Moves the camera there (F)")) app.act(Action::frame_selection);
  ImGui::SameLine();
  if (ui::button("inspector.follow", "Follow", "The camera goes along (Shift-F)")) app.act(Action::follow);
  ImGui::SameLine();
  if (ui::button("inspector.clone", "Clone", "Another one beside it (Ctrl-D)")) app.act(Action::clone);
  ImGui::SameLine();
  if (ui::button("inspector.remove", "Remove", "Takes it out of the scene (Delete)")) app.act(Action::remove);
}

}  // namespace

void draw_inspector_panel(AppContext& app) {
  if (!app.now() || !app.frame->opened) return;
  // the full description is asked for when the selection changes or time stops, not every frame
  static std::set<BodyId> shown;
  static int world = -1;
  static bool playing = true;
  const bool stopped = std::exchange(playing, app.frame->playing) && !playing;
  if (shown != app.selection.bodies || world != app.frame->world || stopped) {
    shown = app.selection.bodies, world = app.frame->world;
    app.simulation.ask_description();
  }
  if (app.selection.bodies.empty()) {
    ui::quiet(app.second_selection.bodies.empty() ? "Click a body to see and edit its numbers."
                                                  : "Numbers here are of A's scene: swap sides to see those of B.");
    draw_all_joints(app);
    return;
  }
  actions(app);
  const int index = app.selected_body();
  if (index < 0) {
    double mass = 0;
    for (const BodyId id : app.selection.bodies)
      if (const int i = index_of(*app.now(), id); i >= 0) mass += app.now()->bodies[std::size_t(i)].look->mass;
    ui::value_line("Bodies", "%d", int(app.selection.bodies.size()));
    ui::value_line("Mass together", "%s", value_with_unit(mass, "kg", 4).c_str());
    return;
  }
  body(app, app.now()->bodies[std::size_t(index)], index);
  draw_joints_of(app, index);
}

}  // namespace spook
