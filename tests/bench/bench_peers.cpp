// spook-bench peers: whole steps, ours beside Bullet's own dynamics on the same scenes, in one run, as ratios.
// spook-bench growth: step time of walls of 100 … 5000 bricks and the fitted exponent.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"
#include "tests/bench/peer_bullet.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct PeerCase {
  const char* name;
  const char* scene;
  ScenarioValues values;
  double settle;  // s before the clock starts: "at rest" is measured at rest
  double bar;     // ours / Bullet's
};

const PeerCase cases[] = {
    {"wall 10 x 10", "brick_wall", {{"courses", 10}, {"bricks", 10}}, 1.0, 1.5},
    {"wall 25 x 20 at rest", "brick_wall", {{"courses", 25}, {"bricks", 20}}, 1.0, 1.0},
    {"pyramid of 20", "pyramid", {}, 1.0, 1.5},
    {"200 logs", "log_pile", {{"logs", 200}}, 0.0, 1.0},
    {"chain of 20, 1000 kg", "chain", {}, 0.0, 2.0},
};

struct Timing {
  double median = 0.0, p99 = 0.0, drift = 0.0;
  int contacts = 0;
};

double furthest(const World& world, const std::vector<Vec3>& start) {
  double drift = 0.0;
  const auto ids = world.body_ids();
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (world.look(ids[i]).motion == Motion::dynamic)
      drift = std::max(drift, (world.pose(ids[i]).position - start[i]).norm());
  return drift;
}

Timing time_ours(const Scene& scene, int settle, int steps) {
  World world(scene, {.publish = false});
  std::vector<Vec3> start;
  for (const BodyId id : world.body_ids()) start.push_back(world.pose(id).position);
  const auto ms = time_steps(settle, steps, [&] { world.step(); });
  return {quantile(ms, 0.5), quantile(ms, 0.99), furthest(world, start), world.report().contacts};
}

Timing time_bullet(const Scene& scene, int settle, int steps) {
  BulletPeer peer(scene);
  const auto ms = time_steps(settle, steps, [&] { peer.step(); });
  return {quantile(ms, 0.5), quantile(ms, 0.99), peer.drift(), peer.contacts()};
}

// the best of several runs a side, taken in turn, so that a busy moment of the machine hits both
void peers(int repeat, double seconds, int threads, const std::string& target) {
  Json all = Json::array();
  std::printf("%-24s %10s %10s %7s %6s  %12s %12s   (median ms a step, best of %d; drift in mm)\n", "scene", "ours",
              "Bullet", "ratio", "bar", "our drift", "its drift", repeat);
  for (const PeerCase& one : cases) {
    const Scene scene = scene_of(one.scene, one.values, threads);
    const int settle = int(one.settle * 60), steps = int(seconds * 60);
    Timing ours{1e300}, bullet{1e300};
    for (int r = 0; r < repeat; ++r) {
      const Timing a = time_ours(scene, settle, steps), b = time_bullet(scene, settle, steps);
      if (a.median < ours.median) ours = a;
      if (b.median < bullet.median) bullet = b;
    }
    const double ratio = ours.median / bullet.median;
    std::printf("%-24s %10.3f %10.3f %7.2f %6.2f  %12.4g %12.4g   %s\n", one.name, ours.median, bullet.median, ratio,
                one.bar, ours.drift * 1e3, bullet.drift * 1e3, ratio <= one.bar ? "met" : "missed");
    std::fflush(stdout);
    all.push_back({{"scene", one.name},
                   {"ours_ms", ours.median},
                   {"ours_p99_ms", ours.p99},
                   {"bullet_ms", bullet.median},
                   {"bullet_p99_ms", bullet.p99},
                   {"ratio", ratio},
                   {"bar", one.bar},
                   {"ours_drift_m", ours.drift},
                   {"bullet_drift_m", bullet.drift}});
  }
  write_json(target, all.dump(2));
}

void growth(double seconds, int threads, const std::string& target) {
  const std::pair<int, int> walls[] = {{10, 10}, {15, 20}, {25, 40}, {40, 62}, {50, 100}};
  Json all = Json::array();
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  int n = 0;
  std::printf("%-14s %8s %10s %10s\n", "courses x wide", "bricks", "median ms", "p99 ms");
  for (const auto& [courses, bricks] : walls) {
    const Scene scene = scene_of("brick_wall", {{"courses", double(courses)}, {"bricks", double(bricks)}}, threads);
    const Timing t = time_ours(scene, 20, int(seconds * 60));
    const double size = double(scene.bodies.size() - 1), x = std::log(size), y = std::log(t.median);
    sx += x, sy += y, sxx += x * x, sxy += x * y, ++n;
    std::printf("%5d x %-6d %8.0f %10.3f %10.3f\n", courses, bricks, size, t.median, t.p99);
    std::fflush(stdout);
    all.push_back({{"bricks", size}, {"median_ms", t.median}, {"p99_ms", t.p99}});
  }
  const double exponent = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  std::printf("step time grows as N^%.2f\n", exponent);
  write_json(target, Json{{"walls", all}, {"exponent", exponent}}.dump(2));
}

struct Choice {
  int repeat = 3, threads = 1;
  double seconds = 5.0;
  std::string json;
};

void add_options(CLI::App* command, const std::shared_ptr<Choice>& choice) {
  command->add_option("--repeat", choice->repeat, "runs a side; the best counts")->capture_default_str();
  command->add_option("--seconds", choice->seconds, "simulated time")->capture_default_str();
  command->add_option("--threads", choice->threads, "threads of ours")->capture_default_str();
  command->add_option("--json", choice->json, "figures to FILE, or - for standard output");
}

const Register peers_command([](CLI::App& app) {
  auto choice = std::make_shared<Choice>();
  auto* command = app.add_subcommand("peers", "whole steps beside Bullet's own dynamics, as ratios");
  add_options(command, choice);
  command->callback([choice] { peers(choice->repeat, choice->seconds, choice->threads, choice->json); });
});

const Register growth_command([](CLI::App& app) {
  auto choice = std::make_shared<Choice>();
  choice->seconds = 1.0;
  auto* command = app.add_subcommand("growth", "step time of walls of 100 to 5000 bricks, with the fitted exponent");
  add_options(command, choice);
  command->callback([choice] { growth(choice->seconds, choice->threads, choice->json); });
});

}  // namespace

}  // namespace spook::bench
