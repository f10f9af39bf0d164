#include "viewer/app/timeline.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace spook {

void Timeline::clear() {
  old_.clear(), recent_.clear();
  bytes_ = 0;
}

void Timeline::drop_oldest() {
  std::deque<Moment>& from = old_.empty() ? recent_ : old_;
  bytes_ -= from.front().bytes;
  from.pop_front();
}

void Timeline::add(Moment moment) {
  bytes_ += moment.bytes;
  recent_.push_back(std::move(moment));
  // half of the memory keeps every step, the other half every k-th of what is older
  const std::size_t size = std::max<std::size_t>(1, recent_.back().bytes);
  const std::size_t dense = std::clamp<std::size_t>(budget_ / 2 / size, 2, 600);
  const std::size_t stride = std::max<std::size_t>(1, (reach * size + budget_ / 2 - 1) / (budget_ / 2));
  while (recent_.size() > dense) {
    Moment aged = std::move(recent_.front());
    recent_.pop_front();
    if (aged.step % stride == 0)
      old_.push_back(std::move(aged));
    else
      bytes_ -= aged.bytes;
  }
  while (count() > 1 && (bytes_ > budget_ || first()->step + reach < last()->step)) drop_oldest();
}

void Timeline::forget_after(std::uint64_t step) {
  for (std::deque<Moment>* part : {&recent_, &old_}) {
    while (!part->empty() && part->back().step > step) {
      bytes_ -= part->back().bytes;
      part->pop_back();
    }
  }
}

void Timeline::count_bytes() {
  bytes_ = 0;
  for (std::deque<Moment>* part : {&old_, &recent_})
    for (Moment& moment : *part) {
      moment.bytes = World::bytes(*moment.state) + (moment.second ? World::bytes(*moment.second) : 0);
      bytes_ += moment.bytes;
    }
}

void Timeline::exchange_worlds() {
  // where the second world has not been yet it has no past
  if (const Moment* paired_last = last_paired()) forget_after(paired_last->step);
  std::uint64_t last = 0;
  bool begun = false;
  for (std::deque<Moment>* part : {&old_, &recent_}) {
    for (Moment& moment : *part) {
      if (!moment.second) continue;  // before the two parted: one past of both
      std::swap(moment.state, moment.second);
      std::swap(moment.step, moment.second_step), std::swap(moment.hash, moment.second_hash);
    }
    // a world of longer steps may have stood still from one moment to the next
    std::erase_if(*part, [&](const Moment& moment) {
      const bool again = begun && moment.step <= last;
      last = again ? last : moment.step, begun = true;
      return again;
    });
  }
  count_bytes();
}

void Timeline::forget_second() {
  for (std::deque<Moment>* part : {&old_, &recent_})
    for (Moment& moment : *part) {
      if (!moment.second) continue;
      moment.second.reset();
      bytes_ -= moment.bytes, moment.bytes = World::bytes(*moment.state), bytes_ += moment.bytes;
    }
}

void Timeline::pair_with(const Timeline& other) {
  const Moment* end = other.last();
  for (std::deque<Moment>* part : {&old_, &recent_})
    for (Moment& moment : *part) {
      const Moment* beside = end && moment.step <= end->step ? other.not_after(moment.step) : nullptr;
      moment.second = beside ? beside->state : nullptr;
      if (beside) moment.second_step = beside->step, moment.second_hash = beside->hash;
    }
}

void Timeline::set_second(std::uint64_t step, std::shared_ptr<const SavedState> state, std::uint64_t second_step,
                          std::uint64_t second_hash) {
  for (std::deque<Moment>* part : {&old_, &recent_})
    for (Moment& moment : *part) {
      if (moment.step != step) continue;
      moment.second = std::move(state), moment.second_step = second_step, moment.second_hash = second_hash;
      return;
    }
}

const Moment* Timeline::last_paired() const {
  const Moment* found = nullptr;
  each([&](const Moment& moment) {
    if (moment.second) found = &moment;
  });
  return found;
}

void Timeline::thin() {
  std::deque<Moment> all;
  std::move(old_.begin(), old_.end(), std::back_inserter(all));
  std::move(recent_.begin(), recent_.end(), std::back_inserter(all));
  clear();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i % 2 == 0 || i + 1 == all.size()) bytes_ += all[i].bytes, recent_.push_back(std::move(all[i]));
}

const Moment* Timeline::not_after(std::uint64_t step) const {
  for (const std::deque<Moment>* part : {&recent_, &old_}) {
    auto after =
        std::upper_bound(part->begin(), part->end(), step, [](std::uint64_t s, const Moment& m) { return s < m.step; });
    if (after != part->begin()) return &*std::prev(after);
  }
  return nullptr;
}

const Moment* Timeline::nearest(std::uint64_t step) const {
  const Moment* found = not_after(step);
  return found ? found : first();
}

const Moment* Timeline::before(std::uint64_t step) const {
  return step == 0 ? nullptr : not_after(step - 1);
}

const Moment* Timeline::at(std::uint64_t step) const {
  const Moment* found = not_after(step);
  return found && found->step == step ? found : nullptr;
}

const Moment* Timeline::first() const {
  if (!old_.empty()) return &old_.front();
  return recent_.empty() ? nullptr : &recent_.front();
}

const Moment* Timeline::last() const {
  if (!recent_.empty()) return &recent_.back();
  return old_.empty() ? nullptr : &old_.back();
}

}  // namespace spook
