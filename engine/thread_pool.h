// A few threads that wait for loops. What runs where never shows in the answer: tasks write to their own places only,
// and sums are taken over chunks that depend on the length of the loop alone.
//
// A loop starts in about a microsecond: workers spin for some microseconds after their last task, then yield, then
// sleep. Whoever is free takes the next task, the caller from the front and workers from the back, so that the same
// half of a list mostly stays in the same cache. A worker that never gets a processor is not waited for: only tasks
// that were taken are.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace spook {

class ThreadPool {
 public:
  ThreadPool() = default;
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  void resize(int threads);  // the caller counts as one
  int threads() const { return static_cast<int>(workers_.size()) + 1; }
  // For tests: from now on the tasks of every pool run one after another on the caller, in random order and each with
  // a random worker's scratch; 0 ends it. Shows results that depend on that order, which real threads vary but rarely.
  static void shuffle(std::uint32_t seed) { dice_ = seed; }

  // f(task, worker) for every task in [0, count); returns when all are done. Not to be called from within a task.
  template <class F>
  void run(int count, F&& f) {
    if (workers_.empty() || count <= 1 || count > most_tasks) {
      for (int i = 0; i < count; ++i) f(i, 0);
      return;
    }
    if (dice_ != 0) {
      for (const auto& [task, worker] : dealt(count)) f(task, worker);
      return;
    }
    using Function = std::remove_reference_t<F>;
    const Call call = [](void* context, int task, int worker) { (*static_cast<Function*>(context))(task, worker); };
    start(count, call, const_cast<void*>(static_cast<const void*>(&f)));
  }

 private:
  using Call = void (*)(void*, int, int);
  // of the tasks of a round those in [front, back) are free: one word, so that taking one is one exchange
  static constexpr int most_tasks = (1 << 20) - 1;
  static std::uint64_t packed(std::uint64_t round, std::uint64_t front, std::uint64_t back) {
    return round << 40 | front << 20 | back;
  }
  static int front_of(std::uint64_t state) { return static_cast<int>(state >> 20) & most_tasks; }
  static int back_of(std::uint64_t state) { return static_cast<int>(state) & most_tasks; }
  static bool has_work(std::uint64_t state) { return front_of(state) < back_of(state); }

  std::vector<std::pair<int, int>> dealt(int count) const;  // tasks and workers by dice
  void start(int count, Call call, void* context);
  void work(int worker);
  bool take(int worker);  // one task; false: there is none
  bool wait_for_work();   // false: the pool ends

  static inline std::atomic<std::uint32_t> dice_{0};
  std::vector<std::thread> workers_;
  alignas(64) std::atomic<std::uint64_t> state_{0};
  Call call_ = nullptr;
  void* context_ = nullptr;
  alignas(64) std::atomic<int> done_{0};
  alignas(64) std::atomic<int> sleepers_{0};
  std::atomic<bool> stop_{false};
  std::uint64_t round_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
};

// f(begin, end) over [0, n) in chunks of `grain` or a little more; a loop of less than two goes to the caller whole
template <class F>
void for_chunks(ThreadPool* pool, int n, int grain, F&& f) {
  if (!pool || pool->threads() < 2 || n < 2 * grain) {
    if (n > 0) f(0, n);
    return;
  }
  const int chunks = std::min(n / grain, 16 * pool->threads());
  pool->run(chunks, [&](int chunk, int) {
    f(static_cast<int>(static_cast<std::int64_t>(n) * chunk / chunks),
      static_cast<int>(static_cast<std::int64_t>(n) * (chunk + 1) / chunks));
  });
}

// f(i) for every i of [0, n)
template <class F>
void for_each_index(ThreadPool* pool, int n, int grain, F&& f) {
  for_chunks(pool, n, grain, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) f(i);
  });
}

// Σ f(begin, end) over chunks that depend on n and grain alone, added in their order: the same bits with any number of
// threads. Sum: made from nothing, and knows +=.
template <class Sum, class F>
Sum sum_chunks(ThreadPool* pool, int n, int grain, F&& f) {
  constexpr int most = 32;
  const int chunks = std::clamp(n / grain, 1, most);
  std::array<Sum, most> parts{};
  const auto part = [&](int chunk, int) {
    parts[chunk] = f(static_cast<int>(static_cast<std::int64_t>(n) * chunk / chunks),
                     static_cast<int>(static_cast<std::int64_t>(n) * (chunk + 1) / chunks));
  };
  if (pool)
    pool->run(chunks, part);
  else
    for (int chunk = 0; chunk < chunks; ++chunk) part(chunk, 0);
  for (int chunk = 1; chunk < chunks; ++chunk) parts[0] += parts[chunk];
  return parts[0];
}

}  // namespace spook
