// How a solve escalates: what is tried, why it ends, what follows. This table is walked by the code (the upper half by
// island_solve.cpp, the lower one by direct_solve.cpp), printed by README.md, and a test holds the two together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace spook {

enum class Rung : std::uint8_t {
  last_sets,          // last step's sets and factor: one solve with refinement, no factorisation (reuse_last_sets.cpp)
  last_impulses,      // one direct solve with the bounds μν of last step's impulses
  split,              // the splits of numerics §4: sweeps, bounds μν and direct solves in turn
  feasible_fallback,  // impulses in their bounds that give no energy, from sweeps (feasible_fallback.cpp)
  free_flight,        // no impulses at all
  newton,             // Newton's method on sets with an exact line search (newton.cpp)
  interior,           // the interior point method decides all sets together (interior.cpp)
  other_start,        // the same problem from other impulses
  done,
  given_up,  // of a direct solve: back to the impulses it began with
};

enum class Ending : std::uint8_t {
  solved,
  sets_changed,        // a row would rather be in another set, or the old factor brings no more digits
  not_near,            // last step's impulses do not nearly solve this step, or bounds μν moved
  too_dear,            // factorisations cost more than the island's share of the budget
  sweeps_gain,         // sweeps of a calm group have not come to their end
  cut_off,             // the budget ended it
  cut_off_later,       // the budget ended a repeated coupling; the one before met all its rows
  not_finite,          // a number overflowed
  sets_keep_changing,  // many rows in one step, or any for many steps
  little_left,         // as little as the effort asks for: feasible impulses that meet momentum and rows
  sets_clear,          // each row's set can be read off
  rounding,            // nothing but rounding is left, above the tolerance
  begun_again,
  no_start_left,
};

struct EscalationRow {
  Rung tried;
  Ending ending;
  Rung next;
};

inline constexpr EscalationRow escalation[] = {
    {Rung::last_sets, Ending::solved, Rung::done},
    {Rung::last_sets, Ending::sets_changed, Rung::last_impulses},
    {Rung::last_impulses, Ending::solved, Rung::done},
    {Rung::last_impulses, Ending::not_near, Rung::split},
    {Rung::last_impulses, Ending::too_dear, Rung::feasible_fallback},
    {Rung::split, Ending::solved, Rung::done},
    {Rung::split, Ending::cut_off_later, Rung::done},
    {Rung::split, Ending::cut_off, Rung::feasible_fallback},
    {Rung::split, Ending::not_finite, Rung::free_flight},
    {Rung::feasible_fallback, Ending::solved, Rung::done},
    {Rung::feasible_fallback, Ending::sweeps_gain, Rung::split},
    {Rung::feasible_fallback, Ending::not_finite, Rung::free_flight},
    {Rung::free_flight, Ending::solved, Rung::done},

    {Rung::newton, Ending::solved, Rung::done},
    {Rung::newton, Ending::sets_keep_changing, Rung::interior},
    {Rung::newton, Ending::rounding, Rung::other_start},
    {Rung::newton, Ending::cut_off, Rung::given_up},
    {Rung::interior, Ending::sets_clear, Rung::newton},
    {Rung::interior, Ending::little_left, Rung::done},
    {Rung::interior, Ending::rounding, Rung::newton},
    {Rung::interior, Ending::cut_off, Rung::given_up},
    {Rung::other_start, Ending::begun_again, Rung::newton},
    {Rung::other_start, Ending::no_start_left, Rung::given_up},
};

constexpr Rung next_rung(Rung tried, Ending ending) {
  for (const EscalationRow& row : escalation)
    if (row.tried == tried && row.ending == ending) return row.next;
  throw std::logic_error("escalation: a rung ended as its table does not say");
}

// how often each rung was tried
using RungCounts = std::array<int, static_cast<std::size_t>(Rung::done)>;

// as README.md and reports call them
std::string_view name_of(Rung rung);
std::string_view name_of(Ending ending);

}  // namespace spook
