#include "viewer/panels/known_units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "engine/tuning.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

enum Unit { as_compliance, as_stiffness, as_frequency, as_depth };
constexpr const char* unit_names[] = {"ε, m/N", "Stiffness, N/m", "Frequency, Hz", "Depth at rest, mm"};

constexpr double min_compliance = 1e-14;  // what sliders call rigid

}  // namespace

bool known_units(const std::string& id, double& compliance, double& relaxation_steps, const KnownScale& scale) {
  static std::map<std::string, int> chosen;  // by slider, for as long as the program runs
  int& unit = chosen[id];
  ui::choice(id + ".unit", "Set by", unit, unit_names, int(std::size(unit_names)),
             "What you know of it. Frequency and depth are those of the selected body, or of 1 kg.");
  const double now = std::max(compliance, min_compliance);
  const double omega = std::sqrt(1.0 / (now * scale.mass));
  switch (unit) {
    case as_stiffness: {
      double stiffness = 1.0 / now;
      if (!ui::slider(id + ".stiffness", "Stiffness", stiffness, {1e3, 1e12, 1e8, true}, "N/m",
                      "Newtons that press it in by a metre: 1/ε."))
        return false;
      compliance = compliance_of_stiffness(stiffness);
      return true;
    }
    case as_frequency: {
      double frequency = omega / (2.0 * std::numbers::pi), ratio = relaxation_steps * scale.step * omega / 2.0;
      const bool faster = ui::slider(id + ".frequency", "Frequency", frequency, {0.1, 1e4, 30.0, true}, "Hz",
                                     "How fast the body would swing on it, undamped.");
      const bool calmer = ui::slider(id + ".ratio", "Damping ratio", ratio, {0.01, 100.0, 1.0, true}, "",
                                     "Below 1 it rings, at 1 it is critical, above it creeps.");
      if (!faster && !calmer) return false;
      compliance = compliance_of_frequency(frequency, scale.mass);
      relaxation_steps = relaxation_of_damping_ratio(ratio, compliance, scale.mass) / scale.step;
      return true;
    }
    case as_depth: {
      if (!(scale.gravity > 0.0)) {
        ui::quiet("Without gravity nothing rests at a depth");
        return false;
      }
      double depth = 1e3 * now * scale.mass * scale.gravity;
      if (!ui::slider(id + ".depth", "Depth at rest", depth, {1e-6, 10.0, 0.01, true}, "mm",
                      "How far the body's whole weight on one contact presses it in."))
        return false;
      compliance = compliance_of_rest_depth(1e-3 * depth, scale.mass, scale.gravity);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace spook
