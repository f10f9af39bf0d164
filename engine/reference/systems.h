// The mechanisms of the benchmarks. Data and equations: scenarios/papers/data/benchmarks.json.
#pragma once

#include <array>

#include "engine/reference/system.h"

namespace spook::reference {

// thesis 3.1.1: three bars by their absolute angles, a crank torque; bar 3 is hinged at (d, 0)
struct FourBarData {
  double m1 = 1, m2 = 1, m3 = 1;
  double l1 = 0.3, l2 = 0.36055512754639896, l3 = 0.4, d = 0.7;
  double torque = 6.0, gravity = 9.81;
  std::array<double, 3> angles{1.0471975511965976, 0.24256387409548533, 2.0943951023931953};
};
System four_bar(const FourBarData& data = {});

// thesis 3.1.2: crank and rod by their absolute angles, the slider on the x axis
struct SliderCrankData {
  double m1 = 1, m2 = 1, m3 = 1, l1 = 1, l2 = 2, gravity = 9.81;
  double rod_factor = 0.25;  // of m₂ l₂² in M₂₂; the thesis prints 0.5
  std::array<double, 2> angles{0, 0}, rates{4, -2};
};
System slider_crank(const SliderCrankData& data = {});

// thesis 3.1.3, Simeon 1996: elastic rod (two sine modes, quadratic longitudinal element), crank driven at Ω
struct FlexibleCrankData {
  double m1 = 0.36, m2 = 0.151104, m3 = 0.075552, l1 = 0.15, l2 = 0.3, j1 = 0.002727, j2 = 0.0045339259;
  double youngs = 2e11, width = 0.008, height = 0.008, density = 7870.0, gravity = 0.0, omega = 150.0;
  double pi = 3.1415927;  // as the test set has it
  bool damping = false;
};
System slider_crank_flexible(const FlexibleCrankData& data = {});

// The same mechanisms by the centre and angle of each body: M constant, forces constant, all geometry in g. This is
// the form a rigid-body engine sees.
System four_bar_bodies(const FourBarData& data = {});
System slider_crank_bodies(const SliderCrankData& data = {});
// angles and rates → body coordinates
void four_bar_to_bodies(const FourBarData& data, const Vector& angles, const Vector& rates, Vector& q, Vector& v);
void slider_crank_to_bodies(const SliderCrankData& data, const Vector& angles, const Vector& rates, Vector& q,
                            Vector& v);

// An elastic beam spun up about its end, as rods joined by torsion springs (centre and angle each), its hub driven:
// θ(t) = Ω (t²/2T + T (cos(2πt/T) − 1)/4π²) up to T, then at Ω
struct RotatingBeamData {
  int rods = 4;
  double length = 1.0, mass = 1.0, bending = 10.0;  // of the whole beam; bending stiffness EI, N m²
  double damping = 0.02;                            // of each spring, N m s
  double speed = 6.0, spin_up = 0.5;                // Ω, rad/s; T, s
};
System rotating_beam(const RotatingBeamData& data = {});

// a point mass on a massless rod, by its position; started at an angle from the downward vertical
System planar_pendulum(double length = 1.0, double gravity = 9.81, double angle = 1.5707963267948966);
// k/m = ω²
System harmonic_oscillator(double omega = 1.0);

// The generic check for a system somebody wrote: hand-written derivatives against differentiated ones.
struct SystemCheck {
  std::string what;       // "G", "(dG/dt) v", "dF/dq", ...
  double difference = 0;  // largest, relative to the largest entry
  double allowed = 0;
  bool passed() const { return difference <= allowed; }
};
// `automatic` supplies exact derivatives of the same M, F, g; none: central differences of `written` itself
std::vector<SystemCheck> check_system(const System& written, const System* automatic = nullptr, int samples = 20,
                                      unsigned seed = 1);

// the automatic twins, every derivative by differentiation
System four_bar_automatic(const FourBarData& data = {});
System slider_crank_automatic(const SliderCrankData& data = {});
System slider_crank_flexible_automatic(const FlexibleCrankData& data = {});

}  // namespace spook::reference
