// The list of smooth experiments: integrators on mechanisms without contact.
#include "scenarios/papers/smooth_list.h"

namespace spook::papers {

std::vector<Experiment> smooth_experiments() {
  return {four_bar_orders(),     slider_crank_orders(), dopri5_order(),         thesis_table_3_3(),
          thesis_figure_3_3(),   thesis_table_3_5(),    dense_output_orders(),  printed_formulas(),
          drift_stabilisation(), system_check(),        performance_profiles(), forms_and_families()};
}

}  // namespace spook::papers
