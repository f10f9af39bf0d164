// The "solver" object of a scene file: parameters by their names, and known units in place of some.
#pragma once

#include "engine/parameters.h"
#include "engine/scene/json_fields.h"

namespace spook::json {

void read_solver(const Place& place, Parameters& parameters);

}  // namespace spook::json
