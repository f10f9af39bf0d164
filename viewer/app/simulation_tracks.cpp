// Tracks on the stepping thread: what was known is put away where the past is changed, and can be opened, compared
// and done again.
#include <algorithm>
#include <utility>

#include "viewer/app/simulation_thread.h"
#include "viewer/panels/compare_settings.h"

namespace spook {

Track Simulation::Thread::present_track() const {
  return {line, timeline, session, edits};
}

void Simulation::Thread::put_away(Track track) {
  const std::string said = tracks.put_away(std::move(track), timeline);
  if (!said.empty()) say(said);
  tracks_changed = true;
}

// A line that goes on elsewhere is a new track; it is named by what was done there.
void Simulation::Thread::leave_line(std::uint64_t step) {
  const Moment* from = timeline.nearest(step);
  put_away(present_track());
  const bool edited = !edits.undo.empty() && edits.undo.back().opened == opened && edits.undo.back().step >= step;
  line = {tracks.fresh_number(),
          again    ? again->name
          : edited ? edits.undo.back().label
                   : "played on",
          line.number, step, from ? from->time : world->time()};
}

void Simulation::Thread::forget_tracks() {
  tracks.clear(), line = {}, second_line = {};
  again.reset(), repeats_line = false, tracks_changed = true;
}

void Simulation::Thread::open_track(int number) {
  if (!tracks.find(number)) return;
  if (second) join(Side::a);
  const std::uint64_t step = world->step_count();
  put_away(present_track());
  if (!tracks.find(number)) return;  // let go to make room
  Track opened_track = tracks.take(number);
  line = opened_track.info;
  timeline = std::move(opened_track.timeline), session = std::move(opened_track.session);
  edits = std::move(opened_track.edits);
  recording.reset(), touched = false, playing = false;
  tracks_changed = true;
  if (const Moment* moment = timeline.nearest(step)) restore(*moment, false);
}

// B is that track: both stand at one moment, and each does again what it did until a hand changes something.
void Simulation::Thread::compare_track(int number) {
  if (!tracks.find(number)) return;
  if (second) join(Side::a);
  const Track* other = tracks.find(number);
  if (!other || !other->timeline.last()) return;
  second = std::make_unique<SecondWorld>(opened->scene, *world, other->session);
  second->world().options() = world->options();
  second_line = other->info;
  timeline.pair_with(other->timeline);
  second->repeat(repeats_line = true);
  playing = false, touched = false;
  ++splits;
  const std::uint64_t end = std::min(world->step_count(), other->timeline.last()->step);
  if (const Moment* moment = timeline.nearest(end)) restore(*moment, false);
}

bool Simulation::Thread::second_is_kept_track() {
  const Track* known = tracks.find(second_line.number);
  const Session& of_b = second->session();
  return known && of_b.known_steps() == known->session.known_steps() &&
         of_b.common_with(known->session) == of_b.known_steps();
}

void Simulation::Thread::name_second_line() {
  const Track* known = tracks.find(second_line.number);
  const std::size_t common = known ? second->session().common_with(known->session) : 0;
  if (known && common < known->session.known_steps()) {
    const Moment* parted = known->timeline.nearest(common);
    second_line = {0, known->info.name + ", changed", known->info.number, common, parted ? parted->time : 0.0};
  }
  if (!second_line.number) second_line.number = tracks.fresh_number();
}

// What B came to stays where it says something that neither A nor the list does.
void Simulation::Thread::keep_second_line() {
  const Session& of_b = second->session();
  if (second_is_kept_track() || of_b.common_with(session) == of_b.known_steps()) return;
  name_second_line();
  Track track{second_line, timeline, of_b, {}};
  track.timeline.exchange_worlds();
  put_away(std::move(track));
}

void Simulation::Thread::replay_track(int number) {
  const Track* other = tracks.find(number);
  if (!other && number != line.number) return;
  const Session& from = other ? other->session : session;
  const std::uint64_t parted = other ? session.common_with(from) : line.from;
  std::vector<std::uint64_t> inputs = from.inputs(parted);
  if (inputs.empty()) inputs = from.inputs(0);
  if (inputs.empty()) return say("No hand, key or edit did anything on that track");
  Again wanted;
  const std::string other_settings = settings_in_short(world->parameters(), from.settings_at(inputs.front()));
  wanted.name = "as " + std::to_string(number) + (other_settings.empty() ? "" : ", " + other_settings);
  wanted.first = inputs.front() - 1;
  if (world->step_count() < wanted.first) wanted.first = world->step_count();
  for (std::uint64_t step = wanted.first + 1; step <= inputs.back(); ++step)
    wanted.commands.push_back(from.input_of(step));
  if (world->step_count() > wanted.first) {
    const Moment* moment = timeline.nearest(wanted.first);
    if (!moment || moment->step > wanted.first) return say("The moment before that input is not kept any more");
    const Parameters mine = world->parameters();
    const std::uint64_t later = wanted.first - moment->step;  // the moments kept may be far apart
    wanted.commands.insert(wanted.commands.begin(), later, {});
    wanted.first = moment->step;
    if (second) join(Side::a);
    restore(*moment, false);
    queue(SetParameters{mine});
  }
  again = std::move(wanted);
  touched = true;
  play(true);
}

void Simulation::Thread::give_again() {
  const std::uint64_t step = world->step_count();
  if (const RecordedStep* known = repeats_line && !touched ? session.ahead() : nullptr)
    for (const Command& command : known->commands) world->queue(command);
  if (!again) return;
  if (step < again->first || step >= again->first + again->commands.size()) {
    again.reset();
    return say("Input done again to its end");
  }
  for (const Command& command : again->commands[step - again->first]) queue(command);
}

void Simulation::Thread::view_tracks() {
  tracks_viewed_at = steady_seconds();
  if (!world) return;
  if (std::exchange(tracks_changed, false)) {
    kept_views.clear();
    for (const Track& track : tracks.all()) kept_views.push_back(view_of(track.info, track.timeline, track.session));
    track_bytes = tracks.bytes(timeline);
  }
  auto views = std::make_shared<std::vector<TrackView>>(kept_views);
  views->push_back(view_of(line, timeline, session));
  views->back().present = true, views->back().settings = world->parameters();
  std::sort(views->begin(), views->end(),
            [](const TrackView& a, const TrackView& b) { return a.info.number < b.info.number; });
  track_views = std::move(views);
}

void Simulation::open_track(int number) {
  post([number](Thread& t) {
    if (t.world) t.open_track(number);
  });
}

void Simulation::compare_track(int number) {
  post([number](Thread& t) {
    if (t.world) t.compare_track(number);
  });
}

void Simulation::replay_track(int number) {
  post([number](Thread& t) {
    if (t.world) t.replay_track(number);
  });
}

void Simulation::rename_track(int number, std::string name) {
  post([number, name = std::move(name)](Thread& t) {
    Track* track = t.tracks.find(number);
    (track ? track->info : t.line).name = name;
    t.tracks_changed = true;
  });
}

void Simulation::delete_track(int number) {
  post([number](Thread& t) {
    t.tracks.remove(number);
    t.tracks_changed = true;
  });
}

}  // namespace spook
