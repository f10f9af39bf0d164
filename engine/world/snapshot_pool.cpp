#include "engine/world/snapshot_pool.h"

#include <cstdlib>

namespace spook {

// free snapshots, and free memory of shared pointers' control blocks (all of one size)
struct SnapshotPool::Store {
  std::mutex mutex;
  std::vector<std::unique_ptr<Snapshot>> snapshots;
  std::vector<void*> blocks;
  std::size_t block_size = 0;
  ~Store() {
    for (void* block : blocks) std::free(block);
  }
};

namespace {

constexpr std::size_t most_kept = 64;

template <typename T, typename Store>
struct BlockAllocator {
  using value_type = T;
  std::shared_ptr<Store> store;
  explicit BlockAllocator(std::shared_ptr<Store> s) : store(std::move(s)) {}
  template <typename U>
  BlockAllocator(const BlockAllocator<U, Store>& other) : store(other.store) {}

  T* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(T);
    {
      const std::lock_guard lock(store->mutex);
      if (size == store->block_size && !store->blocks.empty()) {
        void* block = store->blocks.back();
        store->blocks.pop_back();
        return static_cast<T*>(block);
      }
      store->block_size = size;
    }
    void* block = std::malloc(size);
    if (!block) throw std::bad_alloc();
    return static_cast<T*>(block);
  }
  void deallocate(T* block, std::size_t count) {
    const std::lock_guard lock(store->mutex);
    if (count * sizeof(T) == store->block_size && store->blocks.size() < most_kept)
      store->blocks.push_back(block);
    else
      std::free(block);
  }
  template <typename U>
  bool operator==(const BlockAllocator<U, Store>& other) const {
    return store == other.store;
  }
};

}  // namespace

SnapshotPool::SnapshotPool() : store_(std::make_shared<Store>()) {
  store_->snapshots.reserve(most_kept);
  store_->blocks.reserve(most_kept);
}

std::shared_ptr<Snapshot> SnapshotPool::take() {
  std::unique_ptr<Snapshot> snapshot;
  {
    const std::lock_guard lock(store_->mutex);
    if (!store_->snapshots.empty()) {
      snapshot = std::move(store_->snapshots.back());
      store_->snapshots.pop_back();
    }
  }
  if (!snapshot) snapshot = std::make_unique<Snapshot>();
  auto give_back = [store = store_](Snapshot* used) {
    std::unique_ptr<Snapshot> owned(used);
    const std::lock_guard lock(store->mutex);
    if (store->snapshots.size() < most_kept) store->snapshots.push_back(std::move(owned));
  };
  Snapshot* raw = snapshot.release();
  return std::shared_ptr<Snapshot>(raw, give_back, BlockAllocator<Snapshot, Store>(store_));
}

}  // namespace spook
