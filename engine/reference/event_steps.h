// The smooth steps of event-driven stepping: one with its error, and one that ends at an edge.
#pragma once

#include "engine/reference/event_roots.h"

namespace spook::reference {

// one step with dense output and an error: the integrator's own, or that of halved steps; false: it failed
bool attempt_step(const SmoothIntegrator& integrator, const System& held, const SmoothState& from, double h,
                  SmoothState& to, DenseOutput& dense, double& error, Work& work);

// A step across an edge mixes both sides, its dense output too: shorter steps that end at the edge see only this side.
// Returns the length of the last one, and its end in q and v.
double step_to_edge(const SmoothIntegrator& integrator, const System& held, const GapModel& model,
                    const SmoothState& from, double guess, Vector& q, Vector& v, Work& work);

}  // namespace spook::reference
