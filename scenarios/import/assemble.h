// From a model to a scene: links without a joint between them become one body, joints in a row get carriers between
// them, springs and servos become joints of their own beside the joint they act on.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scenarios/import/model.h"

namespace spook::models {

// Links that move as one. Its number is that of the first of them; the world is group 0.
struct Group {
  const ModelLink* link = nullptr;
  MassProperties mass;                   // world frame
  std::vector<const ModelShape*> solid;  // what collides, or all there is to be seen where nothing does
  std::vector<Pose> poses;               // world, of the links of these shapes
  bool only_seen = false;                // nothing in it collides
  std::string body;                      // name in the scene; empty: none (an empty world)
  Pose frame;                            // of that body
};

struct Assembly {
  const Model& model;
  const ImportOptions& options;
  Notes& notes;
  Scene scene = {};
  std::vector<int> group_of = {};    // by link
  std::map<int, Group> groups = {};  // by number
  std::set<std::string> names = {};  // of bodies
  std::set<std::string> joint_names = {};

  void make_groups();
  void make_bodies();
  void give_weight(Group& group, double heaviest);
  void make_joints();
  void make_ties();
  void make_contacts();
  void add_ground();

  std::optional<std::string> body_of(int link) const;  // none: the world
  std::string free_name(const std::string& wanted, std::set<std::string>& taken) const;
};

// what stands between joints of one link, as a share of its mass: small beside it, not too small for the solver
inline constexpr double carrier_share = 1e-3;
inline constexpr double unbounded_effort = 1e9;  // N or N m

}  // namespace spook::models
