// A run's account of energy, by the work of every impulse: what `spook-lab ledger` prints and the window draws.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "engine/world/world.h"

namespace spook {

// Kinetic energy gained by each, J. An impulse Λ of rows J works by Λ·J (v + v⁺)/2, and gravity by −ΔP, with P half a
// step before the poses, where velocities stand (numerics §2): then M (v⁺ − v) = h f + JᵀΛ closes to rounding.
enum class LedgerEntry {
  gravity,
  motors,
  locks,
  limits,
  joints,
  joint_friction,
  hand,
  normals,
  friction,
  impacts,
  turning,
  after_solve,  // what velocities become once the impulses are known: bodies turn, the guard holds back
};
inline constexpr int ledger_entries = 12;
struct LedgerRow {
  LedgerEntry entry;
  const char* key;
  const char* label;
};
std::span<const LedgerRow> ledger_rows();

// Of a world with one substep a step: it tells of its last substep only. Bodies and joints stay the same while it runs.
class Ledger {
 public:
  explicit Ledger(const World& world);
  void add(const World& world);  // after every step

  using Works = std::array<double, std::size_t(ledger_entries)>;
  // the last step's, of each body that it moved: an impulse works on a body by the velocity of that body alone
  struct BodyWork {
    BodyId id;
    Works work{};
    double kinetic_gained = 0.0;
  };
  const std::vector<BodyWork>& of_step() const { return of_step_; }

  double work(LedgerEntry entry) const { return work_[std::size_t(entry)]; }
  double kinetic_gained() const { return kinetic_ - kinetic_at_start_; }
  double potential_gained() const { return potential_ - potential_at_start_; }
  double elastic_gained() const { return elastic_ - elastic_at_start_; }
  // of what normals and joints took, what they do not hold
  double lost_in_damping() const {
    return -(work(LedgerEntry::normals) + work(LedgerEntry::joints)) - elastic_gained();
  }
  double unexplained() const { return unexplained_; }
  double largest_missed() const { return largest_missed_; }  // in a step
  double turnover() const { return turnover_; }              // all that went to and fro

 private:
  void take(const World& world);
  // a row of the problem's bodies each
  void add_impulses(const World& world, std::vector<BodyWork>& rows) const;
  void add_velocities(const World& world, const Snapshot& before, std::vector<BodyWork>& rows) const;
  void add_gravity(const Snapshot& before, bool guarded);

  Vec3 gravity_;
  double h_;
  std::shared_ptr<const Snapshot> last_;
  double kinetic_ = 0.0, potential_ = 0.0, elastic_ = 0.0;
  double kinetic_at_start_ = 0.0, potential_at_start_ = 0.0, elastic_at_start_ = 0.0;
  Works work_{};
  std::vector<BodyWork> of_step_;
  double unexplained_ = 0.0, largest_missed_ = 0.0, turnover_ = 0.0;
};

}  // namespace spook
