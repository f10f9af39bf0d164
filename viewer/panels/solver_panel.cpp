// Every parameter of the stepper by its own name, live; beside ε and τ what follows from them.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "scenarios/response.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/known_units.h"
#include "viewer/panels/materials.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/setting_words.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

// what a slider spans; the parameter table's own limits are wider and stay reachable by typing
struct Span {
  std::string_view name;
  const char* symbol;
  double low, high;
};

constexpr Span spans[] = {{"time_step", "h", 1.0 / 1000, 1.0 / 10},
                          {"substeps", "", 1, 16},
                          {"compliance", "ε", 1e-12, 1e-3},
                          {"relaxation_steps", "τ/h", 0.1, 20},
                          {"friction", "μ", 0, 2},
                          {"restitution", "e", 0, 1},
                          {"friction_scale", "", 0, 3},
                          {"restitution_scale", "", 0, 3},
                          {"restitution_threshold", "v", 0, 2},
                          {"joint_compliance", "ε", 1e-13, 1e-3},
                          {"joint_relaxation_steps", "τ/h", 0.1, 20},
                          {"sweeps", "", 0, 200},
                          {"couplings", "", 1, 20},
                          {"effort", "", 0.1, 1000},
                          {"friction_compliance", "ε", 1e-12, 1e-3},
                          {"friction_viscosity", "δ", 1e-12, 1e-2},
                          {"contact_margin", "", 1e-4, 0.2}};

const Span* span_of(std::string_view name) {
  for (const Span& span : spans)
    if (span.name == name) return &span;
  return nullptr;
}

constexpr std::string_view method[] = {"preset",    "solver",   "sweep_kind", "sweeps",
                                       "couplings", "pivoting", "effort",     "warm_start"};
constexpr std::string_view beyond[] = {"follow_motion", "discrete_gradient", "geometric_stiffness", "look_ahead",
                                       "guard"};
constexpr std::string_view contacts[] = {"compliance", "relaxation_steps"};
constexpr std::string_view friction[] = {"friction", "friction_scale", "friction_law", "friction_compliance",
                                         "friction_viscosity"};
constexpr std::string_view bounce[] = {"restitution", "restitution_scale", "restitution_threshold", "impact_law"};
constexpr std::string_view joints[] = {"joint_compliance", "joint_relaxation_steps"};
constexpr std::string_view world[] = {"time_step", "substeps",       "gravity",
                                      "sleeping",  "contact_source", "contact_margin"};

// values being turned are ours until the world has taken them
struct Editing {
  Parameters now;
  double until = 0.0;
};

double number_of(const Parameters& p, std::string_view name, double otherwise) {
  const std::string text = get_parameter(p, name);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end && *end == 0 && end != text.c_str() ? value : otherwise;
}

bool put(Parameters& p, std::string_view name, double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return set_parameter(p, name, text).empty();
}

bool real_row(const ParameterInfo& info, Parameters& p, const Parameters& standard, const Material& material) {
  const Span* span = span_of(info.name);
  // an unset value shows what the materials say
  const double from_scene = info.name == "compliance"         ? material.compliance
                            : info.name == "relaxation_steps" ? material.relaxation_steps
                            : info.name == "friction"         ? material.friction
                            : info.name == "effort"           ? span->high  // complete
                                                              : material.restitution;
  const bool standard_unset = info.optional && get_parameter(standard, info.name) == info.unset;
  double value = number_of(p, info.name, from_scene);
  const double usual = number_of(standard, info.name, from_scene);
  ui::Range range{span ? span->low : info.minimum, span ? span->high : info.maximum, usual, info.logarithmic};
  const std::string label = setting_label(info.name);
  std::string help = std::string(info.help) + "\n(" + std::string(info.name) + ")";
  if (info.unset == "scene" && info.optional)
    help += " Left alone, each material has its own; double-click goes back to that.";
  if (!ui::slider("solver." + std::string(info.name), label.c_str(), value, range, std::string(info.unit).c_str(),
                  help.c_str()))
    return false;
  // also where a double click is told twice, by its times and by ImGui a frame later
  const bool complete = info.name == "effort" && value >= range.maximum;
  if (complete || (standard_unset && value == usual)) return set_parameter(p, info.name, info.unset).empty();
  return put(p, info.name, std::clamp(value, info.minimum, info.maximum));
}

bool integer_row(const ParameterInfo& info, Parameters& p, const Parameters& standard) {
  const Span* span = span_of(info.name);
  int value = int(number_of(p, info.name, 0));
  const int usual = int(number_of(standard, info.name, 0));
  if (!ui::slider_int("solver." + std::string(info.name), setting_label(info.name).c_str(), value,
                      int(span ? span->low : info.minimum), int(span ? span->high : info.maximum), usual,
                      (std::string(info.help) + "\n(" + std::string(info.name) + ")").c_str()))
    return false;
  return put(p, info.name, std::clamp(double(value), info.minimum, info.maximum));
}

bool choice_row(const ParameterInfo& info, Parameters& p, const Parameters& standard) {
  std::vector<std::string> words, helps;
  for (const std::string_view name : info.names)
    words.push_back(choice_label(info.name, name)), helps.push_back(choice_help(info.name, name));
  std::vector<const char*> shown, told;
  for (std::size_t i = 0; i < words.size(); ++i) shown.push_back(words[i].c_str()), told.push_back(helps[i].c_str());
  const std::string now = get_parameter(p, info.name);
  int value = int(std::find(info.names.begin(), info.names.end(), now) - info.names.begin());
  const std::string help = std::string(info.help) + "\n(" + std::string(info.name) + ": " + now + ")";
  const bool turned = ui::choice("solver." + std::string(info.name), setting_label(info.name).c_str(), value,
                                 shown.data(), int(shown.size()), help.c_str(), told.data());
  if (now != get_parameter(standard, info.name)) ui::changed_dot("solver." + std::string(info.name));
  if (!turned) return false;
  return set_parameter(p, info.name, info.names[std::size_t(value)]).empty();
}

bool row(std::string_view name, Parameters& p, const Parameters& standard, const Material& material) {
  const ParameterInfo* info = find_parameter(name);
  if (!info) return false;
  switch (info->type) {
    case ParameterType::real:
      return real_row(*info, p, standard, material);
    case ParameterType::integer:
      return integer_row(*info, p, standard);
    case ParameterType::choice:
      return choice_row(*info, p, standard);
    case ParameterType::boolean: {
      bool on = get_parameter(p, name) == "true";
      const bool turned = ui::toggle("solver." + std::string(name), setting_label(name).c_str(), on,
                                     (std::string(info->help) + "\n(" + std::string(name) + ")").c_str());
      if (get_parameter(p, name) != get_parameter(standard, name)) ui::changed_dot("solver." + std::string(name));
      return turned && set_parameter(p, name, on ? "true" : "false").empty();
    }
    case ParameterType::vector: {
      return ui::vector("solver." + std::string(name), setting_label(name).c_str(), p.gravity.data(), 0.05,
                        std::string(info->unit).c_str(), std::string(info->help).c_str());
    }
  }
  return false;
}

// the selected body's mass, or a kilogram
KnownScale known_scale(const AppContext& app, const Parameters& p) {
  const Snapshot& now = *app.now();
  const int selected = app.selected_body();
  const double mass = selected >= 0 ? now.bodies[std::size_t(selected)].look->mass : 0.0;
  return {mass > 0.0 ? mass : 1.0, p.time_step / p.substeps, p.gravity.norm()};
}

struct DecayWords {
  const char *critical, *ringing, *creeping;
};

void decay_words(const Response& r, double tau, const char* left, const DecayWords& words) {
  ui::value_line("Time constant τ", "%s", quantity(tau, "s").c_str());
  ui::value_line(left, "%.0f %%", 100 * r.radius);
  ImGui::PushStyleColor(ImGuiCol_Text, r.critical ? good_vec() : warn_vec());
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(r.critical ? words.critical : r.ringing ? words.ringing : words.creeping);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

// what ε and τ mean now, for the selected body or a body of a kilogram
void consequences(const AppContext& app, double compliance, double relaxation_steps) {
  const Snapshot& now = *app.now();
  const int selected = app.selected_body();
  double mass = 1.0;
  int points = 0;
  double stiffness = 0.0;  // of as many lone points
  if (selected >= 0 && now.bodies[selected].look->mass > 0) {
    mass = now.bodies[selected].look->mass;
    for (const ContactView& c : now.contacts) {
      if ((c.body_a != selected && c.body_b != selected) || c.state == ContactState::open) continue;
      ++points, stiffness += c.share;
    }
  }
  const double h = now.time_step > 0 ? now.time_step : 1.0 / 60, weight = mass * now.parameters->gravity.norm();
  const Response r = response(relaxation_steps, compliance, h, mass);
  const std::string who = selected >= 0 ? now.bodies[std::size_t(selected)].look->name : std::string("a body of 1 kg");
  ui::value_line("Stiffness 1/ε", "%s", compliance > 0 ? quantity(1.0 / compliance, "N/m").c_str() : "rigid");
  ui::value_line("Sag at rest", "%s", quantity(rest_depth(compliance, weight, stiffness), "m", 1e-9).c_str());
  ui::tooltip("ε times the weight, shared by its contact points; a log on its side is as stiff as it is long");
  decay_words(r, relaxation_steps * h, "Overlap left per step",
              {"Critically damped: the fastest without bounce", "Rings: overshoots and swings back",
               "Creeps: pushed out slowly, never overshoots"});
  if (selected >= 0)
    ui::quiet("For %s on %s", who.c_str(), counted(std::max(1, points), "contact").c_str());
  else
    ui::quiet("Example: 1 kg on one contact. Select a body for its own values");
}

// the same of a joint, which is pulled open rather than pressed in
void joint_consequences(const AppContext& app, double compliance, double relaxation_steps) {
  const Snapshot& now = *app.now();
  const int selected = app.selected_body();
  const BodyLook* look = selected >= 0 ? now.bodies[std::size_t(selected)].look.get() : nullptr;
  const bool own = look && look->mass > 0;
  const double mass = own ? look->mass : 1.0;
  const double h = now.time_step > 0 ? now.time_step : 1.0 / 60, weight = mass * now.parameters->gravity.norm();
  ui::value_line("Stiffness 1/ε", "%s", compliance > 0 ? quantity(1.0 / compliance, "N/m").c_str() : "rigid");
  ui::value_line("Gap under its weight", "%s", quantity(rest_depth(compliance, weight, 1), "m", 1e-9).c_str());
  ui::tooltip("How far the joint's two points come apart where the body hangs from it alone");
  decay_words(response(relaxation_steps, compliance, h, mass), relaxation_steps * h, "Gap left per step",
              {"Critically damped: closes as fast as it can without swinging", "Rings: a gap swings open and shut",
               "Creeps: a gap closes slowly"});
  if (own)
    ui::quiet("For %s hanging from one joint", look->name.c_str());
  else
    ui::quiet("Example: 1 kg hanging from one joint. Select a body for its own values");
}

// stiffer contacts hold less: what they stored goes into motion, and that is worth a word
struct Stored {
  double joules = 0.0;
  std::uint64_t step = 0;
  bool waits = false;
};

void tell_released(AppContext& app, Stored& stored) {
  constexpr std::uint64_t soon = 3;  // steps, by which the new stiffness carries the load
  constexpr double worth_it = 0.01;  // J; chosen: less is not seen
  if (!stored.waits || app.now()->step < stored.step + soon) return;
  stored.waits = false;
  const double released = stored.joules - app.now()->report.energy.elastic;
  if (released < worth_it || released < 0.5 * stored.joules) return;
  app.say(quantity(released, "J") + " stored in contacts and joints were released");
}

// Where values of a section stand in place of the materials' own. It follows its section: a line that came above a
// slider would push that from under the cursor.
void override_line(const Parameters& p, std::span<const std::string_view> section) {
  std::string names;
  for (const std::string_view name : section)
    if (const ParameterInfo* info = find_parameter(name); info && info->optional && info->unset == "scene")
      if (get_parameter(p, name) != "scene") names += (names.empty() ? "" : ", ") + setting_label(name);
  if (names.empty()) return;
  ui::quiet("Overrides the materials and the Scene panel: %s. Double-click a value to undo that.", names.c_str());
  ui::track("solver.overrides");
}

// while two settings are compared: whose are turned
void side_choice(AppContext& app) {
  for (const Side side : {Side::a, Side::b}) {
    const bool on = app.comparison.edits == side;
    if (on) ImGui::PushStyleColor(ImGuiCol_Text, side_vec(int(side)));
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered));
    if (ui::button(side == Side::a ? "solver.side_a" : "solver.side_b",
                   side == Side::a ? "Settings of A" : "Settings of B", "Which of the two worlds the sliders turn"))
      app.comparison.edits = side;
    if (on) ImGui::PopStyleColor(2);
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

}  // namespace

void draw_solver_panel(AppContext& app) {
  if (!app.now() || !app.now()->parameters || !app.frame->opened) return;
  static Editing editing;
  static int edited_world = -1;
  static Side edited_side = Side::a;
  if (app.frame->second) side_choice(app);
  const Side side = app.frame->second ? app.comparison.edits : Side::a;
  if (ImGui::GetTime() > editing.until || edited_world != app.frame->world || edited_side != side)
    editing.now = side == Side::b ? *app.frame->second->parameters : *app.now()->parameters,
    edited_world = app.frame->world, edited_side = side, editing.until = 0.0;
  Parameters& p = editing.now;
  const OpenedScene& opened =
      side == Side::b && app.frame->second_opened ? *app.frame->second_opened : *app.frame->opened;
  const Parameters& standard = opened.standard;
  const auto found = opened.scene.materials.find("default");
  const Material material = found != opened.scene.materials.end() ? found->second : Material{};
  bool changed = false;
  const auto rows = [&](std::span<const std::string_view> names) {
    for (const std::string_view name : names) changed |= row(name, p, standard, material);
  };

  if (ui::button("solver.defaults", "Reset to scene defaults")) p = standard, changed = true;
  if (ui::section("Method"))
    rows(method),
        changed |= ui::slider_int("solver.threads", "Threads", p.threads, 1, 8, standard.threads,
                                  "How many processor cores a step may use; the answer is the same to the last bit.");
  if (ui::section("Beyond the paper", false)) rows(beyond);
  if (ui::section("Contacts")) {
    rows(contacts);
    double compliance = p.compliance.value_or(material.compliance);
    double relaxation = p.relaxation_steps.value_or(material.relaxation_steps);
    const double relaxation_before = relaxation;
    if (known_units("solver.contacts", compliance, relaxation, known_scale(app, p))) {
      p.compliance = compliance, changed = true;
      if (relaxation != relaxation_before) p.relaxation_steps = relaxation;
    }
    consequences(app, compliance, relaxation);
    override_line(p, contacts);
  }
  if (ui::section("Friction")) rows(friction), override_line(p, friction);
  if (ui::section("Bounce")) rows(bounce), override_line(p, bounce);
  if (ui::section("Joints")) {
    rows(joints);
    changed |= known_units("solver.joints", p.joint_compliance, p.joint_relaxation_steps, known_scale(app, p));
    joint_consequences(app, p.joint_compliance, p.joint_relaxation_steps);
  }
  if (ui::section("Time and world")) {
    rows(world);
    ui::value_line("Steps per second", "%.1f Hz × %d", 1.0 / p.time_step, p.substeps);
  }
  if (ui::section("Materials", false)) draw_materials(app);
  static Stored stored;
  tell_released(app, stored);
  if (!changed) return;
  const double energy = app.now()->report.energy.elastic;
  stored = {stored.waits ? std::max(stored.joules, energy) : energy, app.now()->step, true};
  editing.until = ImGui::GetTime() + 0.4;
  app.simulation.set_parameters(side, p);
}

}  // namespace spook
