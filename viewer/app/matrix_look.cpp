#include "viewer/app/matrix_look.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace spook {
namespace {

constexpr int most_cells = 320;      // a side; chosen: finer is not seen in a panel
constexpr int condition_steps = 60;  // of the power method: the size of a condition number is enough here

const char* const components[6] = {"moves along x", "moves along y", "moves along z",
                                   "turns about x", "turns about y", "turns about z"};

MatrixCell kind_of(int row, int column, int body_unknowns) {
  if (row >= body_unknowns || column >= body_unknowns) return MatrixCell::joint;
  return row / 6 == column / 6 ? MatrixCell::body : MatrixCell::contact;
}

void paint_cells(MatrixPicture& picture) {
  const MatrixStudy& study = picture.study;
  const int n = study.unknowns;
  picture.cells = std::min(n, most_cells);
  picture.picture.assign(std::size_t(picture.cells) * std::size_t(picture.cells), MatrixCell::nothing);
  const auto put = [&](int row, int column, MatrixCell cell) {
    const int r = int(long(row) * picture.cells / n), c = int(long(column) * picture.cells / n);
    MatrixCell& at = picture.picture[std::size_t(r) * std::size_t(picture.cells) + std::size_t(c)];
    at = std::max(at, cell);
  };
  for (int column = 0; column < n; ++column) {
    for (const int row : study.factor[std::size_t(column)]) put(row, column, MatrixCell::fill);
    for (Eigen::SparseMatrix<double>::InnerIterator entry(study.ordered, column); entry; ++entry)
      put(int(entry.row()), column,
          kind_of(study.unknown[std::size_t(entry.row())], study.unknown[std::size_t(column)], 6 * study.bodies));
  }
}

}  // namespace

MatrixPicture MatrixLook::study(const Taken& taken, int island, MatrixOrder order) {
  MatrixPicture picture;
  picture.study = study_matrix(taken.problem, taken.solution, island, order, condition_steps);
  const int first = taken.problem.islands[std::size_t(island)].first_body;
  const auto body = [&](int row) { return row < 0 ? std::string("the world") : taken.bodies[std::size_t(row)]; };
  for (const int unknown : picture.study.unknown) {
    if (unknown < 6 * picture.study.bodies) {
      picture.names.push_back(body(first + unknown / 6) + " " + components[unknown % 6]);
      continue;
    }
    const int joint = picture.study.joint_of_row[std::size_t(unknown - 6 * picture.study.bodies)];
    const JointBlock& block = taken.problem.joints[std::size_t(joint)];
    std::string name = "joint of " + body(block.bodies[0]);
    if (block.body_count > 1) name += " and " + body(block.bodies[1]);
    picture.names.push_back(std::move(name));
  }
  paint_cells(picture);
  return picture;
}

void MatrixLook::take(Simulation& simulation, MatrixOrder order) {
  if (busy()) return;
  if (order != order_) order_changed_ = true;
  order_ = order, asked_ = true, nothing_ = false;
  simulation.run([inbox = inbox_](World& step_world) {
    Taken taken{step_world.last_problem(), step_world.last_solution(), {}};
    for (const BodyId id : step_world.row_bodies()) taken.bodies.push_back(step_world.look(id).name);
    const std::lock_guard lock(inbox->mutex);
    inbox->taken = std::move(taken);
  });
}

void MatrixLook::poll() {
  if (asked_) {
    std::optional<Taken> taken;
    {
      const std::lock_guard lock(inbox_->mutex);
      taken = std::exchange(inbox_->taken, std::nullopt);
    }
    if (!taken) return;
    asked_ = false;
    const int island = largest_island(taken->problem);
    nothing_ = island < 0 || taken->solution.contact_state.size() != taken->problem.contacts.size();
    if (nothing_) return shown_.reset();
    made_ = std::async(std::launch::async,
                       [taken = std::move(*taken), island, order = order_] { return study(taken, island, order); });
  }
  if (!made_.valid() || made_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  shown_ = made_.get();
  const MatrixStudy& study = shown_->study;
  if (std::exchange(order_changed_, false))
    before_.reset();
  else if (last_ && last_->joint_rows != study.joint_rows)
    before_ = last_;
  last_ = Figures{study.joint_rows, study.unknowns, study.factor_entries, study.flops};
}

}  // namespace spook
