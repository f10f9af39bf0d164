// The fast subset of the SPOOK paper's figures, drawn from the engine.
#include "tests/paper/expect_pass.h"

TEST(PaperEngine, OscillatorsKeepFrequencyAndAmplitude) {
  expect_pass("spook_oscillator");
}
TEST(PaperEngine, ThePendulumKeepsItsSwingWhereImplicitEulerLosesIt) {
  expect_pass("spook_pendulum");
}
TEST(PaperEngine, StiffPenaltiesAndShakesEquationDoAsPrinted) {
  expect_pass("spook_penalties");
}
TEST(PaperEngine, TheBallBouncesWithoutGain) {
  expect_pass("spook_bouncing_ball");
}
TEST(PaperEngine, TheCradleDependsOnTheExponent) {
  expect_pass("spook_cradle");
}
TEST(PaperEngine, SymmetrisedFrictionFloatsAndStopsWhereCoulombDoes) {
  expect_pass("spook_symmetrised");
}
TEST(PaperEngine, TheErrorFallsWithTheSquareOfTheStepDownToThePlateau) {
  expect_pass("spook_error_against_h");
}
TEST(PaperEngine, SweepsRelaxTheSqueezedBox) {
  expect_pass("spook_relaxation_squeezed");
}
TEST(PaperEngine, SweepsRelaxTheLogs) {
  expect_pass("spook_relaxation_logs");
}
TEST(PaperEngine, SweepsRelaxTheWalls) {
  expect_pass("spook_relaxation_walls");
}
TEST(PaperEngine, DirectResidualsOfSettlingLogsStaySmall) {
  expect_pass("spook_residuals");
}
TEST(PaperEngine, SweepsAndDirectSolvesOnTheLoader) {
  expect_pass("spook_loader_residuals");
}
TEST(PaperEngine, TheLoadersViolationAgainstTheStep) {
  expect_pass("spook_loader_steps");
}
TEST(PaperEngine, TheLoaderFromThePublishedStepperToOurs) {
  expect_pass("spook_loader_failures");
}
TEST(PaperEngine, TheLoaderKeepsItsJointsTogether) {
  expect_pass("spook_loader");
}
