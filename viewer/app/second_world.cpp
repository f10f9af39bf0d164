#include "viewer/app/second_world.h"

#include <utility>

namespace spook {

SecondWorld::SecondWorld(const Scene& scene, const World& first, Session session)
    : world_(std::make_unique<World>(scene)), session_(std::move(session)) {
  world_->restore(*first.save());
  thread_ = std::thread([this] { loop(); });
}

SecondWorld::SecondWorld(const Scene& scene, std::unique_ptr<World> of_scene) : world_(std::move(of_scene)) {
  session_.begin(scene);
  thread_ = std::thread([this] { loop(); });
}

SecondWorld::~SecondWorld() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void SecondWorld::restore(const SavedState& own) {
  world_->restore(own);
  session_.go_back(world_->step_count());
}

void SecondWorld::follow(const SavedState& first) {
  const Parameters mine = world_->parameters();
  restore(first);
  world_->queue(SetParameters{mine});
  world_->apply_commands();
}

void SecondWorld::start(double time) {
  reports_.clear();
  until_ = time;
  {
    const std::lock_guard lock(mutex_);
    asked_ = true;
  }
  wake_.notify_all();
}

void SecondWorld::wait() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return !asked_; });
}

std::vector<StepReport> SecondWorld::take_reports() {
  return std::exchange(reports_, {});
}

void SecondWorld::exchange(std::unique_ptr<World>& world, Session& session) {
  std::swap(world_, world);
  std::swap(session_, session);
}

void SecondWorld::advance() {
  // with steps of another length it is at most half a step of its own ahead or behind
  while (world_->time() + 0.5 * world_->parameters().time_step < until_) {
    if (const RecordedStep* known = repeats_ ? session_.ahead() : nullptr)
      for (const Command& command : known->commands) world_->queue(command);
    world_->step();
    session_.add(*world_);
    reports_.push_back(world_->report());
  }
}

void SecondWorld::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return asked_ || quit_; });
    if (quit_) return;
    lock.unlock();
    advance();
    lock.lock();
    asked_ = false;
    wake_.notify_all();
  }
}

}  // namespace spook
