// Jᵀ of contacts' impulses, a pair at a time: what a pair does to its two bodies is summed first and then added to
// them, in the order of pairs. On one thread at once; on several, threads share the pairs out, and then each body
// gathers what its pairs left for it in that same order. So the bits do not depend on who did what.
#pragma once

#include "engine/solve/rows.h"
#include "engine/solve/workspace.h"

namespace spook {

inline constexpr int worth_threads = 512;    // contacts of an island that threads share
inline constexpr int pairs_a_task = 48;      // also of sums over pairs
inline constexpr int contacts_a_task = 192;  // also of sums over contacts
inline constexpr int bodies_a_task = 64;

// whose threads work inside this island, if any
inline ThreadPool* threads_inside(const IslandRange& island, const Workspace& work) {
  return island.contact_count >= worth_threads ? work.pool : nullptr;
}

struct NoSum {
  void operator+=(const NoSum&) {}
};

// force += Jᵀ impulse_of(contact, sum), and the sum that gathers on the way
template <class Sum, class F>
Sum push_contacts(const StepProblem& problem, const IslandRange& island, Workspace& work, std::span<Vec6> force,
                  F&& impulse_of) {
  ThreadPool* pool = threads_inside(island, work);
  const Sum sum = sum_chunks<Sum>(pool, island.pair_count, pairs_a_task, [&](int begin, int end) {
    Sum part{};
    for (int p = island.first_pair + begin; p < island.first_pair + end; ++p) {
      const PairBlock& pair = problem.pairs[p];
      PairPush push;
      for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c) {
        const Vec3 impulse = impulse_of(c, part);
        if (impulse != Vec3::Zero()) push.add(problem.contacts[c], impulse);
      }
      if (pool)
        push.keep(work.push[p]);
      else
        push.give(pair, force);
    }
    return part;
  });
  if (!pool) return sum;
  for_each_index(pool, island.body_count, bodies_a_task, [&](int body) {
    const int b = island.first_body + body;
    for (int k = work.first_side[b]; k < work.first_side[b + 1]; ++k) {
      const int side = work.sides[k];
      force[b] += work.push[side / 2][side % 2];
    }
  });
  return sum;
}

template <class F>
void push_contacts(const StepProblem& problem, const IslandRange& island, Workspace& work, std::span<Vec6> force,
                   F&& impulse_of) {
  push_contacts<NoSum>(problem, island, work, force, [&](int c, NoSum&) -> Vec3 { return impulse_of(c); });
}

// f(b), f(c) for all bodies or contacts of an island, on its threads
template <class F>
void on_bodies(const IslandRange& island, const Workspace& work, F&& f) {
  for_each_index(threads_inside(island, work), island.body_count, bodies_a_task,
                 [&](int b) { f(island.first_body + b); });
}
template <class F>
void on_contacts(const IslandRange& island, const Workspace& work, F&& f) {
  for_each_index(threads_inside(island, work), island.contact_count, contacts_a_task,
                 [&](int c) { f(island.first_contact + c); });
}
// Σ over all bodies or contacts: f(b, sum)
template <class Sum, class F>
Sum sum_bodies(const IslandRange& island, const Workspace& work, F&& f) {
  return sum_chunks<Sum>(threads_inside(island, work), island.body_count, bodies_a_task, [&](int begin, int end) {
    Sum sum{};
    for (int b = begin; b < end; ++b) f(island.first_body + b, sum);
    return sum;
  });
}
template <class Sum, class F>
Sum sum_contacts(const IslandRange& island, const Workspace& work, F&& f) {
  return sum_chunks<Sum>(threads_inside(island, work), island.contact_count, contacts_a_task, [&](int begin, int end) {
    Sum sum{};
    for (int c = begin; c < end; ++c) f(island.first_contact + c, sum);
    return sum;
  });
}

}  // namespace spook
