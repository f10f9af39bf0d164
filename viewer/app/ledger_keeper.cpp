#include "viewer/app/ledger_keeper.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace spook {
namespace {

constexpr double account_seconds = 90.0;  // as the plots

// Where nothing moves there is nothing to compare rounding with but what the bodies could fall; chosen: of 1e-16 of
// that, rounding, a millionth part is not told as a fault.
constexpr double at_rest_share = 1e-6;

// commands after which bodies, joints or velocities are others than the step before left
bool begins_anew(const Command& command) {
  return !(std::holds_alternative<Grip>(command) || std::holds_alternative<MoveGrip>(command) ||
           std::holds_alternative<ReleaseGrip>(command) || std::holds_alternative<SetMotor>(command) ||
           std::holds_alternative<SetLock>(command) || std::holds_alternative<SetPace>(command) ||
           std::holds_alternative<SetWind>(command));
}

LedgerLine line_of(const World& world, const Ledger& ledger) {
  LedgerLine line;
  line.step = world.step_count(), line.time = world.time();
  for (const LedgerRow& row : ledger_rows()) line.work[std::size_t(row.entry)] = ledger.work(row.entry);
  line.kinetic = ledger.kinetic_gained(), line.potential = ledger.potential_gained();
  line.elastic = ledger.elastic_gained(), line.damping = ledger.lost_in_damping();
  line.unexplained = ledger.unexplained(), line.largest_missed = ledger.largest_missed();
  line.turnover = ledger.turnover(), line.kinetic_now = world.report().energy.kinetic;
  line.potential_now = world.report().energy.potential;
  return line;
}

}  // namespace

double LedgerAccount::share_unexplained() const {
  if (lines.empty()) return 0.0;
  const LedgerLine& last = lines.back();
  const double all = std::max({last.turnover, last.kinetic_now, at_rest_share * std::abs(last.potential_now)});
  return all > 0.0 ? std::abs(last.unexplained) / all : 0.0;
}

void LedgerKeeper::begin(World& world, bool restarted) {
  LedgerAccount fresh;
  fresh.began = world.time(), fresh.substeps = world.parameters().substeps, fresh.restarted = restarted;
  ledger_.reset();
  if (fresh.substeps == 1) {
    ledger_.emplace(world);
    fresh.lines.push_back(line_of(world, *ledger_));
  }
  last_step_ = world.step_count();
  const std::lock_guard lock(mutex_);
  fresh.chosen = std::move(account_.chosen);
  account_ = std::move(fresh), restart_asked_ = false;
}

void LedgerKeeper::stepped(World& world) {
  bool asked;
  {
    const std::lock_guard lock(mutex_);
    asked = restart_asked_;
  }
  const auto applied = world.applied_commands();
  const bool anew = std::any_of(applied.begin(), applied.end(), begins_anew);
  const bool goes_on = ledger_ && world.step_count() == last_step_ + 1 && world.parameters().substeps == 1;
  if (asked || anew || !goes_on) return begin(world, !asked);
  ledger_->add(world);
  last_step_ = world.step_count();
  LedgerLine line = line_of(world, *ledger_);
  const std::lock_guard lock(mutex_);
  account_.lines.push_back(line);
  add_chosen(line.time);
  while (account_.lines.size() > 2 && line.time - account_.lines.front().time > account_seconds)
    account_.lines.pop_front();
}

void LedgerKeeper::choose(std::vector<BodyId> bodies) {
  std::sort(bodies.begin(), bodies.end());
  const std::lock_guard lock(mutex_);
  if (bodies == account_.chosen) return;
  account_.chosen = std::move(bodies);
  account_.of_chosen.clear();
}

void LedgerKeeper::add_chosen(double time) {
  if (account_.chosen.empty()) return;
  BodiesLine line = account_.of_chosen.empty() ? BodiesLine{} : account_.of_chosen.back();
  line.time = time;
  for (const Ledger::BodyWork& body : ledger_->of_step()) {
    if (!std::binary_search(account_.chosen.begin(), account_.chosen.end(), body.id)) continue;
    line.kinetic += body.kinetic_gained;
    for (std::size_t i = 0; i < line.work.size(); ++i) line.work[i] += body.work[i];
  }
  account_.of_chosen.push_back(line);
  while (account_.of_chosen.size() > 2 && time - account_.of_chosen.front().time > account_seconds)
    account_.of_chosen.pop_front();
}

void LedgerKeeper::moved(World& world) {
  if (ledger_ && world.step_count() == last_step_ && world.applied_commands().empty()) return;
  begin(world, ledger_.has_value());
}

void LedgerKeeper::restart() {
  const std::lock_guard lock(mutex_);
  restart_asked_ = true;
}

LedgerAccount LedgerKeeper::account() const {
  const std::lock_guard lock(mutex_);
  return account_;
}

}  // namespace spook
