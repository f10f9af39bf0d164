#include "viewer/panels/compare_settings.h"

#include <algorithm>
#include <cstdlib>

#include "viewer/panels/quantity.h"
#include "viewer/panels/setting_words.h"

namespace spook {
namespace {

// three digits and the unit, or words
std::string value_in_words(const Parameters& p, const ParameterInfo& info) {
  std::string text = get_parameter(p, info.name);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool number = end && *end == 0 && end != text.c_str();
  if (text == "scene" && info.optional) return "as in the scene";
  if (!number) return text == "true" ? "on" : text == "false" ? "off" : choice_label(info.name, text);
  return info.name == "time_step" ? "1/" + figure(1.0 / value) + " s" : value_with_unit(value, info.unit);
}

}  // namespace

std::vector<SettingDifference> setting_differences(const Parameters& a, const Parameters& b) {
  std::vector<SettingDifference> found;
  for (const ParameterInfo& info : parameter_table())
    if (get_parameter(a, info.name) != get_parameter(b, info.name))
      found.push_back(
          {std::string(info.name), setting_label(info.name), value_in_words(a, info), value_in_words(b, info)});
  // that a preset was left says nothing beside what it was left by
  if (found.size() > 1 && (a.preset() == Preset::own || b.preset() == Preset::own))
    std::erase_if(found, [](const SettingDifference& difference) { return difference.parameter == "preset"; });
  return found;
}

std::string settings_in_short(const Parameters& own, const Parameters& other) {
  std::string text;
  const auto add = [&](const std::string& piece) { text += (text.empty() ? "" : "  ·  ") + piece; };
  // a preset speaks for all that it sets
  Parameters reference = other;
  if (own.preset() != other.preset() && own.preset() != Preset::own && other.preset() != Preset::own) {
    reference.set_preset(own.preset());
    add("Preset " + choice_label("preset", get_parameter(own, "preset")));
  }
  for (const SettingDifference& difference : setting_differences(own, reference))
    if (difference.parameter != "preset") add(difference.label + " " + difference.a);
  return text;
}

std::span<const SettingChoice> setting_choices() {
  static const std::vector<SettingChoice> choices = {
      {"ringing",
       "τ 2 against 0.5",
       "Soft contacts and joints in both. With τ of 2 steps they come to rest without bounce, with 0.5 they ring.",
       {{"compliance", "1e-4"},
        {"relaxation_steps", "2"},
        {"joint_compliance", "1e-4"},
        {"joint_relaxation_steps", "2"}},
       {{"compliance", "1e-4"},
        {"relaxation_steps", "0.5"},
        {"joint_compliance", "1e-4"},
        {"joint_relaxation_steps", "0.5"}}},
      {"sweeps",
       "Sweeps alone, 5",
       "No direct solve in B: tall walls and long chains give way.",
       {},
       {{"solver", "sweeps"}, {"sweeps", "5"}}},
      {"soft", "Soft contacts", "ε of 100 µm/N in B: bodies sink in and sway.", {}, {{"compliance", "1e-4"}}},
      {"slippery", "Friction 0.1", "Every pair of materials slides easily in B.", {}, {{"friction", "0.1"}}},
      {"effort", "Effort 1 ms", "B may spend little work on a step and is less accurate.", {}, {{"effort", "1"}}},
      {"published", "Published method", "B steps as the paper has it, to the letter.", {}, {{"preset", "published"}}},
      {"long_steps", "Steps of 1/30 s", "B takes one step where A takes two.", {}, {{"time_step", "0.0333333333333"}}}};
  return choices;
}

Parameters with_values(Parameters parameters, std::span<const SettingChoice::Value> values) {
  for (const SettingChoice::Value& value : values) set_parameter(parameters, value.parameter, value.value);
  return parameters;
}

}  // namespace spook
