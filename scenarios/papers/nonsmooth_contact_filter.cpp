// Potra et al. 2006: a contact filter before Lemke's method. A face of n × n contacts, and steps of the engine's
// scenes, with all their contacts and with those that the others do not imply.
#include <ctime>

#include "engine/reference/contact_filter.h"
#include "engine/reference/step_lcp.h"
#include "scenarios/papers/nonsmooth_families.h"
#include "scenarios/papers/nonsmooth_tools.h"
#include "scenarios/papers/paper_stepper.h"
#include "scenarios/registry.h"

namespace spook::papers {
namespace {

using reference::StepLcpReport;

struct TimedStep {
  StepLcpReport report;
  StepSolution solution;
  double seconds = 0.0;  // processor time
  std::size_t contacts = 0;
  std::string lcp() const {
    return number(1e3 * seconds, 3) + " ms, " + std::to_string(report.largest) + " unknowns, " +
           (report.status == reference::LcpStatus::solved ? std::to_string(report.pivots) + " pivots"
                                                          : name_of(report.status));
  }
};

// by Lemke's method, rigid contacts; `filtered`: the filter's own time counts
TimedStep lemke_step(const StepProblem& problem, bool filtered) {
  TimedStep result;
  const std::clock_t start = std::clock();
  const StepProblem chosen = filtered ? reference::filter_contacts(problem).problem : problem;
  result.report = solve_step_lcp(chosen, *reference::find_step_lcp("anitescu-potra"), result.solution);
  result.seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  result.contacts = chosen.contacts.size();
  return result;
}

StepProblem with_friction(StepProblem problem, double friction) {
  for (ContactRow& contact : problem.contacts) contact.friction = friction;
  return problem;
}

double difference(const TimedStep& one, const TimedStep& other) {
  double largest = 0.0;
  for (std::size_t b = 0; b < one.solution.velocity.size(); ++b)
    largest = std::max(largest, (one.solution.velocity[b] - other.solution.velocity[b]).norm());
  return largest;
}

// a block of 1 kg that falls and slides on a face of n × n contacts, 1 m wide and 0.2 m below its centre
StepProblem sliding_face(int n) {
  StepProblem problem;
  BodyBlock block;
  block.inertia = Vec3(0.1, 0.1, 0.17).asDiagonal();
  block.velocity << 2.0, 0.0, -0.2, 0.0, 0.0, 0.0;
  block.momentum = block.velocity;
  problem.bodies = {block};
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      ContactRow contact;
      contact.body_a = 0, contact.friction = 0.5;
      contact.arm_a = {double(i) / (n - 1) - 0.5, double(k) / (n - 1) - 0.5, -0.2};
      contact.frame << 0, 0, 1, 1, 0, 0, 0, 1, 0;
      problem.contacts.push_back(contact);
    }
  problem.islands = {{0, 1, 0, 0, 0, 0, 0, n * n, false}};
  return problem;
}

void faces(const ExperimentContext& context, Report& report) {
  Table table{"face",
              "A sliding block on n × n contacts: Lemke's LCP of one step, friction of eight edges",
              {"contacts", "all of them", "filtered", "left"},
              {}};
  Trace before, after;
  bool corners = true;
  double smooth = 0.0, rough = 0.0;
  for (int n = 2; n <= (context.fast ? 4 : 9); ++n) {
    context.at(0.06 * n, "face");
    const StepProblem face = sliding_face(n), slippery = with_friction(face, 0.0);
    const TimedStep all = lemke_step(face, false), few = lemke_step(face, true);
    corners = corners && few.contacts == 4;
    smooth = std::max(smooth, difference(lemke_step(slippery, false), lemke_step(slippery, true)));
    rough = std::max(rough, difference(all, few));
    before.add(n * n, 1e3 * all.seconds), after.add(n * n, 1e3 * few.seconds);
    table.rows.push_back({std::to_string(n * n), all.lcp(), few.lcp(), std::to_string(few.contacts)});
  }
  report.check("n × n contacts of a flat face: left by the filter", "its four corners (theory)",
               corners ? "4 for every n" : "not 4", "4", corners);
  report.check("the same, frictionless: largest difference of v⁺", "0: the corners imply the rest (Farkas)",
               sci(smooth), "≤ 1e-9", smooth <= 1e-9);
  report.check("the same, sliding with friction", "0: all points slip one way, so friction has one sum", sci(rough),
               "≤ 1e-9", rough <= 1e-9);
  report.tables.push_back(table);
  Figure figure{"times",
                "Lemke's method before and after the contact filter",
                "One step of a block on n × n contacts, eight edges of friction each; the filter's own time counts",
                {}};
  Panel panel;
  panel.x = {"contacts", true}, panel.y = {"processor time (ms)", true};
  panel.series = {line("all contacts", before), line("filtered", after)};
  for (Series& series : panel.series) series.mark = Mark::circle;
  figure.panels.push_back(panel);
  report.figures.push_back(figure);
}

void scenes(const ExperimentContext& context, Report& report) {
  struct Chosen {
    const char *scene, *said;
    ScenarioValues values;
    int steps;
  };
  const Chosen all[] = {{"rover", "rover on rough ground", {{"arm", 0.5}}, 180},
                        {"odd_hole", "pawl in its hole", {}, 50},
                        {"odd_hole", "pawl of 2.3 mm in its hole", {{"small", 1}}, 28}};
  Table table{"scenes",
              "One step of the engine's scenes by Lemke's method",
              {"step", "contacts", "all of them", "left", "filtered"},
              {}};
  for (const Chosen& chosen : std::span(all).first(context.fast ? 1 : 3)) {
    context.at(0.6, chosen.said);
    Scene scene = build_scenario(*find_scenario(chosen.scene), chosen.values);
    scene.parameters.sleeping = false;
    World world(scene, {.publish = true});
    for (int step = 0; step < chosen.steps; ++step) world.step();
    const StepProblem& problem = world.last_problem();
    const StepProblem slippery = with_friction(problem, 0.0);
    const TimedStep before = lemke_step(problem, false), after = lemke_step(problem, true);
    const double change = difference(lemke_step(slippery, false), lemke_step(slippery, true));
    report.check(std::string(chosen.said) + ": largest difference of v⁺, frictionless", "0 (Farkas)", sci(change),
                 "≤ 1e-8", change <= 1e-8,
                 "with friction " + sci(difference(before, after)) +
                     ": polygons of eight edges and turning about the normal are not the same over fewer points");
    table.rows.push_back(
        {chosen.said, std::to_string(before.contacts), before.lcp(), std::to_string(after.contacts), after.lcp()});
  }
  report.tables.push_back(table);
}

}  // namespace

void contact_filter(const ExperimentContext& context, Report& report) {
  faces(context, report);
  scenes(context, report);
  report.remarks.push_back(
      "The paper's own filter and its times were not available. Ours leaves out gaps that no motion of the step "
      "crosses, and contacts whose row is a sum of others' rows of the same two bodies with weights ≥ 0.");
}

}  // namespace spook::papers
