// Islands: bodies with unknowns that joints and contacts tie together. Their numbers follow the lowest body index in
// each, so they do not depend on the order of ties.
#pragma once

#include <vector>

namespace spook {

class Islands {
 public:
  void begin(int bodies);
  void tie(int a, int b);  // negative: nobody
  // numbers the islands of the bodies for which member[body] is set; others get −1
  void number(const std::vector<char>& member);

  int count() const { return count_; }
  int of(int body) const { return body < 0 ? -1 : island_[body]; }
  int of(int a, int b) const { return of(a) >= 0 ? of(a) : of(b); }

 private:
  int root(int body);
  std::vector<int> parent_, island_;
  int count_ = 0;
};

}  // namespace spook
