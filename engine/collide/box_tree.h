// Bullet's dynamic tree of boxes, each with a number.
#pragma once

#include <memory>
#include <vector>

#include "engine/types.h"

namespace spook {

using Box = Eigen::AlignedBox3d;

class BoxTree {
 public:
  using Leaf = void*;

  BoxTree();
  ~BoxTree();
  BoxTree(BoxTree&&) noexcept;
  BoxTree& operator=(BoxTree&&) noexcept;

  Leaf insert(const Box& box, int number);
  void move(Leaf leaf, const Box& box);
  void remove(Leaf leaf);
  void optimize();  // once, after building a tree that stays

  // appends the numbers of all boxes that meet this one, in no particular order; safe from several threads at once
  void find(const Box& box, std::vector<int>& numbers) const;
  void find_along(const Vec3& from, const Vec3& to, std::vector<int>& numbers) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
