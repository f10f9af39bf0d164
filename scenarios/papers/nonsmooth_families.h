// The nonsmooth experiments, a file a paper or system.
#pragma once

#include "scenarios/papers/experiment.h"

namespace spook::papers {

void double_pendulum_against_wall(const ExperimentContext& context, Report& report);
void stick_slip(const ExperimentContext& context, Report& report);
void two_carts_stiff(const ExperimentContext& context, Report& report);
void weighted_velocity(const ExperimentContext& context, Report& report);
void printed_schemes(const ExperimentContext& context, Report& report);
void three_balls_chain(const ExperimentContext& context, Report& report);
void slider_crank_with_clearance(const ExperimentContext& context, Report& report);
void parabola_edges(const ExperimentContext& context, Report& report);
void painleve_paradox(const ExperimentContext& context, Report& report);
void friction_cone(const ExperimentContext& context, Report& report);
void approximate_jacobian(const ExperimentContext& context, Report& report);
void contact_filter(const ExperimentContext& context, Report& report);
void decompression_bounds(const ExperimentContext& context, Report& report);
void solvability(const ExperimentContext& context, Report& report);
void joints_and_energy(const ExperimentContext& context, Report& report);
void convergence_conditions(const ExperimentContext& context, Report& report);
void order_across_events(const ExperimentContext& context, Report& report);
void complementarity_solvers(const ExperimentContext& context, Report& report);

}  // namespace spook::papers
