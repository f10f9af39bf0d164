// The magnifier: what gives in a contact or joint, and how far bodies have moved, drawn so many times as large.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/world/snapshot.h"

namespace spook {

enum class Give { overlap, joint_gap, held_slip };

// how far one contact or joint gives
struct Deformation {
  Give kind = Give::overlap;
  Vec3 at = Vec3::Zero();         // where
  Vec3 direction = Vec3::Zero();  // of length one; an overlap's is the contact's normal
  double size = 0.0;              // m
  int body_a = -1, body_b = -1;   // of the snapshot; −1: the world
};

// Overlaps of closed contacts, gaps of joints that hold two points together (or a length), and the slip that friction
// holds back like a spring, ε_f times its force. Nothing twice; what gives by nothing is left out.
std::vector<Deformation> deformations(const Snapshot& snapshot);

// what the colours span, m
inline constexpr double least_deformation = 1e-9, most_deformation = 1e-3;

struct Magnifier {
  double times = 1000.0;
  bool overlaps = true, joint_gaps = true, slips = true, motion = false;
  std::map<BodyId, Pose> reference;  // where motion is counted from
  double reference_time = 0.0;       // s, of the scene
  int world = -1;                    // whose that is

  bool shows(Give kind) const {
    return kind == Give::overlap ? overlaps : kind == Give::joint_gap ? joint_gaps : slips;
  }
  void count_motion_from(const Snapshot& now, int of_world);
};

// the largest of a kind, or null
const Deformation* largest(const std::vector<Deformation>& all, Give kind);
// "brick_3 on ground"
std::string between_words(const Snapshot& snapshot, int body_a, int body_b, const char* word);

}  // namespace spook
