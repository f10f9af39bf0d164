// The coefficients compiled into the engine are those of the data files.
#include <gtest/gtest.h>

#include "engine/reference/coefficients.h"
#include "scenarios/papers/data.h"

using namespace spook::reference;
using spook::papers::reference_data;
using spook::papers::reference_number;
using spook::papers::reference_numbers;

namespace {

template <std::size_t N>
void expect_same(const double (&ours)[N], const nlohmann::json& theirs, double tolerance = 1e-16) {
  const std::vector<double> values = reference_numbers(theirs);
  ASSERT_EQ(values.size(), N);
  for (std::size_t k = 0; k < N; ++k) EXPECT_NEAR(ours[k], values[k], tolerance * std::max(1.0, std::abs(values[k])));
}

template <std::size_t N, std::size_t M>
void expect_same(const double (&ours)[N][M], const nlohmann::json& theirs, double tolerance = 1e-16) {
  ASSERT_EQ(theirs.size(), N);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < theirs[i].size(); ++j) {
      const double value = reference_number(theirs[i][j]);
      EXPECT_NEAR(ours[i][j], value, tolerance * std::max(1.0, std::abs(value))) << i << "," << j;
    }
}

}  // namespace

TEST(PaperCoefficients, FehlbergAndDormandPrinceMatchTheData) {
  const auto& rkf = reference_data("rkf45");
  expect_same(rkf45_c, rkf["c"]);
  expect_same(rkf45_a, rkf["A"]);
  expect_same(rkf45_b4, rkf["b4"]);
  expect_same(rkf45_b5, rkf["b5"]);
  const auto& dopri = reference_data("dopri5");
  expect_same(dopri5_c, dopri["c"]);
  expect_same(dopri5_a, dopri["A"]);
  expect_same(dopri5_b5, dopri["b5"]);
  expect_same(dopri5_b4, dopri["b4"]);
  expect_same(dopri5_d, dopri["dense_output"]["d"]);
}

TEST(PaperCoefficients, HalfExplicitMethodsMatchTheData) {
  const auto& hem = reference_data("hem5");
  expect_same(hem5_c, hem["c"]);
  expect_same(hem5_a, hem["A"], 2e-13);  // rows 8 and 9 are the polished ones
  expect_same(hem5_dense, hem["dense_output"]["D_polished"]);
  const auto& phem = reference_data("phem56");
  expect_same(phem56_c, phem["c"]);
  expect_same(phem56_a, phem["A"]);
  expect_same(phem56_cbar, phem["cbar"]);
  expect_same(phem56_abar, phem["Abar"]);
  expect_same(phem56_error, phem["bbar_error_weights"]);
  expect_same(phem56_dense, phem["dense_output_weights_at_19_30"]);
}

TEST(PaperCoefficients, RowSumsAreTheNodes) {
  for (int i = 0; i < 9; ++i) {
    double sum = 0.0;
    for (double a : hem5_a[i]) sum += a;
    EXPECT_NEAR(sum, hem5_c[i], 1e-14) << "HEM5 row " << i + 1;
  }
  for (int i = 0; i < 7; ++i) {
    double sum = 0.0;
    for (double a : phem56_abar[i]) sum += a;
    EXPECT_NEAR(sum, phem56_cbar[i], 1e-14) << "PHEM56 companion row " << i + 1;
  }
}
