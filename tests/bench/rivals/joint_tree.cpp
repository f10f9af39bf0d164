#include "tests/bench/rivals/joint_tree.h"

#include <algorithm>
#include <stdexcept>

namespace spook::rivals {
namespace {

struct Growing {
  const RivalScene& scene;
  JointTree tree;
  std::vector<bool> placed, used;

  bool stands(int body) const { return body < 0 || !scene.bodies[body].moves; }

  void place(Carried carried) {
    placed[carried.body] = true;
    if (carried.joint >= 0) used[carried.joint] = true;
    tree.bodies.push_back(carried);
  }

  // what hangs from the bodies from `next` on
  void hang(std::size_t next) {
    for (; next < tree.bodies.size(); ++next)
      for (std::size_t j = 0; j < scene.joints.size(); ++j) {
        const int at = tree.bodies[next].body, a = scene.joints[j].a, b = scene.joints[j].b;
        const int other = a == at ? b : b == at ? a : -1;
        if (other >= 0 && scene.bodies[other].moves && !placed[other]) place({other, static_cast<int>(j), at});
      }
  }
};

}  // namespace

JointTree joint_tree(const RivalScene& scene) {
  Growing growing{scene, {}, std::vector<bool>(scene.bodies.size()), std::vector<bool>(scene.joints.size())};
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const auto [a, b] = std::pair(scene.joints[j].a, scene.joints[j].b);
    if (growing.stands(a) == growing.stands(b)) continue;
    const int body = growing.stands(a) ? b : a;
    if (!growing.placed[body]) growing.place({body, static_cast<int>(j)});
  }
  growing.hang(0);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (!scene.bodies[i].moves || growing.placed[i]) continue;
    growing.place({static_cast<int>(i)});
    growing.hang(growing.tree.bodies.size() - 1);
  }
  for (std::size_t j = 0; j < scene.joints.size(); ++j)
    if (!growing.used[j] && !(growing.stands(scene.joints[j].a) && growing.stands(scene.joints[j].b)))
      growing.tree.loops.push_back(static_cast<int>(j));
  return growing.tree;
}

void check_for_tree(const RivalScene& scene, const JointTree& tree) {
  for (const Carried& carried : tree.bodies) {
    const RivalBody& body = scene.bodies[carried.body];
    if (body.linear_damping > 0.0 || body.angular_damping > 0.0)
      throw std::invalid_argument("it has no damping, as '" + body.name + "' wants");
    if (carried.joint >= 0 && body.velocity.norm() + body.angular_velocity.norm() > 0.0)
      throw std::invalid_argument("the jointed body '" + body.name + "' starts in motion");
  }
  for (const int joint : tree.loops)
    if (const JointDesc& closing = scene.joints[joint].joint;
        closing.type != JointType::ball && closing.type != JointType::fixed)
      throw std::invalid_argument("joint '" + closing.name + "' closes a loop");
}

}  // namespace spook::rivals
