// A few threads that wait for work. What runs where never shows in the answer: tasks write to their own places only.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace spook {

class ThreadPool {
 public:
  ~ThreadPool();
  void resize(int threads);  // the caller counts as one
  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // f(task, worker) for every task in [0, count); returns when all are done. Not to be called from within a task.
  template <class F>
  void run(int count, F&& f) {
    if (workers_.empty() || count <= 1) {
      for (int i = 0; i < count; ++i) f(i, 0);
      return;
    }
    using Function = std::remove_reference_t<F>;
    const Call call = [](void* context, int task, int worker) { (*static_cast<Function*>(context))(task, worker); };
    start(count, call, const_cast<void*>(static_cast<const void*>(&f)));
  }

 private:
  using Call = void (*)(void*, int, int);
  void start(int count, Call call, void* context);
  void work(int worker, std::uint64_t seen);
  void drain(int worker);

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::uint64_t round_ = 0;
  bool stop_ = false;
  int busy_ = 0, count_ = 0;
  std::atomic<int> next_{0};
  Call call_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace spook
