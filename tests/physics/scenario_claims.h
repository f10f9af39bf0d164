// What each scene says it shows, as checks of a ten-second run at its defaults. A table a family of claims.
#pragma once

#include <map>
#include <string>

#include "scenario_run.h"

namespace spook::test {

using Claims = std::map<std::string, Claim>;

Claims standing_claims();  // scenario_claims_standing.cpp: what stands, holds, or comes to rest
Claims moving_claims();    // scenario_claims_moving.cpp: what falls, swings, spins, slides
Claims machine_claims();   // scenario_claims_machines.cpp: what is driven

}  // namespace spook::test
