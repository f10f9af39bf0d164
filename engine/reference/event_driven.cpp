#include "engine/reference/event_driven.h"

#include <algorithm>
#include <cmath>

#include "engine/reference/event_steps.h"
#include "engine/reference/methods.h"

namespace spook::reference {

const char* name_of(EventKind kind) {
  constexpr const char* names[] = {"impact", "take-off", "stick",       "slip",
                                   "edge",   "closing",  "to stepping", "to events"};
  return names[int(kind)];
}

const char* name_of(EventStatus status) {
  constexpr const char* names[] = {"done", "accumulation of impacts", "no consistent mode", "failed", "limit reached"};
  return names[int(status)];
}

namespace {

constexpr long jump_limit = 1000;  // switches to stepping: more of them is a run that does not move

class EventDriven {
 public:
  EventDriven(const System& system, const SmoothIntegrator& integrator, SmoothState& state, double t_end,
              const EventOptions& options, const EventObserver& observer)
      : system_(system), integrator_(integrator), state_(state), t_end_(t_end), options_(options), observer_(observer) {
    const auto contacts = Eigen::Index(system.gaps.size());
    report_.largest_violation = Vector::Zero(contacts);
    last_impact_ = Vector::Constant(contacts, -1e300);
    last_interval_ = Vector::Constant(contacts, 1e300);
    side_ = Vector::Ones(contacts);
    for (Eigen::Index i = 0; i < contacts; ++i)
      if (system.gaps[i].edge && system.gaps[i].edge(state.q) < 0.0) side_[i] = -1.0;
    h_ = options.first_step;
    NonsmoothOptions stepping;
    stepping.law = options.law, stepping.edges = 0;
    stepping_ = make_nonsmooth(as_thesis() ? "moreau-jean" : "moreau-jean-projected", stepping);
  }

  EventReport run() {
    while (report_.status == EventStatus::done && state_.t < t_end_ * (1.0 - 1e-14)) {
      if (long(report_.events.size()) >= options_.event_limit) report_.status = EventStatus::limit;
      if (report_.status == EventStatus::done && settle_instant()) smooth_phase();
    }
    report_.t_end = state_.t;
    return std::move(report_);
  }

 private:
  bool as_thesis() const { return options_.hybrid == Hybrid::thesis; }
  bool closes() const { return options_.hybrid == Hybrid::closing; }

  // ---- an instant: impacts until nothing approaches, then who holds; false: failed, or stepped over instead
  bool settle_instant() {
    std::vector<int> closed;
    for (int round = 0;; ++round) {
      closed = closed_contacts(system_, state_.q, options_.gap_tolerance);
      if (fastest_approach(system_, state_.q, state_.v, closed) <= options_.velocity_tolerance) break;
      if (as_thesis()) return step_over_event(h_), false;
      if (round == 100 || !collide(closed)) return step_or_fail(EventStatus::failed);
      if (accumulates_) return step_or_fail(EventStatus::accumulation);
    }
    const double still = 10.0 * options_.velocity_tolerance;
    const std::vector<int> resting = resting_contacts(system_, state_.q, state_.v, closed, still);
    Modes modes = decide_modes(system_, state_.t, state_.q, state_.v, resting, still);
    // Painlevé: no finite force holds the contact
    if (modes.status != LcpStatus::solved) return step_or_fail(EventStatus::no_mode);
    active_ = std::move(modes.active);
    force_transition();
    // ours takes back what stepping left of a gap; the thesis' keeps it
    if (!as_thesis())
      for (ActiveContact& contact : active_) contact.gap_origin = 0.0;
    held_ = with_contacts(system_, active_);
    if (!active_.empty()) project(held_, state_.t, state_.q, state_.v);
    const StepResult started = integrator_.start(held_, state_);
    report_.work += started.work;
    return started ? true : step_or_fail(EventStatus::failed);
  }

  bool collide(const std::vector<int>& closed) {
    accumulates_ = false;
    std::vector<int> plastic;
    const double pressing = closes() ? largest_pressing() : 0.0;
    for (int i : closed) {
      const double rate = system_.gaps[i].normal(state_.q).dot(state_.v);
      if (rate >= -options_.velocity_tolerance) continue;
      const double interval = state_.t - last_impact_[i];
      // closer and closer: an accumulation point lies ahead
      if (!closes() && interval > 0.0 && interval < options_.shortest_interval && interval < last_interval_[i])
        accumulates_ = true;
      if (closes() && ends_here(rate, interval, pressing)) {
        plastic.push_back(i);
        ++report_.closings;
        report_.events.push_back({state_.t, EventKind::closing, i, rate});
      }
      if (interval > 0.0) last_interval_[i] = interval;
      last_impact_[i] = state_.t;
      report_.events.push_back({state_.t, EventKind::impact, i, rate});
      ++report_.impacts;
    }
    const ImpactOptions impact{.law = options_.law, .edges = 0, .plastic = plastic};
    return resolve_impact(system_, state_.q, state_.v, closed, impact).status == LcpStatus::solved;
  }

  // the largest normal acceleration that free motion has at any contact: what presses bounces together
  double largest_pressing() {
    Vector a, lambda;
    if (solve_acceleration(system_, state_.t, state_.q, state_.v, a, lambda, &report_.work) != StepStatus::done)
      return 0.0;
    double largest = 0.0;
    for (const GapModel& model : system_.gaps)
      largest = std::max(largest, std::abs(model.normal(state_.q).dot(a) + model.normal_rate(state_.q, state_.v)));
    return largest;
  }

  // Bounces that rise less than the closing height, one after another. Over the time they would still take, gravity
  // gives the contact the same impulse whether it bounces or rests, so that nothing but that height is lost.
  bool ends_here(double rate, double interval, double pressing) const {
    const double height = options_.closing_share * options_.tolerance;
    const double flight = 2.0 * std::sqrt(2.0 * height / std::max(pressing, 1e-300));  // up and down again
    return rate * rate <= 2.0 * pressing * height && interval <= 4.0 * flight;
  }

  // the LCP cannot see a mode that changes exactly now: the event says what it was
  void force_transition() {
    if (pending_.gap < 0) return;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      if (active_[c].gap != pending_.gap) continue;
      if (pending_.kind == EventKind::take_off) {
        active_.erase(active_.begin() + std::ptrdiff_t(c));
        break;
      }
      if (pending_.kind == EventKind::slip && active_[c].mode == ActiveContact::Mode::sticking)
        active_[c].mode = ActiveContact::Mode::sliding, active_[c].slide_sign = pending_.sign,
        active_[c].slide = pending_.slide;
    }
    pending_.gap = -1;
  }

  // ---- between events
  void smooth_phase() {
    std::vector<Watch> watched = watches(system_, active_, side_);
    while (state_.t < t_end_ * (1.0 - 1e-14)) {
      if (report_.accepted + report_.rejected >= options_.step_limit) {
        report_.status = EventStatus::limit;
        return;
      }
      const double used = std::min(h_, t_end_ - state_.t);
      SmoothState next;
      DenseOutput dense;
      double error = 0.0;
      const bool sound = attempt_step(integrator_, held_, state_, used, next, dense, error, report_.work);
      const bool smallest = used <= options_.smallest_step * (1.0 + 1e-9);
      const double power = integrator_.estimate_power() > 0 ? integrator_.estimate_power() : integrator_.order() + 1.0;
      double factor = options_.safety * std::pow(options_.tolerance / std::max(error, 1e-300), 1.0 / power);
      factor = sound ? std::clamp(factor, 0.1, options_.largest_growth) : 0.25;
      const double wished = std::clamp(used * factor, options_.smallest_step, options_.largest_step);
      if ((!sound || error > options_.tolerance) && !smallest) {
        ++report_.rejected;
        h_ = wished;
        continue;
      }
      if (!sound) {
        step_or_fail(EventStatus::failed);
        return;
      }

      const Root root = first_root(system_, held_, watched, state_, next, dense, options_, report_.work);
      ++report_.accepted;
      if (root) {
        // the step was good, the event cut it; but where events crowd, so must the steps
        const double met = state_.t + root.low * used;
        h_ = std::clamp(4.0 * (met - last_event_), options_.smallest_step, std::max(wished, used));
        last_event_ = met;
        return meet(root, dense, used);
      }
      h_ = wished;
      state_ = std::move(next);
      notice(false);
      if (turn_slides()) held_ = with_contacts(system_, active_), watched = watches(system_, active_, side_);
    }
  }

  // in space the slip turns as it goes: friction and the watch for its end look along its latest direction
  bool turn_slides() {
    bool turned = false;
    for (ActiveContact& contact : active_) {
      if (contact.mode != ActiveContact::Mode::sliding || !system_.gaps[contact.gap].second_tangent) continue;
      const Eigen::Vector2d slip = slip_velocity(system_.gaps[contact.gap], state_.q, state_.v);
      if (slip.norm() <= 10.0 * options_.velocity_tolerance) continue;
      contact.slide = slip.normalized();
      turned = true;
    }
    return turned;
  }

  void meet(const Root& root, const DenseOutput& dense, double used) {
    const EventKind kind = root.watch.kind;
    const bool transition = kind == EventKind::stick || kind == EventKind::slip;
    // impacts are met from the free side, everything else from beyond
    double theta = kind == EventKind::impact ? root.low : root.high;
    const bool step_over = closes() && kind == EventKind::edge;
    const double before_t = state_.t;
    if (step_over || as_thesis()) theta = root.low;
    Vector q, v;
    dense(theta, q, v);
    if (kind == EventKind::edge)
      theta = step_to_edge(integrator_, held_, system_.gaps[root.watch.gap], state_, theta * used, q, v, report_.work) /
              used;
    state_.t = before_t + theta * used, state_.q = q, state_.v = v;
    if (!active_.empty()) project(held_, state_.t, state_.q, state_.v);
    if (transition) ++report_.transitions;
    if (kind == EventKind::take_off) ++report_.take_offs;
    if (kind == EventKind::edge) ++report_.edges, side_[root.watch.gap] = -root.watch.sign;
    if (kind != EventKind::impact) report_.events.push_back({state_.t, kind, root.watch.gap, 0.0});
    notice(false);
    if (as_thesis()) return step_over_event(used);
    // thesis: h* = h⁶ keeps the order of the smooth integrator across the event
    if (step_over) return cross(std::max(std::pow(used, 6.0), options_.smallest_step), root.watch);
    if (kind == EventKind::take_off) pending_ = root.watch;
    if (kind == EventKind::slip) {
      Vector a, lambda;
      solve_acceleration(held_, state_.t, state_.q, state_.v, a, lambda, &report_.work);
      pending_ = root.watch;
      // it slides against the force that gave way
      pending_.sign = lambda[root.watch.row + 1] > 0.0 ? -1.0 : 1.0;
      if (system_.gaps[root.watch.gap].second_tangent)
        pending_.slide = -Eigen::Vector2d(lambda[root.watch.row + 1], lambda[root.watch.row + 2]).normalized();
    }
    count_stalls(theta * used);
  }

  // the same instant again and again: the modes contradict each other
  void count_stalls(double advanced) {
    stalls_ = advanced > 1e-13 ? 0 : stalls_ + 1;
    if (stalls_ > 20) step_or_fail(EventStatus::no_mode);
  }

  // ---- Moreau–Jean
  // The thesis' way over any event: h* = h^{p+1}, whose error of first order is that of the smooth step; from there on
  // with halved steps, until nothing that touches approaches and no edge is being crossed.
  void step_over_event(double h) {
    SteppingOptions control;
    control.tolerance = options_.tolerance, control.safety = options_.safety;
    control.smallest_step = options_.smallest_step, control.largest_step = options_.largest_step;
    control.first_step = std::max(std::pow(h, integrator_.order() + 1.0), options_.smallest_step);
    NonsmoothState stepping = to_stepping();
    ++report_.switches;
    const auto calm = [&](const NonsmoothState&, const NonsmoothState& now) {
      state_.t = now.t, state_.q = now.q, state_.v = now.v;
      notice(true);
      for (int i = 0; i < int(system_.gaps.size()); ++i) {
        const GapModel& model = system_.gaps[i];
        const bool touches = model.gap(now.q) <= options_.gap_tolerance || now.normal[i] > 0.0;
        if (touches && model.normal(now.q).dot(now.v) < -options_.velocity_tolerance) return false;
        if (model.edge && side_[i] * model.edge(now.q) < 0.0) return false;
      }
      return true;
    };
    const SteppingReport done = step_adaptive(system_, *stepping_, stepping, t_end_, control, calm);
    report_.stepping.work += done.work, report_.stepping.accepted += done.accepted;
    report_.stepping.rejected += done.rejected, report_.stepping.forced += done.forced;
    SmoothState clean;
    clean.t = stepping.t, clean.q = stepping.q, clean.v = stepping.v;
    state_ = std::move(clean);
    pending_.gap = -1;
    if (!done) fail(EventStatus::failed);
  }

  void cross(double h, const Watch& watch) {
    NonsmoothState stepping = to_stepping();
    for (int i = 0; i < 1000 && stepping.t < t_end_; ++i) {
      const NonsmoothResult result = stepping_->step(system_, stepping, std::min(h, t_end_ - stepping.t), stepping);
      report_.stepping.work += result.work, ++report_.stepping.accepted;
      if (result.status != LcpStatus::solved) return fail(EventStatus::failed);
      const GapModel& model = system_.gaps[watch.gap];
      if (watch.sign * model.edge(stepping.q) < 0.0) break;
    }
    from_stepping(stepping);
  }

  NonsmoothState to_stepping() const {
    NonsmoothState result;
    result.t = state_.t, result.q = state_.q, result.v = state_.v;
    return result;
  }

  // A step leaves contacts nearly closed. Those whose bounces would rise less than the closing height are closed for
  // good: the gap by a projection, the normal velocity by an impact with its share of friction.
  void from_stepping(const NonsmoothState& stepping) {
    SmoothState clean;
    clean.t = stepping.t, clean.q = stepping.q, clean.v = stepping.v;
    state_ = std::move(clean);
    const double height = options_.closing_share * options_.tolerance, pressing = largest_pressing();
    std::vector<ActiveContact> resting;
    std::vector<int> plastic;
    for (int i = 0; i < int(system_.gaps.size()); ++i) {
      const double rate = system_.gaps[i].normal(state_.q).dot(state_.v);
      if (system_.gaps[i].gap(state_.q) > height || rate * rate > 2.0 * pressing * height) continue;
      ActiveContact contact;
      contact.gap = i;
      resting.push_back(contact), plastic.push_back(i);
    }
    if (!resting.empty()) {
      Vector unused = state_.v;
      project(with_contacts(system_, resting), state_.t, state_.q, unused);
      resolve_impact(system_, state_.q, state_.v, plastic, {.law = options_.law, .edges = 0, .plastic = plastic});
    }
    last_impact_.setConstant(-1e300), last_interval_.setConstant(1e300);
    stalls_ = 0, accumulates_ = false;
    notice(true);
  }

  // what events cannot resolve the hybrid hands to Moreau–Jean; always false: the instant is not settled yet
  bool step_or_fail(EventStatus status) {
    if (as_thesis() && status == EventStatus::no_mode)
      step_over_event(h_);
    else if (closes() && report_.switches < jump_limit)
      jump(status);
    else
      fail(status);
    return false;
  }
  void fail(EventStatus status) { report_.status = status; }

  // where only an impulse is consistent (impact without collision) one short Moreau–Jean step makes it
  void jump(EventStatus why) {
    ++report_.switches;
    report_.events.push_back({state_.t, EventKind::to_stepping, -1, 0.0});
    NonsmoothState stepping = to_stepping();
    const double h = std::min(options_.smallest_step, t_end_ - stepping.t);
    const NonsmoothResult result = stepping_->step(system_, stepping, h, stepping);
    report_.stepping.work += result.work, ++report_.stepping.accepted;
    if (result.status != LcpStatus::solved) return fail(why);
    from_stepping(stepping);
    report_.events.push_back({state_.t, EventKind::to_events, -1, 0.0});
  }

  void note_violation(const Vector& q) {
    for (int i = 0; i < int(system_.gaps.size()); ++i)
      report_.largest_violation[i] = std::max(report_.largest_violation[i], -system_.gaps[i].gap(q));
  }
  void notice(bool stepping) {
    note_violation(state_.q);
    if (observer_) observer_(state_.t, state_.q, state_.v, stepping);
  }

  const System& system_;
  const SmoothIntegrator& integrator_;
  SmoothState& state_;
  double t_end_;
  EventOptions options_;
  const EventObserver& observer_;
  std::unique_ptr<NonsmoothIntegrator> stepping_;
  EventReport report_;
  System held_;
  std::vector<ActiveContact> active_;
  Vector last_impact_, last_interval_;
  Vector side_;  // of each contact's edge: kept, because at the edge itself rounding decides
  Watch pending_{EventKind::impact, -1};
  double h_ = 0.0, last_event_ = -1e300;
  int stalls_ = 0;
  bool accumulates_ = false;
};

}  // namespace

EventReport integrate_events(const System& system, const SmoothIntegrator& integrator, SmoothState& state, double t_end,
                             const EventOptions& options, const EventObserver& observer) {
  return EventDriven(system, integrator, state, t_end, options, observer).run();
}

}  // namespace spook::reference
