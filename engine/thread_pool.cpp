#include "engine/thread_pool.h"

#include <random>

namespace spook {

namespace {

constexpr int spins = 2000;  // about 40 µs: the gaps between the loops of a step
constexpr int yields = 100;  // and as long again where nobody else wants the processor
constexpr int spins_at_the_end = 500;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

}  // namespace

ThreadPool::~ThreadPool() {
  resize(1);
}

void ThreadPool::resize(int threads) {
  threads = std::max(threads, 1);
  if (threads == this->threads()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  stop_ = false;
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
}

std::vector<std::pair<int, int>> ThreadPool::dealt(int count) const {
  std::minstd_rand random(dice_);
  dice_ = static_cast<std::uint32_t>(random()) | 1;
  std::vector<std::pair<int, int>> tasks(count);
  for (int i = 0; i < count; ++i) tasks[i] = {i, static_cast<int>(random() % threads())};
  std::shuffle(tasks.begin(), tasks.end(), random);
  return tasks;
}

void ThreadPool::start(int count, Call call, void* context) {
  // every task of the round before is done, so nobody reads these
  call_ = call, context_ = context;
  done_.store(0, std::memory_order_relaxed);
  state_.store(packed(++round_, 0, static_cast<std::uint64_t>(count)));
  // a worker counts itself a sleeper before it looks for work a last time
  if (sleepers_.load() > 0) {
    { const std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  while (take(0)) continue;
  for (int i = 0; done_.load(std::memory_order_acquire) < count; ++i) {
    if (i < spins_at_the_end)
      pause();
    else
      std::this_thread::yield();
  }
}

bool ThreadPool::take(int worker) {
  std::uint64_t state = state_.load(std::memory_order_acquire);
  while (has_work(state)) {
    const int task = worker == 0 ? front_of(state) : back_of(state) - 1;
    const std::uint64_t next = worker == 0 ? state + (std::uint64_t{1} << 20) : state - 1;
    if (!state_.compare_exchange_weak(state, next, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    call_(context_, task, worker);
    done_.fetch_add(1, std::memory_order_release);
    return true;
  }
  return false;
}

bool ThreadPool::wait_for_work() {
  const auto called = [this] { return stop_.load() || has_work(state_.load()); };
  for (int i = 0; i < spins + yields && !called(); ++i) {
    if (i < spins)
      pause();
    else
      std::this_thread::yield();
  }
  if (!called()) {
    std::unique_lock lock(mutex_);
    ++sleepers_;
    wake_.wait(lock, called);
    --sleepers_;
  }
  return !stop_;
}

void ThreadPool::work(int worker) {
  while (wait_for_work())
    while (take(worker)) continue;
}

}  // namespace spook
