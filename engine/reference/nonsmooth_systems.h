// The systems with contact on which the nonsmooth methods are judged; data and corrections as in
// scenarios/papers/data/benchmarks.json, whose field names they keep.
#pragma once

#include "engine/reference/system.h"

namespace spook::reference {

// two rods and bobs, x ≥ 0 for both bobs (trapezoidal paper 10.1): four coordinates, two joints
System double_pendulum_wall();
// a block on a floor under 8 cos t (10.2, convergence paper 9.2)
System stick_slip_block();
// two carts, damper between them, spring and stopper on the first (10.3)
System two_carts(double spring, double damper);
// q̈ = 0 with the joint q = 0 and a start velocity that breaks it (convergence paper 9.1)
System joint_with_wrong_velocity(double epsilon);
// three balls over a floor, Newton restitution e
System three_balls(double restitution);
// slider in a guide with clearance: four corners (thesis 4.3.2); friction 0 leaves it frictionless
System slider_crank_clearance(double restitution, double friction);
// a bead on y = x²/2 | y = 0 (which 1: the parabola is left behind; which 2: it is entered), thesis 4.3.3
System parabola_plane(int which);
// a rod sliding on its lower tip; friction above 4/3 leads into the Painlevé paradox
System painleve_rod(double friction);
// a point mass above a floor: closed form
System bouncing_ball(double height, double restitution);
// a point mass thrown along a floor, bouncing and sliding, and where it stops: closed form (while it slides in every
// bounce)
System sliding_bounce(double height, double speed, double friction, double restitution);
double sliding_bounce_stop(double height, double speed, double friction, double restitution);
// a puck sliding in the plane of two tangents
System sliding_puck(double friction, double vx, double vy);

}  // namespace spook::reference
