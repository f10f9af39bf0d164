// The benchmark mechanisms: hand-written derivatives against exact ones, and a deliberate mistake is found.
#include <gtest/gtest.h>

#include "engine/reference/systems.h"

using namespace spook::reference;

namespace {

void expect_clean(const System& written, const System* automatic) {
  for (const SystemCheck& check : check_system(written, automatic))
    EXPECT_TRUE(check.passed()) << written.name << ": " << check.what << " differs by " << check.difference;
}

}  // namespace

TEST(PaperSystems, HandWrittenDerivativesOfTheMechanismsAreExact) {
  const System four = four_bar_automatic(), crank = slider_crank_automatic(),
               flexible = slider_crank_flexible_automatic();
  expect_clean(four_bar(), &four);
  expect_clean(slider_crank(), &crank);
  expect_clean(slider_crank_flexible(), &flexible);
}

TEST(PaperSystems, BodyCoordinateFormsPassTheCheckByDifferences) {
  expect_clean(four_bar_bodies(), nullptr);
  expect_clean(slider_crank_bodies(), nullptr);
  expect_clean(planar_pendulum(), nullptr);
}

TEST(PaperSystems, TheCheckFindsAWrongSignInAJacobian) {
  System wrong = slider_crank();
  wrong.jacobian = [right = wrong.jacobian](const Vector& q) -> Matrix {
    Matrix g = right(q);
    g(0, 1) = -g(0, 1);
    return g;
  };
  bool found = false;
  for (const SystemCheck& check : check_system(wrong)) found |= check.what == "G by differences" && !check.passed();
  EXPECT_TRUE(found);
}

TEST(PaperSystems, AnglesAndBodiesDescribeTheSameMechanism) {
  const System angles = four_bar(), bodies = four_bar_bodies();
  Vector q, v;
  const Vector rates = Eigen::Vector3d(1.0, -0.4, 0.3);
  four_bar_to_bodies({}, angles.q0, rates, q, v);
  // the crank's torque is its potential in both
  EXPECT_NEAR(angles.energy(angles.q0, rates), bodies.energy(q, v), 1e-12);
  EXPECT_LT(bodies.constraint(q).cwiseAbs().maxCoeff(), 1e-15);
}
