// From snapshots to a DrawList: bodies between two steps, coloured as the layers ask.
#pragma once

#include <set>

#include "viewer/render/draw_list.h"
#include "viewer/render/shape_library.h"

namespace spook {

// what the Layers menu switches
struct Layers {
  bool contacts = false, normals = false, forces = false, friction_forces = false, cones = false;
  bool joints = false, axes = false, inertia = false, bounds = false;
  bool islands = false, sleeping = false, velocity = false, names = false;
  bool residual = false, state_changes = false;  // colour of contacts
  bool wireframe = false, see_through = false;
  bool numbers = false;  // painted on boxes
  bool operator==(const Layers&) const = default;
};

// a body's place at a fraction of the way from one snapshot to the next
Pose between(const Pose& from, const Pose& to, double fraction);

struct SceneViewInput {
  const Snapshot* previous = nullptr;  // may be null
  const Snapshot* current = nullptr;
  double fraction = 1.0;
  const std::set<BodyId>* selected = nullptr;
  BodyId hovered;
  const std::vector<double>* differences = nullptr;  // m, of each body: colours it where given
  const std::vector<glm::vec4>* tints = nullptr;     // of each body, linear; nothing where alpha is 0
};

// How far a body of `here` stands from where `there` has it, m: its middle's way and its far side's turn; −1 where
// only one of the two has it. Both are ordered by id.
std::vector<double> pose_differences(const Snapshot& here, const Snapshot& there);

// what the colours of a difference span, m
inline constexpr double least_difference = 1e-5, most_difference = 1.0;

// bodies of `other` (at `poses`) that stand elsewhere than here, seen through
void show_ghosts(const Snapshot& other, const std::vector<Pose>& poses, const std::vector<double>& differences,
                 const glm::vec3& colour, ShapeLibrary& shapes, DrawList& list);

// fills bodies, selected, planes and bounds; poses[i] is where body i of the current snapshot is drawn
void show_bodies(const SceneViewInput& input, const Layers& layers, ShapeLibrary& shapes, DrawList& list,
                 std::vector<Pose>& poses);
// sizes that suit what is drawn
struct LayerScale {
  float unit = 1.0f;             // half a mean body, m
  double weight = 9.81;          // of a mean body, N
  double newton = 1.0;           // metres per newton: a body's weight is as long as a body
  double worst_residual = 1e-9;  // of all contacts, N s; less is rounding, and no colour is worth it
  int max_changes = 0;
};
LayerScale layer_scale(const Snapshot& snapshot);
// lines, arrows and labels of the layers that are on
void show_layers(const Snapshot& snapshot, const std::vector<Pose>& poses, const Layers& layers, DrawList& list);

// springs, ropes and pendulums' arms, which are joints and not bodies, among what show_bodies has filled
void show_connectors(const Snapshot& snapshot, const std::vector<Pose>& poses, DrawList& list);

// a picture of a scene that no world has opened yet
Snapshot preview(const Scene& scene);

}  // namespace spook
