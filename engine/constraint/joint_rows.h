// Rows of a joint as geometry alone: violation g, Jacobian G, curvature (dG/dt) v. No ε, no τ, no step.
#pragma once

#include <array>

#include "engine/scene/scene.h"
#include "engine/types.h"

namespace spook {

// one side of a joint in world axes, as it stands now; the world itself is a side at rest
struct JointSide {
  Vec3 centre = Vec3::Zero();  // centre of mass
  Vec3 velocity = Vec3::Zero(), omega = Vec3::Zero();
  Vec3 arm = Vec3::Zero();        // from the centre to the anchor
  Mat3 frame = Mat3::Identity();  // columns x y z of the joint's frame carried by this side; z is the axis

  Vec3 anchor() const { return centre + arm; }
  Vec3 anchor_velocity() const { return velocity + omega.cross(arm); }
  // its acceleration at constant v, ω; over a finite span h what the turn by h ω adds to h ω × r, times 2/h²: the same
  // to first order, and right for a wheel that turns by radians a step
  Vec3 anchor_curvature() const;
  double span = 0.0;  // s; 0: at this moment
};

struct JointGeometry {
  JointSide a, b;
  double length = 0.0;                               // distance, spring: where g = 0; wheel: its radius
  const JointGeometry* geared[2]{nullptr, nullptr};  // gear: the two joints
  JointType geared_type[2]{};
  double ratio = 1.0, offset = 0.0;  // gear: g = q_a − ratio q_b − offset
  double turns[2]{0.0, 0.0};         // gear: whole turns (rad) of hinge angles beyond (−π, π]
};

struct ConstraintRows {
  int count = 0;
  int sides = 2;                   // 4 for a gear: a and b of both joints
  std::array<Mat6, 4> jacobian{};  // a side each; columns: linear, angular
  Vec6 violation = Vec6::Zero();   // g, m or rad
  Vec6 curvature = Vec6::Zero();   // (dG/dt) v
  std::array<bool, 6> angular{};   // rad rather than m

  int add(bool is_angular);
  double speed(int row, const JointSide& a, const JointSide& b) const;  // G v of a two-sided row
};

// ---- pieces that joint types are made of; each adds its rows
void add_point_rows(const JointGeometry& joint, ConstraintRows& rows);  // 3: anchors coincide
// the distance of the anchors along a direction carried by b; position − origin is g
void add_translation_row(const JointGeometry& joint, const Vec3& direction_of_b, ConstraintRows& rows);
// a direction of a stays at right angles to one of b
void add_right_angle_row(const JointGeometry& joint, const Vec3& of_a, const Vec3& of_b, ConstraintRows& rows);
void add_orientation_rows(const JointGeometry& joint, ConstraintRows& rows);  // 3: frames coincide
void add_distance_row(const JointGeometry& joint, ConstraintRows& rows);      // 1: |anchor a − anchor b| = length
void add_angle_row(const JointGeometry& joint, ConstraintRows& rows);         // 1: the hinge angle of a in b
void add_spin_rows(const JointGeometry& joint, ConstraintRows& rows);         // 3: ω of a − ω of b; g = 0
// a vector and its rate at the present motion
struct Moving {
  Vec3 value, rate;
  Moving unit() const;
};
Moving carried(const JointSide& side, const Vec3& direction);
Moving cross(const Moving& p, const Moving& q);
// the slip of both sides' matter at a place of the world, along a direction; neither need be carried by a side
void add_slip_row(const JointGeometry& joint, const Moving& place, const Moving& direction, ConstraintRows& rows);

// ---- the joint types, a file each
void ball_rows(const JointGeometry& joint, ConstraintRows& rows);
void hinge_rows(const JointGeometry& joint, ConstraintRows& rows);
void slider_rows(const JointGeometry& joint, ConstraintRows& rows);
void cylindrical_rows(const JointGeometry& joint, ConstraintRows& rows);
void universal_rows(const JointGeometry& joint, ConstraintRows& rows);
void fixed_rows(const JointGeometry& joint, ConstraintRows& rows);
void distance_rows(const JointGeometry& joint, ConstraintRows& rows);
void spring_rows(const JointGeometry& joint, ConstraintRows& rows);
void gear_rows(const JointGeometry& joint, ConstraintRows& rows);
// of these two A, not G (numerics §1): there is no g whose rate they are, and their curvature is (dA/dt) v
void wheel_rows(const JointGeometry& joint, ConstraintRows& rows);
void skate_rows(const JointGeometry& joint, ConstraintRows& rows);

// the free coordinate that limits, motors, locks and dry friction act on
enum class JointCoordinate { none, angle, translation, spin };

// all there is to say of a joint type
struct JointTypeInfo {
  JointType type;
  const char* name;
  int equations;
  void (*rows)(const JointGeometry& joint, ConstraintRows& rows);
  JointCoordinate coordinate;  // of a relative to b: angle about, or way along, the axis; spin: only dry friction
  bool two_anchors;            // anchor_a and anchor_b rather than one anchor
  bool holds_in_impacts;       // a spring's force is finite: no impulse
  bool nonholonomic = false;   // its rows are A v = 0, and axis2 is the normal of b's plane
};

const JointTypeInfo& joint_type_info(JointType type);

// the coordinate as a row: g its value (hinge: in (−π, π])
void coordinate_row(JointCoordinate coordinate, const JointGeometry& joint, ConstraintRows& rows);

// the frames of both sides that make a new joint's rows zero at the present poses
Mat3 frame_from_axis(const Vec3& axis, const Vec3& preferred_x);

}  // namespace spook
