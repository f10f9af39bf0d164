#include "engine/tuning.h"

#include <cmath>
#include <numbers>

#include "engine/scene/numbers.h"

namespace spook {
namespace {

constexpr std::string_view tuned_names[] = {"stiffness", "frequency", "rest_depth", "damping", "damping_ratio"};
constexpr std::string_view joint_prefix = "joint_";

std::string_view without_joint(std::string_view name) {
  return name.starts_with(joint_prefix) ? name.substr(joint_prefix.size()) : name;
}

double positive(const char* key, double value) {
  if (!(value > 0.0) || !std::isfinite(value))
    throw TuningFault{key, "expected a positive number, found " + format_number(value)};
  return value;
}

double not_negative(const char* key, double value) {
  if (!(value >= 0.0) || !std::isfinite(value))
    throw TuningFault{key, "expected zero or more, found " + format_number(value)};
  return value;
}

// at most one of three
void only_one(const char* a, bool has_a, const char* b, bool has_b, const char* c, bool has_c) {
  if (has_a + has_b + has_c < 2) return;
  const char* first = has_a ? a : b;
  const char* second = has_c ? c : b;
  throw TuningFault{second,
                    std::string("'") + first + "' and '" + second + "' say the same thing: expected one of them"};
}

struct Resolver {
  const Tuning& tuning;
  double gravity, usual_mass;

  double mass(const char* key) const {
    if (tuning.reference_mass) return positive("reference_mass", *tuning.reference_mass);
    if (!(usual_mass > 0.0)) throw TuningFault{key, "needs a 'reference_mass' in kg"};
    return usual_mass;
  }

  std::optional<double> compliance() const {
    if (tuning.stiffness) return compliance_of_stiffness(positive("stiffness", *tuning.stiffness));
    if (tuning.frequency) return compliance_of_frequency(positive("frequency", *tuning.frequency), mass("frequency"));
    if (!tuning.rest_depth) return std::nullopt;
    if (!(gravity > 0.0)) throw TuningFault{"rest_depth", "without gravity nothing rests at a depth"};
    return compliance_of_rest_depth(positive("rest_depth", *tuning.rest_depth), mass("rest_depth"), gravity);
  }
};

}  // namespace

double compliance_of_stiffness(double stiffness) {
  return 1.0 / stiffness;
}

double compliance_of_frequency(double frequency, double mass) {
  const double omega = 2.0 * std::numbers::pi * frequency;
  return 1.0 / (mass * omega * omega);
}

double compliance_of_rest_depth(double depth, double mass, double gravity) {
  return depth / (mass * gravity);
}

double relaxation_of_damping(double damping, double compliance) {
  return damping * compliance;
}

double relaxation_of_damping_ratio(double ratio, double compliance, double mass) {
  return 2.0 * ratio * std::sqrt(compliance * mass);
}

Softness resolve(const Tuning& tuning, double gravity, double usual_mass, std::optional<double> known_compliance) {
  only_one("stiffness", tuning.stiffness.has_value(), "frequency", tuning.frequency.has_value(), "rest_depth",
           tuning.rest_depth.has_value());
  only_one("damping", tuning.damping.has_value(), "damping_ratio", tuning.damping_ratio.has_value(), "", false);
  const Resolver resolver{tuning, gravity, usual_mass};
  Softness result;
  result.compliance = resolver.compliance();
  const std::optional<double> compliance = result.compliance ? result.compliance : known_compliance;
  const char* key = tuning.damping ? "damping" : "damping_ratio";
  if (tuning.damping || tuning.damping_ratio) {
    if (!compliance) throw TuningFault{key, "needs a stiffness, frequency, rest_depth or compliance beside it"};
    result.relaxation_time = tuning.damping ? relaxation_of_damping(not_negative(key, *tuning.damping), *compliance)
                                            : relaxation_of_damping_ratio(not_negative(key, *tuning.damping_ratio),
                                                                          *compliance, resolver.mass(key));
  }
  const bool uses_mass = tuning.frequency || tuning.rest_depth || tuning.damping_ratio;
  if (tuning.reference_mass && !uses_mass)
    throw TuningFault{"reference_mass", "goes with frequency, rest_depth or damping_ratio, and there is none"};
  return result;
}

bool is_tuned_parameter(std::string_view name) {
  for (const std::string_view known : tuned_names)
    if (without_joint(name) == known) return true;
  return false;
}

std::string set_tuned_parameter(Parameters& parameters, std::string_view name, std::string_view value) {
  const bool joint = name.starts_with(joint_prefix);
  const std::string_view key = without_joint(name);
  const auto at = value.find('@');
  const auto number = parse_number(value.substr(0, at));
  const auto mass = at == value.npos ? std::nullopt : parse_number(value.substr(at + 1));
  const std::string begin = std::string(name) + ": ";
  if (!number || (at != value.npos && !mass))
    return begin + "expected a number, or NUMBER@KILOGRAMS, found '" + std::string(value) + "'";

  Tuning tuning;
  (key == "stiffness"    ? tuning.stiffness
   : key == "frequency"  ? tuning.frequency
   : key == "rest_depth" ? tuning.rest_depth
   : key == "damping"    ? tuning.damping
                         : tuning.damping_ratio) = *number;
  tuning.reference_mass = mass;
  const std::optional<double> known = joint ? std::optional(parameters.joint_compliance) : parameters.compliance;
  try {
    const Softness softness = resolve(tuning, parameters.gravity.norm(), 0.0, known);
    const std::string prefix(joint ? joint_prefix : "");
    if (softness.compliance)
      return set_parameter(parameters, prefix + "compliance", format_number(*softness.compliance));
    const double h = parameters.time_step / parameters.substeps;
    return set_parameter(parameters, prefix + "relaxation_steps", format_number(*softness.relaxation_time / h));
  } catch (const TuningFault& fault) {
    if (fault.message.find("reference_mass") != fault.message.npos)
      return begin + "needs a mass: expected NUMBER@KILOGRAMS, found '" + std::string(value) + "'";
    return begin + fault.message;
  }
}

std::string set_any_parameter(Parameters& parameters, std::string_view name, std::string_view value) {
  return is_tuned_parameter(name) ? set_tuned_parameter(parameters, name, value)
                                  : set_parameter(parameters, name, value);
}

}  // namespace spook
