// The broadphase: which shapes are near each other. Bullet's trees of fattened boxes say when that may have changed;
// the list itself is kept sorted, with what each pair remembers.
#pragma once

#include "engine/collide/collider.h"
#include "engine/collide/normals.h"
#include "engine/thread_pool.h"

namespace spook {

enum class PairFilter : std::uint8_t { unknown, allowed, forbidden };

struct PairRecord {
  int a = -1, b = -1;                    // colliders; a's body is the lower id
  std::uint64_t bodies = 0, shapes = 0;  // the sort key
  PairMemory memory;
  int first = 0, count = 0;  // its contacts in the last set
  bool told = false;         // made again where nothing moved, its contacts would be the same (pair_collider.h)
  PairFilter filter = PairFilter::unknown;  // may its bodies touch?
};

class PairList {
 public:
  using Colliders = std::vector<std::unique_ptr<Collider>>;

  // grown: the collider's box with its share of margin and motion
  void insert(Colliders& colliders, int index, const Box& grown);
  void remove(Colliders& colliders, int index);
  // does a collider's grown box ask for another fat one?
  static bool strays(const Collider& collider);
  // new fat boxes for those colliders, and the pairs these make
  void update(Colliders& colliders, const std::vector<int>& strayed, ThreadPool* pool);
  // brings the list up to date with all of the above; false: nothing was new
  bool settle(const Colliders& colliders);

  std::size_t size() const { return records_.size() + fresh_.size(); }  // before it settles, some may be there twice
  std::vector<PairRecord>& records() { return records_; }
  const std::vector<PairRecord>& records() const { return records_; }
  const std::vector<int>& planes() const { return planes_; }
  const BoxTree& moving() const { return moving_; }
  const BoxTree& still() const { return still_; }

 private:
  void look_around(const Colliders& colliders, int index, std::vector<int>& found,
                   std::vector<PairRecord>& fresh) const;

  BoxTree moving_, still_;
  std::vector<int> planes_;  // unbounded: beside the trees
  std::vector<PairRecord> records_, merged_, fresh_;
  struct Lookout {
    std::vector<int> found;
    std::vector<PairRecord> fresh;
  };
  std::vector<Lookout> lookouts_;  // one a task
  bool stale_ = false;
};

}  // namespace spook
