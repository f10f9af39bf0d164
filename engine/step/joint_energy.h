// The elastic energy of joints.
//
// A joint's row follows its violation (engine/README, curvature): with y = G v − h κ⁻/2 = (g − g⁻)/h behind and
// y⁺ = G v⁺ + h κ⁺/2 = (g⁺ − g)/h ahead, numerics §1 reads λ/h = −[g + h (y⁺ − y)/4 + τ y⁺]/ε, and its impulse adds
//     λ (y + y⁺)/2 = −Δ(½ m²/ε) − (τ h/ε) y⁺ (y + y⁺)/2,    m = (g + g⁻)/2  the synchronised violation
// to the synchronised energy (numerics §2; what bending adds beyond that is balanced, refine_balance.cpp). So the
// spring holds ½ m²/ε. But a violation may also come from nowhere, where links turn by radians in a step, and a spring
// does not hold what nobody put in. So each joint keeps an account as contacts do (contact_energy.h): what its
// equations took from the motion and have not given back, never more than ½ m²/ε of all its rows; what it gives beyond
// that comes out of the accounts of the island's other joints.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// with the solution of the step, before bodies move
void keep_joint_accounts(WorldData& world);

}  // namespace spook
