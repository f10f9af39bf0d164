#include "engine/step/crowd.h"

#include <algorithm>

namespace spook {

namespace {

// Chosen: a ball has at most twelve neighbours of its own size. A table or a drum touches many, but what lies in it
// touches few, so all of those pairs count.
constexpr int max_neighbours = 32;

bool both_move(const WorldData& world, const ContactPair& pair) {
  return world.bodies[pair.body_a].dynamic() && world.bodies[pair.body_b].dynamic();
}

// how many each moving body touches; is there a pair of two that touch too many?
bool count_neighbours(const WorldData& world, const ContactSet& set, std::vector<int>& neighbours) {
  neighbours.assign(world.bodies.size(), 0);
  for (const ContactPair& pair : set.pairs)
    if (both_move(world, pair)) ++neighbours[pair.body_a], ++neighbours[pair.body_b];
  return std::any_of(set.pairs.begin(), set.pairs.end(), [&](const ContactPair& pair) {
    return both_move(world, pair) && std::min(neighbours[pair.body_a], neighbours[pair.body_b]) > max_neighbours;
  });
}

double depth(const ContactSet& set, const ContactPair& pair) {
  const auto first = set.contacts.begin() + pair.first;
  const auto deepest =
      std::min_element(first, first + pair.count, [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
  return -deepest->gap;
}

// marks the deepest pairs of every body, the first of equals
void mark_deepest(const WorldData& world, const ContactSet& set, CrowdWork& crowd) {
  crowd.of_body.clear();
  crowd.counts.assign(set.pairs.size(), 0);
  for (int i = 0; i < static_cast<int>(set.pairs.size()); ++i) {
    const ContactPair& pair = set.pairs[i];
    if (!both_move(world, pair)) {
      crowd.counts[i] = 1;
      continue;
    }
    const double deep = depth(set, pair);
    for (const int body : {pair.body_a, pair.body_b}) crowd.of_body.push_back({body, -deep, i});
  }
  std::sort(crowd.of_body.begin(), crowd.of_body.end());
  int rank = 0;
  for (std::size_t k = 0; k < crowd.of_body.size(); ++k) {
    rank = k > 0 && std::get<0>(crowd.of_body[k]) == std::get<0>(crowd.of_body[k - 1]) ? rank + 1 : 0;
    if (rank < max_neighbours) crowd.counts[std::get<2>(crowd.of_body[k])] = 1;
  }
}

}  // namespace

const ContactSet& without_crowds(WorldData& world, const ContactSet& set) {
  CrowdWork& crowd = world.scratch.crowd;
  crowd.is = count_neighbours(world, set, crowd.neighbours);
  if (!crowd.is) return set;
  mark_deepest(world, set, crowd);
  crowd.thinned.contacts.clear();
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    const auto first = set.contacts.begin() + set.pairs[i].first;
    if (crowd.counts[i]) crowd.thinned.contacts.insert(crowd.thinned.contacts.end(), first, first + set.pairs[i].count);
  }
  find_pairs(crowd.thinned);
  crowd.thinned.pairs_tested = set.pairs_tested;
  return crowd.thinned;
}

}  // namespace spook
