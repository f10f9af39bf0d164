// The sandbox's settings: whatever stands in the file is used or complained of, and what is used is within reason.
#include <nlohmann/json.hpp>

#include "tests/fuzz/driver.h"
#include "viewer/app/settings.h"

namespace spook::fuzz {
namespace {

std::string seed() {
  Settings settings;
  settings.open_panels = {"solver", "plots"};
  settings.recent_files = {"a.json"};
  settings.views.push_back({"wall", {1, 2, 3, 4, 5, 6, 0.8}});
  return settings_text(settings);
}

bool try_text(const std::string& text) {
  Settings settings;
  try {
    settings = parse_settings(text);
  } catch (const nlohmann::json::exception&) {
    return false;
  }
  const bool sensible = settings.ui_scale >= 0.5f && settings.ui_scale <= 3.0f &&
                        (settings.window_width >= 640 || (settings.window_width == 0 && settings.window_height == 0)) &&
                        settings.left_width >= 1.0f && settings.hand.effort > 0.0f && settings.hand.stiffness > 0.0f;
  if (!sensible) broken("settings beyond reason", text);
  std::string once;
  try {
    once = settings_text(settings);
  } catch (const nlohmann::json::exception& error) {
    broken(error.what(), text);  // read and not to be written
  }
  if (settings_text(parse_settings(once)) != once) broken("saved, loaded, saved: other bytes", once);
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_settings",
          {seed()},
          {"null",        "true",        "-0.0",      "1e308",      "-1e308",    "1e-308",  "-1",
           "0",           "1e999",       "[]",        "{}",         "\"\"",      "\"low\"", "[0,0,0]",
           "99999999999", "\"\\ud800\"", "\"views\"", "\"layers\"", "\"scene\"", ",",       ":",
           "[",           "]",           "{",         "}"},
          try_text};
}

}  // namespace spook::fuzz
