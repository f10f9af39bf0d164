// Moving pictures of the planar mechanisms: bars as boxes in the x–z plane, one lane an integrator.
#pragma once

#include "engine/reference/control.h"
#include "engine/reference/systems.h"
#include "scenarios/papers/experiment.h"

namespace spook::papers {

// integrates with fixed steps and records a frame every frame_time
void animate_four_bar(Animation& animation, const std::string& label, const reference::SmoothIntegrator& integrator,
                      double h);
void animate_slider_crank(Animation& animation, const std::string& label, const reference::SmoothIntegrator& integrator,
                          double h);
// the rod's bending is drawn a hundred times larger than it is
void animate_flexible_crank(Animation& animation, const std::string& label,
                            const reference::SmoothIntegrator& integrator, double h);

}  // namespace spook::papers
