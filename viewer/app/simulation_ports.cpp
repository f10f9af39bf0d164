// What the window asks of the simulation: each becomes a task of the stepping thread.
#include <utility>

#include "engine/scene/scene_io.h"
#include "viewer/app/simulation_thread.h"

namespace spook {
namespace {

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

// s; chosen: who opens another scene does not wait for the step of the old one longer than this
constexpr double patience_with_a_step = 0.5;

}  // namespace

std::shared_ptr<const SimFrame> Simulation::frame() const {
  std::lock_guard lock(mutex_);
  return frame_;
}

void Simulation::take_reports(std::vector<StepReport>& out, int channel) {
  out.clear();
  std::lock_guard lock(mutex_);
  std::swap(out, reports_[channel]);
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
  if (stepping_for() > patience_with_a_step) cancel_step();
  post([source = std::move(source)](Thread& t) { t.open(source, nullptr); });
}

void Simulation::reset() {
  if (stepping_for() > patience_with_a_step) cancel_step();
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
    if (const Moment* moment = t.timeline.before(t.world->step_count())) t.restore(*moment, false);
  });
}

void Simulation::seek(std::uint64_t step) {
  post([step](Thread& t) {
    if (!t.world) return;
    t.playing = false;
    const Moment* moment = t.timeline.nearest(step);
    // a comparison goes no farther than both have been
    const Moment* both = t.second ? t.timeline.last_paired() : nullptr;
    if (both && moment && moment->step > both->step) moment = both;
    if (moment) t.restore(*moment, false);
  });
}

void Simulation::toggle_play() {
  post([](Thread& t) { t.play(!t.playing); });
}

void Simulation::keep_pace(bool on) {
  post([on](Thread& t) {
    if (t.keeps_pace == on) return;
    t.keeps_pace = on, t.pacer = {};
    if (!on && t.world && t.world->pace()) t.queue_in_both(SetPace{}), t.touched = true;
  });
}

void Simulation::change_speed(bool faster) {
  post([faster](Thread& t) { t.run_at(next_speed(t.speed, faster)); });
}

void Simulation::set_speed(double speed) {
  post([speed](Thread& t) { t.run_at(speed); });
}

void Simulation::command(Command command, Side side) {
  post([command = std::move(command), side](Thread& t) {
    if (!t.world) return;
    t.queue(command, side);
    t.changed_by_hand();
  });
}

void Simulation::edit(std::vector<Command> commands, std::string label, Side side) {
  mark_undo(std::move(label));
  post([commands = std::move(commands), side](Thread& t) {
    if (!t.world) return;
    for (const Command& c : commands) t.queue(c, side);
    t.changed_by_hand();
  });
}

void Simulation::adjust(Command command, std::string label, Side side) {
  post([command = std::move(command), label = std::move(label), side](Thread& t) {
    if (!t.world) return;
    t.mark_undo(label, label);
    t.queue(command, side);
    t.changed_by_hand();
  });
}

void Simulation::mark_undo(std::string label) {
  post([label = std::move(label)](Thread& t) {
    if (t.world) t.mark_undo(label);
  });
}

void Simulation::undo() {
  post([](Thread& t) { t.undo(); });
}

void Simulation::redo() {
  post([](Thread& t) { t.redo(); });
}

void Simulation::ask_description() {
  post([](Thread& t) {
    if (!t.world) return;
    t.description = std::make_shared<Scene>(t.world->describe());
    ++t.description_number;
  });
}

void Simulation::save_as(std::filesystem::path file, CameraDesc camera) {
  post([file = std::move(file), camera = std::move(camera)](Thread& t) {
    if (!t.world) return;
    SimMessage message{"", "Saved " + file.string()};
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

void Simulation::save_recording(std::filesystem::path file, std::string report) {
  post([file = std::move(file), report = std::move(report)](Thread& t) {
    if (!t.world) return;
    SimMessage message{"", "Saved " + file.string()};
    try {
      if (!t.session.complete(*t.world)) message.text += ": the first two hours, as no more can be kept";
      Recording recording = t.session.recording();
      recording.report = report;
      spook::save_recording(recording, file);
    } catch (const std::exception& error) {
      message = {"Cannot save " + file.string(), error.what()};
    }
    const std::lock_guard lock(t.owner.mutex_);
    t.owner.messages_.push_back(message);
  });
}

void Simulation::run(std::function<void(World&)> task) {
  post([task = std::move(task)](Thread& t) {
    if (t.world) task(*t.world);
  });
}

void Simulation::run_each(std::function<void(World&)> task) {
  post([task = std::move(task)](Thread& t) {
    if (t.world) task(*t.world);
    if (t.second) task(t.second->world());
  });
}

void Simulation::watch(std::weak_ptr<StepWatch> watch) {
  post([watch = std::move(watch)](Thread& t) {
    t.watches.push_back(watch);
    if (const auto held = watch.lock(); held && t.world) held->moved(*t.world);
  });
}

void Simulation::split() {
  post([](Thread& t) {
    if (t.world && !t.second) t.split();
  });
}

void Simulation::open_beside(SceneSource source) {
  post([source = std::move(source)](Thread& t) {
    if (t.world) t.open_beside(source);
  });
}

void Simulation::join(Side kept) {
  post([kept](Thread& t) {
    if (t.second) t.join(kept);
  });
}

void Simulation::exchange_sides() {
  post([](Thread& t) {
    if (t.second) t.exchange_sides();
  });
}

void Simulation::set_parameters(Side side, Parameters parameters) {
  post([side, parameters = std::move(parameters)](Thread& t) {
    if (!t.world || (side == Side::b && !t.second)) return;
    t.changed_settings(side, parameters);
    (side == Side::b ? t.second->world() : *t.world).queue(SetParameters{parameters});
    t.changed_by_hand();
  });
}

}  // namespace spook
