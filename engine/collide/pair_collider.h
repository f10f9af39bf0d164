// The contacts of a list of pairs, on however many threads: those of pairs that have to be looked at are made, those of
// pairs that stand as they stood are kept.
//
// The contacts of a pair are a function of both poses, of what the pair remembers, and of how far contacts count
// (Reach). Where both shapes stay as they were placed and are not about to reach beyond the margin (Collider::stays),
// and making the contacts left the memory as it was, making them again would give the same: such a pair has told all.
// In a wall at rest that is every pair, and a quarter of the step.
//
// What rests is moved to and fro by rounding, 1e-16 m a step, so shapes stay as placed while that comes to 1e-12 of
// their size, and gaps follow: c = c₀ + n·(d_a − d_b) with d = x − x₀ + θ × r, exact to the square of the displacement.
// (Tried without following: the rows then push against a gap that does not answer until the shape is placed anew, and
// the wall trembles for ever by as much as shapes may stay behind, half of its pairs placed anew at every step.)
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/collide/narrowphase.h"

namespace spook {

class PairCollider {
 public:
  using Colliders = std::vector<std::unique_ptr<Collider>>;

  // contacts: those of the call before, in the order of the records, become those of this one. Answers whether they
  // are other pairs, or as many of each as before.
  enum class Change { same_places, other_places };
  // since it was asked before: does a pair remember something else?
  bool memory_changed() { return memory_changed_.exchange(false, std::memory_order_relaxed); }
  Change collide(const Colliders& colliders, std::vector<PairRecord>& records, const CollideOptions& options,
                 ThreadPool* pool, std::vector<Contact>& contacts);

 private:
  // contacts that were made: of due pair k those of its task from start[k] on
  struct Made {
    int record, start, count;
  };

  bool find_due(const Colliders& colliders, std::vector<PairRecord>& records, std::size_t contacts);
  void make(const Colliders& colliders, std::vector<PairRecord>& records, const CollideOptions& options,
            ThreadPool* pool);
  void make_one(Narrowphase& narrowphase, const Colliders& colliders, PairRecord& record, const CollideOptions& options,
                std::vector<Contact>& into);
  static void follow(const Colliders& colliders, const std::vector<PairRecord>& records, ThreadPool* pool,
                     std::vector<Contact>& contacts);
  void put_together(std::vector<PairRecord>& records, ThreadPool* pool, std::vector<Contact>& contacts);
  std::vector<Contact>::const_iterator made_by(int due) const { return found_[due / task_].begin() + due_[due].start; }

  std::vector<std::unique_ptr<Narrowphase>> narrowphases_;  // one a thread
  std::vector<Made> due_;
  int task_ = 1;                             // pairs of one
  std::vector<std::vector<Contact>> found_;  // one a task
  std::vector<int> first_, due_of_;          // of a record: its first contact, and where it stands in due_, or −1
  std::vector<Contact> other_;
  std::atomic<bool> memory_changed_ = false;
};

}  // namespace spook
