// Threads that wait for work: tasks are numbered, and whoever is free takes the next number.
#pragma once

#include <functional>
#include <memory>

namespace spook {

class Workers {
 public:
  Workers();
  ~Workers();
  // calls work(thread, task) for every task; thread < threads. Returns when all are done.
  void run(int threads, int tasks, const std::function<void(int, int)>& work);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace spook
