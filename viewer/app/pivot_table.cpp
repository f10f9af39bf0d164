#include "viewer/app/pivot_table.h"

#include <algorithm>
#include <map>
#include <utility>

namespace spook {
namespace {

// of each contact of `later` the place in `earlier`: the same two bodies, counted in the order they come; −1: new
std::vector<int> places_in(const InsidePart& earlier, const InsidePart& later) {
  std::map<std::pair<int, int>, std::vector<int>> of_pair;
  for (std::size_t c = 0; c < earlier.contacts.size(); ++c)
    of_pair[{earlier.contacts[c].body_a, earlier.contacts[c].body_b}].push_back(int(c));
  std::map<std::pair<int, int>, std::size_t> used;
  std::vector<int> places;
  for (const ObservedContact& contact : later.contacts) {
    const std::pair pair{contact.body_a, contact.body_b};
    const std::vector<int>& candidates = of_pair[pair];
    std::size_t& next = used[pair];
    places.push_back(next < candidates.size() ? candidates[next] : -1);
    ++next;
  }
  return places;
}

std::string contact_name_of(const InsideStep& step, const ObservedContact& contact) {
  const auto name = [&](int body) {
    return body >= 0 ? step.before->bodies[std::size_t(body)].look->name : std::string("the world");
  };
  const bool b = pushes_b(step, contact);
  return name(b ? contact.body_b : contact.body_a) + " on " + name(b ? contact.body_a : contact.body_b);
}

// bodies that touch or are joined, directly or through others: what restored snapshots do not tell
class Islands {
 public:
  explicit Islands(const InsideStep& step) : step_(step) {
    for (std::size_t i = 0; i < step.before->bodies.size(); ++i) root_.push_back(int(i));
    for (const ObservedContact& contact : step.parts.back().contacts) join(contact.body_a, contact.body_b);
    for (const JointView& joint : step.before->joints) join(joint.body_a, joint.body_b);
  }
  // numbered in the order they are asked for; −1: nothing of it moves
  int of(const ObservedContact& contact) {
    for (const int body : {contact.body_a, contact.body_b})
      if (moves(body)) return number_.try_emplace(root(body), int(number_.size())).first->second;
    return -1;
  }

 private:
  bool moves(int body) const {
    return body >= 0 && step_.before->bodies[std::size_t(body)].look->motion == Motion::dynamic;
  }
  int root(int body) {
    while (root_[std::size_t(body)] != body)
      body = root_[std::size_t(body)] = root_[std::size_t(root_[std::size_t(body)])];
    return body;
  }
  void join(int a, int b) {
    if (moves(a) && moves(b)) root_[std::size_t(root(a))] = root(b);
  }
  const InsideStep& step_;
  std::vector<int> root_;
  std::map<int, int> number_;
};

}  // namespace

PivotTable pivot_table(const InsideStep& step) {
  PivotTable table;
  table.moments = int(step.moments.size());
  if (step.parts.empty()) return table;
  const InsidePart& last = step.parts.back();
  std::vector<std::vector<int>> places;  // a part: where the last part's contacts were
  for (const InsidePart& part : step.parts) places.push_back(places_in(part, last));
  Islands islands(step);
  for (std::size_t c = 0; c < last.contacts.size(); ++c) {
    const ObservedContact& contact = last.contacts[c];
    PivotRow row{
        int(c), contact_name_of(step, contact), contact.point, contact.body_a, contact.body_b, islands.of(contact), 0,
        {}};
    for (const InsideMoment& moment : step.moments) {
      const int place = places[std::size_t(moment.part)][c];
      std::optional<ContactState> state;
      if (place >= 0 && place < int(moment.states.size())) state = moment.states[std::size_t(place)];
      if (state && !row.states.empty() && row.states.back() && *row.states.back() != *state) ++row.flips;
      row.states.push_back(state);
    }
    table.flipping += row.flips > 0;
    table.rows.push_back(std::move(row));
  }
  return table;
}

void sort_rows(PivotTable& table, PivotOrder order) {
  std::sort(table.rows.begin(), table.rows.end(),
            [](const PivotRow& a, const PivotRow& b) { return a.contact < b.contact; });
  if (order == PivotOrder::solver) return;
  std::stable_sort(table.rows.begin(), table.rows.end(), [order](const PivotRow& a, const PivotRow& b) {
    if (order == PivotOrder::flips) return a.flips > b.flips;
    if (order == PivotOrder::height) return a.point.z() > b.point.z();
    return a.island < b.island;
  });
}

}  // namespace spook
