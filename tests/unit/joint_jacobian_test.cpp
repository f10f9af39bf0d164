// Every joint row against finite differences over random poses: G v = dg/dt, curvature = d(G v)/dt at constant v, ω.
#include <gtest/gtest.h>

#include <random>

#include "engine/constraint/joint_rows.h"

namespace spook {
namespace {

struct Mover {
  Pose pose;
  Vec3 velocity, omega;
  Pose local;  // the joint's frame in the body

  JointSide side(double t) const {
    const double angle = omega.norm() * t;
    const Quat turn(Eigen::AngleAxisd(angle, omega.normalized()));
    const Quat orientation = turn * pose.orientation;
    JointSide s;
    s.centre = pose.position + t * velocity;
    s.velocity = velocity, s.omega = omega;
    s.arm = orientation * local.position;
    s.frame = (orientation * local.orientation).toRotationMatrix();
    return s;
  }
};

class Random {
 public:
  Vec3 vector(double scale = 1.0) { return scale * Vec3(next(), next(), next()); }
  Quat turn() { return Quat(Eigen::AngleAxisd(3.0 * next(), vector().normalized())); }
  Mover mover() { return {{vector(), turn()}, vector(), vector(2.0), {vector(0.5), turn()}}; }
  double next() { return uniform_(engine_); }

 private:
  std::mt19937 engine_{7};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

// two bodies whose joint is nearly satisfied: as joints are in use
std::pair<Mover, Mover> nearly_joined(Random& random) {
  Mover a = random.mover(), b = random.mover();
  const Pose joint = a.pose * a.local;
  const Quat small(Eigen::AngleAxisd(0.2 * random.next(), random.vector().normalized()));
  b.local = b.pose.inverse() * Pose{joint.position + random.vector(0.1), small * joint.orientation};
  return {a, b};
}

JointGeometry geometry(const Mover& a, const Mover& b, double t) {
  JointGeometry joint;
  joint.a = a.side(t), joint.b = b.side(t);
  joint.length = 0.3;
  return joint;
}

// compares a row maker with differences in time
template <typename Make>
void check(const Mover& a, const Mover& b, Make make, const char* what, double tolerance = 2e-6) {
  constexpr double dt = 1e-5;
  ConstraintRows before, now, after;
  const JointGeometry at_before = geometry(a, b, -dt), at_now = geometry(a, b, 0.0), at_after = geometry(a, b, dt);
  make(at_before, before), make(at_now, now), make(at_after, after);
  for (int row = 0; row < now.count; ++row) {
    const double rate = (after.violation[row] - before.violation[row]) / (2.0 * dt);
    EXPECT_NEAR(now.speed(row, at_now.a, at_now.b), rate, tolerance * (1.0 + std::abs(now.curvature[row])))
        << what << " row " << row;
    const double bend =
        (after.speed(row, at_after.a, at_after.b) - before.speed(row, at_before.a, at_before.b)) / (2.0 * dt);
    EXPECT_NEAR(now.curvature[row], bend, 10.0 * tolerance * (1.0 + std::abs(bend))) << what << " row " << row;
  }
}

TEST(JointJacobian, EveryTypeAgreesWithFiniteDifferencesAndCountsItsEquations) {
  Random random;
  for (const JointType type : {JointType::ball, JointType::hinge, JointType::slider, JointType::cylindrical,
                               JointType::universal, JointType::fixed, JointType::distance, JointType::spring}) {
    const JointTypeInfo& info = joint_type_info(type);
    ASSERT_EQ(info.type, type);
    for (int i = 0; i < 200; ++i) {
      const auto [a, b] = nearly_joined(random);
      check(a, b, info.rows, info.name);
      ConstraintRows rows;
      info.rows(geometry(a, b, 0.0), rows);
      EXPECT_EQ(rows.count, info.equations);
    }
  }
}

TEST(JointJacobian, RowsHoldFarFromSatisfactionToo) {
  Random random;
  for (int i = 0; i < 200; ++i) {
    const Mover a = random.mover(), b = random.mover();
    check(a, b, add_point_rows, "point");
    check(
        a, b, [](const JointGeometry& j, ConstraintRows& r) { add_translation_row(j, j.b.frame.col(1), r); }, "way");
    check(
        a, b,
        [](const JointGeometry& j, ConstraintRows& r) {
          add_right_angle_row(j, j.a.frame.col(2), j.b.frame.col(0), r);
        },
        "right angle");
  }
}

// The slip of a's matter over b's: where it was at the lowest point of the rim or the blade's anchor, it is followed
// for a moment on both bodies. What rolls has no violation, so its rate is that of these two.
TEST(JointJacobian, WheelAndSkateTellTheSlipOfMatterAndItsRate) {
  Random random;
  constexpr double dt = 1e-5, radius = 0.3;
  for (const JointType type : {JointType::wheel, JointType::skate})
    for (int i = 0; i < 200; ++i) {
      const Mover a = random.mover(), b = random.mover();
      const auto rows_at = [&](double t, ConstraintRows& rows) {
        JointGeometry joint = geometry(a, b, t);
        joint.length = radius;
        joint_type_info(type).rows(joint, rows);
        return joint;
      };
      ConstraintRows before, now, after;
      const JointGeometry at_before = rows_at(-dt, before), joint = rows_at(0.0, now), at_after = rows_at(dt, after);
      ASSERT_EQ(now.count, joint_type_info(type).equations);

      const Vec3 axis = joint.a.frame.col(2), normal = joint.b.frame.col(2), across = normal.cross(axis).normalized();
      const bool rolls = type == JointType::wheel;
      const Vec3 up = (normal - normal.dot(axis) * axis).normalized();
      const Vec3 place = rolls ? Vec3(joint.a.anchor() - radius * up) : joint.a.anchor();
      const auto carried_to = [&](const Mover& body, double t) -> Vec3 {
        const Pose to{body.side(t).centre, Quat(Mat3(body.side(t).frame * body.side(0.0).frame.transpose()))};
        return to.to_parent(place - body.side(0.0).centre);
      };
      const Vec3 slip = (carried_to(a, dt) - carried_to(a, -dt) - carried_to(b, dt) + carried_to(b, -dt)) / (2.0 * dt);
      // across is the way a wheel rolls, and the way a blade may not go
      EXPECT_NEAR(now.speed(0, joint.a, joint.b), (rolls ? -1.0 : 1.0) * across.dot(slip), 1e-6);
      if (rolls) {
        EXPECT_NEAR(now.speed(1, joint.a, joint.b), -normal.cross(across).dot(slip), 1e-6);
      }
      for (int row = 0; row < now.count; ++row) {
        const double bend =
            (after.speed(row, at_after.a, at_after.b) - before.speed(row, at_before.a, at_before.b)) / (2.0 * dt);
        EXPECT_NEAR(now.curvature[row], bend, 1e-4 * (1.0 + std::abs(bend))) << "row " << row;
      }
    }
}

TEST(JointJacobian, HingeAngleCountsTheTurnOfAAgainstBAboutTheAxis) {
  Random random;
  for (int i = 0; i < 100; ++i) {
    Mover b = random.mover();
    Mover a = b;
    const double angle = 3.0 * random.next();
    const Vec3 axis = b.side(0).frame.col(2);
    a.pose.orientation = Quat(Eigen::AngleAxisd(angle, axis)) * b.pose.orientation;
    a.omega = b.omega + 1.7 * axis;
    ConstraintRows rows;
    const JointGeometry joint = geometry(a, b, 0.0);
    add_angle_row(joint, rows);
    EXPECT_NEAR(rows.violation[0], angle, 1e-12);
    EXPECT_NEAR(rows.speed(0, joint.a, joint.b), 1.7, 1e-12);
  }
}

TEST(JointJacobian, InternalForcesKeepMomentum) {
  Random random;
  for (const JointType type : {JointType::ball, JointType::hinge, JointType::slider, JointType::cylindrical,
                               JointType::universal, JointType::fixed, JointType::distance}) {
    const auto [a, b] = nearly_joined(random);
    const JointGeometry joint = geometry(a, b, 0.0);
    ConstraintRows rows;
    joint_type_info(type).rows(joint, rows);
    for (int row = 0; row < rows.count; ++row) {
      const Vec3 pa = rows.jacobian[0].block<1, 3>(row, 0).transpose(),
                 pb = rows.jacobian[1].block<1, 3>(row, 0).transpose();
      const Vec3 la = rows.jacobian[0].block<1, 3>(row, 3).transpose(),
                 lb = rows.jacobian[1].block<1, 3>(row, 3).transpose();
      EXPECT_NEAR((pa + pb).norm(), 0.0, 1e-14);
      // a point joint with a gap turns by gap × force: everything else is exact
      if (type == JointType::ball || type == JointType::hinge || type == JointType::universal ||
          type == JointType::fixed)
        continue;
      EXPECT_NEAR((joint.a.centre.cross(pa) + la + joint.b.centre.cross(pb) + lb).norm(), 0.0, 1e-12);
    }
  }
}

TEST(JointJacobian, GearCombinesTheTurnsOfItsJoints) {
  Random random;
  const auto [a, b] = nearly_joined(random);
  const auto [c, d] = nearly_joined(random);
  const JointGeometry first = geometry(a, b, 0.0), second = geometry(c, d, 0.0);
  JointGeometry gear;
  gear.geared[0] = &first, gear.geared[1] = &second;
  gear.geared_type[0] = JointType::hinge, gear.geared_type[1] = JointType::slider;
  gear.ratio = 2.5, gear.offset = 0.1;
  ConstraintRows rows, one, two;
  gear_rows(gear, rows);
  add_angle_row(first, one);
  add_translation_row(second, second.b.frame.col(2), two);
  EXPECT_EQ(rows.sides, 4);
  EXPECT_NEAR(rows.violation[0], one.violation[0] - 2.5 * two.violation[0] - 0.1, 1e-14);
  EXPECT_TRUE(rows.jacobian[2].row(0).isApprox(-2.5 * two.jacobian[0].row(0)));
}

}  // namespace
}  // namespace spook
