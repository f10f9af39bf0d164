#include "engine/collide/pair_list.h"

#include <algorithm>
#include <tuple>

namespace spook {
namespace {

// of a box's shortest and longest side: how far it may move before its tree is told
constexpr int strayed_a_task = 32;
constexpr double steps_ahead = 4.0;  // a link that swings asked for another box at every step
constexpr double slack_of_shortest = 0.15, slack_of_longest = 0.01;

bool before(const PairRecord& p, const PairRecord& q) {
  return std::tie(p.bodies, p.shapes) < std::tie(q.bodies, q.shapes);
}

bool same(const PairRecord& p, const PairRecord& q) {
  return p.bodies == q.bodies && p.shapes == q.shapes;
}

std::uint64_t join(int high, int low) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32 | static_cast<std::uint32_t>(low);
}

// slack all around, and room ahead of what moves, as far as the box is not lost in it
Box fatten(const Collider& collider, const Box& grown) {
  const Vec3 sides = collider.box.sizes();
  const Vec3 slack = Vec3::Constant(slack_of_shortest * sides.minCoeff() + slack_of_longest * sides.maxCoeff());
  const Vec3 room = (0.9 * grown.sizes() - 2.0 * slack).cwiseMax(0.0);
  const Vec3 lead = (steps_ahead * collider.step).cwiseMax(-room).cwiseMin(room);
  return {grown.min() - slack + lead.cwiseMin(0.0), grown.max() + slack + lead.cwiseMax(0.0)};
}

bool is_loose(const Box& fat, const Box& grown) {
  return (fat.sizes() - 2.0 * grown.sizes()).maxCoeff() > 0.0;
}

PairRecord make_record(const PairList::Colliders& colliders, int i, int j) {
  const Collider *a = colliders[i].get(), *b = colliders[j].get();
  if (b->body < a->body) std::swap(i, j), std::swap(a, b);
  PairRecord record;
  record.a = i, record.b = j;
  record.bodies = join(a->body, b->body);
  record.shapes = join(a->shape, b->shape);
  return record;
}

}  // namespace

void PairList::insert(Colliders& colliders, int index, const Box& grown) {
  Collider& collider = *colliders[index];
  stale_ = true;
  if (collider.kind == ColliderKind::plane) {
    planes_.push_back(index);
    for (int i = 0; i < static_cast<int>(colliders.size()); ++i)
      if (colliders[i] && colliders[i]->motion == Motion::dynamic && colliders[i]->body != collider.body)
        fresh_.push_back(make_record(colliders, index, i));
    return;
  }
  collider.fat = fatten(collider, grown);
  collider.leaf = (collider.motion == Motion::fixed ? still_ : moving_).insert(collider.fat, index);
  if (collider.motion == Motion::dynamic)
    for (int plane : planes_)
      if (colliders[plane]->body != collider.body) fresh_.push_back(make_record(colliders, index, plane));
  if (lookouts_.empty()) lookouts_.emplace_back();
  look_around(colliders, index, lookouts_[0].found, fresh_);
}

void PairList::remove(Colliders& colliders, int index) {
  Collider& collider = *colliders[index];
  stale_ = true;
  if (collider.leaf) (collider.motion == Motion::fixed ? still_ : moving_).remove(collider.leaf);
  collider.leaf = nullptr;
  std::erase(planes_, index);
  auto touches = [index](const PairRecord& record) { return record.a == index || record.b == index; };
  std::erase_if(fresh_, touches);
  std::erase_if(records_, touches);
}

bool PairList::strays(const Collider& collider) {
  return collider.leaf && (!collider.fat.contains(collider.grown) || is_loose(collider.fat, collider.grown));
}

// All move before any looks around. Tasks' pairs need no order: the list is sorted when it settles.
void PairList::update(Colliders& colliders, const std::vector<int>& strayed, ThreadPool* pool) {
  if (strayed.empty()) return;
  stale_ = true;
  for (int index : strayed) {
    Collider& collider = *colliders[index];
    collider.fat = fatten(collider, collider.grown);
    (collider.motion == Motion::fixed ? still_ : moving_).move(collider.leaf, collider.fat);
  }
  const int count = static_cast<int>(strayed.size()), tasks = (count + strayed_a_task - 1) / strayed_a_task;
  if (!pool || tasks < 2) {
    lookouts_.resize(std::max<std::size_t>(lookouts_.size(), 1));
    for (int index : strayed) look_around(colliders, index, lookouts_[0].found, fresh_);
    return;
  }
  lookouts_.resize(std::max<std::size_t>(lookouts_.size(), tasks));
  pool->run(tasks, [&](int task, int) {
    for (int i = task * strayed_a_task; i < std::min(count, (task + 1) * strayed_a_task); ++i)
      look_around(colliders, strayed[i], lookouts_[task].found, lookouts_[task].fresh);
  });
  for (Lookout& lookout : lookouts_) {
    fresh_.insert(fresh_.end(), lookout.fresh.begin(), lookout.fresh.end());
    lookout.fresh.clear();
  }
}

// all that a collider's fat box meets now; pairs already known are sorted out when the list settles
void PairList::look_around(const Colliders& colliders, int index, std::vector<int>& found,
                           std::vector<PairRecord>& fresh) const {
  const Collider& collider = *colliders[index];
  found.clear();
  moving_.find(collider.fat, found);
  if (collider.motion == Motion::dynamic) still_.find(collider.fat, found);
  for (int other : found) {
    const Collider& with = *colliders[other];
    const bool either_moves = collider.motion == Motion::dynamic || with.motion == Motion::dynamic;
    if (with.body != collider.body && either_moves) fresh.push_back(make_record(colliders, index, other));
  }
}

bool PairList::settle(const Colliders& colliders) {
  if (!stale_) return false;
  stale_ = false;
  std::erase_if(records_, [&](const PairRecord& record) {
    const Collider &a = *colliders[record.a], &b = *colliders[record.b];
    return a.leaf && b.leaf && !a.fat.intersects(b.fat);
  });
  std::sort(fresh_.begin(), fresh_.end(), before);
  fresh_.erase(std::unique(fresh_.begin(), fresh_.end(), same), fresh_.end());
  merged_.clear();
  // of equals the first range's comes first: what a pair remembers is kept
  std::merge(records_.begin(), records_.end(), fresh_.begin(), fresh_.end(), std::back_inserter(merged_), before);
  merged_.erase(std::unique(merged_.begin(), merged_.end(), same), merged_.end());
  records_.swap(merged_);
  fresh_.clear();
  return true;
}

}  // namespace spook
