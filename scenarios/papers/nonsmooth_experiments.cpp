// The list of nonsmooth experiments: contact, friction, impacts, events.
#include "scenarios/papers/nonsmooth_families.h"

namespace spook::papers {

std::vector<Experiment> nonsmooth_experiments() {
  return {
      {"double_pendulum_wall", "Potra, Anitescu, Gavrea, Trinkle 2006, 10.1, Table I",
       "A double pendulum strikes a wall five times: second order with the collisions located",
       double_pendulum_against_wall},
      {"stick_slip", "Potra et al. 2006, 10.2, Tables II and III",
       "A block under 8 cos t sticks and slips: both friction forms, without and with the transitions located",
       stick_slip},
      {"two_carts", "Potra et al. 2006, 10.3, Figures 6 and 7",
       "Two carts with a damper and a spring made stiffer until they are links", two_carts_stiff},
      {"weighted_velocity", "Gavrea, Anitescu, Potra 2008, 9.1 and 9.2",
       "The velocity oscillates, the weighted velocity has bounded variation", weighted_velocity},
      {"printed_schemes", "Potra et al. 2006 and Gavrea et al. 2008",
       "What the misprinted formulas do, beside the corrected ones", printed_schemes},
      {"approximate_jacobian", "Potra et al. 2006, (99)–(100)",
       "Springs without the part of their Jacobian that turns: any step solvable, and the price", approximate_jacobian},
      {"joints_and_energy", "Potra et al. 2006, 9.1 and what it leaves open",
       "Order with nonlinear joints, stabilisation inside the LCP, energy with Coriolis forces", joints_and_energy},
      {"contact_filter", "Potra et al. 2006, contact filter",
       "Redundant contacts filtered out before Lemke's method: its times before and after", contact_filter},
      {"convergence_conditions", "Gavrea, Anitescu, Potra 2008",
       "Between α = ½ and 1, and steps that are not all alike", convergence_conditions},
      {"order_across_events", "thesis 4.2, Proposition 4.2.5",
       "How short the step across an event must be; nonsmooth generalised-α", order_across_events},
      {"three_balls", "thesis 4.3.1, Table 4.1", "A column of three balls through its accumulation point",
       three_balls_chain},
      {"slider_crank_clearance", "thesis 4.3.2, Table 4.2",
       "Slider with clearance: hybrid against adaptive Moreau–Jean, work and precision", slider_crank_with_clearance},
      {"parabola_edges", "thesis 4.3.3.4, both examples", "A bead over the edge between a parabola and a plane",
       parabola_edges},
      {"painleve", "Painlevé 1895", "A sliding rod in the paradox region: which branch each scheme takes",
       painleve_paradox},
      {"friction_cone", "Anitescu, Potra 1997", "A polyhedral friction cone with any number of edges", friction_cone},
      {"solvability", "Anitescu, Potra 1997, Theorems 2.3 and 5.1; Potra et al. 2006, 7.1",
       "Copositive matrices, when Lemke's method ends at a solution, and a ball between closing walls", solvability},
      {"decompression", "Anitescu, Potra 1997", "Poisson's law by two LCPs: the printed friction bound beside ours",
       decompression_bounds},
      {"lcp_solvers", "Cottle, Pang, Stone; Lemke 1965",
       "Random complementarity problems of every class: who solves them, in how many pivots", complementarity_solvers},
  };
}

}  // namespace spook::papers
