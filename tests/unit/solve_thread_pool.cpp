#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "engine/thread_pool.h"

namespace spook {
namespace {

// workers that come up after the first round has begun must still take part in it, or it never ends
TEST(ThreadPool, RunsAllTasksAtOnceAfterItsThreadsAreMade) {
  for (int round = 0; round < 50; ++round) {
    ThreadPool pool;
    pool.resize(4);
    std::atomic<int> done{0};
    pool.run(8, [&](int, int) { ++done; });
    pool.run(3, [&](int, int) { ++done; });
    ASSERT_EQ(done, 11);
  }
}

TEST(ThreadPool, EveryTaskIsDoneOnceWhetherWorkersSpinOrSleep) {
  ThreadPool pool;
  pool.resize(3);
  std::vector<int> times(1000, 0);
  for (int round = 0; round < 300; ++round) {
    if (round % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pool.run(1 + round * 3, [&](int task, int worker) {
      ASSERT_LT(worker, 3);
      ++times[task];
    });
  }
  for (int task = 0; task < 898; ++task) EXPECT_EQ(times[task], 300 - (task + 2) / 3) << task;
}

TEST(ThreadPool, SumsDoNotDependOnThreads) {
  std::vector<double> numbers(5000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0 / (1.0 + double(i * i));
  const auto sum = [&](ThreadPool* pool) {
    return sum_chunks<double>(pool, 5000, 100, [&](int begin, int end) {
      double part = 0.0;
      for (int i = begin; i < end; ++i) part += numbers[i];
      return part;
    });
  };
  const double alone = sum(nullptr);
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool;
    pool.resize(threads);
    for (int round = 0; round < 50; ++round) ASSERT_EQ(sum(&pool), alone);
  }
}

TEST(ThreadPool, ChunksCoverALoopOnce) {
  ThreadPool pool;
  pool.resize(2);
  for (const int n : {0, 1, 63, 64, 127, 128, 1000}) {
    std::vector<int> times(n + 1, 0);
    for_each_index(&pool, n, 64, [&](int i) { ++times[i]; });
    EXPECT_EQ(std::count(times.begin(), times.end(), 1), n);
  }
}

}  // namespace
}  // namespace spook
