#include "scenarios/load_motion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "scenarios/response.h"

namespace spook {
namespace {

constexpr int begun_otherwise = 2;        // steps: what lands is put with its gap first (numerics §1)
constexpr std::size_t min_ways = 8;       // chosen: twice what three numbers need, and two
constexpr double min_motion = 1e-3;       // of where it rests; chosen: below, rounding would be fitted
constexpr double min_way = 1e-13;         // m
constexpr double one_exponential = 1e-6;  // of the larger singular value: then one root is all there is to know

Swing swing_of(const Response& r, double h) {
  Swing swing;
  swing.decay = r.radius > 0.0 && r.radius < 1.0 ? -h / std::log(r.radius) : 0.0;
  swing.period = r.ringing && !r.critical ? 2.0 * std::numbers::pi * h / r.turn : 0.0;
  return swing;
}

// n · M⁻¹ n of a body at a point, 1/kg
double mobility(const BodyBlock& body, const Vec3& arm, const Vec3& n) {
  const Vec3 turned = arm.cross(n);
  return 1.0 / body.mass + turned.dot(body.inertia.ldlt().solve(turned));
}

// the contacts of a pair, taken together
struct PairLoad {
  double stiffness = 0.0, way = 0.0, T_stiffness = 0.0;  // Σ 1/ε, Σ way/ε, Σ 1/T
  Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero(), normal = Vec3::Zero();
  int body_a = -1, body_b = -1, points = 0;
};

// true: begins anew
bool go_on(LoadSeries& series, int points, const Snapshot& now, const Swing& foretold) {
  // inertia turns a little with the body: only another setting begins anew
  const bool anew = series.last_step + 1 != now.step || series.points != points ||
                    std::abs(foretold.decay - series.foretold.decay) > 0.01 * series.foretold.decay;
  series.foretold = foretold, series.points = points, series.last_step = now.step;
  if (anew) series.ways.clear(), series.skipped = 0;
  return anew;
}

void note_way(LoadSeries& series, double way, const Snapshot& now) {
  if (series.skipped < begun_otherwise) {
    ++series.skipped;
    return;
  }
  if (series.ways.empty()) series.first_time = now.time;
  if (series.ways.size() == LoadSeries::longest)
    series.ways.erase(series.ways.begin()), series.first_time += now.time_step;
  series.ways.push_back(way);
}

void add_contacts(const World& world, const Snapshot& now, std::map<LoadKey, LoadSeries>& all) {
  const StepProblem& problem = world.last_problem();
  std::map<LoadKey, PairLoad> pairs;
  for (const ContactView& contact : now.contacts) {
    if (contact.state == ContactState::open || contact.compliance <= 0.0 || contact.row < 0) continue;
    if (std::size_t(contact.row) >= problem.contacts.size()) continue;
    const ContactRow& row = problem.contacts[std::size_t(contact.row)];
    PairLoad& pair = pairs[contact_key(now, contact)];
    const double stiffness = contact.share / contact.compliance;
    pair.stiffness += stiffness, pair.way -= stiffness * contact.gap, pair.T_stiffness += 1.0 / row.compliance;
    pair.arm_a += stiffness * row.arm_a, pair.arm_b += stiffness * row.arm_b, pair.normal += stiffness * contact.normal;
    pair.body_a = row.body_a, pair.body_b = row.body_b, ++pair.points;
  }
  const double h = problem.time_step;
  for (const auto& [key, pair] : pairs) {
    double inverse = 0.0;
    const Vec3 n = pair.normal.normalized();
    if (pair.body_a >= 0) inverse += mobility(problem.bodies[std::size_t(pair.body_a)], pair.arm_a / pair.stiffness, n);
    if (pair.body_b >= 0) inverse += mobility(problem.bodies[std::size_t(pair.body_b)], pair.arm_b / pair.stiffness, n);
    if (!(inverse > 0.0)) continue;
    // T = 4 ε φ / h² tells φ = 1 / (1 + 4 τ/h)
    const double phi = h * h * pair.stiffness / (4.0 * pair.T_stiffness);
    const double tau = 0.25 * (1.0 / std::min(phi, 1.0) - 1.0);
    LoadSeries& series = all[key];
    go_on(series, pair.points, now, foretold_swing(tau, 1.0 / pair.stiffness, h, 1.0 / inverse));
    series.compliance = 1.0 / pair.stiffness;
    note_way(series, pair.way / pair.stiffness, now);
  }
}

void add_joints(const World& world, const Scene& scene, const Snapshot& now, std::map<LoadKey, LoadSeries>& all) {
  if (now.joints.empty()) return;
  const StepProblem& problem = world.last_problem();
  const Parameters& parameters = world.parameters();
  std::unordered_map<std::string_view, const JointDesc*> by_name;
  for (const JointDesc& desc : scene.joints) by_name.emplace(desc.name, &desc);
  std::map<BodyId, int> row_of;
  const std::vector<BodyId> rows = world.row_bodies();
  for (std::size_t i = 0; i < rows.size(); ++i) row_of.emplace(rows[i], int(i));
  const double h = problem.time_step;
  for (const JointView& joint : now.joints) {
    const auto found = by_name.find(joint.name);
    if (found == by_name.end()) continue;
    const bool distance = joint.type == JointType::distance;
    if (!distance && !holds_point(joint.type)) continue;
    const double compliance = found->second->compliance.value_or(parameters.joint_compliance);
    const double tau = found->second->relaxation_steps.value_or(parameters.joint_relaxation_steps);
    const Vec3 apart = joint.anchor_a - joint.anchor_b;
    const Vec3 load = distance ? Vec3(joint.impulse[0] * apart) : Vec3(-joint.impulse.head<3>());
    if (compliance <= 0.0 || !(load.norm() > 0.0)) continue;
    LoadSeries& series = all[joint_key(joint.id)];
    const Vec3 n = distance || !(series.along.norm() > 0.0) ? load.normalized() : series.along;
    double inverse = 0.0;
    for (const auto& [body, anchor] : {std::pair{joint.body_a, joint.anchor_a}, {joint.body_b, joint.anchor_b}}) {
      if (body < 0) continue;
      const BodyView& view = now.bodies[std::size_t(body)];
      if (const auto at = row_of.find(view.id); at != row_of.end())
        inverse += mobility(problem.bodies[std::size_t(at->second)], anchor - view.pose.position, n);
    }
    if (!(inverse > 0.0)) continue;
    if (go_on(series, 1, now, foretold_swing(tau, compliance, h, 1.0 / inverse)))
      series.along = load.normalized(), series.length = found->second->length.value_or(apart.norm());
    series.compliance = compliance;
    note_way(series, distance ? apart.norm() - series.length : apart.dot(series.along), now);
  }
}

}  // namespace

Swing foretold_swing(double relaxation_steps, double compliance, double h, double mass) {
  return swing_of(response(relaxation_steps, compliance, h, mass), h);
}

std::optional<Swing> fitted_swing(std::span<const double> ways, double h) {
  if (ways.size() < min_ways) return std::nullopt;
  const auto [low, high] = std::minmax_element(ways.begin(), ways.end());
  double mean = 0.0;
  for (const double way : ways) mean += std::abs(way) / double(ways.size());
  if (*high - *low < std::max(min_way, min_motion * mean)) return std::nullopt;
  // of the differences, so that where it rests drops out
  const Eigen::Index n = Eigen::Index(ways.size()) - 3;
  Eigen::MatrixX2d before(n, 2);
  Eigen::VectorXd after(n);
  const auto step = [&](Eigen::Index i) { return ways[std::size_t(i + 1)] - ways[std::size_t(i)]; };
  for (Eigen::Index i = 0; i < n; ++i) {
    before.row(i) << step(i + 1), -step(i);
    after[i] = step(i + 2);
  }
  Eigen::BDCSVD<Eigen::MatrixXd> svd(before, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(one_exponential);
  const Eigen::Vector2d fit = svd.solve(after);
  Swing swing = swing_of(response_of(fit[0], fit[1]), h);
  const double moved = after.norm();
  swing.missed = moved > 0.0 ? (before * fit - after).norm() / moved : 0.0;
  double constant = 0.0;
  for (Eigen::Index i = 0; i < n + 1; ++i)
    constant += ways[std::size_t(i + 2)] - fit[0] * ways[std::size_t(i + 1)] + fit[1] * ways[std::size_t(i)];
  swing.rest = constant / double(n + 1) / (1.0 - fit[0] + fit[1]);
  return swing;
}

bool holds_point(JointType type) {
  return type == JointType::ball || type == JointType::hinge || type == JointType::universal ||
         type == JointType::fixed;
}

LoadKey contact_key(const Snapshot& now, const ContactView& contact) {
  const auto id = [&](int i) { return i < 0 ? BodyId{} : now.bodies[std::size_t(i)].id; };
  const BodyId a = id(contact.body_a), b = id(contact.body_b);
  return a < b ? LoadKey{a, b, {}} : LoadKey{b, a, {}};
}

void LoadMotions::add(const World& world, const Scene& scene) {
  const Snapshot& now = *world.snapshot();
  add_contacts(world, now, series_), add_joints(world, scene, now, series_);
  std::erase_if(series_, [&](const auto& entry) { return entry.second.last_step != now.step; });
}

static std::optional<double> moved_lately(std::span<const double> ways) {
  if (ways.size() <= LoadFit::rest_steps) return std::nullopt;
  const auto [low, high] = std::minmax_element(ways.end() - LoadFit::rest_steps - 1, ways.end());
  return *high - *low;
}

void LoadFits::take(const LoadMotions& motions, double time_step) {
  std::erase_if(fits_, [&](const auto& entry) { return !motions.series().contains(entry.first); });
  for (const auto& [key, series] : motions.series()) {
    LoadFit& fit = fits_[key];
    fit.foretold = series.foretold;
    fit.moved_lately = moved_lately(series.ways);
    if (const auto fitted = fitted_swing(series.ways, time_step)) fit.fitted = fitted;
  }
}

const LoadFit* LoadFits::find(const LoadKey& key) const {
  const auto found = fits_.find(key);
  return found == fits_.end() ? nullptr : &found->second;
}

}  // namespace spook
