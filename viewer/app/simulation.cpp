#include "viewer/app/simulation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "viewer/app/simulation_thread.h"

namespace spook {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Simulation::Thread::keep_moment() {
  Moment moment{world->step_count(), world->hash(), world->time(), world->save(), 0};
  moment.bytes = World::bytes(*moment.state);
  if (second) {
    World& other = second->world();
    moment.second = other.save(), moment.second_step = other.step_count(), moment.second_hash = other.hash();
    moment.bytes += World::bytes(*moment.second);
  }
  timeline.add(std::move(moment));
}

void Simulation::Thread::show(bool between) {
  previous = between ? current : nullptr;
  current = world->snapshot();
  const Moment* kept = touched ? nullptr : timeline.at(world->step_count());
  scripted = World::follows_script(kept ? *kept->state : *world->save(), world->time());
  if (second_opened) {
    World& other = second->world();
    second_scripted = World::follows_script(kept && kept->second ? *kept->second : *other.save(), other.time());
  }
  inside.reset();
  second_previous = between ? second_current : nullptr;
  second_current = second ? second->world().snapshot() : nullptr;
  published = steady_seconds();
}

// one step; a future that still lies ahead stays if the step repeats it, and is dropped where the past was changed
void Simulation::Thread::step() {
  const double began = steady_seconds();
  if (touched) recording.reset();
  if (recording && world->step_count() < recording->steps.size())
    for (const Command& command : recording->steps[world->step_count()].commands) queue(command);
  give_again();
  guarded_step();
  tell_watches(&StepWatch::stepped);
  const StepReport& report = world->report();
  const Moment* expected = timeline.at(report.step);
  const bool ahead = timeline.last() && timeline.last()->step >= report.step;
  const bool leaves = ahead && (touched || !(expected ? repeats(*expected) : session.repeats(*world)));
  if (leaves) leave_line(report.step - 1);
  session.add(*world);
  if (leaves) {
    timeline.forget_after(report.step - 1);
    edits.forget_from(opened.get(), report.step);
    ++branches;
  }
  touched = false;
  if (second && expected && !leaves && !expected->second)
    timeline.set_second(report.step, second->world().save(), second->world().step_count(), second->world().hash());
  if (!timeline.last() || timeline.last()->step < report.step) keep_moment();
  const bool replayed = recording && report.step <= recording->steps.size();
  if (!ahead && !replayed) keep_pace(1000.0 * (steady_seconds() - began));
  pace.push_back({steady_seconds(), report.time, report.ms.total, report.left_over});
  while (pace.size() > 2 && pace.back()[0] - pace.front()[0] > 1.0) pace.pop_front();
  StepReport copy = report;  // copied before the lock, which guards a move only
  std::vector<StepReport> of_second;
  if (second) of_second = second->take_reports();
  std::lock_guard lock(owner.mutex_);
  owner.reports_[channel].push_back(std::move(copy));
  std::move(of_second.begin(), of_second.end(), std::back_inserter(owner.reports_[1 - channel]));
  for (std::vector<StepReport>& reports : owner.reports_)
    if (reports.size() > 20000) reports.erase(reports.begin(), reports.begin() + 10000);
}

// Not while a known future is gone through again, nor a recording: they have their own. Nor while two worlds are
// compared: what they differ by is to be the settings' doing.
void Simulation::Thread::keep_pace(double took_ms) {
  if (!playing || !keeps_pace || second) return;
  if (const auto change = pacer.after(world->report(), world->pace(), took_ms, 1000.0 * interval()))
    world->queue(SetPace{*change});
}

void Simulation::Thread::publish() {
  auto frame = std::make_shared<SimFrame>();
  frame->previous = previous, frame->current = current;
  frame->published = published, frame->interval = interval();
  frame->opened = opened, frame->world = world_number;
  frame->playing = playing, frame->speed = speed;
  if (pace.size() >= 2 && playing) {
    const double wall = pace.back()[0] - pace.front()[0];
    frame->real_time_factor = wall > 0 ? (pace.back()[1] - pace.front()[1]) / wall : 0;
  }
  for (const auto& p : pace)
    frame->physics_ms += p[2] / double(pace.size()), frame->left_over += p[3] / double(pace.size());
  frame->keeps_pace = keeps_pace;
  if (world) frame->pace = world->pace();
  if (const Moment* first = timeline.first()) frame->first_step = first->step, frame->first_time = first->time;
  if (const Moment* last = timeline.last()) frame->last_step = last->step, frame->last_time = last->time;
  frame->history_bytes = timeline.bytes(), frame->history_moments = timeline.count();
  frame->undo_depth = int(edits.undo.size()), frame->redo_depth = int(edits.redo.size());
  if (!edits.undo.empty()) frame->undo_label = edits.undo.back().label;
  if (!edits.redo.empty()) frame->redo_label = edits.redo.back().label;
  frame->scripted = scripted, frame->second_scripted = second_opened && second_scripted;
  frame->branches = branches;
  if (tracks_changed || steady_seconds() - tracks_viewed_at > 0.3) view_tracks();
  frame->track = line.number, frame->tracks = track_views;
  frame->second_track = second && !second_opened ? second_line.number : 0;
  frame->track_bytes = track_bytes, frame->track_budget = tracks.budget();
  if (world && world->solving() != *solving) solving = std::make_shared<std::vector<SolvingMark>>(world->solving());
  frame->solving = solving;
  frame->replaying = again.has_value();
  frame->description = description, frame->description_number = description_number;
  if (second) frame->second_previous = second_previous, frame->second = second_current, frame->split = splits;
  if (second) frame->second_opened = second_opened;
  frame->channel = channel;
  frame->inside = inside;
  std::shared_ptr<const SimFrame> replaced = std::move(frame);  // and let go after the lock
  const std::lock_guard lock(owner.mutex_);
  owner.frame_.swap(replaced);
}

void Simulation::Thread::restore(const SavedState& state, const SavedState* of_second, bool forget_future) {
  world->restore(state);
  session.go_back(world->step_count());
  again.reset();
  if (second && of_second)
    second->restore(*of_second);
  else if (second && !second_opened)
    second->follow(state);  // before the two parted
  if (forget_future) timeline.forget_after(world->step_count());
  pace.clear();
  tell_watches(&StepWatch::moved);
  show(false);
}

void Simulation::Thread::tell_watches(void (StepWatch::*what)(World&)) {
  std::erase_if(watches, [](const std::weak_ptr<StepWatch>& watch) { return watch.expired(); });
  for (const std::weak_ptr<StepWatch>& watch : watches)
    if (const auto held = watch.lock()) (held.get()->*what)(*world);
}

void Simulation::Thread::queue(const Command& command, Side side) {
  if (!second_opened) return queue_in_both(command);
  (side == Side::b ? second->world() : *world).queue(command);
}

void Simulation::Thread::queue_in_both(const Command& command) {
  if (second) second->world().queue(command);
  world->queue(command);
}

void Simulation::Thread::changed_by_hand() {
  touched = true;
  if (std::exchange(repeats_line, false) && second) second->repeat(false);
  if (playing) return;
  world->apply_commands();
  if (second) second->world().apply_commands();
  tell_watches(&StepWatch::moved);
  show(false);
}

void Simulation::Thread::play(bool on) {
  playing = on;
  pace.clear();
  due = steady_seconds() + interval();
  if (!on) previous.reset(), second_previous.reset();
}

void Simulation::Thread::run_at(double wanted) {
  speed = std::clamp(wanted, 0.01, 4.0);
  pace.clear();
  due = steady_seconds() + interval();
}

void Simulation::Thread::guarded_step() {
  {
    const std::lock_guard lock(owner.mutex_);
    stepping_from = world->step_count();
    owner.step_began_ = steady_seconds();
  }
  if (second) second->start(world->time() + world->parameters().time_step);
  world->step();
  if (second) second->wait();
  const std::lock_guard lock(owner.mutex_);
  if (abandoned) throw Abandoned{};
  owner.step_began_ = 0.0;
}

void Simulation::Thread::take_over(Thread& other) {
  opened = other.opened;
  timeline = std::move(other.timeline), edits = std::move(other.edits), session = std::move(other.session);
  timeline.forget_second(), splits = other.splits, channel = other.channel;  // a second world ends with its thread
  edits.forget_second();
  previous.reset(), current = other.current;
  world_number = other.world_number, branches = other.branches;
  tracks = std::move(other.tracks), line = other.line, track_views = other.track_views;
  speed = other.speed, playing = false;
  keeps_pace = other.keeps_pace;
  stepping_from = other.stepping_from;
  watches = std::move(other.watches);
  description = other.description, description_number = other.description_number;
}

void Simulation::Thread::stand_before_cancelled_step() {
  world = std::make_unique<World>(opened->scene);
  if (const Moment* moment = timeline.nearest(stepping_from)) restore(*moment, true);
  publish();
  const std::lock_guard lock(owner.mutex_);
  owner.messages_.push_back({"", "The step was cancelled: paused before it"});
}

void Simulation::Thread::loop() {
  if (opened && !world) stand_before_cancelled_step();
  std::unique_lock lock(owner.mutex_);
  while (!owner.quit_) {
    bool changed = false;
    while (!owner.tasks_.empty()) {
      auto task = std::move(owner.tasks_.front());
      owner.tasks_.pop_front();
      lock.unlock();
      task(*this);
      changed = true;
      lock.lock();
    }
    const double now = steady_seconds();
    if (world && playing && now >= due) {
      lock.unlock();
      step();
      show(true);
      // time that could not be kept up with is let go: the real-time factor tells
      due = std::max(due + interval(), steady_seconds() - interval());
      publish();
      lock.lock();
      continue;
    }
    if (changed) {
      lock.unlock();
      publish();
      lock.lock();
      continue;
    }
    const auto news = [&] { return owner.quit_ || !owner.tasks_.empty(); };
    if (world && playing)
      owner.wake_.wait_for(lock, std::chrono::duration<double>(due - now), news);
    else
      owner.wake_.wait(lock, news);
  }
}

Simulation::Simulation() : frame_(std::make_shared<SimFrame>()) {
  start(std::make_shared<Thread>(*this));
}

Simulation::~Simulation() {
  {
    std::unique_lock lock(mutex_);
    quit_ = true;
    wake_.notify_all();
    loop_ended_.wait(lock, [this] { return loops_ == 0; });
  }
  thread_.join();
}

void Simulation::start(std::shared_ptr<Thread> stepper) {
  stepper_ = stepper;
  ++loops_;
  thread_ = std::thread([this, stepper = std::move(stepper)]() mutable {
    try {
      stepper->loop();
    } catch (const Thread::Abandoned&) {
      // another stands in its place
    }
    stepper.reset();  // before the owner may go
    const std::lock_guard lock(mutex_);
    --loops_;
    loop_ended_.notify_all();
  });
}

double Simulation::stepping_for() const {
  const std::lock_guard lock(mutex_);
  return step_began_ > 0.0 ? steady_seconds() - step_began_ : 0.0;
}

void Simulation::cancel_step() {
  const std::lock_guard lock(mutex_);
  if (step_began_ == 0.0 || !stepper_->opened) return;
  auto heir = std::make_shared<Thread>(*this);
  heir->take_over(*stepper_);
  stepper_->abandoned = true;
  step_began_ = 0.0;
  thread_.detach();
  start(std::move(heir));
}

bool Simulation::stop(double patience_seconds) {
  std::unique_lock lock(mutex_);
  quit_ = true;
  wake_.notify_all();
  const auto patience = std::chrono::duration<double>(patience_seconds);
  return loop_ended_.wait_for(lock, patience, [this] { return loops_ == 0; });
}

}  // namespace spook
