// The step of a velocity scheme with its events: collisions, take-offs and stick–slip changes are located inside the
// step, met exactly, and the rest of the step is done after them.
#include <algorithm>
#include <cmath>

#include "engine/reference/velocity_scheme.h"

namespace spook::reference {
namespace {

constexpr double rest_tolerance = 1e-9;  // below it a normal velocity or a slip counts as zero
constexpr int event_limit = 60;          // a step: beyond it (accumulation) the LCP settles the rest

struct Event {
  double fraction = 2.0;  // of the step tried; > 1: none
  int gap = -1;           // the contact that collides; −1: a change of mode
};

class VelocityMethod final : public NonsmoothIntegrator {
 public:
  VelocityMethod(std::string_view name, const VelocityScheme& scheme, const NonsmoothOptions& options)
      : name_(name), scheme_(scheme), options_(options) {
    scheme_.edges = options.edges;
    scheme_.printed_stiffness = options.printed_stiffness;
    scheme_.joint_stabilisation = options.joint_stabilisation;
  }
  std::string_view name() const override { return name_; }

  NonsmoothResult step(const System& system, const NonsmoothState& from, double h, NonsmoothState& to) const override {
    NonsmoothResult result;
    ++result.work.steps;
    NonsmoothState now = from;
    now.normal = Vector::Zero(Eigen::Index(system.gaps.size()));
    double left = h;
    for (int events = 0; result && left > 1e-14 * h; ++events) left -= advance(system, now, left, h, events, result);
    if (result) {
      now.t = from.t + h;
      to = std::move(now);
    }
    return result;
  }

 private:
  // to the next event or the end of `h`, what is left of the step; returns the time used
  double advance(const System& system, NonsmoothState& now, double h, double step, int events,
                 NonsmoothResult& result) const {
    std::vector<int> closed = closed_contacts(system, now.q, options_.gap_tolerance);
    // a closed contact that approaches collides here and now
    if (options_.locate_collisions && fastest_approach(system, now.q, now.v, closed) > rest_tolerance)
      collide(system, now, closed, step, result);
    if (!result) return h;

    const bool patient = events < event_limit;
    if (options_.locate_collisions && patient)
      std::erase_if(closed, [&](int i) {
        return system.gaps[i].normal(now.q).dot(now.v) > std::max(rest_tolerance, options_.leaving_tolerance);
      });
    if (options_.locate_transitions && patient) {
      const double used = advance_in_mode(system, now, h, closed, result);
      if (used > 0.0 || !result) return used > 0.0 ? used : h;
    }
    LcpBasis* basis = reuse(now, closed);
    const PlainStep trial = solve_step(system, now, h, closed, basis, result, h >= step);
    if (!result) return h;
    const Event event =
        options_.locate_collisions && patient ? first_collision(system, now, trial, h, closed) : Event{};
    if (event.fraction >= 1.0) {
      accept(now, trial, h, closed);
      return h;
    }
    return meet(system, now, trial, h, step, event.fraction, closed, result);
  }

  PlainStep solve_step(const System& system, const NonsmoothState& now, double h, std::span<const int> closed,
                       LcpBasis* basis, NonsmoothResult& result, bool whole = false) const {
    VelocityScheme scheme = scheme_;
    if (!whole) scheme.joint_stabilisation = 0.0;  // g over what is left of a step would be a kick
    PlainStep trial = plain_step(system, scheme, now, h, closed, basis);
    result.work.force += scheme_.implicit_forces ? 2 : 1;
    ++result.work.mass, ++result.work.factorisations, ++result.work.lcps;
    result.work.pivots += trial.pivots, result.work.reused += trial.reused;
    result.status = trial.status;
    return trial;
  }

  // keep the basis only while the same contacts are closed
  static LcpBasis* reuse(NonsmoothState& now, const std::vector<int>& closed) {
    if (now.basis_contacts != closed) now.basis.clear(), now.basis_contacts = closed;
    return &now.basis;
  }

  void accept(NonsmoothState& now, const PlainStep& trial, double h, std::span<const int> closed) const {
    now.weighted = scheme_.alpha * trial.v + (1.0 - scheme_.alpha) * now.v;
    now.q = trial.q, now.v = trial.v;
    now.t += h;
    for (std::size_t c = 0; c < closed.size() && Eigen::Index(c) < trial.normal.size(); ++c)
      now.normal[closed[c]] += trial.normal[Eigen::Index(c)];
  }

  // an open contact that the trial leaves behind the surface
  Event first_collision(const System& system, const NonsmoothState& now, const PlainStep& trial, double h,
                        std::span<const int> closed) const {
    Event event;
    for (int i = 0; i < int(system.gaps.size()); ++i) {
      if (std::find(closed.begin(), closed.end(), i) != closed.end()) continue;
      const GapModel& model = system.gaps[i];
      const double end = model.gap(trial.q);
      if (end >= -options_.gap_tolerance) continue;
      const double root =
          cubic_root(model.gap(now.q), h * model.normal(now.q).dot(now.v), end, h * model.normal(trial.q).dot(trial.v));
      if (root < event.fraction) event = {root, i};
    }
    return event;
  }

  double meet(const System& system, NonsmoothState& now, const PlainStep& trial, double h, double step, double fraction,
              std::span<const int> closed, NonsmoothResult& result) const {
    PlainStep part = trial;
    if (scheme_.dense_hermite) {
      for (Eigen::Index k = 0; k < now.q.size(); ++k)
        part.q[k] = cubic(now.q[k], h * now.v[k], trial.q[k], h * trial.v[k], fraction);
      part.v = (1.0 - fraction) * now.v + fraction * trial.v;
      part.normal *= fraction;
    } else if (fraction > 0.0) {
      part = solve_step(system, now, fraction * h, closed, nullptr, result);
      if (!result) return h;
    } else {
      part.q = now.q, part.v = now.v, part.normal.setZero();
    }
    accept(now, part, fraction * h, closed);
    // everything that touches takes part; the located contact is a rounding away from zero
    const double touching = std::max(options_.gap_tolerance, 1e-9 * h);
    collide(system, now, closed_contacts(system, now.q, touching), step, result);
    return fraction * h;
  }

  // Restitution ends where a bounce would be over within the step: below h times the normal acceleration that presses
  // the contact, and below what the normal's own turning makes of the velocity in a step. Otherwise a ball at rest hops
  // for ever, and what slides along a curve hops at every step: the smaller the step, the more bounces.
  static std::vector<int> too_slow_to_bounce(const System& system, const NonsmoothState& now,
                                             const std::vector<int>& closed, double h) {
    std::vector<int> slow;
    if (closed.empty()) return slow;
    Vector a, lambda;
    if (solve_acceleration(system, now.t, now.q, now.v, a, lambda) != StepStatus::done) return slow;
    for (int i : closed) {
      const GapModel& model = system.gaps[i];
      const Vector normal = model.normal(now.q);
      const double turning = model.normal_rate(now.q, now.v), pressing = -(normal.dot(a) + turning);
      if (-normal.dot(now.v) < h * (std::max(0.0, pressing) + std::abs(turning))) slow.push_back(i);
    }
    return slow;
  }

  void collide(const System& system, NonsmoothState& now, const std::vector<int>& closed, double h,
               NonsmoothResult& result) const {
    const std::vector<int> plastic = too_slow_to_bounce(system, now, closed, h);
    const ImpactResult impact = resolve_impact(system, now.q, now.v, closed,
                                               {.law = options_.law, .edges = options_.edges, .plastic = plastic});
    result.status = impact.status;
    ++result.work.collisions, result.work.lcps += 2, result.work.pivots += impact.pivots;
    if (!result) return;
    for (std::size_t c = 0; c < closed.size(); ++c) now.normal[closed[c]] += impact.normal[Eigen::Index(c)];
  }

  // With closed contacts held in their modes the step is smooth. If the LCP's answer breaks a mode, the instant is
  // found where slip, cone or normal force reach zero, and the step ends there. Returns 0 where nothing changes.
  double advance_in_mode(const System& system, NonsmoothState& now, double h, const std::vector<int>& closed,
                         NonsmoothResult& result) const {
    const std::vector<int> resting = resting_contacts(system, now.q, now.v, closed, rest_tolerance);
    if (resting.empty()) return 0.0;
    const Modes modes = decide_modes(system, now.t, now.q, now.v, resting, rest_tolerance);
    if (modes.status != LcpStatus::solved || modes.active.empty()) return 0.0;
    const System held = with_contacts(system, modes.active);
    std::vector<int> open;
    const PlainStep end = solve_step(held, now, h, open, nullptr, result);
    if (!result) return h;
    const double after = margin(system, held, modes.active, now.t + h, end.q, end.v);
    if (after >= 0.0 || first_collision(system, now, end, h, resting).fraction < 1.0) return 0.0;
    const double before = margin(system, held, modes.active, now.t, now.q, now.v);
    if (before <= 0.0) return 0.0;

    // the step itself is shortened until the margin vanishes: false position with Illinois weights
    double low = 0.0, high = h, at_low = before, at_high = after, used = h;
    PlainStep part = end;
    for (int round = 0; round < 60 && high - low > 1e-15 * h; ++round) {
      used = (low * at_high - high * at_low) / (at_high - at_low);
      part = solve_step(held, now, used, open, nullptr, result);
      if (!result) return h;
      const double value = margin(system, held, modes.active, now.t + used, part.q, part.v);
      if (std::abs(value) <= 1e-3 * rest_tolerance) break;
      if (value > 0.0)
        low = used, at_low = value, at_high *= 0.5;
      else
        high = used, at_high = value, at_low *= 0.5;
    }
    accept(now, part, used, open);
    ++result.work.transitions;
    return used;
  }

  // the smallest of: slip along its sign (sliding), μN − |T| (sticking), N; negative once a mode is broken
  static double margin(const System& system, const System& held, std::span<const ActiveContact> active, double t,
                       const Vector& q, const Vector& v) {
    Vector a, lambda;
    if (solve_acceleration(held, t, q, v, a, lambda) != StepStatus::done) return -1.0;
    double smallest = 1e300;
    int row = system.constraints;
    for (const ActiveContact& contact : active) {
      const GapModel& model = system.gaps[contact.gap];
      const double normal = lambda[row++];
      smallest = std::min(smallest, normal);
      if (contact.mode == ActiveContact::Mode::sticking)
        smallest = std::min(smallest, model.friction * normal - std::abs(lambda[row++]));
      else if (contact.mode == ActiveContact::Mode::sliding) {
        const double slip = contact.slide_sign * model.tangent(q).dot(v);
        smallest = std::min(smallest, slip);
      }
    }
    return smallest;
  }

  std::string_view name_;
  VelocityScheme scheme_;
  NonsmoothOptions options_;
};

}  // namespace

std::unique_ptr<NonsmoothIntegrator> make_velocity_method(std::string_view name, const VelocityScheme& scheme,
                                                          const NonsmoothOptions& options) {
  return std::make_unique<VelocityMethod>(name, scheme, options);
}

}  // namespace spook::reference
