// The smooth experiments, one maker each; smooth_experiments.cpp lists them.
#pragma once

#include "scenarios/papers/experiment.h"

namespace spook::papers {

Experiment four_bar_orders();
Experiment slider_crank_orders();
Experiment dopri5_order();
Experiment thesis_table_3_3();
Experiment thesis_figure_3_3();
Experiment thesis_table_3_5();
Experiment dense_output_orders();
Experiment printed_formulas();
Experiment drift_stabilisation();
Experiment system_check();
Experiment performance_profiles();
Experiment forms_and_families();

}  // namespace spook::papers
