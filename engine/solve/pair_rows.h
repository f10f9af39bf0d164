// Contacts read and pushed a pair at a time: the two bodies' velocities are fetched once, their impulses added once.
#pragma once

#include <array>

#include "engine/solve/rows.h"

namespace spook {

// the velocities of a pair's two bodies, nil where there is none
class PairMotion {
  Vec3 linear_a = Vec3::Zero(), angular_a = Vec3::Zero(), linear_b = Vec3::Zero(), angular_b = Vec3::Zero();

 public:
  PairMotion(const PairBlock& pair, std::span<const Vec6> v) {
    if (pair.body_a >= 0) linear_a = v[pair.body_a].head<3>(), angular_a = v[pair.body_a].tail<3>();
    if (pair.body_b >= 0) linear_b = v[pair.body_b].head<3>(), angular_b = v[pair.body_b].tail<3>();
  }
  // (N v, D v), and N v alone
  Vec3 at(const ContactRow& contact) const { return contact.frame * slip(contact); }
  double closing(const ContactRow& contact) const { return contact.frame.row(0).dot(slip(contact)); }

 private:
  Vec3 slip(const ContactRow& contact) const {
    return linear_a - linear_b + angular_a.cross(contact.arm_a) - angular_b.cross(contact.arm_b);
  }
};

// the sum of a pair's impulses Nᵀν + Dᵀβ
struct PairPush {
  Vec3 force = Vec3::Zero(), turn_a = Vec3::Zero(), turn_b = Vec3::Zero();
  void add(const ContactRow& contact, const Vec3& impulse) {
    const Vec3 world = contact.frame.transpose() * impulse;
    force += world;
    turn_a += contact.arm_a.cross(world);
    turn_b += contact.arm_b.cross(world);
  }
  // on a and on b, for later
  void keep(std::array<Vec6, 2>& on) const { on[0] << force, turn_a, on[1] << -force, -turn_b; }
  void give(const PairBlock& pair, std::span<Vec6> f) const {
    if (pair.body_a >= 0) f[pair.body_a].head<3>() += force, f[pair.body_a].tail<3>() += turn_a;
    if (pair.body_b >= 0) f[pair.body_b].head<3>() -= force, f[pair.body_b].tail<3>() -= turn_b;
  }
};

// how fast an impulse of one makes the two bodies part, arms apart: 1/m + 1/m
inline double pair_lightness(const PairBlock& pair, std::span<const InverseMass> inverse) {
  return (pair.body_a >= 0 ? inverse[pair.body_a].mass : 0.0) + (pair.body_b >= 0 ? inverse[pair.body_b].mass : 0.0);
}

}  // namespace spook
