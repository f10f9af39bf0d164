// Keeps the energy account of the first world, step by step, while its panel is open.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "scenarios/ledger.h"
#include "viewer/app/simulation.h"

namespace spook {

// sums since the account began, J
struct LedgerLine {
  std::uint64_t step = 0;
  double time = 0.0;
  std::array<double, std::size_t(ledger_entries)> work{};
  double kinetic = 0.0, potential = 0.0, elastic = 0.0, damping = 0.0;  // gained; lost to τ
  double unexplained = 0.0, largest_missed = 0.0, turnover = 0.0;
  double kinetic_now = 0.0, potential_now = 0.0;  // all there is
};

// the same of some bodies, since they were chosen
struct BodiesLine {
  double time = 0.0, kinetic = 0.0;  // s; gained, J
  Ledger::Works work{};
};

struct LedgerAccount {
  double began = 0.0;      // s, of the scene
  int substeps = 1;        // more than one: no account can be kept
  bool restarted = false;  // by an edit or by going elsewhere in time
  std::deque<LedgerLine> lines;
  std::vector<BodyId> chosen;
  std::deque<BodiesLine> of_chosen;
  // the books close to rounding: what is unexplained, of all that went to and fro or moves now
  double share_unexplained() const;
};

class LedgerKeeper : public StepWatch {
 public:
  void stepped(World& world) override;
  void moved(World& world) override;
  void restart();                           // from the next step on
  void choose(std::vector<BodyId> bodies);  // an account of these too; none: of all alone
  LedgerAccount account() const;

 private:
  void begin(World& world, bool restarted);
  void add_chosen(double time);  // under the mutex
  mutable std::mutex mutex_;
  LedgerAccount account_;
  std::optional<Ledger> ledger_;  // of the stepping thread
  std::uint64_t last_step_ = 0;
  bool restart_asked_ = false;
};

}  // namespace spook
