// The scenes on offer, with pictures of them that the program makes itself and keeps in the user's cache.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "scenarios/registry.h"
#include "viewer/render/renderer.h"

namespace spook {

class Gallery {
 public:
  explicit Gallery(Renderer& renderer);
  ~Gallery();

  // 0: not there yet; asks for it
  unsigned thumbnail(const Scenario& scenario);
  void update(double budget_seconds);  // draws what is waiting, on the window's thread
  int waiting() const;

  static constexpr int width = 320, height = 200;

 private:
  struct Built {
    std::string name;
    std::shared_ptr<const Scene> scene;  // null: could not be built
  };
  void build_loop();
  Renderer& renderer_;
  std::map<std::string, unsigned> textures_;
  std::map<std::string, bool> asked_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<const Scenario*> to_build_;
  std::deque<Built> to_draw_;
  bool quit_ = false;
  std::thread builder_;
};

// how well a name answers a query, letters in order; below 0: not at all
int fuzzy_score(std::string_view query, std::string_view text);
// scenes that answer, best first; all in order for an empty query
std::vector<const Scenario*> find_scenes(std::string_view query);

}  // namespace spook
