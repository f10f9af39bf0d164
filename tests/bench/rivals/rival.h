// What the comparison asks of an engine: take the scene, step it, tell the poses. One file an engine, each left out
// where its package is missing.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/scene/scene.h"

namespace spook::rivals {

// a body in its centre-of-mass frame, as every engine wants it
struct RivalBody {
  std::string name;
  bool moves = false;
  Pose pose;
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  // world axes
  double mass = 0.0;
  Vec3 inertia = Vec3::Zero();
  double linear_damping = 0.0, angular_damping = 0.0;
  std::vector<ShapeDesc> shapes;
};

struct RivalJoint {
  JointDesc joint;     // ball, hinge, slider or fixed, without limits or drives
  int a = -1, b = -1;  // −1: the world
};

struct RivalScene {
  Scene scene;  // as it came
  std::vector<RivalBody> bodies;
  std::vector<RivalJoint> joints;
  std::set<std::pair<int, int>> apart;  // ordered pairs that do not collide, jointed ones among them

  bool may_collide(int a, int b) const {
    return a != b && (bodies[a].moves || bodies[b].moves) && !apart.contains({std::min(a, b), std::max(a, b)});
  }
};

// Throws std::invalid_argument naming what not every engine takes: no engine is measured on half a scene.
RivalScene rival_scene(const Scene& scene);

struct BodyMotion {
  Pose pose;  // of the centre of mass
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
};

class Rival {
 public:
  virtual ~Rival() = default;
  virtual void step() = 0;  // one time_step of the scene
  virtual BodyMotion motion(int body) = 0;
  virtual std::string settings() const = 0;  // version, solver, iterations: for the record
  // of an engine in a process of its own: what the last step cost there, ms of its processor time
  virtual std::optional<double> cost_elsewhere() const { return {}; }
};

// An engine as the table lists it. Effort is what is raised to spend more time: iterations or substeps, 0 is the
// default.
struct Entry {
  std::string name, effort_unit;
  int default_effort;
  std::unique_ptr<Rival> (*make)(const RivalScene& scene, int effort);
};
std::span<const Entry> entries();         // ours first
std::span<const std::string> left_out();  // "ODE: libode-dev was not there when this was built"

std::unique_ptr<Rival> make_spook(const RivalScene& scene, int effort);
std::unique_ptr<Rival> make_bullet(const RivalScene& scene, int iterations);
std::unique_ptr<Rival> make_ode_step(const RivalScene& scene, int substeps);
std::unique_ptr<Rival> make_ode_quick(const RivalScene& scene, int iterations);
std::unique_ptr<Rival> make_mujoco(const RivalScene& scene, int substeps);
std::unique_ptr<Rival> make_dart(const RivalScene& scene, int substeps);
std::unique_ptr<Rival> make_simbody(const RivalScene& scene, int substeps);

// Engines of npm, run by Node (node_rival.mjs); fetched by third_party/fetch_rivals.sh, looked for as the program runs.
bool node_has(const std::string& package);
std::unique_ptr<Rival> make_jolt(const RivalScene& scene, int iterations);
std::unique_ptr<Rival> make_rapier(const RivalScene& scene, int iterations);
std::unique_ptr<Rival> make_mujoco_npm(const RivalScene& scene, int substeps);

}  // namespace spook::rivals
