// What each scene goes on showing wherever its parameters are set, as checks of a run of ten seconds or what it came
// to: the expected motion is worked out from the values it was built with. Holds at the defaults too, where
// scenario_claims.h asks for more.
#pragma once

#include "scenario_claims.h"

namespace spook::test {

Claim find_end_claim(const std::string& scene);  // every scene has one

Claims standing_ends();   // scenario_ends_standing.cpp: what stands, holds, or comes to rest
Claims swinging_ends();   // scenario_ends_swinging.cpp: what swings, bounces, spins
Claims breaking_ends();   // scenario_ends_breaking.cpp: what slides, falls, knocks over
Claims mechanism_ends();  // scenario_ends_mechanisms.cpp: closed chains and machines

}  // namespace spook::test
