// spook-bench large: thousands of bodies. How long a step takes, what it costs in overlap and gaps, and how much memory
// it needs, each line beside its bar.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/bench/bench_scenes.h"

namespace spook::bench {

namespace {

using Json = nlohmann::ordered_json;

struct LargeCase {
  const char* name;
  std::function<Scene()> scene;
  int settle, steps;         // that do not count, that do
  double median_bar;         // ms
  double p95_bar = 0.0;      // ms; 0: none
  double overlap_bar = 0.0;  // m, largest; 0: none
  double gap_bar = 0.0;      // m, largest; 0: none
};

BodyDesc ball(const char* name, double radius, double mass, const Vec3& position, const Vec3& velocity) {
  BodyDesc body;
  body.name = name, body.mass = mass, body.velocity = velocity;
  body.pose.position = position;
  body.shapes.resize(1);
  body.shapes[0].type = ShapeType::sphere, body.shapes[0].radius = radius;
  return body;
}

BodyDesc cube(const std::string& name, double edge, const Vec3& position) {
  BodyDesc body;
  body.name = name;
  body.pose.position = position;
  body.shapes.resize(1);
  body.shapes[0].type = ShapeType::box;
  body.shapes[0].half_extents = Vec3::Constant(0.5 * edge);
  return body;
}

BodyDesc ground() {
  BodyDesc body;
  body.name = "floor", body.motion = Motion::fixed;
  body.shapes.resize(1);
  body.shapes[0].type = ShapeType::plane;
  return body;
}

Scene pyramid() {
  return scene_of("pyramid", {{"rows", 100}}, 1);
}

// half a tonne at 10 m/s into the middle of its side
Scene pyramid_hit() {
  Scene scene = pyramid();
  scene.bodies.push_back(ball("ball", 0.4, 500.0, {0.0, -2.0, 5.0}, {0.0, 10.0, 0.0}));
  return scene;
}

Scene rain() {
  return scene_of("mixed_rain", {{"shapes", 2000}}, 1);
}

// 36 × 36 balls of 0.1 kg, 0.1 m apart, hung by one edge and swung out of its plane
Scene net() {
  constexpr int side = 36;
  constexpr double pitch = 0.1;
  Scene scene;
  const auto name = [](int row, int column) { return "knot_" + std::to_string(row) + "_" + std::to_string(column); };
  const auto place = [](double row, double column) { return Vec3(column * pitch, 0.0, 5.0 - row * pitch); };
  const auto tie = [&](std::optional<std::string> a, const std::string& b, const Vec3& at) {
    JointDesc joint;
    joint.type = JointType::ball, joint.name = (a ? *a : "hook") + "_" + b;
    joint.a = std::move(a), joint.b = b, joint.anchor = at;
    scene.joints.push_back(joint);
  };
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      scene.bodies.push_back(ball(name(row, column).c_str(), 0.03, 0.1, place(row, column), {0.0, 0.1 * row, 0.0}));
      if (row == 0)
        tie({}, name(row, column), place(-0.5, column));
      else
        tie(name(row - 1, column), name(row, column), place(row - 0.5, column));
      if (column > 0) tie(name(row, column - 1), name(row, column), place(row, column - 0.5));
    }
  return scene;
}

Scene lone_cubes() {
  constexpr int side = 100;
  Scene scene;
  scene.bodies.push_back(ground());
  for (int k = 0; k < side * side; ++k)
    scene.bodies.push_back(cube("cube_" + std::to_string(k), 0.4, {double(k % side), double(k / side), 0.2}));
  return scene;
}

const LargeCase large_cases[] = {
    {"pyramid of 5,050, rest", pyramid, 60, 120, 15.0}, {"pyramid of 5,050, hit", pyramid_hit, 1, 180, 0.0, 33.0, 0.04},
    {"rain of 2,000", rain, 1, 480, 16.7, 33.0},        {"net of 2,556 joints", net, 1, 240, 16.7, 0.0, 0.0, 0.005},
    {"10,000 lone cubes", lone_cubes, 30, 120, 8.0},
};

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0;
}

const char* verdict(double value, double bar) {
  return bar <= 0.0 ? "" : value <= bar ? "met" : "MISSED";
}

// where the time of a step goes, ms on average
void print_stages(const StageTimes& sum, int steps) {
  const std::pair<const char*, double> stages[]{
      {"commands", sum.commands},   {"collide", sum.collide},   {"match", sum.match}, {"impact", sum.impact},
      {"islands", sum.islands},     {"assemble", sum.assemble}, {"solve", sum.solve}, {"measure", sum.measure},
      {"integrate", sum.integrate}, {"publish", sum.publish},   {"total", sum.total}};
  std::printf("   ");
  for (const auto& [name, ms] : stages) std::printf(" %s %.2f", name, ms / steps);
  std::printf("\n");
}

void add(StageTimes& sum, const StageTimes& ms) {
  sum.commands += ms.commands, sum.collide += ms.collide, sum.match += ms.match, sum.impact += ms.impact;
  sum.islands += ms.islands, sum.assemble += ms.assemble, sum.solve += ms.solve, sum.measure += ms.measure;
  sum.integrate += ms.integrate, sum.publish += ms.publish, sum.total += ms.total;
}

Json run_large(const LargeCase& one, int threads, bool stages) {
  Scene scene = one.scene();
  scene.parameters.threads = threads;
  World world(scene, {.publish = false});
  double overlap = 0.0, gap = 0.0;
  StageTimes sum;
  const auto ms = time_steps(one.settle, one.steps, [&] {
    world.step();
    add(sum, world.report().ms);
    overlap = std::max(overlap, world.report().penetration_max);
    gap = std::max(gap, world.report().joint_max_m);
  });
  const double median = quantile(ms, 0.5), p95 = quantile(ms, 0.95);
  std::printf("%-24s %6d %8.2f %5.1f %-6s %8.2f %5.1f %-6s %8.2f %-6s %7.3f %-6s %6.0f %016llx\n", one.name,
              world.report().dynamic_bodies, median, one.median_bar, verdict(median, one.median_bar), p95, one.p95_bar,
              verdict(p95, one.p95_bar), 1e3 * overlap, verdict(overlap, one.overlap_bar), 1e3 * gap,
              verdict(gap, one.gap_bar), megabytes(), static_cast<unsigned long long>(world.hash()));
  if (stages) print_stages(sum, one.settle + one.steps);
  std::fflush(stdout);
  return {{"case", one.name}, {"threads", threads},   {"median_ms", median},
          {"p95_ms", p95},    {"overlap_m", overlap}, {"joint_gap_m", gap}};
}

void large(int threads, const std::string& only, bool stages, const std::string& target) {
  std::printf("%d threads\n%-24s %6s %8s %5s %-6s %8s %5s %-6s %8s %-6s %7s %-6s %6s %s\n", threads, "", "bodies",
              "median", "bar", "", "p95 ms", "bar", "", "overlap", "", "gap mm", "", "MB", "hash");
  Json all = Json::array();
  for (const LargeCase& one : large_cases)
    if (std::string(one.name).find(only) != std::string::npos) all.push_back(run_large(one, threads, stages));
  write_json(target, all.dump(2));
}

const Register large_command([](CLI::App& app) {
  const auto threads = std::make_shared<int>(2);
  const auto only = std::make_shared<std::string>();
  const auto json = std::make_shared<std::string>();
  const auto stages = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("large", "Thousands of bodies: step time, overlap, gaps, memory");
  command->add_option("--threads", *threads, "Of a step")->check(CLI::Range(1, 64));
  command->add_option("--only", *only, "Cases with this in their name");
  command->add_option("--json", *json, "Figures to FILE, or - for standard output");
  command->add_flag("--stages", *stages, "Where the time of a step goes");
  command->callback([=] { large(*threads, *only, *stages, *json); });
});

}  // namespace

}  // namespace spook::bench
