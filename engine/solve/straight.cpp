#include "engine/solve/straight.h"

#include <algorithm>
#include <cmath>

#include "engine/solve/newton_state.h"

namespace spook {

namespace {

constexpr int most_looks = 8;
constexpr double a_digit = 0.1;      // what each further solve with an old factor has to bring
constexpr int few = 50;              // one contact in so many
constexpr int worth_a_factor = 16;   // second solves
constexpr double turned_far = 1e-5;  // rad a step: joints alone are factored anew rather than refined

class Straight {
 public:
  Straight(const StepProblem& problem, const IslandRange& range, const StraightOptions& options, IslandMemory& memory,
           Workspace& work, StepSolution& solution)
      : view_{problem, range, work, range.contact_count > 0, options.pool},
        problem_(problem),
        range_(range),
        options_(options),
        memory_(memory),
        factor_(memory.factor[view_.friction ? 1 : 0]),
        made_(memory.made[view_.friction ? 1 : 0]),
        work_(work),
        solution_(solution) {}

  bool run(DirectResult& result) {
    const bool alone = range_.contact_count == 0;  // joints are cheap to factor
    if (alone && !memory_.joints.analysed()) memory_.joints.analyse(problem_, range_);
    of_joints_ = alone && memory_.joints.serves();
    if (!alone && (!factor_.factored() || made_.contacts.size() != std::size_t(range_.contact_count))) return false;
    start();
    start_rows();
    if (!alone) {
      if (!made_.rows_are(problem_, range_, work_)) return false;
      if (options_.may_factor && memory_.more_solves >= worth_a_factor) {
        factor_as_made();
        ++result.factorisations;
      }
      memory_.lanes.load(problem_, range_, made_.contacts, work_, solution_);
    } else if (!serves()) {
      factor();
      ++result.factorisations;
    }
    result.solved = refine(result);
    if (!alone) memory_.more_solves += result.iterations - 1;
    result.reused = result.solved && result.factorisations == 0 ? 1 : 0;
    return result.solved || give_up();
  }

 private:
  // joints alone: is the factor there near enough? Turning by δ leaves δ of what a solve is to correct
  bool serves() const {
    const bool factored = of_joints_ ? memory_.joints.factored() : factor_.factored();
    const FactorModes& made = of_joints_ ? memory_.joints_made : made_;
    if (!factored || !made.are(problem_, range_, work_)) return false;
    if (options_.same_matrix) return true;
    double fastest = 0.0;
    for_bodies([&](int b) { fastest = std::max(fastest, problem_.bodies[b].velocity.tail<3>().squaredNorm()); });
    return problem_.time_step * std::sqrt(fastest) <= turned_far;
  }

  // the same sets where bodies stand now
  void factor_as_made() {
    for (int c = range_.first_contact; c < range_.first_contact + range_.contact_count; ++c) {
      const ContactRow& contact = problem_.contacts[c];
      const ContactMode mode = work_.contact_mode[c] = made_.contacts[c - range_.first_contact];
      const Vec3& impulse = solution_.contact_impulse[c];
      Vec3& y = work_.contact_y[c];
      y = impulse;
      work_.disc[c] = contact.friction * std::max(impulse[0], 0.0);
      const double size = impulse.tail<2>().norm();
      if (mode.friction != ContactState::sliding || size <= 0.0) continue;
      // how far beyond the disc: the slip says
      const Vec2 slip = contact_velocity(contact, work_.velocity).tail<2>() + contact.friction_bias;
      y.tail<2>() *= std::max(slip.norm() / view_.T_f(contact), work_.disc[c]) / size;
    }
    stiffness_of_modes(view_);
    factor_island(view_, memory_, factor_);
    memory_.more_solves = 0;
  }

  void factor() {
    if (of_joints_) {
      memory_.joints.factor(problem_, range_, work_);
      memory_.joints_made.take(problem_, range_, work_);
      return;
    }
    if (!factor_.analysed()) analyse_island(problem_, range_, memory_);
    stiffness_of_modes(view_);
    factor_island(view_, memory_, factor_);
    made_.take(problem_, range_, work_);
  }

  bool refine(DirectResult& result) {
    evaluate();
    if (changed_ > range_.contact_count / few) return false;  // the first velocities are a guess: some may be wrong
    double aim = 0.5 * options_.tolerance, last = 0.0;
    for (int look = 0; look < most_looks; ++look) {
      correct();
      ++result.iterations;
      if (plain_ && plain_end(result)) return true;
      const double gradient = evaluate();
      if (changed_ > 0 || !std::isfinite(gradient) || (look > 0 && gradient > a_digit * last)) return false;
      last = gradient;
      if (gradient > aim) continue;
      result.residual = judge();
      if (result.residual <= 0.5 * options_.tolerance) return bounds_moved_ <= options_.bounds_moved;
      aim *= 0.01;  // judged row by row it is not there yet
    }
    return false;
  }

  // joints alone and none at its bound: their impulses are what was solved for, only the judge is left
  bool plain_end(DirectResult& result) {
    bool inside = true;
    for_rows([&](int r) {
      inside = inside && work_.row_y[r] > problem_.rows[r].lower && work_.row_y[r] < problem_.rows[r].upper;
    });
    if (!inside) return false;
    for_bodies([&](int b) { work_.force[b].setZero(); });
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j)
      add_joint_impulse(problem_, problem_.joints[j], block_impulse(problem_.joints[j], work_.row_y), work_.force);
    result.residual = judge();
    return result.residual <= 0.5 * options_.tolerance;
  }

  void start() {
    for_bodies([&](int b) {
      work_.base[b] = problem_.bodies[b].momentum;
      work_.velocity[b] = options_.same_matrix ? solution_.velocity[b] : problem_.bodies[b].velocity;
    });
  }

  void start_rows() {
    plain_ = range_.contact_count == 0;
    for_rows([&](int r) {
      const JointRow& row = problem_.rows[r];
      const double y = work_.row_y[r] = solution_.joint_impulse[r];
      work_.row_mode[r] = row.lower == row.upper || y <= row.lower ? RowMode::at_lower
                          : y >= row.upper                         ? RowMode::at_upper
                                                                   : RowMode::active;
      plain_ = plain_ && work_.row_mode[r] == RowMode::active;
    });
  }

  // v ← v + H⁻¹ of what is left over, multipliers of active rows along with it
  void correct() {
    if (of_joints_)
      memory_.joints.solve(problem_, range_, work_);
    else
      solve_island(view_, memory_, factor_);
    for_bodies([&](int b) { work_.velocity[b] += work_.step[b]; });
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) {
      const JointBlock& joint = problem_.joints[j];
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r)
        if (work_.row_mode[r] == RowMode::active) work_.row_y[r] += work_.row_step[r];
    }
  }

  // Impulses of the velocities there are, what they leave over (into step, row_slack), its norm relative to the
  // momenta at work, and how many rows would rather be in another set
  double evaluate() {
    for_bodies([&](int b) { work_.force[b].setZero(); });
    const ContactLanes::Look look =
        view_.friction ? memory_.lanes.look(work_.velocity, work_.force) : ContactLanes::Look{};
    changed_ = look.changed;
    scale_ = look.scale, slack_ = slack_scale_ = 0.0;
    evaluate_rows();
    double gradient = 0.0, fastest = 0.0;
    for_bodies([&](int b) {
      const Vec6 left = work_.base[b] + work_.force[b] - times_mass(problem_.bodies[b], work_.velocity[b]);
      const Vec6 free = work_.inverse[b].times(work_.base[b]);
      gradient += left.dot(work_.inverse[b].times(left));
      scale_ += work_.base[b].dot(free);
      fastest = std::max(fastest, free.squaredNorm());
      work_.step[b] = left;
    });
    return std::max(relative(gradient, scale_), relative(slack_, slack_scale_ + fastest));
  }

  static double relative(double squared, double scale) {
    return scale > 0.0 ? std::sqrt(squared / scale) : std::sqrt(squared);
  }

  void evaluate_rows() {
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) {
      const JointBlock& joint = problem_.joints[j];
      const Vec6 w = joint_velocity(problem_, joint, work_.velocity);
      Vec6 impulse = Vec6::Zero();
      for (int i = 0; i < joint.row_count; ++i) {
        const int r = joint.first_row + i;
        const JointRow& row = problem_.rows[r];
        const RowMode mode = work_.row_mode[r];
        const double y = mode == RowMode::active ? work_.row_y[r] : (row.rhs - w[i]) / row.compliance;
        const RowMode now = y <= row.lower ? RowMode::at_lower : y >= row.upper ? RowMode::at_upper : RowMode::active;
        changed_ += now != mode;
        impulse[i] = mode == RowMode::at_lower ? row.lower : mode == RowMode::at_upper ? row.upper : y;
        scale_ += impulse[i] * impulse[i] * work_.row_diagonal[r];
        work_.row_slack[r] = 0.0;
        if (mode != RowMode::active) continue;
        const double compressed = row.compliance * y, slack = row.rhs - w[i] - compressed;
        work_.row_slack[r] = slack;
        slack_ += slack * slack;
        slack_scale_ += row.rhs * row.rhs + compressed * compressed;
      }
      add_joint_impulse(problem_, joint, impulse, work_.force);
    }
  }

  // ‖s‖ of the impulses there are, at the velocities they make
  double judge() {
    if (!written_) memory_.kept.keep(problem_, range_, solution_);
    written_ = true;
    if (view_.friction) bounds_moved_ = memory_.lanes.store(solution_);
    for_rows([&](int r) { solution_.joint_impulse[r] = row_impulse(view_, r); });
    for_bodies([&](int b) { solution_.velocity[b] = work_.inverse[b].times(work_.base[b] + work_.force[b]); });
    SlackSums sums = rows_slack(view_, solution_);
    if (view_.friction) memory_.lanes.add_slack(solution_.velocity, work_.force, sums);
    return sums.relative();
  }

  bool give_up() {
    if (!written_) return false;
    memory_.kept.restore(problem_, range_, solution_);
    rebuild_island(problem_, range_, work_, solution_);
    return false;
  }

  template <class F>
  void for_bodies(F&& f) const {
    for (int b = range_.first_body; b < range_.first_body + range_.body_count; ++b) f(b);
  }
  template <class F>
  void for_rows(F&& f) const {
    for (int j = range_.first_joint; j < range_.first_joint + range_.joint_count; ++j) {
      const JointBlock& joint = problem_.joints[j];
      for (int r = joint.first_row; r < joint.first_row + joint.row_count; ++r) f(r);
    }
  }

  IslandView view_;
  const StepProblem& problem_;
  const IslandRange& range_;
  const StraightOptions& options_;
  IslandMemory& memory_;
  BlockLdlt& factor_;
  FactorModes& made_;
  Workspace& work_;
  StepSolution& solution_;
  bool of_joints_ = false;  // the factor is the joints' own
  bool plain_ = false;      // no contacts, no bounds: linear equations
  bool written_ = false;    // the solution holds impulses of ours
  int changed_ = 0;         // rows that would rather be in another set
  double bounds_moved_ = 0.0;
  double scale_ = 0.0, slack_ = 0.0, slack_scale_ = 0.0;
};

}  // namespace

bool straight_solve(const StepProblem& problem, const IslandRange& island, const StraightOptions& options,
                    IslandMemory& memory, Workspace& work, StepSolution& solution, DirectResult& result) {
  return Straight(problem, island, options, memory, work, solution).run(result);
}

}  // namespace spook
