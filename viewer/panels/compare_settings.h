// A/B in words: what the two sides' settings differ in, and settings worth a comparison, a click each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/parameters.h"

namespace spook {

struct SettingDifference {
  std::string parameter;  // its name in files
  std::string label;      // as read on screen
  std::string a, b;       // values with their units
};

std::vector<SettingDifference> setting_differences(const Parameters& a, const Parameters& b);

// one side's settings where they differ from the other's, on a line: "τ, contacts 0.5 · Sweeps 5"
std::string settings_in_short(const Parameters& own, const Parameters& other);

// Settings of B against A that show something; where A must change too, so that it is seen, its own stand first.
struct SettingChoice {
  struct Value {
    std::string_view parameter, value;
  };
  std::string_view id, label, help;
  std::vector<Value> a, b;
};
std::span<const SettingChoice> setting_choices();
Parameters with_values(Parameters parameters, std::span<const SettingChoice::Value> values);

}  // namespace spook
