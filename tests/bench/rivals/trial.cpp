#include "tests/bench/rivals/trial.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace spook::rivals {
namespace {

constexpr int max_effort = 20000;  // iterations or substeps: beyond, more of them change nothing
constexpr int max_attempts = 5;    // to find an effort
constexpr double same = 0.1;       // costs that differ by so little are equal

double processor_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

bool alike(double ms, double wanted) {
  return std::abs(ms - wanted) <= same * wanted;
}

}  // namespace

Trial run(const RivalScene& scene, const Entry& entry, int effort, const TrialOptions& options) {
  Trial trial;
  trial.engine = entry.name, trial.effort = effort;
  std::unique_ptr<Rival> rival;
  try {
    rival = entry.make(scene, effort);
  } catch (const std::invalid_argument& error) {
    trial.trouble = error.what();
    return trial;
  }
  trial.settings = rival->settings();
  const double h = scene.scene.parameters.time_step;
  const long steps = std::lround(options.seconds / h),
             between = std::max(1L, std::lround(1.0 / (h * options.looks_a_second)));
  Referee referee(scene, options.seconds);
  std::vector<BodyMotion> motions(scene.bodies.size());
  long done = 0;
  double spent = 0.0;
  while (done < steps && !trial.cut_off) {
    const double before = processor_ms();
    rival->step();
    const double here = processor_ms() - before;
    spent += rival->cost_elsewhere().value_or(here);
    trial.cut_off = ++done < steps && spent > 1e3 * options.limit;
    if (done % between != 0 && done != steps && !trial.cut_off) continue;
    for (std::size_t i = 0; i < motions.size(); ++i) motions[i] = rival->motion(static_cast<int>(i));
    if (!referee.look(static_cast<double>(done) * h, motions)) break;
  }
  trial.ms = spent / static_cast<double>(done);
  trial.verdict = referee.verdict();
  return trial;
}

std::optional<int> effort_for(double ms, const RivalScene& scene, const Entry& entry, const Trial& at_default,
                              const TrialOptions& options) {
  if (!at_default.trouble.empty() || alike(at_default.ms, ms)) return {};
  if (entry.default_effort == 1 && at_default.ms > ms) return {};  // it cannot be cheaper
  TrialOptions quick = options;
  quick.limit = std::min(options.limit, 3.0 * ms * options.seconds / scene.scene.parameters.time_step / 1e3);
  int effort = entry.default_effort;
  double cost = at_default.ms;
  std::optional<int> best;
  for (int attempt = 0; attempt < max_attempts && !alike(cost, ms); ++attempt) {
    const double scaled = effort * std::clamp(ms / cost, 0.05, 20.0);
    const int next = std::clamp(static_cast<int>(std::lround(scaled)), 1, max_effort);
    if (next == effort) break;
    effort = next;
    cost = run(scene, entry, effort, quick).ms;
    best = effort;
  }
  return best;
}

}  // namespace spook::rivals
