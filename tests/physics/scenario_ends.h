// What each scene goes on showing wherever its parameters are set, as checks of a run of ten seconds or what it came
// to: the expected motion is worked out from the values it was built with. Holds at the defaults too, where
// scenario_claims.h asks for more.
#pragma once

#include "scenario_claims.h"

namespace spook::test {

Claim find_end_claim(const std::string& scene);  // every scene has one

}  // namespace spook::test

namespace spook::test::ends {

Claims standing();    // scenario_ends_standing.cpp: what stands, holds, or comes to rest
Claims swinging();    // scenario_ends_swinging.cpp: what swings, bounces, spins
Claims breaking();    // scenario_ends_breaking.cpp: what slides, falls, knocks over
Claims rolling();     // scenario_ends_rolling.cpp: what may not slip; more is not asked at the defaults either
Claims mechanisms();  // scenario_ends_mechanisms.cpp: closed chains and machines

}  // namespace spook::test::ends
