#include "viewer/app/solving_look.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spook {
namespace {

template <typename Map, typename Key>
SolveBy found_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? SolveBy::automatic : found->second;
}

std::pair<std::string, std::string> ordered(const std::string& a, const std::string& b) {
  return a < b ? std::pair(a, b) : std::pair(b, a);
}

bool of_the_same(const SolvingMark& a, const SolvingMark& b) {
  return a.joint == b.joint && a.body == b.body &&
         ordered(a.between[0], a.between[1]) == ordered(b.between[0], b.between[1]);
}

}  // namespace

MarkLookup::MarkLookup(const std::vector<SolvingMark>& marks) {
  for (const SolvingMark& mark : marks)
    if (!mark.joint.empty())
      joints_[mark.joint] = mark.by;
    else if (!mark.body.empty())
      bodies_[mark.body] = mark.by;
    else
      pairs_[ordered(mark.between[0], mark.between[1])] = mark.by;
}

SolveBy MarkLookup::of_body(const std::string& name) const {
  return found_in(bodies_, name);
}

SolveBy MarkLookup::of_bodies(const Snapshot& snapshot, int a, int b) const {
  const auto own = [&](int body) {
    return body < 0 ? SolveBy::automatic : of_body(snapshot.bodies[std::size_t(body)].look->name);
  };
  const SolveBy first = own(a), second = own(b);
  if (first == SolveBy::direct || second == SolveBy::direct) return SolveBy::direct;
  return first == SolveBy::automatic ? second : first;
}

SolveBy MarkLookup::of_joint(const Snapshot& snapshot, const JointView& joint) const {
  const SolveBy own = found_in(joints_, joint.name);
  return own != SolveBy::automatic ? own : of_bodies(snapshot, joint.body_a, joint.body_b);
}

SolveBy MarkLookup::of_contact(const Snapshot& snapshot, const ContactView& contact) const {
  if (!pairs_.empty() && contact.body_a >= 0 && contact.body_b >= 0) {
    const auto& bodies = snapshot.bodies;
    const SolveBy own = found_in(pairs_, ordered(bodies[std::size_t(contact.body_a)].look->name,
                                                 bodies[std::size_t(contact.body_b)].look->name));
    if (own != SolveBy::automatic) return own;
  }
  return of_bodies(snapshot, contact.body_a, contact.body_b);
}

void put_mark(std::vector<SolvingMark>& marks, SolvingMark mark) {
  std::erase_if(marks, [&](const SolvingMark& other) { return of_the_same(mark, other); });
  if (mark.by != SolveBy::automatic) marks.push_back(std::move(mark));
}

std::string mark_in_words(const SolvingMark& mark) {
  if (!mark.joint.empty()) return "joint " + mark.joint;
  return mark.body.empty() ? mark.between[0] + " on " + mark.between[1] : mark.body;
}

SolvingFigures mean_figures(const std::deque<StepReport>& reports, std::uint64_t since) {
  SolvingFigures sum;
  if (reports.empty()) return sum;
  const double from = reports.back().time - 1.0;
  for (auto report = reports.rbegin(); report != reports.rend() && report->time > from; ++report) {
    if (report->step <= since) break;
    ++sum.steps;
    sum.residual += std::hypot(report->solve.residual_end.normal, report->solve.residual_end.tangent);
    sum.joint_error = std::max(sum.joint_error, report->joint_max_m);
    sum.solve_ms += report->ms.solve;
  }
  if (sum.steps > 0) sum.residual /= sum.steps, sum.solve_ms /= sum.steps;
  return sum;
}

}  // namespace spook
