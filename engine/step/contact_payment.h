// What contacts give beyond their accounts is paid for.
//
// A contact may come to work out of nothing: a corner that pivots faster from step to step than its row foresaw, a rim
// or an edge under another name, an overlap that nobody put in. The accounts of contact_energy.h tell by how much,
// λ·(N v + N v⁺)/2 + Δ(stored), summed over an island. It is taken from its motion, v⁺ → (1 − α) v⁺ with α mostly a
// millionth: sticking contacts stick, what is at rest stays there, and no contact is driven in. An island that touches
// nothing fixed is slowed in its motion within, so that its momentum stays. What motion cannot pay, and what lifts
// bodies out of overlaps, comes out of what the island's other contacts hold: energy passes between them through the
// bodies, and together they may give what together they took.
#pragma once

#include "engine/world/world_data.h"

namespace spook {

// after the accounts of the step were kept, where any is unsettled; what contacts carry on is put right
void pay_for_contacts(WorldData& world);

}  // namespace spook
