// A value that saved moments may share, and worlds on other threads through them: who writes to it after it was shared
// gets one of its own, whether anybody still holds the other or not.
#pragma once

#include <memory>
#include <utility>

namespace spook {

template <class T>
class CopyOnWrite {
 public:
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  // to change something in it
  T& write() {
    if (std::exchange(shared_, false)) value_ = std::make_shared<T>(std::as_const(*value_));
    return *value_;
  }
  // to write all of it anew: what stands there means nothing
  T& overwrite() {
    if (std::exchange(shared_, false)) value_ = std::make_shared<T>();
    return *value_;
  }
  std::shared_ptr<const T> share() const {
    shared_ = true;
    return value_;
  }
  void take(const std::shared_ptr<const T>& other) {
    value_ = std::const_pointer_cast<T>(other);
    shared_ = true;
  }

 private:
  std::shared_ptr<T> value_ = std::make_shared<T>();
  mutable bool shared_ = false;
};

}  // namespace spook
