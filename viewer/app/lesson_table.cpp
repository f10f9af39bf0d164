// The ten lessons: a row each. Every stage was measured with `spook-lab run` (viewer/DECISIONS.md): what it waits for
// comes within a few seconds of the scene's time.
#include <algorithm>
#include <cmath>

#include "viewer/app/lessons.h"
#include "viewer/app/magnifier.h"

namespace spook {
namespace {

double deepest(const LessonView& v) {
  const auto all = deformations(v.now);
  const Deformation* found = largest(all, Give::overlap);
  return found ? found->size : 0.0;
}

double kinetic(const LessonView& v) {
  return v.now.report.energy.kinetic;
}

double highest(const Snapshot& now) {
  double top = 0.0;
  for (const BodyView& body : now.bodies)
    if (body.look->motion == Motion::dynamic) top = std::max(top, body.bounds_max.z());
  return top;
}

double fastest(const LessonView& v) {
  double speed = 0.0;
  for (const BodyView& body : v.now.bodies)
    if (body.look->motion == Motion::dynamic) speed = std::max(speed, body.velocity.norm());
  return speed;
}

// how often kinetic energy went over a peak that can be told from rest
int swings(const LessonView& v) {
  constexpr double least = 1e-6;  // J
  int peaks = 0;
  const StepReport *first = nullptr, *second = nullptr;
  for (const StepReport& report : v.reports) {
    if (report.time < v.since) continue;
    if (first && second && second->energy.kinetic > least && second->energy.kinetic > first->energy.kinetic &&
        second->energy.kinetic >= report.energy.kinetic)
      ++peaks;
    first = second, second = &report;
  }
  return peaks;
}

bool at_rest(const LessonView& v) {
  return v.seconds() > 1.0 && kinetic(v) < 1e-6;
}

double last_residual(const LessonView& v) {
  if (v.reports.empty() || v.reports.back().time < v.since + 0.3) return -1.0;
  const Residual& residual = v.reports.back().solve.residual_end;
  return std::hypot(residual.normal, residual.tangent);
}

bool still_stands(const LessonView& v) {
  return v.seconds() > 2.0 && kinetic(v) < 1e-6;
}

const std::vector<std::pair<std::string, std::string>> by_sweeps{{"solver", "sweeps"}, {"sweeps", "15"}};
const std::vector<std::pair<std::string, std::string>> directly{{"solver", "direct-iterative"}};

std::vector<Lesson> make_lessons() {
  std::vector<Lesson> all;
  all.push_back(
      {"epsilon",
       "What ε is",
       "Contacts are stiff springs. ε says how far they give.",
       {{"Three cubes stand on one another. Each contact is a very stiff spring that gives by ε metres for every "
         "newton: "
         "its compliance. The magnifier draws how deep the cubes rest in one another, a hundred times as large.",
         {"Set the scene",
          "stack",
          {{"cubes", 3}},
          {{"compliance", "1e-6"}},
          {"magnifier"},
          false,
          LessonDeed::magnify},
         "Waiting until the cubes rest",
         [](const LessonView& v) { return at_rest(v) && deepest(v) > 1e-4; },
         "They rest about a millimetre deep. The lowest contacts carry three cubes and give three times as much as the "
         "highest, which carry one."},
        {"Now make the contacts ten times softer: drag ε of contacts in the Solver panel to 10 µm/N, or press the "
         "button.",
         {"Make ε 10 µm/N", nullptr, {}, {{"compliance", "1e-5"}}, {"solver", "magnifier"}},
         "Waiting for cubes that rest deeper than 5 mm",
         [](const LessonView& v) { return deepest(v) > 5e-3; },
         "Ten times the compliance, ten times the depth: depth = ε × force. It is no error that adds up: they rest "
         "there and stay."},
        {"And now a thousand times stiffer than at first.",
         {"Make ε 1 nm/N", nullptr, {}, {{"compliance", "1e-9"}}, {"solver", "magnifier"}},
         "Waiting for cubes that rest less deep than 10 µm",
         [](const LessonView& v) { return v.seconds() > 0.5 && deepest(v) > 0.0 && deepest(v) < 1e-5; },
         "A micrometre: nobody sees it. Small values make bodies as good as rigid, and the solver does not mind."}}});

  const std::vector<std::pair<std::string, double>> small_cube{{"cubes", 1}, {"edge", 0.2}};
  all.push_back(
      {"tau",
       "Critical τ",
       "Too little damping rings, too much creeps. In between is critical.",
       {{"A cube is set down on a soft contact. τ says how fast an error dies out, in steps. Begin with hardly any "
         "damping: τ of a tenth of a step.",
         {"Let it ring", "stack", small_cube, {{"compliance", "1e-4"}, {"relaxation_steps", "0.1"}}, {"plots"}},
         "Waiting for eight swings",
         [](const LessonView& v) { return swings(v) >= 8; },
         "It bobs up and down like a car without shock absorbers. The plot of kinetic energy has a peak for each "
         "swing."},
        {"Now two steps, the usual value. The cube starts again.",
         {"Make τ 2 steps", nullptr, {}, {{"relaxation_steps", "2"}}, {"plots"}, true},
         "Waiting for rest",
         [](const LessonView& v) { return at_rest(v) && swings(v) < 8; },
         "It sinks to its place and stays: no swing, and no time lost. The Solver panel calls such values critical."},
        {"And fifty steps.",
         {"Make τ 50 steps", nullptr, {}, {{"relaxation_steps", "50"}}, {"plots"}, true},
         "Waiting two seconds",
         [](const LessonView& v) { return v.seconds() > 2.0; },
         "It creeps down ever more slowly. Errors live long when τ is large; that looks soft and sluggish."}}});

  all.push_back(
      {"stall",
       "Why sweeps stall on a tall wall",
       "News travels one contact a sweep. Tall things have far to go.",
       {{"Twenty cubes on one another. A sweep looks at one contact after the other and corrects each by itself. "
         "Fifteen "
         "sweeps per step is what many games use.",
         {"Sweep fifteen times", "stack", {{"cubes", 20}}, by_sweeps, {"convergence"}},
         "Waiting for the tower to lean and fall",
         [](const LessonView& v) { return v.seconds() > 0.5 && highest(v.now) < 8.5; },
         "The lowest cube has to carry twenty, but in a sweep it hears only of its neighbour. After fifteen sweeps the "
         "news of the weight is not down yet, so the tower sinks, sways and falls."},
        {"The same tower, solved directly: all contacts at once.",
         {"Solve directly", nullptr, {}, directly, {"convergence"}, true},
         "Waiting for a tower that stands for two seconds",
         [](const LessonView& v) { return still_stands(v) && highest(v.now) > 9.5; },
         "It stands still to the last digit. A direct solve does not pass on news: it knows the whole tower."}}});

  all.push_back(
      {"ratio",
       "Mass ratios",
       "A heavy body on light ones is hard for sweeps, not for a direct solve.",
       {{"Light cubes carry a load a thousand times their mass. With sweeps each light cube is pushed about by a giant "
         "and "
         "gives way long before it has heard from the ground.",
         {"Sweep fifteen times", "heavy_on_light", {}, by_sweeps, {}},
         "Waiting for the load to come down",
         [](const LessonView& v) { return v.seconds() > 0.3 && kinetic(v) > 500.0; },
         "The load falls through. More sweeps help, but as many as the masses differ: a thousand would be too few."},
        {"Now directly.",
         {"Solve directly", nullptr, {}, directly, {}, true},
         "Waiting for a load that rests for two seconds",
         [](const LessonView& v) { return still_stands(v); },
         "It stands, at the same cost as with equal masses. A direct solve does not care how much masses differ."}}});

  all.push_back(
      {"direct",
       "What a direct solve does",
       "Open one step and watch the error fall off a cliff.",
       {{"A wall, hit by a ball. Wait for the hit: then there is something to solve.",
         {"Set the scene", "wall_ball", {}, {}, {}},
         "Waiting for the ball to hit",
         [](const LessonView& v) { return v.seconds() > 0.35; },
         "Now the wall breaks, and every step has hundreds of contacts that may open, stick or slide."},
        {"Open the step that was just made. The picture freezes, arrows show what the contacts push.",
         {"Open the step", nullptr, {}, {}, {"inside"}, false, LessonDeed::open_step},
         "Waiting for an open step",
         [](const LessonView& v) { return v.inside != nullptr; },
         "The curve is the error that is left, the residual, after the start and after every sweep and direct solve."},
        {"Press Right until the title says \"Direct solve\", or jump there. Watch the curve.",
         {"Go to the direct solve", nullptr, {}, {}, {"inside"}, false, LessonDeed::go_to_direct},
         "Waiting for a direct solve on show",
         [](const LessonView& v) { return v.inside && v.inside->direct; },
         "Sweeps take a bit of the error each. The direct solve finds all impulses at once, for its guess of who "
         "sticks "
         "and who slides. What is left is where that guess was wrong; the next round mends it."}}});

  const std::vector<std::pair<std::string, std::string>> tilted{
      {"solver", "sweeps"}, {"sweeps", "30"}, {"gravity", "3.57,3.57,-8.41"}, {"friction", "0.5"}};
  auto pyramid = tilted, round_cone = tilted;
  pyramid.emplace_back("sweep_kind", "separate"), round_cone.emplace_back("sweep_kind", "block-tangents");
  all.push_back(
      {"cone",
       "Cone against pyramid",
       "Friction is as strong in every direction, if the solver knows circles.",
       {{"Gravity is tilted so much that a cube with μ = 0.5 has to slide, and it pulls along a diagonal. This solver "
         "bounds "
         "friction along x and along y each by itself: together a square, not a circle.",
         {"Set the scene", "stack", {{"cubes", 1}}, pyramid, {"friction"}},
         "Waiting two seconds",
         [](const LessonView& v) { return v.seconds() > 2.0 && fastest(v) < 0.1; },
         "It does not slide. Along a diagonal the square lets friction be 1.41 times as strong as it may be."},
        {"The same with both directions taken together: the impulse has to stay in a round cone.",
         {"Use the cone", nullptr, {}, round_cone, {"friction"}},
         "Waiting for the cube to slide",
         [](const LessonView& v) { return fastest(v) > 0.3; },
         "Now it slides, as Coulomb's law says. In the Friction panel (press \"The hardest pushed sideways\") the "
         "impulse stands on the rim."}}});

  all.push_back(
      {"creep",
       "Creep and stored slip",
       "What should stand still must not crawl.",
       {{"A box on a slope that is rough enough to hold it. Many engines hold friction by a velocity alone. Then a box "
         "that "
         "should stand creeps down, slowly and for ever.",
         {"Let it creep", "slope", {}, {{"friction_law", "viscous"}, {"friction_viscosity", "1e-4"}}, {"friction"}},
         "Waiting for a second of slope",
         [](const LessonView& v) { return v.seconds() > 1.0; },
         "Nothing seems to happen. Slow things need a closer look."},
        {"Pick one of the box's contacts and look at its creep in the Friction panel.",
         {"Pick a contact", nullptr, {}, {}, {"friction"}, false, LessonDeed::pick_friction},
         "Waiting for creep above 0.1 mm/s",
         [](const LessonView& v) { return v.creep > 1e-4; },
         "Some millimetres per second: in a minute a box that \"stands\" has wandered off."},
        {"Now friction with a memory: how far a contact was pulled is stored and pulled back, like a spring.",
         {"Store the slip", nullptr, {}, {{"friction_law", "positional"}}, {"friction"}},
         "Waiting for creep below a micrometre per second",
         [](const LessonView& v) { return v.seconds() > 1.5 && v.creep >= 0.0 && v.creep < 1e-6; },
         "It stands. The stored slip is tiny, and it does not grow: no creep, however long you wait."}}});

  all.push_back({"impacts",
                 "Impacts",
                 "Restitution e says how fast it comes back; energy goes as e².",
                 {{"A ball falls with e = 1: it leaves as fast as it came. The energy ledger keeps the books.",
                   {"Let it fall", "bouncing_ball", {}, {}, {"ledger"}},
                   "Waiting for three seconds of bouncing",
                   [](const LessonView& v) { return v.seconds() > 3.0 && highest(v.now) > 0.5; },
                   "It comes back to the same height, again and again. In the ledger gravity gives and takes, and "
                   "nothing is lost."},
                  {"Now e = 0.5: it leaves half as fast as it came.",
                   {"Make e 0.5", nullptr, {}, {{"restitution", "0.5"}}, {"ledger"}, true, LessonDeed::restart_ledger},
                   "Waiting until it lies still",
                   [](const LessonView& v) { return at_rest(v); },
                   "Half the speed is a quarter of the energy: each bounce takes three quarters, and after a few it "
                   "lies. The red "
                   "layer of the ledger is what impacts took."}}});

  all.push_back({"chains",
                 "Heavy chains",
                 "A light chain with a heavy load: the classic way to break a simulation.",
                 {{"Twenty links of a kilogramme hold a tonne. Watch the links, with sweeps alone.",
                   {"Sweep fifteen times", "chain", {}, by_sweeps, {"plots"}},
                   "Waiting for joints torn apart by more than 5 cm",
                   [](const LessonView& v) { return v.now.report.joint_max_m > 0.05; },
                   "The chain becomes a rubber band. Every sweep would have to carry the tonne's pull through twenty "
                   "light links."},
                  {"And directly.",
                   {"Solve directly", nullptr, {}, directly, {"plots"}, true},
                   "Waiting for two seconds with joints closed to 0.1 mm",
                   [](const LessonView& v) { return v.seconds() > 2.0 && v.now.report.joint_max_m < 1e-4; },
                   "Micrometres. What a joint still gives is its own compliance, ε, and no error of the solver."}}});

  all.push_back(
      {"residual",
       "Reading a residual",
       "One number says how wrong an answer still is.",
       {{"A wall, five sweeps per step. The residual is what the contacts' impulses would still have to change by for "
         "all laws "
         "to hold, in N s. The Convergence panel draws it after every sweep.",
         {"Five sweeps", "brick_wall", {}, {{"solver", "sweeps"}, {"sweeps", "5"}}, {"convergence"}},
         "Waiting for a residual",
         [](const LessonView& v) { return last_residual(v) > 1e-3; },
         "The curve falls and is cut off: what is left is the error of this step. Compare it with the impulse of a "
         "brick's weight, m g h."},
        {"Forty times as many sweeps, from the beginning.",
         {"200 sweeps", nullptr, {}, {{"sweeps", "200"}}, {"convergence"}, true},
         "Waiting for half a second",
         [](const LessonView& v) { return v.seconds() > 0.5 && last_residual(v) >= 0.0; },
         "Lower, but the curve is flat: on a log scale a straight line means that every sweep takes the same share. "
         "That "
         "is linear convergence, and tall things make it slow."},
        {"Direct solves among the sweeps.",
         {"Solve directly", nullptr, {}, directly, {"convergence"}, true},
         "Waiting for a residual below 1 µN s",
         [](const LessonView& v) { return last_residual(v) >= 0.0 && last_residual(v) < 1e-6; },
         "The curve drops to rounding. A wall that stands needs no more than that, and no less."}}});
  return all;
}

}  // namespace

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all = make_lessons();
  return all;
}

}  // namespace spook
