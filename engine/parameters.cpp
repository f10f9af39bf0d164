#include "engine/parameters.h"

#include <array>
#include <cmath>
#include <tuple>
#include <variant>

#include "engine/scene/numbers.h"

namespace spook {
namespace {

using Names = std::span<const std::string_view>;

// in the order of the enums
constexpr std::string_view solver_names[] = {"direct-iterative", "split", "direct-friction", "sweeps", "exact"};
constexpr std::string_view sweep_kind_names[] = {"separate", "block-tangents", "block-tangents-scaled",
                                                 "block-projection"};
constexpr std::string_view pivoting_names[] = {"published", "line-search", "interior"};
constexpr std::string_view impact_law_names[] = {"newton", "poisson", "sequential"};
constexpr std::string_view friction_law_names[] = {"positional", "viscous"};
constexpr std::string_view preset_names[] = {"spook", "published", "own"};
constexpr std::string_view contact_source_names[] = {"exact", "bullet"};

// a choice, reached through the number of its name
struct Choice {
  int (*get)(const Parameters&);
  void (*set)(Parameters&, int);
};

template <auto member>
constexpr Choice choice() {
  return {[](const Parameters& p) { return static_cast<int>(p.*member); },
          [](Parameters& p, int i) { p.*member = static_cast<std::remove_reference_t<decltype(p.*member)>>(i); }};
}

using P = Parameters;
using Member = std::variant<double P::*, std::optional<double> P::*, int P::*, bool P::*, Vec3 P::*, Choice>;

struct Row {
  ParameterInfo info;
  Member member;
};

constexpr bool log_scale = true, linear = false, may_be_unset = true, always_set = false;

Row real(double P::*member, std::string_view name, std::string_view unit, double low, double high, bool logarithmic,
         std::string_view help) {
  return {{name, ParameterType::real, unit, help, low, high, logarithmic, always_set, {}}, member};
}

Row real(std::optional<double> P::*member, std::string_view name, std::string_view unit, double low, double high,
         bool logarithmic, std::string_view help) {
  return {{name, ParameterType::real, unit, help, low, high, logarithmic, may_be_unset, {}}, member};
}

Row integer(int P::*member, std::string_view name, int low, int high, bool logarithmic, std::string_view help) {
  return {{name, ParameterType::integer, "", help, double(low), double(high), logarithmic, always_set, {}}, member};
}

Row boolean(bool P::*member, std::string_view name, std::string_view help) {
  return {{name, ParameterType::boolean, "", help, 0, 1, linear, always_set, {}}, member};
}

Row choice_of(Choice member, std::string_view name, Names names, std::string_view help) {
  return {{name, ParameterType::choice, "", help, 0, double(names.size() - 1), linear, always_set, names}, member};
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      real(&P::time_step, "time_step", "s", 1e-7, 1, log_scale,
           "How much time passes in a step: shorter steps follow fast motion better and cost more."),
      integer(&P::substeps, "substeps", 1, 1000, log_scale,
              "How many smaller steps make up one time step: more of them are more accurate and cost more."),
      {{"gravity",
        ParameterType::vector,
        "m/s²",
        "The acceleration of everything that falls freely, as x,y,z with z up.",
        -1000,
        1000,
        linear,
        always_set,
        {}},
       &P::gravity},
      real(&P::compliance, "compliance", "m/N", 0, 1, log_scale,
           "How far a contact gives per newton, the inverse of its stiffness: a weight W rests at a depth of this "
           "times W."),
      real(&P::relaxation_steps, "relaxation_steps", "steps", 0, 1e4, log_scale,
           "How many steps a contact takes to push out an overlap: 2 is critically damped, fewer ring, more creep."),
      real(&P::friction, "friction", "", 0, 100, linear,
           "The friction coefficient of every pair of materials: the steepest slope a body rests on has this tangent."),
      real(&P::restitution, "restitution", "", 0, 1, linear,
           "The share of its speed that every body keeps when it bounces: 0 is clay, 1 bounces for ever."),
      real(&P::friction_scale, "friction_scale", "", 0, 100, linear,
           "Multiplies the friction coefficient of every pair of materials."),
      real(&P::restitution_scale, "restitution_scale", "", 0, 100, linear,
           "Multiplies the restitution of every pair of materials, up to a perfect bounce."),
      real(&P::restitution_threshold, "restitution_threshold", "m/s", 0, 100, linear,
           "Impacts slower than this do not bounce, so that things come to rest."),
      choice_of(choice<&P::impact_law>(), "impact_law", impact_law_names,
                "How an impact shares out speed: newton by approach speeds, poisson by impulses, sequential one pair "
                "at a time."),
      real(&P::joint_compliance, "joint_compliance", "m/N", 0, 1, log_scale,
           "How far a joint gives per newton (or radian per newton metre) where it has no value of its own."),
      real(&P::joint_relaxation_steps, "joint_relaxation_steps", "steps", 0, 1e4, log_scale,
           "How many steps a joint takes to close a gap where it has no value of its own: 2 is critically damped."),
      choice_of(
          {[](const Parameters& p) { return int(p.preset()); }, [](Parameters& p, int i) { p.set_preset(Preset(i)); }},
          "preset", preset_names,
          "All that the step does beyond the paper, on or off together: spook is ours, published the paper to the "
          "letter, own is what was changed by hand."),
      choice_of(choice<&P::solver>(), "solver", solver_names,
                "How forces are found: direct solves with sweeps between (default, split as published), direct alone, "
                "sweeps alone, or to tolerance."),
      integer(&P::sweeps, "sweeps", 0, 100000, log_scale,
              "How many passes over all contacts find out who sticks and who slides: more are more accurate and cost "
              "more."),
      integer(&P::couplings, "couplings", 1, 1000, log_scale,
              "How many rounds of sweeps and direct solve a step may take where friction bounds still move."),
      choice_of(choice<&P::sweep_kind>(), "sweep_kind", sweep_kind_names,
                "How a sweep treats friction: row by row, both directions on the friction disc, the disc by mere "
                "scaling, or all three at once."),
      choice_of(choice<&P::pivoting>(), "pivoting", pivoting_names,
                "How a direct solve finds out who pushes and who slides: ten rounds of block pivoting as published, "
                "with a line search, or with the interior point method where that goes on too long."),
      {{"effort",
        ParameterType::real,
        "ms",
        "How much work a step may spend on forces, in milliseconds of a reference machine: what is left undone is "
        "finished over the next steps; complete solves every step to its end.",
        0.01,
        1e6,
        log_scale,
        may_be_unset,
        {},
        "complete"},
       &P::effort},
      choice_of(choice<&P::friction_law>(), "friction_law", friction_law_names,
                "What holds a sticking contact: positional friction springs back to where it stuck, viscous friction "
                "creeps."),
      real(&P::friction_compliance, "friction_compliance", "m/N", 0, 1, log_scale,
           "How far a sticking contact gives sideways per newton under positional friction."),
      real(&P::friction_viscosity, "friction_viscosity", "m/(N s)", 0, 1, log_scale,
           "How fast a sticking contact creeps sideways per newton under viscous friction."),
      boolean(&P::warm_start, "warm_start", "Starts each step from the last step's forces: quiet piles need it."),
      boolean(&P::follow_motion, "follow_motion",
              "Judges joints and contacts by where the step really ends, also where bodies turn far in it; off, a "
              "step is put straight on and what turns fast opens."),
      boolean(&P::discrete_gradient, "discrete_gradient",
              "Lets joint forces act so that they give and take no energy while bodies turn: linkages keep their "
              "speed."),
      boolean(&P::look_ahead, "look_ahead",
              "Looks where a step leads, so that what is hit on the way is met within it and not a step later."),
      boolean(&P::guard, "guard",
              "Holds back a group of bodies that would gain energy out of nothing; the library's scenes never need "
              "it."),
      boolean(&P::geometric_stiffness, "geometric_stiffness",
              "Accounts for joint forces turning with their bodies within a step: keeps heavily loaded chains from "
              "exploding."),
      boolean(&P::sleeping, "sleeping",
              "Lets groups of bodies that have come to rest sleep until something touches them."),
      choice_of(
          choice<&P::contact_source>(), "contact_source", contact_source_names,
          "Where contacts come from: exact geometry, or Bullet's stock narrowphase for comparison, whose contacts "
          "depend on many steps before: there a restored moment may go on differently."),
      real(&P::contact_margin, "contact_margin", "m", 0, 10, log_scale,
           "Surfaces nearer than this are watched as possible contacts before they touch."),
  };
  return table;
}

// what files of before say; not offered any more
const Row& old_budget() {
  static const Row row{
      {"factorisation_budget", ParameterType::integer, "", "Now effort.", 0, 100000, log_scale, always_set, {}},
      Choice{[](const Parameters& p) { return p.effort ? int(*p.effort / ms_a_factorisation) : 0; },
             [](Parameters& p, int budget) {
               p.effort.reset();
               if (budget > 0) p.effort = budget * ms_a_factorisation;
             }}};
  return row;
}

const Row* find_row(std::string_view name) {
  if (name == old_budget().info.name) return &old_budget();
  for (const Row& row : rows())
    if (row.info.name == name) return &row;
  return nullptr;
}

std::string range_text(const ParameterInfo& info) {
  return "from " + format_number(info.minimum) + " to " + format_number(info.maximum);
}

std::string expected(const ParameterInfo& info) {
  switch (info.type) {
    case ParameterType::real:
      return "a number " + range_text(info) + (info.optional ? ", or '" + std::string(info.unset) + "'" : "");
    case ParameterType::integer:
      return "a whole number " + range_text(info);
    case ParameterType::boolean:
      return "true or false";
    case ParameterType::vector:
      return "three numbers x,y,z " + range_text(info);
    case ParameterType::choice: {
      std::string list = "one of";
      for (const auto name : info.names) list += (name == info.names.front() ? " " : ", ") + std::string(name);
      return list;
    }
  }
  return {};
}

std::optional<double> number_in_range(const ParameterInfo& info, std::string_view text) {
  const auto value = parse_number(text);
  return value && *value >= info.minimum && *value <= info.maximum ? value : std::nullopt;
}

bool assign(double& target, const ParameterInfo& info, std::string_view text) {
  const auto value = number_in_range(info, text);
  if (value) target = *value;
  return value.has_value();
}

bool assign(std::optional<double>& target, const ParameterInfo& info, std::string_view text) {
  if (text == info.unset) return target.reset(), true;
  const auto value = number_in_range(info, text);
  if (value) target = value;
  return value.has_value();
}

bool assign(int& target, const ParameterInfo& info, std::string_view text) {
  const auto value = parse_integer(text);
  if (!value || *value < info.minimum || *value > info.maximum) return false;
  target = *value;
  return true;
}

bool assign(bool& target, const ParameterInfo&, std::string_view text) {
  const bool yes = text == "true" || text == "on" || text == "1", no = text == "false" || text == "off" || text == "0";
  if (yes || no) target = yes;
  return yes || no;
}

bool assign(Vec3& target, const ParameterInfo& info, std::string_view text) {
  Vec3 value;
  for (int i = 0; i < 3; ++i) {
    const auto comma = text.find(',');
    if ((comma == text.npos) != (i == 2)) return false;
    const auto component = number_in_range(info, text.substr(0, comma));
    if (!component) return false;
    value[i] = *component;
    text.remove_prefix(i == 2 ? text.size() : comma + 1);
  }
  target = value;
  return true;
}

std::string text_of(double value) {
  return format_number(value);
}
std::string text_of(int value) {
  return std::to_string(value);
}
std::string text_of(bool value) {
  return value ? "true" : "false";
}
std::string text_of(const Vec3& v) {
  return format_number(v.x()) + "," + format_number(v.y()) + "," + format_number(v.z());
}

bool assign_member(Parameters& parameters, const Row& row, std::string_view text) {
  if (const Choice* choice = std::get_if<Choice>(&row.member)) {
    if (row.info.type == ParameterType::integer) {
      int number = 0;
      return assign(number, row.info, text) && (choice->set(parameters, number), true);
    }
    for (std::size_t i = 0; i < row.info.names.size(); ++i)
      if (row.info.names[i] == text) return choice->set(parameters, int(i)), true;
    return false;
  }
  return std::visit(
      [&](auto member) {
        if constexpr (std::is_same_v<decltype(member), Choice>)
          return false;
        else
          return assign(parameters.*member, row.info, text);
      },
      row.member);
}

// what the two presets differ in
auto departures(auto& p) {
  return std::tie(p.solver, p.sweep_kind, p.pivoting, p.friction_law, p.follow_motion, p.discrete_gradient,
                  p.geometric_stiffness, p.look_ahead, p.guard);
}

Parameters published() {
  Parameters p;
  p.solver = SolverKind::split, p.sweep_kind = SweepKind::block_projection, p.pivoting = Pivoting::published;
  p.friction_law = FrictionLaw::viscous;
  p.follow_motion = p.discrete_gradient = p.geometric_stiffness = p.look_ahead = p.guard = false;
  return p;
}

}  // namespace

double usual_effort() {
  return 10.0;
}

Preset Parameters::preset() const {
  const Parameters ours, theirs = published();
  if (departures(*this) == departures(ours)) return Preset::spook;
  return departures(*this) == departures(theirs) ? Preset::published : Preset::own;
}

void Parameters::set_preset(Preset preset) {
  const Parameters ours, theirs = published();
  if (preset != Preset::own) departures(*this) = departures(preset == Preset::spook ? ours : theirs);
}

std::span<const ParameterInfo> parameter_table() {
  static const std::vector<ParameterInfo> table = [] {
    std::vector<ParameterInfo> infos;
    for (const Row& row : rows()) infos.push_back(row.info);
    return infos;
  }();
  return table;
}

const ParameterInfo* find_parameter(std::string_view name) {
  const Row* row = find_row(name);
  return row ? &row->info : nullptr;
}

std::string set_parameter(Parameters& parameters, std::string_view name, std::string_view value) {
  const Row* row = find_row(name);
  if (!row) return "unknown parameter '" + std::string(name) + "'";
  if (assign_member(parameters, *row, value)) return {};
  return std::string(name) + ": expected " + expected(row->info) + ", found '" + std::string(value) + "'";
}

std::string get_parameter(const Parameters& parameters, std::string_view name) {
  const Row* row = find_row(name);
  if (!row) return {};
  return std::visit(
      [&](auto member) -> std::string {
        if constexpr (std::is_same_v<decltype(member), Choice>)
          return row->info.names.empty() ? text_of(member.get(parameters))
                                         : std::string(row->info.names[member.get(parameters)]);
        else if constexpr (std::is_same_v<decltype(member), std::optional<double> P::*>)
          return parameters.*member ? text_of(*(parameters.*member)) : std::string(row->info.unset);
        else
          return text_of(parameters.*member);
      },
      row->member);
}

}  // namespace spook
