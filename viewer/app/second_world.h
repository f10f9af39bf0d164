// A/B: a second world beside the first. It goes on from the same moment under settings of its own, on a thread of its
// own, and the first one's stepping thread keeps the two at the same time.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/world/world.h"
#include "viewer/app/session.h"

namespace spook {

// All but the loop is for the stepping thread of the first world, and only while no step is under way.
class SecondWorld {
 public:
  // stands where `first` stands; its session goes on from what has happened so far
  SecondWorld(const Scene& scene, const World& first, Session session);
  SecondWorld(const Scene& scene, std::unique_ptr<World> of_scene);  // a scene of its own, from its beginning
  ~SecondWorld();
  SecondWorld(const SecondWorld&) = delete;

  World& world() { return *world_; }
  Session& session() { return session_; }
  // to a moment of its own past
  void restore(const SavedState& own);
  // to a moment of the first world's, which becomes its own under its own settings
  void follow(const SavedState& first);

  // while its session knows what was done at the coming step, does it again
  void repeat(bool on) { repeats_ = on; }

  void start(double time);  // steps until it is as late as that, or as near as its step allows
  void wait();
  bool stepped() const { return !reports_.empty(); }  // by the last start()
  std::vector<StepReport> take_reports();

  // as the first world changes places with this one
  void exchange(std::unique_ptr<World>& world, Session& session);

 private:
  void loop();
  void advance();

  std::unique_ptr<World> world_;
  Session session_;
  std::vector<StepReport> reports_;
  double until_ = 0.0;
  bool repeats_ = false;

  std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  bool asked_ = false, quit_ = false;
  std::thread thread_;
};

}  // namespace spook
