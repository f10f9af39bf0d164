#include "viewer/app/inside_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>

namespace spook {
namespace {

// chosen: more than a second of sweeps is looked at by its beginning
constexpr std::size_t max_records = 400;  // an island and solve

struct Record {
  SweepRecord entry;
  std::vector<Vec3> impulses;
  std::vector<ContactState> states;
  std::vector<Vec6> velocities;
};

// an island within one solve
struct Track {
  IslandRange range;
  std::vector<Record> records;
};

struct Solve {
  SolvePart part = SolvePart::first;
  std::vector<ObservedContact> contacts;
  std::vector<int> bodies;
  std::map<int, Track> tracks;  // by the island's first body
};

class StepRecorder : public SolveObserver {
 public:
  void begin(SolvePart part, std::span<const ObservedContact> contacts, std::span<const int> bodies) override {
    solves.push_back({part, {contacts.begin(), contacts.end()}, {bodies.begin(), bodies.end()}, {}});
  }

  void look(const StepProblem&, const IslandRange& island, const StepSolution& solution,
            const SweepRecord& record) override {
    Record kept{record, {}, {}, {}};
    const auto copy = [](const auto& from, int first, int count, auto& to) {
      to.assign(from.begin() + first, from.begin() + first + count);
    };
    copy(solution.contact_impulse, island.first_contact, island.contact_count, kept.impulses);
    copy(solution.contact_state, island.first_contact, island.contact_count, kept.states);
    copy(solution.velocity, island.first_body, island.body_count, kept.velocities);
    const std::lock_guard lock(mutex_);
    if (solves.empty()) return;
    Track& track = solves.back().tracks[island.first_body];
    track.range = island;
    if (track.records.size() < max_records)
      track.records.push_back(std::move(kept));
    else
      cut_short = true;
  }

  std::vector<Solve> solves;
  bool cut_short = false;

 private:
  std::mutex mutex_;
};

std::string title_of(SolvePart part, int number) {
  if (part == SolvePart::first) return number > 1 ? "Substep " + std::to_string(number) : "First solve";
  return (part == SolvePart::look_ahead ? "With contacts met on the way " : "Round ") + std::to_string(number);
}

// islands go side by side: each shows its own next record, or its last
class Merger {
 public:
  explicit Merger(InsideStep& step) : step_(step) {}

  void add(const Solve& solve) {
    InsidePart part{title_of(solve.part, ++count_[int(solve.part)]), solve.contacts, solve.bodies};
    if (solve.part == SolvePart::first) count_[int(SolvePart::look_ahead)] = count_[int(SolvePart::round)] = 0;
    carry_over(part);
    step_.parts.push_back(std::move(part));
    std::size_t longest = 0;
    const Track* leading = nullptr;
    for (const auto& [first, track] : solve.tracks) {
      longest = std::max(longest, track.records.size());
      const bool leads =
          !leading || track.records.size() > leading->records.size() ||
          (track.records.size() == leading->records.size() && track.range.contact_count > leading->range.contact_count);
      if (leads) leading = &track;
    }
    sweeps_ = directs_ = 0;
    for (std::size_t k = 0; k < longest; ++k) add_moment(solve, *leading, k);
  }

 private:
  // a later solve of a step begins with what the one before left, where the contact was there already
  void carry_over(const InsidePart& part) {
    std::vector<Vec3> impulses(part.contacts.size(), Vec3::Zero());
    std::vector<ContactState> states(part.contacts.size(), ContactState::open);
    std::vector<Vec6> velocities(part.bodies.size(), Vec6::Zero());
    if (!step_.parts.empty()) {
      const InsidePart& before = step_.parts.back();
      if (before.contacts.size() == part.contacts.size()) impulses = impulses_, states = states_;
      if (before.bodies == part.bodies) velocities = velocities_;
    }
    impulses_ = std::move(impulses), states_ = std::move(states), velocities_ = std::move(velocities);
  }

  void add_moment(const Solve& solve, const Track& leading, std::size_t k) {
    InsideMoment moment;
    moment.part = int(step_.parts.size()) - 1;
    const SweepRecord& lead = leading.records[k].entry;
    moment.direct = lead.direct;
    moment.title = lead.direct ? "Direct solve " + std::to_string(++directs_)
                   : k == 0    ? "Start"
                               : "Sweep " + std::to_string(++sweeps_);
    for (const auto& [first, track] : solve.tracks) {
      if (track.records.empty()) continue;
      const Record& record = track.records[std::min(k, track.records.size() - 1)];
      std::copy(record.impulses.begin(), record.impulses.end(), impulses_.begin() + track.range.first_contact);
      std::copy(record.states.begin(), record.states.end(), states_.begin() + track.range.first_contact);
      std::copy(record.velocities.begin(), record.velocities.end(), velocities_.begin() + track.range.first_body);
      const Residual& residual = record.entry.residual;
      moment.normal += residual.normal * residual.normal, moment.tangent += residual.tangent * residual.tangent;
      if (residual.worst_contact >= 0 && (moment.worst_contact < 0 || residual.worst > moment.worst))
        moment.worst_contact = residual.worst_contact, moment.worst = residual.worst;
      if (k < track.records.size())
        moment.pivots += record.entry.pivots, moment.factorisations += record.entry.factorisations;
    }
    moment.normal = std::sqrt(moment.normal), moment.tangent = std::sqrt(moment.tangent);
    moment.impulses = impulses_, moment.states = states_, moment.velocities = velocities_;
    if (!step_.moments.empty()) moment.changes = changes_since(step_.moments.back(), moment);
    step_.moments.push_back(std::move(moment));
  }

  static int changes_since(const InsideMoment& before, const InsideMoment& now) {
    if (before.states.size() != now.states.size()) return 0;
    int changes = 0;
    for (std::size_t c = 0; c < now.states.size(); ++c) changes += before.states[c] != now.states[c];
    return changes;
  }

  InsideStep& step_;
  std::vector<Vec3> impulses_;
  std::vector<ContactState> states_;
  std::vector<Vec6> velocities_;
  int count_[3] = {0, 0, 0};
  int sweeps_ = 0, directs_ = 0;
};

// what the step went on with
void add_result(const World& world, InsideStep& step) {
  const StepProblem& problem = world.last_problem();
  const StepSolution& solution = world.last_solution();
  if (step.moments.empty() || solution.contact_impulse.size() != step.parts.back().contacts.size()) return;
  InsideMoment moment = step.moments.back();
  moment.title = "Result", moment.direct = false, moment.pivots = moment.factorisations = 0;
  moment.impulses = solution.contact_impulse;
  moment.velocities = solution.velocity;
  moment.changes = 0;
  for (std::size_t c = 0; c < moment.states.size(); ++c)
    moment.changes += moment.states[c] != solution.contact_state[c];
  moment.states = solution.contact_state;
  const Residual residual = contact_residual(problem, solution);
  moment.normal = residual.normal, moment.tangent = residual.tangent;
  moment.worst_contact = residual.worst_contact, moment.worst = residual.worst;
  step.moments.push_back(std::move(moment));
}

void name_bodies_by_place(InsideStep& step) {
  std::map<int, int> place;
  for (std::size_t i = 0; i < step.before->bodies.size(); ++i) place[int(step.before->bodies[i].id.index)] = int(i);
  const auto placed = [&](int slot) {
    const auto found = place.find(slot);
    return found == place.end() ? -1 : found->second;
  };
  for (InsidePart& part : step.parts) {
    for (ObservedContact& contact : part.contacts)
      contact.body_a = placed(contact.body_a), contact.body_b = placed(contact.body_b);
    for (int& body : part.bodies) body = placed(body);
  }
}

// two in a hundred of those that push may push more: a jammed brick is not the scale for all the others
double usual_of(const std::vector<Vec3>& impulses) {
  std::vector<double> sizes;
  for (const Vec3& impulse : impulses)
    if (impulse.allFinite() && impulse.norm() > 0.0) sizes.push_back(impulse.norm());
  if (sizes.empty()) return 0.0;
  const auto nth = sizes.begin() + std::ptrdiff_t(0.98 * double(sizes.size() - 1));
  std::nth_element(sizes.begin(), nth, sizes.end());
  return *nth;
}

}  // namespace

bool pushes_b(const InsideStep& step, const ObservedContact& contact) {
  if (contact.body_a < 0 || contact.body_b < 0) return contact.body_a < 0;
  const BodyView &a = step.before->bodies[std::size_t(contact.body_a)],
                 &b = step.before->bodies[std::size_t(contact.body_b)];
  const bool a_moves = a.look->motion == Motion::dynamic, b_moves = b.look->motion == Motion::dynamic;
  return a_moves != b_moves ? b_moves : b.pose.position.z() > a.pose.position.z();
}

std::shared_ptr<const InsideStep> look_inside(World& world) {
  const auto start = std::chrono::steady_clock::now();
  auto step = std::make_shared<InsideStep>();
  StepRecorder recorder;
  step->before = world.snapshot();
  step->time_step = world.parameters().time_step / world.parameters().substeps;
  world.options().observer = &recorder;
  world.step();
  world.options().observer = nullptr;
  step->step = world.step_count();
  Merger merger(*step);
  for (const Solve& solve : recorder.solves) merger.add(solve);
  add_result(world, *step);
  name_bodies_by_place(*step);
  step->cut_short = recorder.cut_short;
  if (!step->moments.empty()) step->usual_impulse = usual_of(step->moments.back().impulses);
  step->ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return step;
}

}  // namespace spook
