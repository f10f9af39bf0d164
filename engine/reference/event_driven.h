// Event-driven stepping over any smooth integrator, and two hybrids with Moreau–Jean: ours and the thesis'
// (numerics §8, thesis chapter 4).
//   I₀ all contacts ⊃ I₁ closed ⊃ I₂ closed with zero normal velocity; of I₂ the acceleration-level LCP keeps those
//   that press, and says which stick and which slide. Between events these are bilateral rows of a smooth system.
#pragma once

#include "engine/reference/adaptive_stepping.h"
#include "engine/reference/integrator.h"

namespace spook::reference {

enum class EventKind { impact, take_off, stick, slip, edge, closing, to_stepping, to_events };
const char* name_of(EventKind kind);

struct Event {
  double t = 0.0;
  EventKind kind = EventKind::impact;
  int gap = -1;
  double velocity = 0.0;  // impacts: normal velocity before
};

enum class Hybrid {
  off,
  // accumulations are closed by one impact; edges and instants without a consistent mode are stepped over by
  // Moreau–Jean
  closing,
  // the thesis': every event is stepped over by plain Moreau–Jean from h* = h^{p+1} on, p the integrator's order, with
  // halved steps until no contact approaches any more
  thesis
};

struct EventOptions {
  double tolerance = 1e-6, safety = 0.9;
  double first_step = 1e-3, smallest_step = 5e-7, largest_step = 0.05, largest_growth = 5.0;
  ImpactLaw law = ImpactLaw::newton;
  double gap_tolerance = 1e-12, velocity_tolerance = 1e-10;
  long event_limit = 100000, step_limit = 5000000;
  // plain: impacts closer than this are an accumulation, and the run ends there
  double shortest_interval = 5e-7;
  Hybrid hybrid = Hybrid::off;
  // Closing: a contact that bounces again and again counts as closed once its bounces rise less than this share of the
  // tolerance: its last impact takes the rest of the normal velocity, with the friction impulse that goes with it.
  double closing_share = 0.1;
};

enum class EventStatus { done, accumulation, no_mode, failed, limit };
const char* name_of(EventStatus status);

struct EventReport {
  EventStatus status = EventStatus::done;
  double t_end = 0.0;
  long accepted = 0, rejected = 0;  // smooth steps
  SteppingReport stepping;          // the Moreau–Jean part
  long impacts = 0, take_offs = 0, transitions = 0, edges = 0, closings = 0, switches = 0;
  Work work;
  Vector largest_violation;  // −gap a contact, over the accepted states
  std::vector<Event> events;
};

// stepping: the state comes from Moreau–Jean
using EventObserver = std::function<void(double t, const Vector& q, const Vector& v, bool stepping)>;

EventReport integrate_events(const System& system, const SmoothIntegrator& integrator, SmoothState& state, double t_end,
                             const EventOptions& options, const EventObserver& observer = {});

}  // namespace spook::reference
