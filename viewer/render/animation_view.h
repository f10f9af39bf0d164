// The motion of an experiment as several integrators saw it: their lanes side by side, or one in another.
#pragma once

#include <memory>
#include <vector>

#include "engine/world/snapshot.h"
#include "scenarios/papers/experiment.h"
#include "viewer/render/camera.h"
#include "viewer/render/draw_list.h"
#include "viewer/render/shape_library.h"

namespace spook {

// what is on the stage, and when
struct PaperStage {
  std::shared_ptr<const papers::Report> report;
  const papers::Experiment* experiment = nullptr;
  bool shown = false, playing = true, side_by_side = true;
  bool look_at_it = false;  // the camera has not been told yet
  double time = 0.0;        // of the recording, s
  double speed = 1.0;
  unsigned hidden_lanes = 0;  // bits

  bool showable() const { return report && !report->animation.bodies.empty(); }
  double duration() const;
  void advance(double seconds);
};

class AnimationView {
 public:
  void show(const PaperStage& stage, ShapeLibrary& shapes, DrawList& list);
  Camera camera(const PaperStage& stage, const Camera& from, float aspect);
  const Snapshot& snapshot() const { return snapshot_; }

 private:
  void stage_set(const PaperStage& stage);
  Vec3 offset(const PaperStage& stage, int lane) const;
  std::shared_ptr<const papers::Report> report_;
  std::vector<Eigen::AlignedBox3d> boxes_;  // a lane's bodies over the whole motion
  double spacing_ = 1.0, floor_ = 0.0;
  bool deep_ = false;
  Snapshot snapshot_;
  std::vector<int> body_of_, lane_of_;  // of the snapshot's bodies
};

glm::vec3 lane_colour(int lane);  // linear

}  // namespace spook
