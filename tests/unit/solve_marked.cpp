// Rows that the user wants solved directly or by sweeps (engine/solve/marked_split.h).
#include <gtest/gtest.h>

#include "engine/scene/scene_io.h"
#include "engine/solve/marked_split.h"
#include "engine/world/recording.h"
#include "engine/world/world.h"
#include "scenarios/registry.h"

namespace spook {
namespace {

Scene library_scene(const char* name, const ScenarioValues& values) {
  return build_scenario(*find_scenario(name), values);
}

// the step problem after some steps
StepProblem problem_of(const Scene& scene, int steps) {
  World world(scene);
  for (int i = 0; i < steps; ++i) world.step();
  return world.last_problem();
}

StepSolution solved(const StepProblem& problem, int sweeps = 15, int couplings = 3) {
  SolveOptions options;
  options.sweeps = sweeps, options.couplings = couplings, options.factorisation_budget = 0.0;
  SolverMemory memory;
  StepSolution solution;
  SolveReport report;
  solve(problem, options, memory, solution, report);
  return solution;
}

double apart(const StepSolution& a, const StepSolution& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i)
    most = std::max(most, (a.velocity[i] - b.velocity[i]).cwiseAbs().maxCoeff());
  return most;
}

void mark_all(StepProblem& problem, SolveBy by) {
  problem.joint_by.assign(problem.joints.size(), by);
  problem.contact_by.assign(problem.contacts.size(), by);
}

TEST(MarkedSplit, AllMarkedDirectIsTheSolveWithoutMarks) {
  StepProblem problem = problem_of(library_scene("brick_wall", {{"bricks", 4}, {"courses", 4}}), 20);
  const StepSolution plain = solved(problem);
  mark_all(problem, SolveBy::direct);
  EXPECT_LT(apart(plain, solved(problem)), 1e-9);
}

TEST(MarkedSplit, SweptRowsComeNearerWithMoreTurnsAndDirectOnesAreSolvedToTheEnd) {
  StepProblem problem = problem_of(library_scene("chain", {}), 30);
  ASSERT_GE(problem.joints.size(), 6u);
  const StepSolution plain = solved(problem);
  problem.joint_by.assign(problem.joints.size(), SolveBy::direct);
  problem.joint_by.back() = SolveBy::iterative;
  for (JointRow& row : problem.rows) row.warm = 0.0;
  const double few = apart(plain, solved(problem, 2, 1)), many = apart(plain, solved(problem, 2, 200));
  EXPECT_GT(few, 1e-6) << "one joint of the chain is not solved to its end";
  EXPECT_LT(many, 0.8 * few);
  // the residual of the joints that are direct
  const StepSolution solution = solved(problem, 2, 1);
  const JointBlock& swept = problem.joints.back();
  double of_direct = 0.0, of_swept = 0.0;
  for (const JointBlock& joint : problem.joints) {
    Vec6 w = Vec6::Zero();
    for (int k = 0; k < joint.body_count; ++k)
      if (joint.bodies[k] >= 0) w += problem.jacobians[joint.first_jacobian + k] * solution.velocity[joint.bodies[k]];
    for (int i = 0; i < joint.row_count; ++i) {
      const JointRow& row = problem.rows[joint.first_row + i];
      if (row.lower > -unbounded || row.upper < unbounded) continue;
      const double slack = std::abs(w[i] + row.compliance * solution.joint_impulse[joint.first_row + i] - row.rhs);
      double& worst = joint.first_row == swept.first_row ? of_swept : of_direct;
      worst = std::max(worst, slack);
    }
  }
  EXPECT_LT(of_direct, 1e-7);
  EXPECT_GT(of_swept, 10.0 * of_direct);
}

TEST(MarkedSplit, ASolverOfSweepsSolvesDirectlyWhatIsMarked) {
  StepProblem problem = problem_of(library_scene("chain", {}), 30);
  for (JointRow& row : problem.rows) row.warm = 0.0;
  const StepSolution exact = solved(problem);
  SolveOptions options;
  options.kind = SolverKind::sweeps;
  const auto with = [&](SolveBy by) {
    mark_all(problem, by);
    SolverMemory memory;
    StepSolution solution;
    SolveReport report;
    solve(problem, options, memory, solution, report);
    return apart(exact, solution);
  };
  EXPECT_LT(with(SolveBy::direct), 1e-6);
  EXPECT_GT(with(SolveBy::iterative), 1e-4);
}

TEST(MarkedSplit, IsSavedWithTheSceneAndNamesWhatIsWrong) {
  Scene scene = library_scene("brick_wall", {{"bricks", 3}, {"courses", 2}});
  std::vector<std::string> names;
  for (const BodyDesc& body : scene.bodies)
    if (body.motion == Motion::dynamic) names.push_back(body.name);
  scene.solving = {{"", names[0], {}, SolveBy::direct}, {"", "", {names[0], names[1]}, SolveBy::iterative}};
  const std::string text = write_scene(scene);
  EXPECT_EQ(parse_scene(text, "test", {}).solving, scene.solving);
  EXPECT_EQ(write_scene(parse_scene(text, "test", {})), text);
  const auto fault = [&](const std::string& from, const std::string& to) {
    std::string broken = text;
    broken.replace(broken.rfind(from), from.size(), to);
    try {
      parse_scene(broken, "test", {});
    } catch (const SceneError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(fault("\"iterative\"", "\"quick\"").find("\"direct\" or \"iterative\""), std::string::npos);
  EXPECT_NE(fault("\"between\"", "\"beside\"").find("expected one of"), std::string::npos);
  EXPECT_NE(fault("\"body\": \"" + names[0], "\"body\": \"nobody").find("nobody"), std::string::npos);
}

TEST(MarkedSplit, AWallStandsSweptAndARecordingReplays) {
  const Scene scene = recordable(library_scene("brick_wall", {{"bricks", 4}, {"courses", 3}}));
  World world(scene);
  Recording recording{scene, {}};
  for (int i = 0; i < 60; ++i) {
    if (i == 10) {
      std::vector<SolvingMark> marks;
      for (const BodyView& body : world.snapshot()->bodies)
        if (body.look->motion == Motion::dynamic) marks.push_back({"", body.look->name, {}, SolveBy::iterative});
      marks.front().by = SolveBy::direct;
      world.queue(SetSolving{marks});
    }
    world.step();
    record_step(world, recording);
  }
  EXPECT_GE(world.solving().size(), 12u);
  EXPECT_LT(world.report().penetration_max, 1e-3);
  EXPECT_LT(world.report().energy.kinetic, 1e-2);
  const Recording read = parse_recording(write_recording(recording), "test");
  EXPECT_FALSE(replay(read, true).first_difference);
  // a moment before them brings the marks of that time back
  World again(scene);
  const auto before = again.save();
  again.queue(SetSolving{{{"", "brick_0_0", {}, SolveBy::direct}}});
  again.step();
  EXPECT_EQ(again.solving().size(), 1u);
  again.restore(*before);
  EXPECT_TRUE(again.solving().empty());
}

}  // namespace
}  // namespace spook
