// Does a scene that nothing drives gain mechanical energy? Judged from outside: poses and velocities step by step,
// masses and inertias from the description; none of the engine's own figures.
//
// Mechanical energy E = kinetic + weight + ½ k x² of springs. After step k it is that of the middle of the step:
//
//   linear velocity  (x_k − x_{k−1}) / h         heights, spring elongations  the means of q_{k−1} and q_k
//   angular velocity as traced at q_k            (at 300 rad/s a step turns by 5 rad: no difference of poses tells it)
//
// which a staggered step conserves exactly in free fall and on a linear spring. The start is put the same way: v₀ with
// heights and elongations half a step earlier. Where joints do not let the bodies go on as they begin (one held by the
// world that is given a speed upwards), they were never lower than they stand: then the start is what the first step
// leaves, if that is no more than kinetic energy and weight as they are given. A scene is held to
//
//   E(t) ≤ E(0) + bar · (K(0) + D(t)) + floor,   K(0) the initial kinetic energy, D(t) the largest drop of potential
//                                                energy until then, floor 1e-6 J a kg: a fall by 0.1 µm
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/world.h"

namespace spook::test {

struct EnergyVerdict {
  double share = 0.0;  // the largest (E(t) − E(0) − floor) / (K(0) + D(t)); 0: never above the start
  double time = 0.0;   // s, when that was
  // The largest rise above the least energy since the first step, as a share of the same: it also sees what comes back
  // after joints have stopped motion that did not fit them. Not held to a bar: locks give back what they took, rightly.
  double rise = 0.0, rise_time = 0.0;
  std::string fault;  // a body frozen or no longer finite, a scene that was refused; empty: none
};

class EnergyJudge {
 public:
  EnergyJudge(const Scene& scene, const World& world);  // before the first step
  void add(const World& world);                         // after every step
  const EnergyVerdict& verdict() const { return verdict_; }

 private:
  struct JudgedBody {
    std::string name;
    BodyId id;
    double mass;
    Vec3 principal;
    Vec3 position;  // the last seen
  };
  struct Spring {
    int a, b;  // of bodies_; −1: the world, or a body that nothing moves
    Vec3 anchor_a, anchor_b;
    double stiffness, rest_length;
    double elongation;  // the last seen
  };

  Vec3 anchor(const World& world, int body, const Vec3& local) const;
  double elongation(const World& world, const Spring& spring) const;
  double start_of_spring(const World& world, Spring& spring) const;
  void compare(double kinetic, double potential, double time);

  std::vector<JudgedBody> bodies_;
  std::vector<Spring> springs_;
  Vec3 gravity_;
  double h_;
  double initial_kinetic_ = 0.0, initial_potential_ = 0.0, lowest_potential_ = 0.0, floor_ = 0.0;
  double as_it_stands_ = 0.0, start_ = 0.0;  // energies: as given, and what later ones are held against
  double least_energy_ = std::numeric_limits<double>::infinity();
  EnergyVerdict verdict_;
};

// ends early where a thousand times what there was has come
EnergyVerdict judge_energy(const Scene& scene, double seconds);

}  // namespace spook::test
