#include "scenarios/papers/paper_pages.h"

#include <array>
#include <sstream>

namespace spook::papers {

namespace {

using enum State;

constexpr PaperItem trapezoidal[] = {
    {"Table I", "double pendulum against a wall: E, Θ1, Θ2 at seven steps", partly,
     "all 21 entries judged to the printed digits; E is up to 4 % off", "double_pendulum_wall"},
    {"Table II", "stick–slip block, scheme I (70)", partly,
     "four of six entries; one is printed cut short, and the last is not the scheme's, by 31 digits", "stick_slip"},
    {"Table III", "stick–slip block, scheme II (68)", reproduced, "all six entries to the printed digits",
     "stick_slip"},
    {"Fig. 2", "a figure that this project has never seen", not_reproducible,
     "neither the picture nor its data were available", ""},
    {"Fig. 4", "the block's motion, with (68)", reproduced, "drawn with (70) and (68)", "stick_slip"},
    {"Figs 6, 7", "two carts: energy and constraint with a stiff damper, a stiff spring", partly,
     "curves drawn and the energy judged; numbers are not printed", "two_carts"},
    {"(9), (15), (28), (67)", "stiffness term of k̃", misprinted,
     "(h/2) k_q v where h k_q v belongs: first order, gains energy", "printed_schemes"},
    {"(14)", "mass at the middle", misprinted, "first form swaps the arguments", "printed_schemes"},
    {"10.1, Θ1 and signs of E1, E2", "definition of the joint errors", misprinted,
     "x2² for y1²; the table has the opposite sign", "double_pendulum_wall"},
    {"9.1, k_v = F", "Coriolis forces", misprinted, "order 1 for quadratic forces; 2F keeps order 2",
     "printed_schemes"},
    {"(72), ε_a and ε_b", "which contacts count as closed", reproduced,
     "both are options of the methods; ε_b = 0 and 1 give the same table", "double_pendulum_wall"},
    {"(99)–(100)", "approximate Jacobian and its price", partly,
     "springs without the part that turns, which is our reading of them: first order for second",
     "approximate_jacobian"},
    {"any step is solvable", "and where that fails", reproduced,
     "with the approximate Jacobian at every step; with the exact one beyond 2/√(γ (l₀/l − 1)) it is not",
     "approximate_jacobian"},
    {"7.1", "a ball between closing walls", reproduced,
     "solvable exactly where the walls do not close, with friction and without; infeasibility is proven otherwise",
     "solvability"},
    {"Theorem 9.1", "energy bound with a Coriolis term", partly,
     "without one two_carts; with one the gain is measured on a free point in polar coordinates, without the theorem's "
     "own bound, which was not available",
     "joints_and_energy"},
    {"order with nonlinear joints", "open in the paper", reproduced,
     "our figure, on the four-bar linkage: 2 with form (68)", "joints_and_energy"},
    {"stabilisation inside the LCP", "joint drift of centimetres on rods of 1 m", reproduced,
     "`joint_stabilisation`: drift of the order that one step adds, 3 for 2 with (68) and 2 for 1 with (70)",
     "joints_and_energy"},
    {"contact filter", "Lemke's times before and after", partly,
     "contacts that others imply are filtered out, its own rule and times were not available; ours on a face of n × n "
     "contacts, the rover and both pawls",
     "contact_filter"},
    {"Fig. 8", "a pawl goes into its hole", partly,
     "one of 2.3 mm with curved sides, `spook-lab run odd_hole --param small=1 --stepper …`; the figure itself was not "
     "available",
     "contact_filter"},
    {"rover", "with its arm moving, over rough terrain", partly,
     "`spook-lab run rover --param arm=0.5 --stepper …`, by three methods; the paper's rover is another",
     "contact_filter"},
};

constexpr PaperItem thesis[] = {
    {"Tables 3.2, 3.3", "four-bar linkage under step control", partly,
     "every cell judged; PHEM56 and α velocity close; RKF's drifts contradict its counts by theory, α position follows "
     "a ρ∞ and a rule of growth that are not printed, HEM5's counts contradict themselves",
     "thesis_table_3_3"},
    {"Table 3.4, Fig. 3.3", "rigid slider-crank", misprinted, "data inconsistent: G v0 = 2; l2 = 2 is used",
     "thesis_figure_3_3"},
    {"Table 3.5, Fig. 3.5", "elastic slider-crank under step control", partly,
     "every cell judged; RKF at coarse tolerances has two regimes, and ours is the other one", "thesis_table_3_5"},
    {"Tables 3.6–3.8, Figs 3.6–3.16", "a set of industrial mechanisms, performance profiles ρ_s(τ)", partly,
     "the mechanisms are not published; profiles stand over eighteen of our own: planar, in space, scenes of the "
     "library, "
     "a rotating beam",
     "performance_profiles"},
    {"Table 4.1, Figs 4.2–4.4", "column of three balls", not_reproducible,
     "masses, heights, restitution and end time are not printed; a column of our own stands in under the thesis' "
     "hybrid, "
     "unjudged",
     "three_balls"},
    {"Table 4.2", "slider-crank with clearance: average steps", not_reproducible,
     "parameters and end time are not printed; the thesis' hybrid is judged with those of Siconos' example, and misses",
     "slider_crank_clearance"},
    {"Figs 4.6, 4.14–4.17", "work and motion of chapter 4's examples", partly,
     "work and motion drawn, panels are not the original ones", "slider_crank_clearance"},
    {"4.3.3.4, (4.31)–(4.40)", "bead over the edge of a parabola", misprinted,
     "Jacobians and Hessians of both sides interchanged in (4.38)", "parabola_edges"},
    {"the hybrid, h* = h^{p+1}, plain Moreau–Jean", "chapter 4's method", reproduced,
     "every event is stepped over by plain Moreau–Jean from h* on. We go back to events once nothing approaches; when "
     "the thesis does was not available. Ours, which closes accumulations by one impact, stands beside it",
     "three_balls"},
    {"Prop. 4.2.5", "order across an event", reproduced,
     "measured with RATTLE and RK4 for h* = h^k: h* = h^{p+1} keeps the order", "order_across_events"},
    {"(2.75), (2.76), (2.85), (2.90), (2.118)–(2.125)", "generalised-α and step control", misprinted,
     "corrected as the data file says; (2.75) is measured", "printed_formulas"},
    {"(2.138)", "velocities inside a step of HEM5", misprinted, "order 2; the right stage gives 5", "dense_output"},
    {"(2.141)", "multipliers inside a step", misprinted, "prints Λ₉ for Λ₁₀: order 1; with Λ₁₀ 3",
     "forms_and_families"},
    {"(3.7)", "mass of the slider-crank", misprinted, "0.5 m₂ for 0.25 m₂", "printed_formulas"},
    {"Appendix A", "tableaux of Runge–Kutta", misprinted, "five coefficients wrong; each costs its order",
     "printed_formulas"},
    {"Figs 2.4, 2.6", "drift, stabilisation", partly, "Baumgarte and projection drawn on the four-bar",
     "drift_stabilisation"},
    {"Newmark, HHT, GGL, null-space, Udwadia–Kalaba", "methods and forms of chapter 2", reproduced,
     "orders on the four-bar linkage; the forms agree to rounding, also where constraints are redundant",
     "forms_and_families"},
    {"nonsmooth generalised-α", "stepping with a smooth part of second order", reproduced,
     "`nonsmooth-alpha`: second order between impacts, first across them", "order_across_events"},
    {"Glocker's C⁰ laws", "contact at the kinks of a boundary", partly,
     "a corner's normal cone: Newton's law for both sides at once is Moreau's projection; the laws as printed were not "
     "available",
     "parabola_edges"},
    {"second-order cone beside polyhedral", "friction in space", partly,
     "round cone in impacts, Moreau–Jean and event-driven stepping; 3 to 64 edges compared", "friction_cone"},
};

constexpr PaperItem lcp_paper[] = {
    {"Theorems 2.3, 5.1", "solvability of copositive LCPs", reproduced,
     "the step's matrices are copositive by an exact test; Lemke solves what the theorem's condition admits, and "
     "proves "
     "the rest infeasible; both LCPs of Poisson's law",
     "solvability"},
    {"Lemma 3.1", "a step of the proof", not_reproducible, "its statement was not available", ""},
    {"Glocker–Pfeiffer's counterexample", "no solution at acceleration level", not_reproducible,
     "its data were not available; Painlevé's rod stands for it", "painleve"},
    {"compression and decompression", "Poisson's law by two LCPs", reproduced,
     "`poisson` bounds friction by what the second LCP adds; `poisson_shared`, ours, counts e ν_c too",
     "decompression"},
    {"staggering", "which velocity moves the positions", reproduced,
     "`anitescu-potra`: q⁺ = q + h v⁺ with the LCP at q; `anitescu-potra-ahead`: the LCP at q + h v. One leapfrog: a "
     "unit "
     "test shows them equal, positions paired a step apart",
     "double_pendulum_wall"},
};

constexpr PaperItem spook_paper[] = {
    {"Figs 2, 3", "SHAKE's equations without a root", reproduced, "on a pendulum, by closed form and by our SHAKE",
     "spook_penalties"},
    {"Fig. 5", "stiff penalties in Cartesian coordinates, ε 1e-4 … 1e-10; midpoint goes unstable", partly,
     "the same four methods and compliances; start and step of the figure were not available", "spook_penalties"},
    {"Fig. 6", "bouncing ball, with Fetecau's variational reference", partly,
     "engine, closed form, variational collisions and the engine without its impact stage; the print's axes "
     "were not available",
     "spook_bouncing_ball"},
    {"Figs 8–10", "residual a sweep to 1000 sweeps", partly,
     "drawn to 1000 sweeps on scenes of ours; the paper's gravity and piles are not those", "spook_relaxation_logs"},
    {"Fig. 12", "joint violation of the wheel loader", partly, "our loader, all its constraints", "spook_loader"},
    {"Fig. 13", "residuals of sweeps and direct solves on the loader, never more than 10 %", partly,
     "drawn on our loader with the published stepper and ours; 10 % judged in both readings, and missed",
     "spook_loader_residuals"},
    {"Fig. 14", "error against the step on the loader, 1/30 … 1/480 s", partly,
     "joint violation of our loader, order 2 once joints are stiff enough; published at 1/30 s explodes",
     "spook_loader_steps"},
    {"times", "8 … 22 ms solver, 1.5 ms collision", partly,
     "ours beside them, without a bar: other machine, other loader", "spook_loader"},
    {"five failures", "direct solves that do not end", partly,
     "ours counts its own under `preset: published`; each departure has a row, and line search removes them all",
     "spook_loader_failures"},
    {"(78)", "symmetrised friction", partly,
     "μ σ in the normal's row, the usual form, on a puck against closed forms; the paper's own formula was not "
     "available",
     "spook_symmetrised"},
    {"smoothed complementarity", "variant of the contact law", partly,
     "ν s = κ, the usual form, against closed forms and the LCP; the paper's own formula was not available",
     "spook_smoothed_complementarity"},
    {"nonlinear ghost potentials", "Hertz: a cradle's outcome depends on the exponent", partly,
     "the sentence as a run: five balls, exponents 1 to 5", "spook_cradle"},
    {"(3)", "discrete action", misprinted, "lacks the factor h", ""},
    {"(6)", "discrete equations of motion", misprinted, "known to be wrong; how was not available", ""},
    {"(71)", "compliance of the impact stage", misprinted, "prints Φ where T is meant", "spook_bouncing_ball"},
    {"P₀ ⊊ P", "classes of matrices", misprinted, "the inclusion goes the other way: 0 is in P₀ and not in P", ""},
    {"ρ(K)", "spectral radius", misprinted, "known to be wrong; no number here depends on it", ""},
};

constexpr PaperItem convergence[] = {
    {"(4.4)", "the (α, γ) scheme", reproduced,
     "`alpha-gamma` takes gradients at q_l as printed; ours, with gradients at q_l + γ h v, is `alpha-gamma-centred`",
     "weighted_velocity"},
    {"(4.5)", "Coriolis part of k̃", misprinted, "does not converge as printed", "printed_schemes"},
    {"9.1", "joint with a wrong velocity", reproduced, "2 ε T/h to rounding", "weighted_velocity"},
    {"9.2", "the block's velocity oscillates, the weighted one does not", reproduced,
     "drawn; variations judged against closed form and another implementation", "weighted_velocity"},
    {"Fig. 9.1", "velocities over the whole run", reproduced, "drawn at full length, and a window of it",
     "weighted_velocity"},
    {"intermediate α", "variation of v between ½ and 1", reproduced,
     "seven values against the closed form; the block's variation at α = ½, ¾, 1", "convergence_conditions"},
    {"uniform grid", "condition of the theorem", reproduced,
     "broken by alternating and random steps: the block converges all the same", "convergence_conditions"},
    {"pointed cones", "condition of the theorem", reproduced,
     "broken by opposed contacts: reactions are not bounded, the velocity does not see it", "solvability"},
};

constexpr PaperPage all[] = {
    {"000: Potra, Anitescu, Gavrea, Trinkle 2006, linearly implicit trapezoidal method", trapezoidal},
    {"001: thesis, half-explicit methods, events and time stepping", thesis},
    {"002: Anitescu, Potra 1997, solvable complementarity problems", lcp_paper},
    {"003: Lacoursière, Linde, SPOOK", spook_paper},
    {"004: Gavrea, Anitescu, Potra 2008, convergence of semi-implicit schemes", convergence},
};

struct ChangedBar {
  const char *experiment, *row, *before, *now, *why;
};

constexpr ChangedBar bars[] = {
    {"double_pendulum_wall", "E", "within 10 %", "to the printed digits", "a table is reproduced when its digits are"},
    {"double_pendulum_wall", "Θ1, Θ2", "none", "to the printed digits", "printed, and not judged"},
    {"double_pendulum_wall", "ratio", "4 ± 0.3, under \"published\"", "order 2 ± 0.1, our check",
     "theory, not printed"},
    {"stick_slip", "Table II", "≥ 5 of 6", "each of the six, to the printed digits", "the bar came from the run"},
    {"stick_slip", "Table III", "≥ 6 of 6 in one row", "each of the six", "every listed cell is a row"},
    {"weighted_velocity", "9.2 variations", "2.1576 and 0.27922 as \"published\"; 2 %",
     "another implementation's and closed form's; 1 % = h", "the paper prints no number"},
    {"two_carts", "|x2 − x1 − 5|", "factors 0.2 and 1e-3", "in proportion to 1/δ, within a factor of 2", "from theory"},
    {"two_carts", "|x1 − 0.2|", "factors 0.3 and 0.7; then ≤ v₀/√γ", "≤ √(2 E₀/γ)",
     "energy, from theory; v₀/√γ left out the second cart, and is not kept by any step: 0.0306 at h = 1e-3 and 1e-4"},
    {"two_carts", "δ = 1e6, x1", "exempt", "within h of the event-driven run, with ε_b = 0",
     "exempting hid a miss; (72) prints ε_b"},
    {"two_carts", "x1, x2 at T", "0.199955899 as \"published\"", "another implementation's", "no paper prints it"},
    {"three_balls", "Table 4.1", "≤ 1e-8", "shown", "could not fail, and the problem is another"},
    {"three_balls", "hybrid against Moreau–Jean", "PHEM56, another h_min, error before the accumulation",
     "HEM5, h_min 5e-7, error after it", "as in the thesis"},
    {"slider_crank_clearance", "Table 4.2", "shown", "within 10 %", "printed, and not judged"},
    {"slider_crank_clearance", "hybrid against Moreau–Jean", "fewer evaluations at every tolerance, missed at 1e-2",
     "fewer for Moreau–Jean's smallest error",
     "no paper says the former, and at one tolerance the two solve different things: at 1e-2 one steps over the "
     "impacts "
     "and is 0.4 off"},
    {"slider_crank_clearance", "crank angle with friction", "none", "18.08368 to 1e-5", "the hybrid's limit was wrong"},
    {"thesis_table_3_3, _3_5", "steps, drifts", "30 of 99 cells, at tolerances the run met",
     "every cell: 10 % of counts, 20 % of drifts", "bars followed the run"},
    {"thesis_table_3_3", "RKF's drift", "printed only", "N⁴ |ġ1| by theory too", "to tell print from run"},
    {"thesis_table_3_3, _3_5", "order of work", "without RKF and α position", "all five",
     "who is left out was chosen after"},
    {"thesis_table_3_3, _3_5", "order \"at the thesis' price\"", "judged", "gone", "circular"},
    {"thesis_table_3_3", "RKF's drift", "printed only", "N⁴ |ġ1| by theory too", "to tell print from run"},
    {"thesis_table_3_3, _3_5", "order of work", "runs 97 rad off counted", "left out and named", "they solve nothing"},
    {"printed_formulas", "Table 3.4", "2 as \"published\"", "0: printed as compatible, missed", "the print says 0"},
    {"orders_*", "dopri5", "exempt above its order; then missed on the four-bar in double precision",
     "5 ± 0.2, on the four-bar with 31 digits (dopri5_order)",
     "exempting hid a miss; that miss was double precision's: 5.9 until rounding, 5.0 with more digits"},
    {"spook_penalties", "implicit midpoint", "gains energy, or its iteration does not converge", "gains energy",
     "a solver that gives up shows no instability"},
    {"spook_relaxation_*", "residual after 60 sweeps", "< 1, \"falls\"", "1000 sweeps, shown",
     "the paper says all fail to converge"},
    {"spook_bouncing_ball", "apexes, e = 0.8",
     "four apexes within 2 % of the drop; then all within 2 % of themselves, missed by 2 to 80 %",
     "each within what impacts up to a step early allow; the engine equal to its method written out; the error's fall "
     "with the step",
     "the bar asked of 60 Hz what impacts of first order cannot give; how far each is from the motion stands beside "
     "it"},
    {"spook_bouncing_ball", "apexes, e = 1", "0.99994 as \"published\"; ≤ 1.0001, ≥ 0.98; then ≥ 1 − g h²/8, missed",
     "≤ 1 and (1 + g h²/8)(1 − 4 n T m) − g h²/8", "a prototype's number; the impact's own compliance T was left out"},
    {"spook_loader", "failures, violation", "0 and 1e-4 m as \"published\"", "printed: five and about 1e-3; ours apart",
     "the paper has other numbers"},
    {"spook_loader, _failures", "direct solves that failed", "0 at the default effort", "0, each solved to its end",
     "at the default effort solves are cut off since: 543 in ten seconds, shown"},
    {"spook_loader_residuals", "residual, 10 %", "not judged", "≤ 10 % at every step, in two readings, missed",
     "printed, and not judged"},
    {"three_balls", "error at t = 0.6", "against a column at rest", "against our hybrid at 1e-12; 1e-8, 10 h_min, 1e-4",
     "the third ball still bounces then"},
    {"slider_crank_clearance", "Table 4.2, hybrid", "our hybrid", "the thesis' hybrid", "the name is the thesis'"},
    {"two_carts and all frictional runs", "Poisson's law", "friction of decompression ≤ μ (e ν_c + x)",
     "≤ μ x under the printed name", "methods as printed"},
    {"spook_pendulum", "implicit midpoint", "\"kept\"", "printed: can go unstable; not comparable",
     "the paper says so"},
};

std::string cell(const char* text) {
  std::string result = *text ? text : "–";
  for (std::size_t at = 0; (at = result.find('|', at)) != std::string::npos; at += 2) result.replace(at, 1, "\\|");
  return result;
}

}  // namespace

const char* word(State state) {
  switch (state) {
    case reproduced:
      return "reproduced";
    case partly:
      return "in part";
    case misprinted:
      return "printed wrongly";
    case not_reproducible:
      return "not reproducible";
    case not_yet:
      return "not done";
  }
  return "";
}

std::span<const PaperPage> pages() {
  return all;
}

std::string paper_pages() {
  std::ostringstream out;
  out << "## A page a paper\n\nWhat each paper shows and how it stands here. The papers' "
         "full texts were not available to this project: the lists follow extracts and tables of them, and what those "
         "leave out is missing here too.\n\n";
  for (const PaperPage& page : all) {
    std::array<int, 5> count{};
    for (const PaperItem& item : page.items) ++count[std::size_t(item.state)];
    out << "### " << page.title << "\n\n";
    for (const State state : {reproduced, partly, misprinted, not_reproducible, not_yet})
      out << count[std::size_t(state)] << " " << word(state) << (state == not_yet ? ".\n\n" : ", ");
    out << "| item | shows | state | how | experiment |\n| --- | --- | --- | --- | --- |\n";
    for (const PaperItem& item : page.items)
      out << "| " << cell(item.what) << " | " << cell(item.content) << " | " << word(item.state) << " | "
          << cell(item.how) << " | " << cell(item.experiment) << " |\n";
    out << "\n";
  }
  return out.str();
}

std::string changed_bars() {
  std::ostringstream out;
  out << "## Bars that changed\n\nWhen printed numbers and checks of ours were set apart, every row was looked at "
         "again. "
         "These bars changed; the others stayed and became \"our check\".\n\n"
         "| experiment | row | before | now | why |\n| --- | --- | --- | --- | --- |\n";
  for (const ChangedBar& bar : bars)
    out << "| " << cell(bar.experiment) << " | " << cell(bar.row) << " | " << cell(bar.before) << " | " << cell(bar.now)
        << " | " << cell(bar.why) << " |\n";
  out << "\n";
  return out.str();
}

}  // namespace spook::papers
