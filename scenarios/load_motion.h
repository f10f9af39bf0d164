// How contacts and joints under load come to rest: their decay and period as ε and τ foretell them, and as fitted to
// the way they went, step by step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/world/world.h"

namespace spook {

// towards rest
struct Swing {
  double decay = 0.0;   // s in which what is left falls to 1/e
  double period = 0.0;  // s; 0: it does not swing back
  double rest = 0.0;    // m, where it comes to rest; known where it was fitted
  double missed = 0.0;  // share of the motion that one decay and one period do not explain
};

// of a lone body on one constraint
Swing foretold_swing(double relaxation_steps, double compliance, double h, double mass);
// The recurrence x⁺⁺ = a x⁺ − b x + c by least squares of the ways, which stand h apart; none where too little moved.
std::optional<Swing> fitted_swing(std::span<const double> ways, double h);

// a pair of bodies in contact, or a joint
struct LoadKey {
  BodyId a, b;
  JointId joint;
  auto operator<=>(const LoadKey&) const = default;  // NOLINT(modernize-use-nullptr): the linter reads <=> as 0
};

bool holds_point(JointType type);  // its first three rows hold one point to another
LoadKey contact_key(const Snapshot& now, const ContactView& contact);
inline LoadKey joint_key(JointId id) {
  return {{}, {}, id};
}

// the last ways of one of them
struct LoadSeries {
  static constexpr std::size_t longest = 96;  // chosen: 1.6 s at 60 Hz
  std::vector<double> ways;                   // m, the newest last
  double first_time = 0.0;                    // s, of the first of them
  std::uint64_t last_step = 0;
  int points = 0, skipped = 0;
  Vec3 along = Vec3::Zero();  // of a joint: the way its load pulls it open
  double length = 0.0;        // m, of a distance joint without load
  double compliance = 0.0;    // m/N, of all its points together
  Swing foretold;
};

// Follows all of them; a step that is left out, or another number of points, begins a series anew.
class LoadMotions {
 public:
  void add(const World& world, const Scene& scene);  // after every step; the scene names the joints' own ε and τ
  void clear() { series_.clear(); }
  const std::map<LoadKey, LoadSeries>& series() const { return series_; }

 private:
  std::map<LoadKey, LoadSeries> series_;
};

struct LoadFit {
  Swing foretold;
  std::optional<Swing> fitted;  // of its last motion
  // m, by which its way changed within the last rest_steps: what swings stands still for one step where it turns round.
  // None: it has not been seen for so long.
  std::optional<double> moved_lately;
  static constexpr std::size_t rest_steps = 8;  // chosen: anything from 3 to what a creep of seconds needs serves
};

// The last fit of each: it stays when all has come to rest and there is nothing to fit any more.
class LoadFits {
 public:
  void take(const LoadMotions& motions, double time_step);
  const LoadFit* find(const LoadKey& key) const;
  void clear() { fits_.clear(); }

 private:
  std::map<LoadKey, LoadFit> fits_;
};

}  // namespace spook
