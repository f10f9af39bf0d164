#include <gtest/gtest.h>

#include <atomic>

#include "engine/solve/thread_pool.h"

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

}  // namespace
}  // namespace spook
