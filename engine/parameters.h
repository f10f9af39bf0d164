// Every solver parameter, by its scene-file name, with its default and unit. The scene file, --set and the sandbox's
// sliders all go through the table in parameters.cpp, so a parameter is added in these two places and nowhere else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/types.h"

namespace spook {

enum class SolverKind { direct_iterative, split, direct_friction, sweeps, exact };
enum class SweepKind { separate, block_tangents, block_tangents_scaled, block_projection };
enum class Pivoting { published, line_search, interior };
enum class ImpactLaw { newton, poisson, sequential };
enum class FrictionLaw { positional, viscous };
enum class ContactSource { exact, bullet };
enum class Preset { spook, published, own };  // own: neither of the two

// The reference machine takes so long to factor a thousand bodies of a wall and to use the factor. Work is counted in
// units that know no clock, so that the answer is the same on every machine.
inline constexpr double ms_a_factorisation = 5.5;
double usual_effort();

struct Parameters {
  double time_step = 1.0 / 60.0;  // h, s
  int substeps = 1;               // steps of h/substeps a time_step
  Vec3 gravity{0.0, 0.0, -9.81};  // m/s²

  // contact rows: unset means what the scene's materials say
  std::optional<double> compliance;        // ε of the normal, m/N
  std::optional<double> relaxation_steps;  // τ/h
  std::optional<double> friction;          // μ of every pair
  std::optional<double> restitution;       // e of every pair
  double friction_scale = 1.0;             // multiplies μ of every pair
  double restitution_scale = 1.0;          // multiplies e of every pair

  // joint rows that name no value of their own
  double joint_compliance = 1e-10;      // ε, m/N or rad/(N m)
  double joint_relaxation_steps = 2.0;  // τ/h

  double restitution_threshold = 0.1;  // v_min, m/s: slower approaches do not bounce
  ImpactLaw impact_law = ImpactLaw::newton;

  SolverKind solver = SolverKind::direct_iterative;
  int sweeps = 15;
  int couplings = 3;  // at most so many sweep–direct rounds, numerics §4
  SweepKind sweep_kind = SweepKind::block_tangents;
  Pivoting pivoting = Pivoting::interior;         // how a direct solve finds its sets, numerics §3
  std::optional<double> effort = usual_effort();  // ms a step's solves may take on the reference machine; unset: any
  FrictionLaw friction_law = FrictionLaw::positional;
  double friction_compliance = 1e-8;  // ε_f, m/N
  double friction_viscosity = 1e-8;   // δ, m/(N s): the viscous law's creep is (δ/h) β
  bool warm_start = true;

  // ---- what the step does beyond the paper (engine/README.md), each by itself
  bool follow_motion = true;        // rows follow the violations themselves, g⁺ and g⁻; off: G v⁺ and G v
  bool discrete_gradient = true;    // impulses act along the discrete gradient of their violation
  bool geometric_stiffness = true;  // impulses turn with their bodies, numerics §7
  bool look_ahead = true;           // contacts that a step leads to take part in it
  bool guard = true;                // what gains energy all the same is held back
  bool sleeping = false;
  ContactSource contact_source = ContactSource::exact;
  double contact_margin = 0.02;  // m, speculative contacts are reported within this gap (or speed × h)
  int threads = 1;

  Preset preset() const;
  void set_preset(Preset preset);  // the solver and what goes beyond the paper; own changes nothing
};

// in factorisations of a thousand bodies; 0: any
inline double budget_of(std::optional<double> effort) {
  return effort.value_or(0.0) / ms_a_factorisation;
}

enum class ParameterType { real, integer, boolean, choice, vector };

// one row says all that a file, a command line or a slider needs to know of a parameter
struct ParameterInfo {
  std::string_view name;
  ParameterType type;
  std::string_view unit;
  std::string_view help;  // one sentence: what it does physically
  double minimum, maximum;
  bool logarithmic;
  bool optional;                            // may be unset: then the scene's materials decide, or nothing
  std::span<const std::string_view> names;  // of a choice
  std::string_view unset = "scene";         // how it is told that it is unset
};

std::span<const ParameterInfo> parameter_table();
const ParameterInfo* find_parameter(std::string_view name);

// Text form, as in --set KEY=VALUE: numbers, true/false, a choice's name, "x,y,z", or "scene" for an unset optional.
// On failure the answer is the message (what was expected); empty means done.
std::string set_parameter(Parameters& parameters, std::string_view name, std::string_view value);
std::string get_parameter(const Parameters& parameters, std::string_view name);

}  // namespace spook
