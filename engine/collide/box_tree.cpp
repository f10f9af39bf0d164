#include "engine/collide/box_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

namespace spook {
namespace {

btDbvtVolume volume_of(const Box& box) {
  return btDbvtVolume::FromMM(btVector3(box.min().x(), box.min().y(), box.min().z()),
                              btVector3(box.max().x(), box.max().y(), box.max().z()));
}

btDbvtNode* node_of(BoxTree::Leaf leaf) {
  return static_cast<btDbvtNode*>(leaf);
}

struct Collector final : btDbvt::ICollide {
  explicit Collector(std::vector<int>& found) : numbers(found) {}
  void Process(const btDbvtNode* node) override { numbers.push_back(node->dataAsInt); }
  std::vector<int>& numbers;
};

}  // namespace

struct BoxTree::Implementation {
  btDbvt tree;
};

BoxTree::BoxTree() : implementation_(std::make_unique<Implementation>()) {}
BoxTree::~BoxTree() = default;
BoxTree::BoxTree(BoxTree&&) noexcept = default;
BoxTree& BoxTree::operator=(BoxTree&&) noexcept = default;

BoxTree::Leaf BoxTree::insert(const Box& box, int number) {
  btDbvtNode* node = implementation_->tree.insert(volume_of(box), nullptr);
  node->dataAsInt = number;
  return node;
}

void BoxTree::move(Leaf leaf, const Box& box) {
  btDbvtVolume volume = volume_of(box);
  implementation_->tree.update(node_of(leaf), volume);
}

void BoxTree::remove(Leaf leaf) {
  implementation_->tree.remove(node_of(leaf));
}

void BoxTree::optimize() {
  implementation_->tree.optimizeTopDown();
}

void BoxTree::find(const Box& box, std::vector<int>& numbers) const {
  Collector collector(numbers);
  implementation_->tree.collideTV(implementation_->tree.m_root, volume_of(box), collector);
}

void BoxTree::find_along(const Vec3& from, const Vec3& to, std::vector<int>& numbers) const {
  Collector collector(numbers);
  if (implementation_->tree.m_root)
    btDbvt::rayTest(implementation_->tree.m_root, btVector3(from.x(), from.y(), from.z()),
                    btVector3(to.x(), to.y(), to.z()), collector);
}

}  // namespace spook
