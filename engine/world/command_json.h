// Commands as JSON, exact to the last bit: the body of a recording.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/world/commands.h"

namespace spook {

nlohmann::json command_to_json(const Command& command);
Command command_from_json(const nlohmann::json& json);  // throws SceneError or nlohmann::json::exception

}  // namespace spook
