#include "engine/collide/pair_collider.h"

#include <algorithm>

#include "engine/thread_pool.h"

namespace spook {
namespace {

constexpr int pairs_a_task = 16;    // near-parallel cylinders that meet first cost 0.1 ms each
constexpr int copied_a_task = 256;  // pairs

// nothing about them is new
bool keeps(const PairRecord& record, const Collider& a, const Collider& b) {
  if (!a.usable || !b.usable || record.filter == PairFilter::forbidden) return record.count == 0 && record.told;
  return a.stays && b.stays && record.told;
}

}  // namespace

// true: the contacts there are lie as the records say
bool PairCollider::find_due(const Colliders& colliders, std::vector<PairRecord>& records, std::size_t contacts) {
  due_.clear();
  int first = 0;
  bool in_order = true;
  for (int i = 0; i < static_cast<int>(records.size()); ++i) {
    const PairRecord& record = records[i];
    in_order = in_order && record.first == first;
    first += record.count;
    if (!keeps(record, *colliders[record.a], *colliders[record.b])) due_.push_back({i, 0, 0});
  }
  return in_order && first == static_cast<int>(contacts);
}

void PairCollider::make_one(Narrowphase& narrowphase, const Colliders& colliders, PairRecord& record,
                            const CollideOptions& options, std::vector<Contact>& into) {
  const Collider &a = *colliders[record.a], &b = *colliders[record.b];
  const PairMemory before = record.memory;
  if (!a.usable || !b.usable || record.filter == PairFilter::forbidden) {
    record.memory = {};
  } else {
    narrowphase.collide(a, b, record, options, into);
  }
  const bool same = record.memory == before;
  record.told = a.stays && b.stays && same;
  if (!same) memory_changed_.store(true, std::memory_order_relaxed);
}

void PairCollider::make(const Colliders& colliders, std::vector<PairRecord>& records, const CollideOptions& options,
                        ThreadPool* pool) {
  const int threads = pool ? pool->threads() : 1, count = static_cast<int>(due_.size());
  while (static_cast<int>(narrowphases_.size()) < threads) narrowphases_.push_back(std::make_unique<Narrowphase>());
  const bool shared = pool && count > 2 * pairs_a_task;
  task_ = shared ? pairs_a_task : std::max(count, 1);
  const int tasks = (count + task_ - 1) / task_;
  if (static_cast<int>(found_.size()) < tasks) found_.resize(tasks);
  const auto run = [&](int task, int thread) {
    std::vector<Contact>& found = found_[task];
    found.clear();
    for (int k = task * task_; k < std::min(count, (task + 1) * task_); ++k) {
      due_[k].start = static_cast<int>(found.size());
      make_one(*narrowphases_[thread], colliders, records[due_[k].record], options, found);
      due_[k].count = static_cast<int>(found.size()) - due_[k].start;
    }
  };
  if (shared)
    pool->run(tasks, run);
  else if (tasks > 0)
    run(0, 0);
}

// each pair's contacts from where they are, kept or made
void PairCollider::put_together(std::vector<PairRecord>& records, ThreadPool* pool, std::vector<Contact>& contacts) {
  const int count = static_cast<int>(records.size());
  due_of_.assign(count, -1);
  first_.resize(count);
  for (int k = 0; k < static_cast<int>(due_.size()); ++k) due_of_[due_[k].record] = k;
  int total = 0;
  for (int i = 0; i < count; ++i) {
    first_[i] = total;
    total += due_of_[i] < 0 ? records[i].count : due_[due_of_[i]].count;
  }
  other_.resize(total);
  for_chunks(pool, count, copied_a_task, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      PairRecord& record = records[i];
      const bool is_made = due_of_[i] >= 0;
      if (is_made) record.count = due_[due_of_[i]].count;
      const auto from = is_made ? made_by(due_of_[i]) : contacts.cbegin() + record.first;
      std::copy(from, from + record.count, other_.begin() + first_[i]);
      record.first = first_[i];
    }
  });
  contacts.swap(other_);
}

void PairCollider::follow(const Colliders& colliders, const std::vector<PairRecord>& records, ThreadPool* pool,
                          std::vector<Contact>& contacts) {
  for_chunks(pool, static_cast<int>(records.size()), copied_a_task, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const PairRecord& record = records[i];
      if (record.count == 0) continue;
      const Collider &a = *colliders[record.a], &b = *colliders[record.b];
      for (int k = record.first; k < record.first + record.count; ++k) {
        Contact& contact = contacts[k];
        const Vec3 of_a = a.since_placed.at(contact.point_a - a.body_position);
        const Vec3 of_b = b.since_placed.at(contact.point_a - b.body_position);
        contact.gap = contact.gap_as_placed + contact.normal.dot(of_a - of_b);
      }
    }
  });
}

PairCollider::Change PairCollider::collide(const Colliders& colliders, std::vector<PairRecord>& records,
                                           const CollideOptions& options, ThreadPool* pool,
                                           std::vector<Contact>& contacts) {
  const bool in_order = find_due(colliders, records, contacts.size());
  make(colliders, records, options, pool);
  const bool same_counts =
      std::all_of(due_.begin(), due_.end(), [&](const Made& made) { return made.count == records[made.record].count; });
  const bool same_places = in_order && same_counts;
  if (due_.size() == records.size() && static_cast<int>(due_.size()) <= task_ && !due_.empty()) {
    for (const Made& made : due_) records[made.record].first = made.start, records[made.record].count = made.count;
    contacts.swap(found_[0]);
  } else if (same_places) {
    for (int k = 0; k < static_cast<int>(due_.size()); ++k)
      std::copy(made_by(k), made_by(k) + due_[k].count, contacts.begin() + records[due_[k].record].first);
  } else {
    put_together(records, pool, contacts);
  }
  follow(colliders, records, pool, contacts);
  return same_places ? Change::same_places : Change::other_places;
}

}  // namespace spook
