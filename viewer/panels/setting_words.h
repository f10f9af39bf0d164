// What parameters, their choices and the parameters of scenes are called on screen. Their keys, as files and command
// lines have them, stand in tooltips alone.
#pragma once

#include <string>
#include <string_view>

namespace spook {

std::string setting_label(std::string_view parameter);
// of a parameter that is a choice: "Direct and sweeps", and what that is with its key; the key where it has no words
std::string choice_label(std::string_view parameter, std::string_view key);
std::string choice_help(std::string_view parameter, std::string_view key);
// "brick_mass" as "Brick mass"
std::string as_words(std::string_view key);
// of a scene
std::string scene_parameter_label(std::string_view name);

}  // namespace spook
