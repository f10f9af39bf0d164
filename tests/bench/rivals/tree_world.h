// Engines of generalised coordinates behind plain numbers, because Simbody's headers are not C++20. Bodies hang from
// one another by joints; what closes a loop is a constraint.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spook::rivals::tree {

using Three = std::array<double, 3>;

struct Placement {
  Three position{};
  std::array<double, 4> orientation{1, 0, 0, 0};  // w x y z
};

enum class Kind { sphere, half_space, box, capsule, cylinder };  // a half-space is solid towards its −z

struct Surface {
  Kind kind;
  Three size{};  // radius; none; half edges; radius and half length along z
  Placement at;  // in the body
  double friction = 0.0, restitution = 0.0;
};

enum class Mobility { stands, free, ball, hinge, slider, fixed };

struct Body {
  std::string name;
  double mass = 0.0;
  Three inertia{};
  std::vector<Surface> surfaces;
  Mobility mobility = Mobility::free;
  int parent = -1;         // −1: the world
  Placement outer, inner;  // the joint, in the parent and in the body; its axis is z there
  Placement start;
  Three velocity{}, turning{};  // of one that is free
};

struct Loop {
  bool ball;  // else nothing moves
  int a, b;   // −1: the world
  Placement in_a, in_b;
};

struct Description {
  Three gravity{};
  double time_step = 0.0;
  int substeps = 1;
  std::vector<Body> bodies;  // those that stand first, then each after its parent
  std::vector<Loop> loops;
  std::vector<std::pair<int, int>> apart;  // do not collide
};

struct State {
  Placement at;
  Three velocity{}, turning{};
};

class World {
 public:
  virtual ~World() = default;
  virtual void step() = 0;  // one time_step
  virtual State state(int body) = 0;
};

// throw std::invalid_argument naming what they do not take
std::unique_ptr<World> make_dart(const Description& description);
std::unique_ptr<World> make_simbody(const Description& description);

}  // namespace spook::rivals::tree
