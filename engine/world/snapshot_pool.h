// Snapshots are handed out shared and come back here when the last reader lets go, so that the steady state allocates
// nothing. Readers may let go on any thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/world/snapshot.h"

namespace spook {

class SnapshotPool {
 public:
  SnapshotPool();
  // a snapshot of any old content to fill; returns to the pool when its last holder drops it
  std::shared_ptr<Snapshot> take();

 private:
  struct Store;
  std::shared_ptr<Store> store_;
};

}  // namespace spook
