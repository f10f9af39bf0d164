#include "viewer/panels/inspector_joints.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "engine/constraint/joint_rows.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

// motor and lock: set at once, no description needed
void motor_rows(AppContext& app, const JointView& joint, const std::string& id) {
  const bool turning = joint.type == JointType::hinge;
  if (joint.motor) {
    double speed = joint.motor->speed, effort = joint.motor->max_effort;
    bool changed = ui::number(id + "motor", "Motor speed", speed, 0.01, turning ? "rad/s" : "m/s",
                              "What the motor tries to reach.");
    changed |= ui::number(id + "effort", "Motor effort", effort, std::max(0.1, 0.01 * effort), turning ? "N m" : "N",
                          "The most it may use.");
    if (changed) app.simulation.adjust(SetMotor{joint.id, speed, std::max(0.0, effort)}, "motor of " + joint.name);
  }
  if (joint.lock) {
    double position = joint.lock->position, effort = joint.lock->max_effort;
    bool changed =
        ui::number(id + "lock", "Lock at", position, 0.005, turning ? "rad" : "m", "Where the position servo holds.");
    changed |= ui::number(id + "lock_effort", "Lock effort", effort, std::max(0.1, 0.01 * effort),
                          turning ? "N m" : "N", "The most it may use.");
    if (changed)
      app.simulation.adjust(SetLock{joint.id, position, std::max(0.0, effort), true}, "lock of " + joint.name);
  }
}

// δ of motors, wheels and skates; without one of its own a row has the number of the joint's ε
bool viscosity_row(const std::string& id, const char* label, std::optional<double>& viscosity, double compliance,
                   const char* unit, const char* help) {
  double value = viscosity.value_or(compliance);
  if (!ui::slider(id, label, value, {1e-13, 1e2, compliance, true}, unit, help)) return false;
  viscosity = value;
  return true;
}

// how near a joint is to what it carries at most, and that: a click makes it breakable
bool strength_row(const JointView& joint, const std::string& id, bool torque, std::optional<double>& limit) {
  const double load = torque ? joint.torque : joint.force;
  const char *unit = torque ? "N m" : "N", *label = torque ? "Breaks at a torque of" : "Breaks at a force of";
  if (!limit) {
    if (!ui::button(id + (torque ? "breakable_torque" : "breakable_force"),
                    torque ? "Breakable by torque" : "Breakable by force",
                    "Gives it a strength: ten times what it carries now. With more it breaks."))
      return false;
    limit = std::max(10.0, 10.0 * load);
    return true;
  }
  const double share = *limit > 0.0 ? load / *limit : 1.0;
  const std::string text = quantity(load, unit, 1e-3) + " of " + quantity(*limit, unit);
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, share > 0.8 ? bad_vec() : share > 0.5 ? accent_vec() : good_vec());
  ImGui::ProgressBar(float(std::clamp(share, 0.0, 1.0)), {-1, 0}, text.c_str());
  ImGui::PopStyleColor();
  ui::track(id + (torque ? "torque_share" : "force_share"));
  bool changed = ui::number(id + (torque ? "break_torque" : "break_force"), label, *limit, std::max(0.1, 0.01 * *limit),
                            unit, "The joint breaks when it carries more than this.");
  *limit = std::max(0.0, *limit);
  if (ui::button(id + (torque ? "unbreakable_torque" : "unbreakable_force"), "Unbreakable"))
    limit.reset(), changed = true;
  return changed;
}

bool strength_rows(const JointView& joint, JointDesc& desc, const std::string& id) {
  const bool rolls = joint.type == JointType::wheel || joint.type == JointType::skate;
  if (joint.type == JointType::gear || rolls) return false;
  bool changed = strength_row(joint, id, false, desc.break_force);
  if (joint.type != JointType::distance && joint.type != JointType::spring)
    changed |= strength_row(joint, id, true, desc.break_torque);
  return changed;
}

// what rolls or glides over a plane
bool slip_rows(const JointView& joint, JointDesc& desc, double compliance, const std::string& id) {
  bool changed = false;
  if (joint.type == JointType::wheel)
    changed |= ui::number(id + "radius", "Wheel radius", desc.radius, 0.005, "m", "From the axle to the rim.");
  if (joint.type == JointType::wheel || joint.type == JointType::skate)
    changed |= viscosity_row(id + "viscosity", "Slip per force  δ", desc.viscosity, compliance, "m/(N s)",
                             "How fast it slips per newton across: 0 is an ideal wheel or blade.");
  desc.radius = std::max(1e-3, desc.radius);
  return changed;
}

// anchors and axis, in the world: while time stands still, for a joint moved is a joint made anew
bool place_rows(AppContext& app, const JointView& joint, const JointDesc& known, const std::string& id) {
  if (app.frame->playing || joint.type == JointType::gear) return false;
  JointDesc desc = known;
  const bool two = joint.type == JointType::distance || joint.type == JointType::spring;
  desc.anchor = joint.anchor_b, desc.anchor_a = joint.anchor_a, desc.anchor_b = joint.anchor_b;
  const bool has_axis = !two && joint.type != JointType::ball && joint.type != JointType::fixed;
  if (has_axis) desc.axis = joint.axis;
  bool moved = false, begun = false;
  const auto row = [&](const char* name, const char* label, Vec3& value, const char* unit) {
    moved |= ui::vector(id + name, label, value.data(), 0.01, unit);
    begun |= ImGui::IsItemActivated();
  };
  if (two) {
    row("anchor_a", "Anchor on the first", desc.anchor_a, "m");
    row("anchor_b", "Anchor on the second", desc.anchor_b, "m");
  } else {
    row("anchor", "Anchor", desc.anchor, "m");
  }
  if (has_axis) row("axis", "Axis", desc.axis, "");
  if (begun) app.simulation.mark_undo("move " + joint.name);
  if (!moved || (has_axis && desc.axis.norm() < 1e-6)) return false;
  if (has_axis) desc.axis.normalize();
  app.simulation.command(RemoveJoint{joint.id});
  app.simulation.command(AddJoint{desc});
  app.simulation.ask_description();
  return false;
}

void description_rows(AppContext& app, const JointView& joint, const std::string& id) {
  if (!app.frame->description) return;
  for (const JointDesc& known : app.frame->description->joints) {
    if (known.name != joint.name) continue;
    JointDesc desc = known;
    bool changed = false;
    double compliance = desc.compliance.value_or(app.now()->parameters->joint_compliance);
    double relaxation = desc.relaxation_steps.value_or(app.now()->parameters->joint_relaxation_steps);
    if (ui::slider(id + "compliance", "Gap per newton  ε", compliance,
                   {1e-13, 1e-2, app.now()->parameters->joint_compliance, true}, "m/N",
                   "How far the two points of this joint come apart per newton. (compliance)"))
      desc.compliance = compliance, changed = true;
    if (ui::slider(id + "relaxation", "Gap closes in  τ/h", relaxation,
                   {0.1, 20, app.now()->parameters->joint_relaxation_steps, true}, "steps",
                   "Steps in which a gap of this joint closes. (relaxation_steps)"))
      desc.relaxation_steps = relaxation, changed = true;
    const bool turning = joint.type == JointType::hinge;
    if (desc.motor)
      changed |= viscosity_row(id + "motor_viscosity", "Motor gives  δ", desc.motor->viscosity, compliance,
                               turning ? "rad/(N m s)" : "m/(N s)", "Speed the motor gives up per unit of its effort.");
    changed |= slip_rows(joint, desc, compliance, id);
    changed |= ui::number(id + "friction", "Friction effort", desc.friction_effort, 0.01, turning ? "N m" : "N",
                          "Dry friction in the joint.");
    const char* unit = turning ? "rad" : "m";
    if (desc.limits && ui::number(id + "low", "Lower limit", (*desc.limits)[0], 0.01, unit)) changed = true;
    if (desc.limits && ui::number(id + "high", "Upper limit", (*desc.limits)[1], 0.01, unit)) changed = true;
    if (desc.type == JointType::distance) {
      double length = desc.length.value_or((joint.anchor_a - joint.anchor_b).norm());
      if (ui::number(id + "length", "Length", length, 0.005, "m", "How far apart the two anchors are held."))
        desc.length = std::max(0.0, length), changed = true;
      changed |= ui::toggle(id + "rope", "Only when taut, as a rope", desc.max_only);
    }
    if (desc.type == JointType::gear)
      changed |=
          ui::number(id + "ratio", "Ratio", desc.ratio, 0.01, "", "Turns of the first for a turn of the second.");
    if (desc.type == JointType::spring) {
      changed |= ui::number(id + "stiffness", "Stiffness", desc.stiffness, std::max(0.1, 0.01 * desc.stiffness), "N/m");
      changed |= ui::number(id + "damping", "Damping", desc.damping, std::max(0.01, 0.01 * desc.damping), "N s/m");
      changed |= ui::number(id + "rest", "Rest length", desc.rest_length, 0.005, "m");
    }
    changed |= strength_rows(joint, desc, id);
    changed |= place_rows(app, joint, desc, id);
    if (!changed) return;
    desc.friction_effort = std::max(0.0, desc.friction_effort), desc.stiffness = std::max(0.0, desc.stiffness);
    app.simulation.adjust(EditJoint{joint.id, desc}, "edit " + joint.name);
    app.simulation.ask_description();
    return;
  }
}

// how well it holds, and where it stands
void state_lines(const JointView& joint) {
  const bool one_point = joint.type == JointType::ball || joint.type == JointType::hinge ||
                         joint.type == JointType::fixed || joint.type == JointType::universal;
  if (one_point || joint.type == JointType::distance) {
    const double gap = one_point ? (joint.anchor_a - joint.anchor_b).norm() : joint.violation;
    ui::value_line("Gap", "%s", quantity(gap, "m", 1e-9).c_str());
  } else if (joint.type != JointType::spring && joint.type != JointType::gear) {
    ui::value_line("Off by", "%s mm or mrad", figure(1000 * joint.violation).c_str());
  }
  const bool turns = joint.type == JointType::hinge;
  if (!turns && joint.type != JointType::slider) return;
  ui::value_line(turns ? "Angle" : "Position", "%s", value_with_unit(joint.position, turns ? "rad" : "m").c_str());
  ui::value_line("Speed", "%s", quantity(joint.speed, turns ? "rad/s" : "m/s", 1e-6).c_str());
}

void joint_rows(AppContext& app, const JointView& joint) {
  const std::string id = "joint." + joint.name + ".";
  const bool open =
      ImGui::TreeNodeEx(joint.name.c_str(), 0, "%s  (%s)", joint.name.c_str(), joint_type_info(joint.type).name);
  ui::track("joint." + joint.name);
  if (!open) return;
  state_lines(joint);
  if (joint.type != JointType::gear)
    ui::value_line("Carries", "%s, %s", quantity(joint.force, "N", 1e-9).c_str(),
                   quantity(joint.torque, "N m", 1e-9).c_str());
  motor_rows(app, joint, id);
  description_rows(app, joint, id);
  if (ui::button(id + "remove", "Take it apart", "Removes this joint; its bodies stay"))
    app.simulation.edit({RemoveJoint{joint.id}}, "take apart " + joint.name);
  ImGui::TreePop();
}

}  // namespace

void draw_joints_of(AppContext& app, int body) {
  const auto& joints = app.now()->joints;
  const auto mine = [&](const JointView& joint) { return joint.body_a == body || joint.body_b == body; };
  if (std::none_of(joints.begin(), joints.end(), mine) || !ui::section("Joints")) return;
  for (const JointView& joint : joints)
    if (mine(joint)) joint_rows(app, joint);
}

void draw_all_joints(AppContext& app) {
  const auto& joints = app.now()->joints;
  if (joints.empty() || !ui::section("Joints of the scene")) return;
  if (joints.size() > 400) ui::quiet("%d joints. Select a body to see its own", int(joints.size()));
  for (std::size_t i = 0; i < std::min<std::size_t>(joints.size(), 400); ++i) joint_rows(app, joints[i]);
}

}  // namespace spook
