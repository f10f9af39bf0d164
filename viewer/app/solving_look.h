// Direct or iterative by click: who is marked how, and what that does to residual and time.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/solving.h"
#include "engine/world/snapshot.h"

namespace spook {

// the engine's rule (scene/solving.h), for what a snapshot shows
class MarkLookup {
 public:
  explicit MarkLookup(const std::vector<SolvingMark>& marks);
  SolveBy of_joint(const Snapshot& snapshot, const JointView& joint) const;
  SolveBy of_contact(const Snapshot& snapshot, const ContactView& contact) const;
  SolveBy of_body(const std::string& name) const;

 private:
  SolveBy of_bodies(const Snapshot& snapshot, int a, int b) const;
  std::map<std::string, SolveBy> bodies_, joints_;
  std::map<std::pair<std::string, std::string>, SolveBy> pairs_;
};

// the marks with one more; automatic takes the one there was away
void put_mark(std::vector<SolvingMark>& marks, SolvingMark mark);
std::string mark_in_words(const SolvingMark& mark);  // "joint hinge_3", "brick_1 on brick_2"

// means over the last second of steps under the same marks
struct SolvingFigures {
  int steps = 0;
  double residual = 0.0, joint_error = 0.0, solve_ms = 0.0;  // N s, m, ms
};
SolvingFigures mean_figures(const std::deque<StepReport>& reports, std::uint64_t since);

struct SolvingLook {
  int target = 0;       // whom the buttons mark
  double radius = 1.0;  // m, of a region
  bool colours = true;
  std::shared_ptr<const std::vector<SolvingMark>> seen;  // the marks that the figures are of
  std::uint64_t since = 0;                               // the step they were set at
  SolvingFigures automatic, now;                         // without marks; as they are
  int world = -1;
};

}  // namespace spook
