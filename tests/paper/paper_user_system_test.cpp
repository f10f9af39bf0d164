// A user's own system, as engine/reference/README.md shows it: M, F and g as functions, every derivative automatic,
// checked against derivatives written by hand, and integrated.
#include <gtest/gtest.h>

#include "engine/reference/automatic.h"
#include "engine/reference/control.h"
#include "engine/reference/systems.h"

using namespace spook::reference;

namespace {

// a bead on the ellipse x²/4 + y² = 1 with a drag, by (x, y)
struct Bead {
  double mass_value = 0.5, drag = 0.1;
  template <class T>
  MatrixOf<T> mass(const VectorOf<T>&) const {
    return MatrixOf<T>::Identity(2, 2) * T(mass_value);
  }
  template <class T>
  VectorOf<T> force(const VectorOf<T>& q, const VectorOf<T>& v, double) const {
    VectorOf<T> f(2);
    f << T(-drag) * v[0] * q[1], T(-9.81 * mass_value) - T(drag) * v[1];
    return f;
  }
  template <class T>
  VectorOf<T> constraint(const VectorOf<T>& q) const {
    VectorOf<T> g(1);
    g << T(0.25) * q[0] * q[0] + q[1] * q[1] - T(1.0);
    return g;
  }
};

System automatic_bead() {
  System bead = automatic_system(Bead{}, "bead", 2, 1);
  bead.q0 = Eigen::Vector2d(2.0, 0.0);
  bead.v0 = Vector::Zero(2);
  return bead;
}

// the same, written by hand
System written_bead() {
  System bead = automatic_bead();
  bead.force_dq = [](const Vector&, const Vector& v, double) {
    return Matrix(Eigen::Matrix2d{{0.0, -0.1 * v[0]}, {0.0, 0.0}});
  };
  bead.force_dv = [](const Vector& q, const Vector&, double) {
    return Matrix(Eigen::Matrix2d{{-0.1 * q[1], 0.0}, {0.0, -0.1}});
  };
  bead.jacobian = [](const Vector& q) { return Matrix(Eigen::RowVector2d(0.5 * q[0], 2.0 * q[1])); };
  bead.jacobian_rate = [](const Vector&, const Vector& v) {
    return Vector(Vector::Constant(1, 0.5 * v[0] * v[0] + 2.0 * v[1] * v[1]));
  };
  return bead;
}

}  // namespace

TEST(UserSystem, AutomaticDerivativesAgreeWithHandWrittenOnes) {
  const System automatic = automatic_bead();
  const std::vector<SystemCheck> checks = check_system(written_bead(), &automatic);
  EXPECT_GE(checks.size(), 7u);
  for (const SystemCheck& check : checks) EXPECT_TRUE(check.passed()) << check.what << " by " << check.difference;
}

TEST(UserSystem, AMistakeInAnyDerivativeIsNamed) {
  const System automatic = automatic_bead();
  const auto named = [&](const System& wrong, const std::string& what) {
    bool found = false;
    for (const SystemCheck& check : check_system(wrong, &automatic)) found |= check.what == what && !check.passed();
    return found;
  };
  System wrong = written_bead();
  wrong.jacobian = [](const Vector& q) { return Matrix(Eigen::RowVector2d(0.5 * q[0], -2.0 * q[1])); };
  EXPECT_TRUE(named(wrong, "G"));
  wrong = written_bead();
  wrong.jacobian_rate = [](const Vector&, const Vector&) { return Vector(Vector::Zero(1)); };
  EXPECT_TRUE(named(wrong, "(dG/dt) v"));
  wrong = written_bead();
  wrong.force_dv = [](const Vector&, const Vector&, double) { return Matrix(Matrix::Zero(2, 2)); };
  EXPECT_TRUE(named(wrong, "dF/dv"));
}

TEST(UserSystem, EveryIntegratorRunsItAndKeepsItNearItsCurve) {
  const System bead = automatic_bead();
  SmoothState exact = initial_state(bead);
  ASSERT_EQ(integrate_fixed(bead, *make_integrator("hem5"), exact, 1.0, 2000).status, StepStatus::done);
  for (const std::string_view name : integrator_names()) {
    SmoothState state = initial_state(bead);
    EXPECT_EQ(integrate_fixed(bead, *make_integrator(name), state, 1.0, 1000).status, StepStatus::done) << name;
    EXPECT_LT((state.q - exact.q).norm(), 2e-2) << name;
    EXPECT_LT(bead.constraint(state.q).norm(), 1e-4) << name;
  }
}
