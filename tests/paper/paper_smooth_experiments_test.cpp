// The fast subset of the smooth experiments, judged by the bars of their own reports.
#include "tests/paper/expect_pass.h"

TEST(PaperSmooth, OrdersOnTheFourBarMeetTheirBars) {
  expect_pass("orders_four_bar");
}
TEST(PaperSmooth, OrdersOnTheSliderCrankMeetTheirBars) {
  expect_pass("orders_slider_crank");
}
TEST(PaperSmooth, DormandPrinceIsTheSameWithMoreDigits) {
  expect_pass("dopri5_order");
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
TEST(PaperSmooth, ProfilesPutHigherOrdersFirst) {
  expect_pass("performance_profiles");
}
TEST(PaperSmooth, FormsAgreeAndFamiliesHaveTheirOrders) {
  expect_pass("forms_and_families");
}
