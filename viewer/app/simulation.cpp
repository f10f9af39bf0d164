#include "viewer/app/simulation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"

namespace spook {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

namespace {

bool is_recording(const SceneSource& source) {
  return !source.scenario && source.file.extension() == ".rec";
}

Scene scene_of(const SceneSource& source) {
  if (source.scenario) return build_scenario(*source.scenario, source.values);
  return is_recording(source) ? load_recording(source.file).scene : load_scene(source.file);
}

// of a step: the answer does not depend on it, and beyond four little is gained
int usual_threads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 4);
}

double next_speed(double speed, bool faster) {
  static constexpr double speeds[] = {0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0};
  if (faster) {
    for (const double s : speeds)
      if (s > speed * 1.001) return s;
    return 4.0;
  }
  for (int i = int(std::size(speeds)) - 1; i >= 0; --i)
    if (speeds[i] < speed * 0.999) return speeds[i];
  return 0.01;
}

}  // namespace

Scene load_source(const SceneSource& source) {
  Scene scene = scene_of(source);
  for (const auto& [key, value] : source.overrides) {
    const std::string problem = set_parameter(scene.parameters, key, value);
    if (!problem.empty()) throw std::runtime_error((key == "solver" ? "--" : "--set ") + problem);
  }
  scene.parameters.threads = source.threads ? source.threads : std::max(scene.parameters.threads, usual_threads());
  validate_scene(scene);
  return scene;
}

// what lives on the stepping thread alone
struct Simulation::Thread {
  Simulation& owner;
  std::unique_ptr<World> world;
  std::shared_ptr<const OpenedScene> opened;
  Timeline timeline;
  std::vector<std::shared_ptr<const SavedState>> undo;
  std::shared_ptr<const Snapshot> previous, current;
  std::shared_ptr<const Scene> description;
  std::optional<Recording> recording;  // whose commands are given again, until a hand changes something
  int world_number = 0, branches = 0, description_number = 0;
  bool playing = true;
  bool touched = false;  // a command came since the last step: the future kept may be wrong
  double speed = 1.0, due = 0.0, published = 0.0;
  std::deque<std::array<double, 3>> pace;  // wall time, simulated time, physics ms of recent steps

  explicit Thread(Simulation& simulation) : owner(simulation) {}

  double interval() const { return world ? world->parameters().time_step / speed : 1.0 / 60.0; }
  void open(const SceneSource& source, const Parameters* parameters);
  void step();
  void keep_moment();
  void show(bool between);
  void publish();
  void restore(const SavedState& state, bool forget_future);
  void changed_by_hand();
  void play(bool on);
  void run_at(double wanted);
  void loop();
};

void Simulation::Thread::open(const SceneSource& source, const Parameters* parameters) {
  try {
    auto fresh = std::make_shared<OpenedScene>();
    fresh->source = source;
    fresh->scene = load_source(source);
    fresh->standard = fresh->scene.parameters;
    if (parameters) fresh->scene.parameters = *parameters;
    std::optional<Recording> played;
    if (is_recording(source)) played = load_recording(source.file);
    auto opened_world = std::make_unique<World>(fresh->scene);
    recording = std::move(played);
    world = std::move(opened_world);
    opened = std::move(fresh);
  } catch (const std::exception& error) {
    const std::string name = source.scenario ? source.scenario->name : source.file.filename().string();
    std::lock_guard lock(owner.mutex_);
    owner.messages_.push_back({"Cannot open " + name, error.what()});
    return;
  }
  ++world_number, branches = 0, touched = false;
  timeline.clear(), undo.clear(), pace.clear();
  description.reset();
  keep_moment();
  show(false);
  due = steady_seconds() + interval();
}

void Simulation::Thread::keep_moment() {
  Moment moment{world->step_count(), world->hash(), world->time(), world->save(), 0};
  moment.bytes = World::bytes(*moment.state);
  timeline.add(std::move(moment));
}

void Simulation::Thread::show(bool between) {
  previous = between ? current : nullptr;
  current = world->snapshot();
  published = steady_seconds();
}

// one step; a future that still lies ahead stays if the step repeats it, and is dropped where the past was changed
void Simulation::Thread::step() {
  if (touched) recording.reset();
  if (recording && world->step_count() < recording->steps.size())
    for (const Command& command : recording->steps[world->step_count()].commands) world->queue(command);
  world->step();
  const StepReport& report = world->report();
  const Moment* expected = timeline.at(report.step);
  const bool ahead = timeline.last() && timeline.last()->step >= report.step;
  if (ahead && (touched || (expected && expected->hash != report.hash))) {
    timeline.forget_after(report.step - 1);
    ++branches;
  }
  touched = false;
  if (!timeline.last() || timeline.last()->step < report.step) keep_moment();
  pace.push_back({steady_seconds(), report.time, report.ms.total});
  while (pace.size() > 2 && pace.back()[0] - pace.front()[0] > 1.0) pace.pop_front();
  StepReport copy = report;  // copied before the lock, which guards a move only
  std::lock_guard lock(owner.mutex_);
  owner.reports_.push_back(std::move(copy));
  if (owner.reports_.size() > 20000) owner.reports_.erase(owner.reports_.begin(), owner.reports_.begin() + 10000);
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
  for (const auto& p : pace) frame->physics_ms += p[2] / double(pace.size());
  if (const Moment* first = timeline.first()) frame->first_step = first->step, frame->first_time = first->time;
  if (const Moment* last = timeline.last()) frame->last_step = last->step, frame->last_time = last->time;
  frame->history_bytes = timeline.bytes(), frame->history_moments = timeline.count();
  frame->undo_depth = int(undo.size()), frame->branches = branches;
  frame->description = description, frame->description_number = description_number;
  std::shared_ptr<const SimFrame> replaced = std::move(frame);  // and let go after the lock
  const std::lock_guard lock(owner.mutex_);
  owner.frame_.swap(replaced);
}

void Simulation::Thread::restore(const SavedState& state, bool forget_future) {
  world->restore(state);
  if (forget_future) timeline.forget_after(world->step_count());
  pace.clear();
  show(false);
}

void Simulation::Thread::changed_by_hand() {
  touched = true;
  if (playing) return;
  world->apply_commands();
  show(false);
}

void Simulation::Thread::play(bool on) {
  playing = on;
  pace.clear();
  due = steady_seconds() + interval();
  if (!on) previous.reset();
}

void Simulation::Thread::run_at(double wanted) {
  speed = std::clamp(wanted, 0.01, 4.0);
  pace.clear();
  due = steady_seconds() + interval();
}

void Simulation::Thread::loop() {
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
  thread_ = std::thread([this] { Thread(*this).loop(); });
}

Simulation::~Simulation() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

std::shared_ptr<const SimFrame> Simulation::frame() const {
  std::lock_guard lock(mutex_);
  return frame_;
}

void Simulation::take_reports(std::vector<StepReport>& out) {
  out.clear();
  std::lock_guard lock(mutex_);
  std::swap(out, reports_);
}

std::vector<SimMessage> Simulation::take_messages() {
  std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

void Simulation::post(std::function<void(Thread&)> task) {
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

void Simulation::open(SceneSource source) {
  post([source = std::move(source)](Thread& t) { t.open(source, nullptr); });
}

void Simulation::reset() {
  post([](Thread& t) {
    if (!t.world) return;
    const Parameters parameters = t.world->parameters();
    const SceneSource source = t.opened->source;
    t.open(source, &parameters);
  });
}

void Simulation::play(bool on) {
  post([on](Thread& t) { t.play(on); });
}

void Simulation::step_once() {
  post([](Thread& t) {
    if (!t.world) return;
    t.playing = false;
    t.step();
    t.show(false);
  });
}

void Simulation::step_back() {
  post([](Thread& t) {
    if (!t.world) return;
    t.playing = false;
    if (const Moment* moment = t.timeline.before(t.world->step_count())) t.restore(*moment->state, false);
  });
}

void Simulation::seek(std::uint64_t step) {
  post([step](Thread& t) {
    if (!t.world) return;
    t.playing = false;
    if (const Moment* moment = t.timeline.nearest(step)) t.restore(*moment->state, false);
  });
}

void Simulation::toggle_play() {
  post([](Thread& t) { t.play(!t.playing); });
}

void Simulation::change_speed(bool faster) {
  post([faster](Thread& t) { t.run_at(next_speed(t.speed, faster)); });
}

void Simulation::set_speed(double speed) {
  post([speed](Thread& t) { t.run_at(speed); });
}

void Simulation::command(Command command) {
  post([command = std::move(command)](Thread& t) mutable {
    if (!t.world) return;
    t.world->queue(std::move(command));
    t.changed_by_hand();
  });
}

void Simulation::edit(std::vector<Command> commands) {
  mark_undo();
  post([commands = std::move(commands)](Thread& t) mutable {
    if (!t.world) return;
    for (Command& c : commands) t.world->queue(std::move(c));
    t.changed_by_hand();
  });
}

void Simulation::mark_undo() {
  post([](Thread& t) {
    if (!t.world) return;
    t.undo.push_back(t.world->save());
    if (t.undo.size() > 64) t.undo.erase(t.undo.begin());
  });
}

void Simulation::undo() {
  post([](Thread& t) {
    if (!t.world || t.undo.empty()) return;
    const auto state = std::move(t.undo.back());
    t.undo.pop_back();
    t.restore(*state, true);
    t.touched = true;
  });
}

void Simulation::ask_description() {
  post([](Thread& t) {
    if (!t.world) return;
    t.description = std::make_shared<Scene>(t.world->describe());
    ++t.description_number;
  });
}

void Simulation::save_as(std::filesystem::path file, CameraDesc camera) {
  post([file = std::move(file), camera](Thread& t) {
    if (!t.world) return;
    SimMessage message{"", "saved " + file.string()};
    try {
      Scene scene = t.world->describe();
      scene.camera = camera;
      save_scene(scene, file);
    } catch (const std::exception& error) {
      message = {"Cannot save " + file.string(), error.what()};
    }
    std::lock_guard lock(t.owner.mutex_);
    t.owner.messages_.push_back(message);
  });
}

void Simulation::run(std::function<void(World&)> task) {
  post([task = std::move(task)](Thread& t) {
    if (t.world) task(*t.world);
  });
}

}  // namespace spook
