// Is the state complete, and does saving leave it alone? A run that is saved at every step must have the hashes of one
// that is not, and a restored one must go on with them, whether it is saved on its way or not.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/world/saved_state.h"
#include "engine/world/state_fields.h"
#include "engine/world/world.h"

namespace spook {

// where two values first differ
struct Compare {
  std::string difference = {};

  template <class T>
  void operator()(const char* name, const T& a, const T& b) {
    if (difference.empty() && words(a) != words(b)) difference = name;
  }
  template <class T>
  void operator()(const char* name, const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return operator()(name, a.size(), b.size());
    for (std::size_t i = 0; i < a.size() && difference.empty(); ++i)
      operator()((name + ("[" + std::to_string(i) + "]")).c_str(), a[i], b[i]);
  }
  template <class T>
  void operator()(const char* name, const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
    if (a != b) operator()(name, *a, *b);
  }
  void operator()(const char*, const CollisionMemory& a, const CollisionMemory& b) {
    operator()("collision.pairs", a.pairs, b.pairs), operator()("collision.placed", a.placed, b.placed);
  }
  void operator()(const char* name, const SolverPast& a, const SolverPast& b) {
    operator()(name, a.solves, b.solves), operator()(name, a.islands, b.islands);
  }

  template <class T>
  static std::vector<std::uint64_t> words(const T& value) {
    std::vector<std::uint64_t> all;
    const auto word = [&](std::uint64_t one) { all.push_back(one); };
    put_words(word, value);
    return all;
  }
};

// the part of the state in which two moments differ, and where in it; "": they are the same to the last bit
inline std::string first_difference(const SavedState& a, const SavedState& b) {
  Compare compare;
  visit_state(compare, a, b);
  return compare.difference;
}

struct MomentCheck {
  const Scene& scene;
  int steps = 0;
  std::vector<std::uint64_t> hashes = {};  // of the run that nobody saved, after each step
  std::string fault = {};                  // what was not so; "": all was

  // from the step a world stands at to the end
  void go_on(World& world, bool save, const std::string& who) {
    while (fault.empty() && static_cast<int>(world.step_count()) < steps) {
      world.step();
      if (save) (void)world.save();
      if (world.hash() != hashes[world.step_count() - 1]) fault = who + differs(world);
    }
  }

  std::string differs(const World& world) {
    World plain(scene, {false, false});
    while (plain.step_count() < world.step_count()) plain.step();
    return " differs after step " + std::to_string(world.step_count()) + " in " +
           first_difference(*plain.save(), *world.save());
  }

  std::string run(const std::vector<int>& at) {
    World plain(scene, {false, false});
    for (int i = 0; i < steps; ++i) plain.step(), hashes.push_back(plain.hash());
    World saved(scene, {false, false});
    std::vector<std::shared_ptr<const SavedState>> moments;
    for (int i = 0; i < steps && fault.empty(); ++i) {
      saved.step();
      const auto moment = saved.save();
      if (std::find(at.begin(), at.end(), i + 1) != at.end()) moments.push_back(moment);
      if (saved.hash() != hashes[i]) fault = "saved at every step" + differs(saved);
    }
    bool save = false;
    for (const auto& moment : moments) {
      World fresh(scene, {false, false});
      fresh.restore(*moment);
      const std::string from = " restored at step " + std::to_string(fresh.step_count());
      go_on(fresh, save, "a fresh world" + from);
      saved.restore(*moment);
      go_on(saved, save = !save, "the same world" + from);
    }
    return fault;
  }
};

}  // namespace spook
