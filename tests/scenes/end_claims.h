// What a scene goes on showing wherever its parameters are set.
#pragma once

#include <string>

#include "../physics/scenario_run.h"

namespace spook::test {

// nullptr where the description is about the defaults, or where `setting` ("force=1000000") takes away what is claimed
Claim claim_at_ends(const std::string& scene, const std::string& setting);

}  // namespace spook::test
