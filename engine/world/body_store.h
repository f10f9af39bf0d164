// Bodies: what they are and how they stand, one slot each.
#pragma once

#include <memory>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/world/ids.h"
#include "engine/world/snapshot.h"

namespace spook {

// all of a body that a step changes
struct BodyState {
  Pose pose;
  Vec3 velocity = Vec3::Zero();
  Vec3 omega = Vec3::Zero();             // derived from the momentum, kept for readers; given for kinematic bodies
  Vec3 angular_momentum = Vec3::Zero();  // world axes (numerics §6)
  double calm_time = 0.0;                // s below the speed of sleep
  bool sleeping = false, frozen = false;
};

struct Body {
  bool alive = false;
  std::uint32_t generation = 0;
  BodyDesc desc;  // shapes in the principal centre-of-mass frame; pose and velocities as they were given
  std::shared_ptr<const BodyLook> look;
  std::vector<int> materials;  // of each shape: row of the material table
  double mass = 0.0;
  Vec3 principal = Vec3::Ones();
  double size = 1.0;  // mean gyration radius, m
  BodyState state;

  bool dynamic() const { return alive && desc.motion == Motion::dynamic; }
  bool moves_freely() const { return dynamic() && !state.frozen && !state.sleeping; }
};

// fills desc, look, mass and state from a description; the slot's generation stays
void describe_body(Body& body, const BodyDesc& desc, const Scene& materials);
void set_omega(Body& body, const Vec3& omega);
void set_momentum(Body& body, const Vec3& momentum);
double kinetic_energy(const Body& body);

// the description of a body as it stands now
BodyDesc present_description(const Body& body);

}  // namespace spook
