#include "viewer/app/gallery.h"

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <cstdio>

#include "viewer/app/picture_file.h"
#include "viewer/app/settings.h"
#include "viewer/app/simulation.h"
#include "viewer/render/scene_view.h"

namespace spook {
namespace {

// pictures are kept under the scene's look: another layout is another file
std::filesystem::path cached_picture(const std::string& name, const Scene& scene) {
  std::uint64_t h = 1469598103934665603ull;
  const auto mix = [&](double x) { h = (h ^ std::uint64_t(std::int64_t(x * 1e6))) * 1099511628211ull; };
  for (const BodyDesc& body : scene.bodies) {
    for (int k = 0; k < 3; ++k) mix(body.pose.position[k]);
    mix(double(body.shapes.size()));
  }
  if (scene.camera)
    for (int k = 0; k < 3; ++k) mix(scene.camera->position[k]), mix(scene.camera->target[k]);
  char file[40];
  std::snprintf(file, sizeof file, "-%016llx-v3.png", static_cast<unsigned long long>(h));
  return cache_folder() / "thumbnails" / (name + file);
}

}  // namespace

Gallery::Gallery(Renderer& renderer) : renderer_(renderer), builder_([this] { build_loop(); }) {}

Gallery::~Gallery() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
  builder_.join();
}

unsigned Gallery::thumbnail(const Scenario& scenario) {
  if (const auto found = textures_.find(scenario.name); found != textures_.end()) return found->second;
  if (!asked_[scenario.name]) {
    asked_[scenario.name] = true;
    std::lock_guard lock(mutex_);
    to_build_.push_back(&scenario);
    wake_.notify_one();
  }
  return 0;
}

int Gallery::waiting() const {
  std::lock_guard lock(mutex_);
  return int(to_build_.size() + to_draw_.size());
}

// scenes take a while to build: not on the window's thread
void Gallery::build_loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return quit_ || !to_build_.empty(); });
    if (quit_) return;
    const Scenario* scenario = to_build_.front();
    to_build_.pop_front();
    lock.unlock();
    Built built{scenario->name, nullptr};
    try {
      built.scene = std::make_shared<Scene>(build_scenario(*scenario));
    } catch (const std::exception&) {
      // a scene that cannot be built has no picture; opening it tells why
    }
    lock.lock();
    to_draw_.push_back(std::move(built));
  }
}

void Gallery::update(double budget_seconds) {
  const double start = steady_seconds();
  while (steady_seconds() - start < budget_seconds) {
    Built built;
    {
      std::lock_guard lock(mutex_);
      if (to_draw_.empty()) return;
      built = std::move(to_draw_.front());
      to_draw_.pop_front();
    }
    if (!built.scene) continue;
    const std::filesystem::path file = cached_picture(built.name, *built.scene);
    std::optional<Image> image = read_png(file);
    if (!image || image->width != width) {
      const Snapshot snapshot = preview(*built.scene);
      ShapeLibrary shapes;
      DrawList list;
      list.clear();
      std::vector<Pose> poses;
      SceneViewInput input;
      input.current = &snapshot;
      show_bodies(input, {}, shapes, list, poses);
      Quality quality = renderer_.suited_quality();
      quality.samples = 4;
      image = renderer_.draw_image(list, shapes, camera_from(built.scene->camera.value_or(CameraDesc{})), width, height,
                                   studio_environment(), quality);
      std::error_code none;
      std::filesystem::create_directories(file.parent_path(), none);
      try {
        write_png(*image, file);
      } catch (const std::exception&) {
        // a cache that cannot be kept is made again next time
      }
    }
    textures_[built.name] = renderer_.texture_from(*image);
  }
}

int fuzzy_score(std::string_view query, std::string_view text) {
  int score = 0, run = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < text.size() && at < query.size(); ++i) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    const bool space_matches = query[at] == ' ' && (text[i] == '_' || text[i] == ' ');
    if (!space_matches && lower(text[i]) != lower(query[at])) {
      run = 0;
      continue;
    }
    const bool word_start = i == 0 || text[i - 1] == '_' || text[i - 1] == ' ';
    score += 1 + 2 * run + (word_start ? 4 : 0);
    ++run, ++at;
  }
  return at == query.size() ? score * 4 - int(text.size()) / 4 : -1;
}

std::vector<const Scenario*> find_scenes(std::string_view query) {
  std::vector<std::pair<int, const Scenario*>> scored;
  for (const Scenario& scenario : scenarios()) {
    const int by_name = std::max(fuzzy_score(query, scenario.name), fuzzy_score(query, scenario.title));
    const int by_words =
        scenario.description.find(query) != std::string::npos || scenario.group.find(query) != std::string::npos ? 1
                                                                                                                 : -1;
    const int score = std::max(by_name, by_words);
    if (query.empty() || score >= 0) scored.push_back({score, &scenario});
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const Scenario*> found;
  for (const auto& [score, scenario] : scored) found.push_back(scenario);
  if (!query.empty()) return found;
  // all of them: group by group, in the order the groups first come
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < found.size(); ++i) first.try_emplace(found[i]->group, i);
  std::stable_sort(found.begin(), found.end(),
                   [&](const Scenario* a, const Scenario* b) { return first[a->group] < first[b->group]; });
  return found;
}

}  // namespace spook
