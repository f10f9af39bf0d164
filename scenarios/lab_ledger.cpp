// spook-lab ledger: a run's account of energy, by the work of every impulse.
#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/scene/numbers.h"
#include "engine/world/world.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

struct LedgerChoice : SceneChoice {
  double seconds = 5.0;
  std::string csv, json;
};

// Kinetic energy gained by each, J. An impulse Λ of rows J works by Λ·J (v + v⁺)/2, and gravity by −ΔP, with P half a
// step before the poses, where velocities stand (numerics §2): then M (v⁺ − v) = h f + JᵀΛ closes to rounding.
enum Entry {
  gravity,
  motors,
  locks,
  limits,
  joints,
  joint_friction,
  hand,
  normals,
  friction,
  impacts,
  turning,
  entries
};
struct EntryRow {
  Entry entry;
  const char* key;
  const char* label;
};
constexpr EntryRow rows[] = {{gravity, "gravity", "gravity"},
                             {motors, "motors", "motors"},
                             {locks, "locks", "locks"},
                             {limits, "limits", "limits of joints"},
                             {joints, "joints", "joints"},
                             {joint_friction, "joint_friction", "friction in joints"},
                             {hand, "hand", "hand"},
                             {normals, "normals", "contacts' normals"},
                             {friction, "friction", "contacts' friction"},
                             {impacts, "impacts", "impacts"},
                             {turning, "turning", "forces, turning, stiffness"}};

Entry entry_of(RowUse use) {
  switch (use) {
    case RowUse::motor:
      return motors;
    case RowUse::lock:
      return locks;
    case RowUse::limit:
      return limits;
    case RowUse::joint_friction:
      return joint_friction;
    case RowUse::grip:
      return hand;
    case RowUse::joint:
      break;
  }
  return joints;
}

class Ledger {
 public:
  explicit Ledger(const World& world) : gravity_(world.parameters().gravity), h_(world.parameters().time_step) {
    take(world);
    kinetic_at_start_ = kinetic_, elastic_at_start_ = elastic_, potential_at_start_ = potential_;
  }

  // after every step
  void add(const World& world) {
    const Snapshot before = *last_;
    const double kinetic_before = kinetic_, potential_before = potential_;
    take(world);
    std::array<double, entries> step{};
    step[gravity] = potential_before - potential_;
    add_impacts(world, before, step);
    add_impulses(world, step);
    double explained = 0.0;
    for (int i = 0; i < entries; ++i) explained += step[std::size_t(i)], work_[std::size_t(i)] += step[std::size_t(i)];
    const double missed = kinetic_ - kinetic_before - explained;
    unexplained_ += missed, largest_missed_ = std::max(largest_missed_, std::abs(missed));
    for (const double work : step) turnover_ += std::abs(work);
  }

  double work(Entry entry) const { return work_[entry]; }
  double kinetic_gained() const { return kinetic_ - kinetic_at_start_; }
  double potential_gained() const { return potential_ - potential_at_start_; }
  double elastic_gained() const { return elastic_ - elastic_at_start_; }
  // of what normals and joints took, what they do not hold
  double lost_in_damping() const { return -(work_[normals] + work_[joints]) - elastic_gained(); }
  double unexplained() const { return unexplained_; }
  double largest_missed() const { return largest_missed_; }
  double turnover() const { return turnover_; }

 private:
  void take(const World& world) {
    last_ = world.snapshot();
    kinetic_ = world.report().energy.kinetic, elastic_ = world.report().energy.elastic;
    potential_ = 0.0;
    for (const BodyView& body : last_->bodies)
      if (body.look->motion == Motion::dynamic && !body.frozen)
        potential_ -= body.look->mass * gravity_.dot(body.pose.position - 0.5 * h_ * body.velocity);
  }

  static double kinetic(const BodyView& body, const Vec6& velocity) {
    const Vec3 spin = body.pose.orientation.conjugate() * Vec3(velocity.tail<3>());
    return 0.5 * body.look->mass * velocity.head<3>().squaredNorm() +
           0.5 * spin.dot(body.look->principal_inertia.cwiseProduct(spin));
  }

  // velocities that the solve began with, against those the step before left
  void add_impacts(const World& world, const Snapshot& before, std::array<double, entries>& step) const {
    const std::vector<BodyId> ids = world.row_bodies();
    if (!world.report().energy.onset) return;
    for (std::size_t row = 0; row < ids.size(); ++row) {
      const auto at = std::find_if(before.bodies.begin(), before.bodies.end(),
                                   [&](const BodyView& body) { return body.id == ids[row]; });
      if (at == before.bodies.end()) continue;
      Vec6 old;
      old << at->velocity, at->angular_velocity;
      const Vec6& now = world.last_problem().bodies[row].velocity;
      step[impacts] += kinetic(*at, now) - kinetic(*at, old) +
                       0.5 * h_ * at->look->mass * gravity_.dot(Vec3(now.head<3>() - old.head<3>()));
    }
  }

  void add_impulses(const World& world, std::array<double, entries>& step) const {
    const StepProblem& problem = world.last_problem();
    const StepSolution& solution = world.last_solution();
    if (solution.velocity.size() != problem.bodies.size()) return;
    std::vector<Vec6> mean(problem.bodies.size());
    for (std::size_t b = 0; b < mean.size(); ++b) mean[b] = 0.5 * (problem.bodies[b].velocity + solution.velocity[b]);
    add_rows(world, mean, step);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ContactRow& contact = problem.contacts[c];
      Vec3 slip = Vec3::Zero();
      const auto add_side = [&](int body, const Vec3& arm, double sign) {
        if (body < 0) return;
        const Vec6& v = mean[std::size_t(body)];
        slip += sign * (v.head<3>() + Vec3(v.tail<3>()).cross(arm));
      };
      add_side(contact.body_a, contact.arm_a, 1.0), add_side(contact.body_b, contact.arm_b, -1.0);
      const Vec3 local = contact.frame * slip, &impulse = solution.contact_impulse[c];
      step[normals] += impulse[0] * local[0];
      step[friction] += impulse[1] * local[1] + impulse[2] * local[2];
    }
    // momentum beyond gravity's: drives, what turning and gyroscopes add, geometric stiffness
    for (std::size_t b = 0; b < mean.size(); ++b) {
      const BodyBlock& body = problem.bodies[b];
      Vec6 other = body.momentum;
      other.head<3>() -= body.mass * (body.velocity.head<3>() + h_ * gravity_);
      other.tail<3>() -= body.inertia * Vec3(body.velocity.tail<3>());
      step[turning] += mean[b].dot(other);
    }
  }

  static void add_rows(const World& world, const std::vector<Vec6>& mean, std::array<double, entries>& step) {
    const StepProblem& problem = world.last_problem();
    const std::vector<RowUse> uses = world.row_uses();
    for (const JointBlock& joint : problem.joints)
      for (int i = 0; i < joint.row_count; ++i) {
        double speed = 0.0;
        for (int k = 0; k < joint.body_count; ++k)
          if (const int body = joint.bodies[std::size_t(k)]; body >= 0)
            speed += problem.jacobians[std::size_t(joint.first_jacobian + k)].row(i).dot(mean[std::size_t(body)]);
        const auto row = std::size_t(joint.first_row + i);
        step[std::size_t(entry_of(uses[row]))] += speed * world.last_solution().joint_impulse[row];
      }
  }

  Vec3 gravity_;
  double h_;
  std::shared_ptr<const Snapshot> last_;
  double kinetic_ = 0.0, potential_ = 0.0, elastic_ = 0.0;
  double kinetic_at_start_ = 0.0, potential_at_start_ = 0.0, elastic_at_start_ = 0.0;
  std::array<double, entries> work_{};
  double unexplained_ = 0.0, largest_missed_ = 0.0, turnover_ = 0.0;
};

void print(const Ledger& ledger, double seconds) {
  const auto line = [](const char* label, double joules) {
    std::cout << "  " << std::left << std::setw(30) << label << std::right << std::setprecision(6) << std::setw(14)
              << joules << " J\n";
  };
  std::cout << "Kinetic energy over " << seconds << " s\n";
  for (const EntryRow& row : rows)
    if (ledger.work(row.entry) != 0.0) line(row.label, ledger.work(row.entry));
  line("unexplained", ledger.unexplained());
  line("gained in all", ledger.kinetic_gained());
  std::cout << "Of what normals and joints took\n";
  line("held by compliance and springs", ledger.elastic_gained());
  line("lost to damping (τ)", ledger.lost_in_damping());
  std::cout << "Unexplained is " << std::setprecision(3)
            << 100.0 * std::abs(ledger.unexplained()) / std::max(ledger.turnover(), 1e-300)
            << " % of all that was turned over; at most " << ledger.largest_missed() << " J in a step\n";
}

nlohmann::json as_json(const Ledger& ledger) {
  nlohmann::json j;
  for (const EntryRow& row : rows) j["work"][row.key] = ledger.work(row.entry);
  j["unexplained"] = ledger.unexplained(), j["largest_missed"] = ledger.largest_missed();
  j["kinetic_gained"] = ledger.kinetic_gained(), j["potential_gained"] = ledger.potential_gained();
  j["elastic_gained"] = ledger.elastic_gained(), j["lost_in_damping"] = ledger.lost_in_damping();
  j["turnover"] = ledger.turnover();
  return j;
}

void add_csv_row(std::ostringstream& csv, double time, const Ledger& ledger) {
  csv << format_number(time);
  for (const EntryRow& row : rows) csv << ',' << format_number(ledger.work(row.entry));
  csv << ',' << format_number(ledger.unexplained()) << ',' << format_number(ledger.kinetic_gained()) << ','
      << format_number(ledger.elastic_gained()) << '\n';
}

int keep_ledger(const LedgerChoice& choice) {
  check_target(choice.csv), check_target(choice.json);
  check_different({choice.csv, choice.json}, choice.scene);
  Scene scene = open_scene(choice);
  // a world tells of its last substep only
  scene.parameters.time_step /= scene.parameters.substeps, scene.parameters.substeps = 1;
  World world(scene);
  Ledger ledger(world);
  std::ostringstream csv;
  csv << "t";
  for (const EntryRow& row : rows) csv << ',' << row.key;
  csv << ",unexplained,kinetic_gained,elastic_gained\n";
  FrozenBodies frozen;
  for (long i = steps_of(choice.seconds, scene.parameters.time_step); i > 0; --i) {
    world.step();
    frozen.add(world);
    ledger.add(world);
    if (!choice.csv.empty()) add_csv_row(csv, world.time(), ledger);
  }
  if (choice.csv != "-" && choice.json != "-") print(ledger, choice.seconds);
  if (!choice.csv.empty()) write_result(choice.csv, csv.str());
  if (!choice.json.empty()) write_result(choice.json, as_json(ledger).dump(1) + "\n");
  return frozen.verdict(false);
}

}  // namespace

void add_ledger_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("ledger", "A run's account of energy: the work of gravity, motors, friction, impacts and all");
  const auto choice = std::make_shared<LedgerChoice>();
  add_scene_argument(*command, *choice);
  add_param_option(*command, *choice);
  add_solver_options(*command, *choice);
  command->add_option("--seconds", choice->seconds, "How long")->type_name("S")->check(number_in(0.0, 1e6));
  command->add_option("--csv", choice->csv, "The account after every step")->type_name("FILE|-");
  command->add_option("--json", choice->json, "The account at the end")->type_name("FILE|-");
  command->footer("Example: spook-lab ledger bouncing_ball --seconds 10 --csv ledger.csv");
  command->callback([&chosen, choice] { chosen = [choice] { return keep_ledger(*choice); }; });
}

}  // namespace spook::lab
