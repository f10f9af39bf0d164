// The fast subset of the smooth experiments, judged by the bars of their own reports.
#include <gtest/gtest.h>

#include "scenarios/papers/experiment.h"

using namespace spook::papers;

namespace {

void expect_pass(const char* name) {
  const Experiment* experiment = find_experiment(name);
  ASSERT_NE(experiment, nullptr) << name;
  ExperimentContext context;
  context.fast = true;
  Report report;
  experiment->run(context, report);
  int judged = 0;
  for (const Row& row : report.rows) {
    EXPECT_NE(row.verdict, Verdict::fail) << name << ": " << row.quantity << ", published " << row.published
                                          << ", ours " << row.ours << ", bar " << row.bar << " " << row.note;
    judged += row.verdict == Verdict::pass;
  }
  EXPECT_GT(judged, 0) << name << " judges nothing";
}

}  // namespace

TEST(PaperSmooth, OrdersOnTheFourBarMeetTheirBars) {
  expect_pass("orders_four_bar");
}
TEST(PaperSmooth, OrdersOnTheSliderCrankMeetTheirBars) {
  expect_pass("orders_slider_crank");
}
TEST(PaperSmooth, ThesisTable33IsReproducedWhereItCanBe) {
  expect_pass("thesis_table_3_3");
}
TEST(PaperSmooth, ThesisTable35IsReproducedWhereItCanBe) {
  expect_pass("thesis_table_3_5");
}
TEST(PaperSmooth, ThesisFigure33KeepsItsOrderOfMethods) {
  expect_pass("thesis_figure_3_3");
}
TEST(PaperSmooth, DenseOutputsHaveTheirOrders) {
  expect_pass("dense_output");
}
TEST(PaperSmooth, PrintedFormulasFailAndCorrectedOnesHold) {
  expect_pass("printed_formulas");
}
TEST(PaperSmooth, ProjectionAndBaumgarteHoldTheDrift) {
  expect_pass("drift_stabilisation");
}
TEST(PaperSmooth, HandWrittenDerivativesPassTheirCheck) {
  expect_pass("system_check");
}
