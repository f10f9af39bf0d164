#include "engine/solve/thread_pool.h"

namespace spook {

ThreadPool::~ThreadPool() {
  resize(1);
}

void ThreadPool::resize(int threads) {
  if (threads < 1) threads = 1;
  if (threads == this->threads()) return;
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  stop_ = false;
  // a worker may come up only after the first round has begun: it is told here which round it has not seen
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i, round = round_] { work(i, round); });
}

void ThreadPool::start(int count, Call call, void* context) {
  {
    std::lock_guard lock(mutex_);
    call_ = call, context_ = context, count_ = count;
    next_ = 0;
    busy_ = static_cast<int>(workers_.size());
    ++round_;
  }
  wake_.notify_all();
  drain(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadPool::drain(int worker) {
  for (int task = next_.fetch_add(1); task < count_; task = next_.fetch_add(1)) call_(context_, task, worker);
}

void ThreadPool::work(int worker, std::uint64_t seen) {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || round_ != seen; });
      if (stop_) return;
      seen = round_;
    }
    drain(worker);
    std::lock_guard lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace spook
