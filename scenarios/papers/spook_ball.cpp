// SPOOK paper, the bouncing ball: the engine beside the exact bounces, beside its own method written out for one ball,
// and at ever smaller steps.
#include <algorithm>
#include <cmath>

#include "scenarios/papers/engine_list.h"
#include "scenarios/papers/world_animation.h"

namespace spook::papers {

namespace {

constexpr double gravity = 9.81, height = 1.0, radius = 0.25;

Series line(std::string label, Stroke stroke = Stroke::solid) {
  Series series;
  series.label = std::move(label);
  series.stroke = stroke;
  return series;
}

double exact_height(double restitution, double t) {
  double speed = std::sqrt(2 * gravity * height), fall = speed / gravity;
  if (t < fall) return height - 0.5 * gravity * t * t;
  t -= fall;
  for (speed *= restitution; speed > 1e-6; speed *= restitution) {
    const double flight = 2 * speed / gravity;
    if (t < flight) return speed * t - 0.5 * gravity * t * t;
    t -= flight;
  }
  return 0.0;
}

// Fetecau, Marsden, Ortiz and West's variational collisions, e = 1: discrete Euler–Lagrange, the impact's instant among
// the unknowns, discrete energy kept through it. Heights at the steps.
std::vector<double> variational_heights(double h, int steps) {
  std::vector<double> heights{height};
  double momentum = 0.0, q = height;
  for (int step = 0; step < steps; ++step) {
    double left = h;
    double next = q + momentum * left - 0.5 * gravity * left * left;
    while (next < 0.0) {
      const double until = (momentum + std::sqrt(momentum * momentum + 2.0 * gravity * q)) / gravity;
      momentum = gravity * until - momentum;  // turned round on the floor
      left -= until, q = 0.0;
      next = momentum * left - 0.5 * gravity * left * left;
    }
    momentum -= gravity * left, q = next;
    heights.push_back(q);
  }
  return heights;
}

// The step and the impact stage of numerics §1, §2 for one ball over a plane. Between impacts its heights lie on a
// parabola with the synchronised velocity w = v − g h/2; an impact turns w round where the step finds it, up to a step
// before the ground.
class BallByHand {
 public:
  BallByHand(double restitution, const Parameters& parameters, double softness)
      : e_(restitution),
        h_(parameters.time_step),
        threshold_(parameters.restitution_threshold),
        margin_(parameters.contact_margin),
        softness_(softness) {}
  double step() {
    double w = v_ - 0.5 * gravity * h_;
    const bool seen = z_ <= std::max(margin_, -h_ * v_);
    const bool reaches = seen && z_ + h_ * (v_ - gravity * h_) <= 0.0;
    if (reaches && w < -std::max(threshold_, gravity * h_)) w *= -(e_ - softness_) / (1.0 + softness_);
    v_ = w - 0.5 * gravity * h_;
    if (seen) v_ = std::max(v_, -z_ / h_);
    return z_ += h_ * v_;
  }

 private:
  double e_, h_, threshold_, margin_, softness_, z_ = height, v_ = 0.0;
};

Scene ball_scene(double restitution, double h) {
  Scene scene = library_scene("bouncing_ball", {{"restitution", restitution}, {"height", height}, {"radius", radius}});
  scene.parameters.time_step = h;
  return scene;
}

// T m of the impact stage's row, N v⁺ + e N v⁻ + T ν = 0, which has a thousandth of the step's T = 4 ε φ/h²
double softness(const Scene& scene) {
  const double h = scene.parameters.time_step, mass = 4000.0 / 3.0 * 3.14159265358979 * std::pow(radius, 3);
  const Material& material = scene.materials.at("default");
  return 1e-3 * 4.0 * material.compliance / (h * h) / (1.0 + 4.0 * material.relaxation_steps) * mass;
}

// heights of the engine's ball at the steps
std::vector<double> engine_heights(const Scene& scene, int steps) {
  World world(scene, {.publish = false});
  std::vector<double> heights{height};
  for (int step = 0; step < steps; ++step) {
    world.step();
    heights.push_back(position_of(world, "ball").z() - radius);
  }
  return heights;
}

std::vector<std::size_t> apexes_of(const std::vector<double>& z) {
  std::vector<std::size_t> places;
  for (std::size_t k = 2; k + 1 < z.size(); ++k)
    if (z[k] > z[k - 1] && z[k] >= z[k + 1]) places.push_back(k);
  return places;
}

constexpr int judged =
    11;  // apexes at e = 0.8: the next falls for less than two steps of 1/60 s, no bounce at this step

// Where apex n may lie by theory, whatever the heights c of the impacts: a step finds the ground at most its way before
// it (c ≤ h √(2gH)), or, where it was not watched, g h² after it; H⁺ = e² H + (1 − e²) c. The top between two steps is
// up to g h²/8 above them.
struct Range {
  double low, high;
};
std::vector<Range> apex_ranges(double e, double h, double soft) {
  std::vector<Range> ranges;
  Range top{height, height + gravity * h * h / 8};
  for (int n = 0; n < judged; ++n) {
    const double left = (e - soft) / (1.0 + soft);  // of the speed
    top.low = left * left * top.low - (1.0 - left * left) * gravity * h * h;
    top.high = e * e * top.high + (1.0 - e * e) * h * std::sqrt(2.0 * gravity * top.high);
    ranges.push_back({top.low - gravity * h * h / 8, top.high});
  }
  return ranges;
}

void judge_method(double e, const Scene& scene, const std::vector<double>& z, std::size_t steps, Report& report) {
  BallByHand by_hand(e, scene.parameters, softness(scene));
  double off = 0.0;
  for (std::size_t k = 1; k <= steps; ++k) off = std::max(off, std::abs(by_hand.step() - z[k]));
  report.check("e = " + number(e, 2) + ": largest distance of the engine's heights from the method written out, " +
                   std::to_string(steps) + " steps",
               "0: step and impact stage for one ball (numerics §1, §2)", number(off) + " m", "≤ 1e-8 m", off <= 1e-8,
               "so what follows is the method's, and not the engine's own");
}

void judge_elastic(const Scene& scene, const std::vector<double>& z, std::size_t bounces, Report& report) {
  const std::vector<std::size_t> apexes = apexes_of(z);
  double high = 0.0;
  for (std::size_t k = 0; k < bounces; ++k) high = std::max(high, z[apexes[k]]);
  const double h = scene.parameters.time_step, between = gravity * h * h / 8, last = z[apexes[bounces - 1]];
  report.check("e = 1: highest of " + std::to_string(bounces) + " apexes, of the drop",
               "≤ 1 (theory: no energy is gained)", number(high / height, 5), "≤ 1", high / height <= 1.0 + 1e-9);
  // from rest the parabola's top is g h²/8 above; each impact leaves 1 − 4 T m of it
  const double bar = (height + between) * (1.0 - 4.0 * softness(scene) * double(bounces)) - between;
  report.check("e = 1: apex " + std::to_string(bounces) + ", of the drop",
               "theory: the impact's own compliance takes 4 T m a bounce, sampling g h²/8", number(last / height, 5),
               "≥ " + number(bar / height, 5), last >= bar);
}

void judge_apexes(double e, double h, double soft, const std::vector<double>& z, Report& report) {
  const std::vector<std::size_t> apexes = apexes_of(z);
  const std::vector<Range> ranges = apex_ranges(e, h, soft);
  for (int k = 0; k < judged; ++k) {
    const double exact = height * std::pow(e, 2.0 * (k + 1)), ours = z[apexes[std::size_t(k)]];
    const Range& range = ranges[std::size_t(k)];
    report.check("e = 0.8: apex " + std::to_string(k + 1),
                 "theory: impacts up to a step early give " + number(range.low) + " … " + number(range.high),
                 number(ours, 4), "within", ours >= range.low && ours <= range.high,
                 "the motion itself has " + number(exact, 4) + ": " + number(100 * (ours / exact - 1), 2) + " % off");
  }
}

// the same apexes at smaller steps: they tend to the motion's own
Panel judge_convergence(double e, bool fast, const ExperimentContext& context, Report& report) {
  Panel panel;
  panel.title = "e = 0.8: apexes at smaller steps";
  panel.x = {"apex"};
  panel.y = {"above the exact one, relative", true};
  panel.legend = LegendPlace::outside;
  Table table{"apexes",
              "Largest relative error of the first 11 apexes, e = 0.8, contacts of 1e-12 m/N",
              {"h (s)", "error", "at most, by theory"},
              {}};
  const std::vector<int> rates = fast ? std::vector<int>{60, 1920} : std::vector<int>{60, 240, 960, 3840, 7680};
  bool within = true;
  double finest = 0.0;
  for (const int rate : rates) {
    context.at(0.8, "apexes at 1/" + std::to_string(rate) + " s");
    Scene scene = ball_scene(e, 1.0 / rate);
    scene.materials.at("default").compliance = 1e-12;  // T goes as 1/h²: at 1e-8 m/N it would take a third of e
    const std::vector<double> z = engine_heights(scene, rate * 43 / 10);
    const std::vector<std::size_t> apexes = apexes_of(z);
    const std::vector<Range> ranges = apex_ranges(e, 1.0 / rate, softness(scene));
    Series series = line("1/" + std::to_string(rate) + " s");
    series.mark = Mark::circle;
    double largest = 0.0, bound = 0.0;
    for (std::size_t k = 0; k < judged && k < apexes.size(); ++k) {
      const double exact = height * std::pow(e, 2.0 * (double(k) + 1)), error = std::abs(z[apexes[k]] / exact - 1.0);
      largest = std::max(largest, error), bound = std::max(bound, ranges[k].high / exact - 1.0);
      series.x.push_back(double(k) + 1), series.y.push_back(error);
    }
    within = within && apexes.size() >= judged && largest <= bound;
    finest = largest;
    table.rows.push_back({"1/" + std::to_string(rate), number(largest), number(bound)});
    panel.series.push_back(std::move(series));
  }
  report.check(
      "e = 0.8: largest error of the first 11 apexes from h = 1/60 to 1/" + std::to_string(rates.back()) + " s",
      "theory: falls as h, the way of a step", table.rows.front()[1] + " … " + number(finest),
      "below what theory allows at every step", within, "all steps in the table");
  report.tables.push_back(std::move(table));
  return panel;
}

// what else Fig. 6 has at e = 1: the variational reference, and the engine without its impact stage
void add_other_bounces(const Scene& scene, Report& report, Panel& panel) {
  const double h = scene.parameters.time_step, seconds = 6.0;
  const int steps = static_cast<int>(std::lround(seconds / h));
  Series variational = line("variational (Fetecau)", Stroke::none), without = line("engine, no impact stage");
  variational.mark = Mark::plus;
  const std::vector<double> heights = variational_heights(h, steps);
  double off = 0.0;
  for (int k = 0; k <= steps; ++k) {
    off = std::max(off, std::abs(heights[std::size_t(k)] - exact_height(1.0, k * h)));
    if (k % 4 == 0) variational.x.push_back(k * h), variational.y.push_back(heights[std::size_t(k)]);
  }
  report.check("e = 1: variational collisions, largest error at the steps to 6 s",
               "0: its parabolas are exact (theory)", number(off) + " m", "≤ 1e-9 m", off <= 1e-9);
  Scene plain = scene;
  plain.parameters.restitution_threshold = 1e9;  // m/s: nothing is fast enough to bounce
  const std::vector<double> fallen = engine_heights(plain, steps);
  double highest = 0.0;
  bool landed = false;
  for (int k = 1; k <= steps; ++k) {
    const double z = fallen[std::size_t(k)];
    landed = landed || z < 0.02;
    if (landed) highest = std::max(highest, z);
    without.x.push_back(k * h), without.y.push_back(z);
  }
  report.show("e = 1 without the impact stage: highest after the first touch, of the drop", "",
              number(highest / height), "Fig. 6 has such a run; what it does there was not available");
  panel.series.push_back(std::move(variational)), panel.series.push_back(std::move(without));
}

void animate(double e, double h, const std::vector<double>& z, Animation& animation) {
  animation.frame_time = h;
  for (const char* name : {"engine", "exact"}) {
    AnimatedBody ball;
    ball.name = name;
    ball.lane = static_cast<int>(animation.lanes.size());
    ball.shapes.emplace_back().radius = radius;
    animation.lanes.push_back(ball.name + ", e = " + number(e, 2));
    for (std::size_t k = 0; k < z.size() && double(k) * h < 6.0; ++k) {
      const double at = ball.name == "engine" ? z[k] : exact_height(e, double(k) * h);
      ball.poses.push_back({{0, 0, at + radius}, Quat::Identity()});
    }
    animation.bodies.push_back(std::move(ball));
  }
}

void run_ball(const ExperimentContext& context, Report& report) {
  Figure figure;
  figure.name = "spook_bouncing_ball";
  figure.title = "Bouncing ball at 60 Hz";
  figure.columns = 2;
  const double h = 1.0 / 60.0;
  for (const double e : {1.0, 0.8}) {
    context.at(e == 1.0 ? 0.1 : 0.5, "dropping");
    const Scene scene = ball_scene(e, h);
    const std::size_t bounces = e < 1.0 ? judged : context.fast ? 30 : 101;
    const std::vector<double> z = engine_heights(scene, e < 1.0 ? 360 : static_cast<int>(bounces) * 56);
    judge_method(e, scene, z, apexes_of(z).at(bounces - 1), report);
    animate(e, h, z, report.animation);
    Panel panel;
    panel.title = "e = " + number(e, 2);
    panel.x = {"t (s)"};
    panel.y = {"height (m)"};
    Series ours = line("engine"), exact = line("exact", Stroke::dashed);
    for (int k = 0; k < 360; ++k) {
      ours.x.push_back(k * h), ours.y.push_back(z[std::size_t(k)]);
      for (int part = 0; part < 6; ++part)
        exact.x.push_back((k + part / 6.0) * h), exact.y.push_back(exact_height(e, exact.x.back()));
    }
    panel.legend = LegendPlace::outside;
    panel.series = {std::move(ours), std::move(exact)};
    if (e == 1.0) {
      judge_elastic(scene, z, bounces, report);
      add_other_bounces(scene, report, panel);
    } else {
      judge_apexes(e, h, softness(scene), z, report);
    }
    figure.panels.push_back(std::move(panel));
  }
  figure.panels.push_back(judge_convergence(0.8, context.fast, context, report));
  report.figures.push_back(std::move(figure));
}

}  // namespace

Experiment spook_bouncing_ball() {
  return {"spook_bouncing_ball", "SPOOK paper, bouncing ball",
          "Impacts at 60 Hz beside the exact bounces, and at smaller steps", run_ball};
}

}  // namespace spook::papers
