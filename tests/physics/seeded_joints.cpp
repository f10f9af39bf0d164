#include "seeded_joints.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spook::test {
namespace {

bool slides_or_turns(const JointDesc& joint) {
  return joint.type == JointType::hinge || joint.type == JointType::slider;
}

bool moves_along_axis(const JointDesc& joint) {
  return slides_or_turns(joint) || joint.type == JointType::cylindrical;
}

// the two ends of a joint: a body, and another or a place of the world near it
struct Ends {
  const BodyDesc *a = nullptr, *b = nullptr;  // b: none is the world
  Vec3 place_a, place_b;
};

// the coordinate is 0 where the joint is made, so ranges hold 0, and a lock at 0 begins without anything in store
void add_extras(JointDesc& joint, SeedDice& dice) {
  const bool rubs = joint.type == JointType::ball || joint.type == JointType::universal;
  if (!moves_along_axis(joint) && !rubs) return;
  if (dice.chance(0.3)) joint.friction_effort = dice.logarithmic(0.1, 100.0);
  if (rubs) return;
  const double range = joint.type == JointType::hinge ? 1.0 : 0.5;  // rad, m
  if (dice.chance(0.4)) {
    const double low = dice.chance(0.2) ? 0.0 : -range * dice.unit(), high = range * dice.unit();
    joint.limits = {{low, high}};
  }
  if (dice.chance(0.15)) joint.lock = LockDesc{0.0, dice.logarithmic(1.0, 1000.0)};
}

void aim_axes(JointDesc& joint, SeedDice& dice) {
  joint.axis = dice.chance(0.2) ? Vec3(0, 0, 1) : dice.direction();
  joint.axis2 = joint.axis.cross(dice.direction() + 2.0 * joint.axis.unitOrthogonal()).normalized();
}

void set_two_anchors(JointDesc& joint, const Ends& ends, SeedDice& dice) {
  joint.anchor_a = ends.place_a, joint.anchor_b = ends.place_b;
  if (dice.chance(0.4)) joint.anchor_a += 0.2 * dice.direction(), joint.anchor_b += 0.2 * dice.direction();
  const double distance = (joint.anchor_a - joint.anchor_b).norm();
  if (joint.type == JointType::spring) {
    joint.rest_length = distance * dice.between(0.7, 1.3);
    joint.stiffness = dice.logarithmic(10.0, 3000.0);
    if (dice.chance(0.5)) joint.damping = dice.logarithmic(0.1, 100.0);
  } else {
    joint.max_only = dice.chance(0.7);
    if (joint.max_only && dice.chance(0.4)) joint.length = distance * dice.between(1.0, 1.5);
  }
}

// of two of the hinges and sliders there are; false: there are no two
bool make_gear(JointDesc& joint, const std::vector<JointDesc>& joints, SeedDice& dice) {
  std::vector<std::string> names;
  for (const JointDesc& other : joints)
    if (slides_or_turns(other)) names.push_back(other.name);
  if (names.size() < 2) return false;
  const int first = dice.below(static_cast<int>(names.size()));
  const int second = (first + 1 + dice.below(static_cast<int>(names.size()) - 1)) % static_cast<int>(names.size());
  joint.type = JointType::gear;
  joint.joint_a = names[first], joint.joint_b = names[second];
  joint.ratio = dice.chance(0.5) ? 1.0 : -1.0;
  joint.ratio *= dice.logarithmic(0.5, 2.0);
  return true;
}

Ends between_bodies(const Scene& scene, int a, int b) {
  const BodyDesc &first = scene.bodies[a], &second = scene.bodies[b];
  return {&first, &second, first.pose.position, second.pose.position};
}

Ends to_world(const Scene& scene, int a, SeedDice& dice) {
  const Vec3 centre = scene.bodies[a].pose.position;
  return {&scene.bodies[a], nullptr, centre, centre + dice.vector(0.1, 1.0)};
}

JointDesc random_joint(const std::vector<JointDesc>& joints, const Ends& ends, SeedDice& dice) {
  JointDesc joint;
  joint.name = "joint_" + std::to_string(joints.size());
  if (dice.chance(0.06) && make_gear(joint, joints, dice)) return joint;
  joint.type = dice.pick(JointType::ball, JointType::hinge, JointType::slider, JointType::cylindrical,
                         JointType::universal, JointType::fixed, JointType::distance, JointType::spring);
  joint.a = ends.a->name;
  if (ends.b) joint.b = ends.b->name;
  joint.anchor = 0.5 * (ends.place_a + ends.place_b);
  if (dice.chance(0.4)) joint.anchor += 0.2 * dice.direction();
  aim_axes(joint, dice);
  if (joint.type == JointType::distance || joint.type == JointType::spring) set_two_anchors(joint, ends, dice);
  add_extras(joint, dice);
  joint.collide = dice.chance(0.15);
  return joint;
}

}  // namespace

void add_random_joints(Scene& scene, SeedDice& dice) {
  std::vector<int> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies[i].motion == Motion::dynamic) bodies.push_back(static_cast<int>(i));
  const int count = static_cast<int>(bodies.size());
  const auto add = [&](const Ends& ends) { scene.joints.push_back(random_joint(scene.joints, ends, dice)); };

  // each body to one before it, the first to the world in some scenes
  if (dice.chance(0.4)) add(to_world(scene, bodies[0], dice));
  for (int i = 1; i < count; ++i) {
    if (dice.chance(0.1))
      add(to_world(scene, bodies[i], dice));
    else
      add(between_bodies(scene, bodies[i], bodies[dice.below(i)]));
  }
  // loops, and second and third joints of the same pair
  const int wanted = static_cast<int>(std::lround(count * dice.between(1.0, 1.6)));
  while (static_cast<int>(scene.joints.size()) < wanted) {
    const int a = dice.below(count), b = (a + 1 + dice.below(count - 1)) % count;
    if (dice.chance(0.15))
      add(to_world(scene, bodies[a], dice));
    else
      add(between_bodies(scene, bodies[a], bodies[b]));
  }
}

}  // namespace spook::test
