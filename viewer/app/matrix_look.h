// The matrix that a direct solve of the present step would factor: taken between two steps, studied by a worker.
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/matrix_study.h"
#include "viewer/app/simulation.h"

namespace spook {

// what a cell of the picture stands for; of several the greatest shows
enum class MatrixCell : std::uint8_t { nothing, fill, body, contact, joint };

struct MatrixPicture {
  MatrixStudy study;
  std::vector<std::string> names;   // an unknown in the order of elimination
  int cells = 0;                    // a side
  std::vector<MatrixCell> picture;  // rows first
  MatrixCell at(int row, int column) const {
    return picture[std::size_t(row) * std::size_t(cells) + std::size_t(column)];
  }
  int unknown_at(int cell) const { return int(long(cell) * study.unknowns / cells); }
};

class MatrixLook {
 public:
  void take(Simulation& simulation, MatrixOrder order);  // of the largest island, as it stands
  void poll();                                           // once a frame
  bool busy() const { return asked_ || made_.valid(); }
  bool nothing_to_solve() const { return nothing_; }
  const MatrixPicture* shown() const { return shown_ ? &*shown_ : nullptr; }
  MatrixOrder order() const { return order_; }
  int world = -1, joints = -1;  // whose matrix is shown, or was asked for; its joints
  // figures of the last matrix in that order with another number of joint rows; none: there was none
  struct Figures {
    int joint_rows = 0, unknowns = 0;
    long factor_entries = 0;
    double flops = 0.0;
  };
  const std::optional<Figures>& before_joints_changed() const { return before_; }
  void forget_before() { before_.reset(), last_.reset(), order_changed_ = true; }

 private:
  struct Taken {
    StepProblem problem;
    StepSolution solution;
    std::vector<std::string> bodies;  // a row of the problem
  };
  struct Inbox {
    std::mutex mutex;
    std::optional<Taken> taken;
  };
  static MatrixPicture study(const Taken& taken, int island, MatrixOrder order);

  std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  std::future<MatrixPicture> made_;
  std::optional<MatrixPicture> shown_;
  MatrixOrder order_ = MatrixOrder::minimum_degree;
  bool asked_ = false, nothing_ = false, order_changed_ = true;
  std::optional<Figures> before_, last_;
};

}  // namespace spook
