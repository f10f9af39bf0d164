// spook-bench collide: what the contact chain delivers by shape pair (errors against the ground truth of the tests,
// points on the first call, keys that change under shaking, time), and two piles of a thousand and five hundred.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/bench/bench.h"
#include "tests/unit/collide_judge.h"

namespace spook::bench {
namespace {

using namespace spook::test;
using Json = nlohmann::ordered_json;

constexpr double pi = 3.14159265358979323846;

struct Kind {
  const char* name;
  ShapeType type;
};
constexpr Kind kinds[] = {{"sphere", ShapeType::sphere}, {"capsule", ShapeType::capsule},
                          {"box", ShapeType::box},       {"cylinder", ShapeType::cylinder},
                          {"cone", ShapeType::cone},     {"hull", ShapeType::hull}};

struct Row {
  std::string pair;
  ContactErrors errors = {};
  double first_points = 0, key_changes = 0, first_ns = 0, steady_ns = 0;
};

void measure_errors(ShapeType first, ShapeType second, int poses, ContactSource source, Row& row) {
  const double sizes[][2] = {{0.01, 0.01}, {1, 1}, {10, 10}, {0.01, 10}, {10, 0.01}};
  Dice dice;
  for (const auto& size : sizes)
    for (int i = 0; i < poses; ++i) judge_a_pair(first, second, size[0], size[1], source, dice, row.errors);
}

double milliseconds(Stage& stage) {
  const auto start = std::chrono::steady_clock::now();
  stage.collide();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void shake(Stage& stage, const std::vector<CollisionState>& rest, double size, Dice& dice) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    stage.states[i].pose.position = rest[i].pose.position + size * dice.vector();
    stage.states[i].pose.orientation = (about(dice.way(), size) * rest[i].pose.orientation).normalized();
  }
}

// a hundred touching pairs in one world, each in its first step and then over shaken ones
void measure_life(ShapeType first, ShapeType second, ContactSource source, Row& row) {
  constexpr int count = 100, steps = 200;
  Dice dice;
  Stage stage;
  stage.options.source = source;
  for (int i = 0; i < count; ++i) {
    Solid a{any_shape(first, 1, dice), {Vec3(10.0 * i, 0, 0), dice.turn()}};
    Solid b{any_shape(second, 1, dice), {Vec3::Zero(), dice.turn()}};
    bring_near(a, b, dice.way(), 4, -1e-5, source);
    stage.add({a.shape}, a.pose), stage.add({b.shape}, b.pose);
  }
  const std::vector<CollisionState> rest = stage.states;
  row.first_ns = 1e6 * milliseconds(stage) / count;
  auto keys = [&] {
    std::vector<ContactKey> list;
    for (const Contact& contact : stage.collide().contacts) list.push_back(contact.key);
    return list;
  };
  std::vector<ContactKey> before = keys();
  row.first_points = double(before.size()) / count;
  std::vector<double> times;
  int changes = 0;
  for (int step = 0; step < steps; ++step) {
    shake(stage, rest, 2e-7, dice);
    times.push_back(milliseconds(stage));
    const std::vector<ContactKey> now = keys();
    std::vector<ContactKey> gone;
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(gone));
    changes += static_cast<int>(gone.size());
    before = now;
  }
  row.steady_ns = 1e6 * quantile(times, 0.5) / count;
  row.key_changes = double(changes) / (count * steps);
}

struct Pile {
  std::string name;
  int contacts = 0, pairs = 0;
  double best = 0, median = 0;
};

Pile measure_pile(const char* name, Stage& stage) {
  Dice dice;
  Pile pile{name};
  stage.collide();
  const std::vector<CollisionState> rest = stage.states;
  std::vector<double> times;
  for (int step = 0; step < 300; ++step) {
    shake(stage, rest, 1e-7, dice);
    times.push_back(milliseconds(stage));
  }
  const ContactSet& set = stage.collide();
  pile.contacts = static_cast<int>(set.contacts.size()), pile.pairs = static_cast<int>(set.pairs.size());
  pile.best = quantile(times, 0.0), pile.median = quantile(times, 0.5);
  return pile;
}

void build_logs(Stage& stage) {
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  for (int layer = 0; layer < 25; ++layer)
    for (int i = 0; i < 20; ++i)
      stage.add(rounded(ShapeType::cylinder, 0.1, 1),
                Vec3(i * 0.2 + layer % 2 * 0.1, 0, 0.1 + layer * 0.2 * std::sqrt(0.75)), about(Vec3::UnitX(), pi / 2));
}

struct Options {
  int poses = 200, threads = 1;
  bool bullet = false;
  std::string json;
};

void run(const Options& options) {
  const ContactSource source = options.bullet ? ContactSource::bullet : ContactSource::exact;
  Json out;
  std::printf("%-18s %9s %9s %9s %9s %7s %7s %9s %9s %9s\n", "pair", "gap apart", "overlap", "normal", "beside",
              "missed", "points", "key chg", "first ns", "steady ns");
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    for (std::size_t j = i; j < std::size(kinds); ++j) {
      Row row{std::string(kinds[i].name) + "-" + kinds[j].name};
      measure_errors(kinds[i].type, kinds[j].type, options.poses, source, row);
      measure_life(kinds[i].type, kinds[j].type, source, row);
      std::printf("%-18s %9.1e %9.1e %9.1e %9.1e %7d %7.2f %9.5f %9.0f %9.0f\n", row.pair.c_str(), row.errors.gap_apart,
                  row.errors.gap_overlap, row.errors.normal, row.errors.beside, row.errors.missed, row.first_points,
                  row.key_changes, row.first_ns, row.steady_ns);
      out["pairs"].push_back({{"pair", row.pair},
                              {"gap_apart", row.errors.gap_apart},
                              {"gap_overlap", row.errors.gap_overlap},
                              {"normal", row.errors.normal},
                              {"beside", row.errors.beside},
                              {"judged", row.errors.apart + row.errors.overlapping + row.errors.along},
                              {"missed", row.errors.missed},
                              {"first_points", row.first_points},
                              {"key_changes", row.key_changes},
                              {"first_ns", row.first_ns},
                              {"steady_ns", row.steady_ns}});
    }
  Stage wall, logs;
  wall.options.source = logs.options.source = source;
  wall.options.threads = logs.options.threads = options.threads;
  build_wall(wall, 40, 25);
  build_logs(logs);
  for (const Pile& pile : {measure_pile("wall of 1000 boxes", wall), measure_pile("500 logs", logs)}) {
    std::printf("%-20s %6d contacts %6d pairs   best %.3f ms   median %.3f ms\n", pile.name.c_str(), pile.contacts,
                pile.pairs, pile.best, pile.median);
    out["piles"].push_back({{"name", pile.name},
                            {"contacts", pile.contacts},
                            {"pairs", pile.pairs},
                            {"best_ms", pile.best},
                            {"median_ms", pile.median}});
  }
  write_json(options.json, out.dump(2));
}

const Register registered([](CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("collide", "Contacts by shape pair: errors, points, keys, time; two piles");
  command->add_option("--poses", options->poses, "random poses a pair and size")->capture_default_str();
  command->add_option("--threads", options->threads, "for the piles")->capture_default_str();
  command->add_flag("--bullet", options->bullet, "Bullet's own chain instead of ours");
  command->add_option("--json", options->json, "also write the table to this file, - for standard output");
  command->callback([options] { run(*options); });
});

}  // namespace
}  // namespace spook::bench
