#include "engine/collide/workers.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace spook {

struct Workers::Implementation {
  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<std::thread> threads;
  const std::function<void(int, int)>* work = nullptr;
  std::atomic<int> next{0};
  int tasks = 0, wanted = 0, busy = 0;
  std::uint64_t round = 0;
  bool quit = false;

  void take_tasks(int thread) {
    for (int task = next.fetch_add(1); task < tasks; task = next.fetch_add(1)) (*work)(thread, task);
  }

  void live(int thread, std::uint64_t seen) {
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return quit || round != seen; });
      if (quit) return;
      seen = round;
      if (thread >= wanted) continue;
      lock.unlock();
      take_tasks(thread);
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }
};

Workers::Workers() : implementation_(std::make_unique<Implementation>()) {}

Workers::~Workers() {
  {
    const std::lock_guard lock(implementation_->mutex);
    implementation_->quit = true;
  }
  implementation_->wake.notify_all();
  for (std::thread& thread : implementation_->threads) thread.join();
}

void Workers::run(int threads, int tasks, const std::function<void(int, int)>& work) {
  Implementation& pool = *implementation_;
  {
    const std::lock_guard lock(pool.mutex);
    while (static_cast<int>(pool.threads.size()) < threads - 1) {
      const int number = static_cast<int>(pool.threads.size()) + 1;
      pool.threads.emplace_back([&pool, number, seen = pool.round] { pool.live(number, seen); });
    }
    pool.work = &work;
    pool.tasks = tasks, pool.wanted = threads, pool.busy = threads - 1;
    pool.next = 0;
    ++pool.round;
  }
  pool.wake.notify_all();
  pool.take_tasks(0);
  std::unique_lock lock(pool.mutex);
  pool.done.wait(lock, [&] { return pool.busy == 0; });
}

}  // namespace spook
