// The stepping thread and the window never wait for each other, nor the window for a study.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "engine/world/world.h"
#include "viewer/app/simulation.h"
#include "viewer/plot/convergence_study.h"

namespace spook::test {
namespace {

using namespace std::chrono_literals;

Scene wall(int bricks, int courses) {
  return build_scenario(*find_scenario("brick_wall"), {{"bricks", bricks}, {"courses", courses}});
}

TEST(Threads, TheWindowAsksAndCommandsManyTimesWithinOneLongStep) {
  Simulation simulation;
  SceneSource source;
  source.scenario = find_scenario("brick_wall");
  source.values = {{"bricks", 30}, {"courses", 20}};
  source.overrides = {{"sweeps", "20000"}, {"couplings", "1"}, {"warm_start", "false"}};
  simulation.open(source);
  std::shared_ptr<const SimFrame> seen;
  for (int i = 0; i < 4000 && !(seen && seen->current); ++i)
    std::this_thread::sleep_for(5ms), seen = simulation.frame();
  ASSERT_TRUE(seen && seen->current);
  // one step lasts long: all the while the window is served
  int asked = 0, most = 0;
  std::vector<StepReport> reports;
  const double until = steady_seconds() + 4.0;
  while (steady_seconds() < until && most < 50) {
    const auto frame = simulation.frame();
    simulation.take_reports(reports);
    simulation.run([](World&) {});
    asked = frame->current == seen->current ? asked + 1 : 0;
    seen = frame, most = std::max(most, asked);
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_GE(most, 50) << "frames of the window within one step of the physics";
  simulation.play(false);
}

TEST(Threads, AStudyIsClearedWithoutWaitingForItsSolve) {
  World world(wall(20, 15));
  for (int i = 0; i < 3; ++i) world.step();
  const auto problem = std::make_shared<const StepProblem>(world.last_problem());
  plot::ConvergenceStudy study;
  study.start(problem, {{"long", SolverKind::sweeps, SweepKind::block_tangents}}, 3000);
  std::this_thread::sleep_for(30ms);
  ASSERT_TRUE(study.running());
  const double begun = steady_seconds();
  study.clear();
  EXPECT_FALSE(study.running());
  study.start(problem, {{"short", SolverKind::sweeps, SweepKind::block_tangents}}, 5);
  EXPECT_LT(steady_seconds() - begun, 0.1);
  for (int i = 0; i < 2000 && study.running(); ++i) std::this_thread::sleep_for(10ms);
  ASSERT_EQ(study.curves().size(), 1u) << "the cleared study is not heard of again";
  EXPECT_EQ(study.curves()[0].name, "short");
}

}  // namespace
}  // namespace spook::test
