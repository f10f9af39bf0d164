#include "viewer/app/magnifier.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

void add_gives_of(const Snapshot& snapshot, const ContactView& contact, double h, std::vector<Deformation>& all) {
  if (contact.gap < 0.0)
    all.push_back({Give::overlap, contact.point, contact.normal, -contact.gap, contact.body_a, contact.body_b});
  const Parameters* parameters = snapshot.parameters.get();
  if (!parameters || parameters->friction_law != FrictionLaw::positional || contact.state == ContactState::open) return;
  const Vec3 held = -parameters->friction_compliance / h *
                    (contact.tangents[0] * contact.impulse[1] + contact.tangents[1] * contact.impulse[2]);
  if (const double size = held.norm(); size > 0.0)
    all.push_back({Give::held_slip, contact.point, held / size, size, contact.body_a, contact.body_b});
}

// how far the two points are apart that the joint would have at one place
Vec3 joint_gap_of(const JointView& joint) {
  Vec3 apart = joint.anchor_b - joint.anchor_a;
  switch (joint.type) {
    case JointType::ball:
    case JointType::hinge:
    case JointType::universal:
    case JointType::fixed:
      return apart;
    case JointType::slider:
    case JointType::cylindrical:
      return apart - joint.axis * joint.axis.dot(apart);
    case JointType::distance:
      return apart.norm() > 0.0 ? Vec3(joint.violation * apart.normalized()) : Vec3::Zero();
    default:
      return Vec3::Zero();
  }
}

}  // namespace

std::vector<Deformation> deformations(const Snapshot& snapshot) {
  std::vector<Deformation> all;
  const int substeps = snapshot.parameters ? snapshot.parameters->substeps : 1;
  const double h = std::max(1e-9, snapshot.time_step / substeps);
  for (const ContactView& contact : snapshot.contacts) add_gives_of(snapshot, contact, h, all);
  for (const JointView& joint : snapshot.joints) {
    const Vec3 gap = joint_gap_of(joint);
    if (const double size = gap.norm(); size > 0.0)
      all.push_back({Give::joint_gap, joint.anchor_a, gap / size, size, joint.body_a, joint.body_b});
  }
  return all;
}

const Deformation* largest(const std::vector<Deformation>& all, Give kind) {
  const Deformation* found = nullptr;
  for (const Deformation& one : all)
    if (one.kind == kind && (!found || one.size > found->size)) found = &one;
  return found;
}

void Magnifier::count_motion_from(const Snapshot& now, int of_world) {
  reference.clear();
  for (const BodyView& body : now.bodies)
    if (body.look->motion == Motion::dynamic) reference[body.id] = body.pose;
  reference_time = now.time, world = of_world;
}

std::string between_words(const Snapshot& snapshot, int body_a, int body_b, const char* word) {
  const auto name = [&](int body) {
    return body >= 0 && body < int(snapshot.bodies.size()) ? snapshot.bodies[std::size_t(body)].look->name
                                                           : std::string("the world");
  };
  // what rests is named before what it rests on
  const auto moves = [&](int body) {
    return body >= 0 && snapshot.bodies[std::size_t(body)].look->motion == Motion::dynamic;
  };
  if (moves(body_b) && !moves(body_a)) std::swap(body_a, body_b);
  return name(body_a) + " " + word + " " + name(body_b);
}

}  // namespace spook
