// Moments of the past that can be gone back to: every step of the last seconds, thinner further back, memory bounded.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "engine/world/world.h"

namespace spook {

struct Moment {
  std::uint64_t step = 0, hash = 0;
  double time = 0.0;
  std::shared_ptr<const SavedState> state;
  std::size_t bytes = 0;
  // the second world at that time, while two are compared; null: there was none
  std::shared_ptr<const SavedState> second = nullptr;
  std::uint64_t second_step = 0, second_hash = 0;
};

class Timeline {
 public:
  explicit Timeline(std::size_t budget_bytes = std::size_t(256) << 20) : budget_(budget_bytes) {}

  void clear();
  void add(Moment moment);  // later than all others
  void forget_after(std::uint64_t step);
  // the second world's past takes the place of the first one's, as far back as there were two
  void exchange_worlds();
  void forget_second();
  // The other line is the second world's past: each moment beside the other's at that step or the last before it,
  // as far as that line goes.
  void pair_with(const Timeline& other);
  void set_second(std::uint64_t step, std::shared_ptr<const SavedState> state, std::uint64_t second_step,
                  std::uint64_t second_hash);
  const Moment* last_paired() const;  // the last with a second world; null: none
  void thin();                        // every second moment, but the first and the last
  template <typename Visit>
  void each(Visit visit) const {
    for (const std::deque<Moment>* part : {&old_, &recent_})
      for (const Moment& moment : *part) visit(moment);
  }
  const Moment* nearest(std::uint64_t step) const;  // null: empty
  const Moment* before(std::uint64_t step) const;   // the last one earlier than step
  const Moment* at(std::uint64_t step) const;       // that very step, or null
  const Moment* first() const;
  const Moment* last() const;
  std::size_t count() const { return old_.size() + recent_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t reach = 60 * 90;  // steps: 90 s at 60 Hz
  const Moment* not_after(std::uint64_t step) const;
  void drop_oldest();
  void count_bytes();

  std::deque<Moment> old_, recent_;
  std::size_t budget_, bytes_ = 0;
};

}  // namespace spook
