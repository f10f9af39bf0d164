// Stiffness and damping in the units people know, as ε and τ (numerics §1: k = 1/ε, c = τ/ε). With a mass m the same
// row is an oscillator: ω² = 1/(ε m), ζ = τ ω/2, and it sags by ε m g.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/parameters.h"

namespace spook {

struct Tuning {
  std::optional<double> stiffness;       // k, N/m (N m/rad where a joint turns)
  std::optional<double> frequency;       // Hz, undamped, of the reference mass
  std::optional<double> rest_depth;      // m, how far the reference mass sinks in at rest
  std::optional<double> damping;         // c, N s/m
  std::optional<double> damping_ratio;   // ζ: below 1 rings, 1 is critical, above creeps
  std::optional<double> reference_mass;  // m, kg

  bool any() const { return stiffness || frequency || rest_depth || damping || damping_ratio || reference_mass; }
};

struct Softness {
  std::optional<double> compliance, relaxation_time;  // ε, m/N, and τ, s
};

struct TuningFault {
  std::string key, message;
};

// What a tuning says. ε where the tuning gives none may stand in known_compliance (damping alone needs it); the mass
// where it names none may be usual_mass, 0 for there is none. Throws TuningFault.
Softness resolve(const Tuning& tuning, double gravity, double usual_mass = 0.0,
                 std::optional<double> known_compliance = {});

double compliance_of_stiffness(double stiffness);                                  // 1/k
double compliance_of_frequency(double frequency, double mass);                     // 1/(m (2πf)²)
double compliance_of_rest_depth(double depth, double mass, double gravity);        // d/(m g)
double relaxation_of_damping(double damping, double compliance);                   // τ = c ε
double relaxation_of_damping_ratio(double ratio, double compliance, double mass);  // τ = 2ζ √(ε m)

// The solver's contact and joint values by these names: stiffness, damping, frequency, damping_ratio, rest_depth and
// the same with joint_ before them. What needs a mass takes it behind an @: "30@10" is 30 Hz of 10 kg.
bool is_tuned_parameter(std::string_view name);
// "" where it went well, otherwise what was expected, as set_parameter says it
std::string set_tuned_parameter(Parameters& parameters, std::string_view name, std::string_view value);
// one of them, or a plain parameter
std::string set_any_parameter(Parameters& parameters, std::string_view name, std::string_view value);

}  // namespace spook
