// Spook inside a program that owns its loop: frames come when they come, physics steps in even steps on a thread of its
// own, and what is drawn lies between the last two of its snapshots. The renderer here is a small one in software; a
// hand lifts a card house's topmost card meanwhile. render_loop FILE.ppm writes the last frame.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "spook/registry.h"
#include "spook/version.h"
#include "spook/world.h"

namespace {

using Snap = std::shared_ptr<const spook::Snapshot>;

// the host's renderer: it knows points and colours, nothing of physics
class Renderer {
 public:
  static constexpr int width = 320, height = 240;
  void begin() { std::fill(pixels_.begin(), pixels_.end(), 0xf0); }
  // an orthographic eye that looks along y
  void point(const spook::Vec3& p, int red) {
    const int x = static_cast<int>(width / 2 + 200 * p.x()), y = static_cast<int>(height - 20 - 200 * p.z());
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    unsigned char* pixel = &pixels_[3 * (y * width + x)];
    pixel[0] = static_cast<unsigned char>(red), pixel[1] = pixel[2] = 0x40;
  }
  int drawn() const {
    int count = 0;
    for (std::size_t i = 0; i < pixels_.size(); i += 3) count += pixels_[i + 1] == 0x40;
    return count;
  }
  void save(const char* file) const {
    std::ofstream out(file, std::ios::binary);
    out << "P6 " << width << ' ' << height << " 255\n";
    out.write(reinterpret_cast<const char*>(pixels_.data()), static_cast<std::streamsize>(pixels_.size()));
  }

 private:
  std::vector<unsigned char> pixels_ = std::vector<unsigned char>(3 * width * height, 0xf0);
};

// Steps a world at its own pace on its own thread and keeps the last two snapshots.
class Physics {
 public:
  explicit Physics(const spook::Scene& scene)
      : world_(scene), last_{world_.snapshot(), world_.snapshot()}, thread_([this] { run(); }) {}
  ~Physics() {
    ending_ = true;
    thread_.join();
  }
  void queue(spook::Command command) { world_.queue(std::move(command)); }  // from any thread

  // two moments and how far the present one lies between them
  struct Between {
    Snap before, after;
    double share;
  };
  Between now() const {
    const std::lock_guard lock(mutex_);
    const double age = std::chrono::duration<double>(Clock::now() - stepped_).count();
    return {last_[0], last_[1], std::clamp(age / last_[1]->time_step, 0.0, 1.0)};
  }

 private:
  using Clock = std::chrono::steady_clock;
  void run() {
    Clock::time_point due = Clock::now();
    while (!ending_) {
      world_.step();
      {
        const std::lock_guard lock(mutex_);
        last_[0] = last_[1], last_[1] = world_.snapshot();
        stepped_ = Clock::now();
      }
      due += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(last_[1]->time_step));
      due = std::max(due, Clock::now() - std::chrono::milliseconds(50));  // too slow a machine: slow motion, no spiral
      std::this_thread::sleep_until(due);
    }
  }

  spook::World world_;
  mutable std::mutex mutex_;
  Snap last_[2];
  Clock::time_point stepped_ = Clock::now();
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

spook::Pose blend(const spook::BodyView& a, const spook::BodyView& b, double share) {
  return {a.pose.position + share * (b.pose.position - a.pose.position),
          a.pose.orientation.slerp(share, b.pose.orientation)};
}

// the edges of a body's boxes, as points
void draw(Renderer& renderer, const spook::BodyLook& look, const spook::Pose& pose, int red) {
  for (const spook::ShapeDesc& shape : look.shapes) {
    if (shape.type != spook::ShapeType::box) continue;
    for (int i = 0; i <= 40; ++i)
      for (int corner = 0; corner < 4; ++corner)
        for (int axis = 0; axis < 3; ++axis) {
          spook::Vec3 p;
          p[axis] = -1 + i / 20.0;
          p[(axis + 1) % 3] = corner & 1 ? 1 : -1, p[(axis + 2) % 3] = corner & 2 ? 1 : -1;
          renderer.point(pose.to_parent(shape.pose.to_parent(p.cwiseProduct(shape.half_extents))), red);
        }
  }
}

}  // namespace

int main(int count, char** words) {
  if (!spook::library_fits()) return std::fprintf(stderr, "render_loop: another version of the library\n"), 2;
  Physics physics(spook::build_scenario(*spook::find_scenario("card_house")));
  Renderer renderer;

  int top = 0;
  const Snap start = physics.now().after;
  for (int i = 0; i < static_cast<int>(start->bodies.size()); ++i)
    if (start->bodies[i].look->motion == spook::Motion::dynamic &&
        start->bodies[i].pose.position.z() > start->bodies[top].pose.position.z())
      top = i;
  const spook::Vec3 from = start->bodies[top].pose.position;
  physics.queue(spook::Grip{.hand = 1, .body = start->bodies[top].id, .target = from + spook::Vec3(0, 0, 0.3)});

  for (int frame = 0; frame < 90; ++frame) {
    const Physics::Between now = physics.now();
    renderer.begin();
    for (std::size_t i = 0; i < now.after->bodies.size(); ++i)
      draw(renderer, *now.after->bodies[i].look, blend(now.before->bodies[i], now.after->bodies[i], now.share),
           static_cast<int>(i) == top ? 0xff : 0x40);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + frame * 7 % 23));  // frames come when they come
  }
  const Snap end = physics.now().after;
  const double lifted = end->bodies[top].pose.position.z() - from.z();
  std::printf("%llu steps, %.2f s of physics; the topmost card was lifted by %.3f m; %d pixels drawn\n",
              static_cast<unsigned long long>(end->step), end->time, lifted, renderer.drawn());
  if (count > 1) renderer.save(words[1]);
  return lifted > 0.1 && renderer.drawn() > 500 ? 0 : 1;
}
