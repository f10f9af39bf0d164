// What the nonsmooth experiments share: runs at fixed steps, traces for figures, bodies for animations.
#pragma once

#include <string_view>

#include "engine/reference/event_driven.h"
#include "engine/reference/nonsmooth_systems.h"
#include "scenarios/papers/experiment.h"
#include "scenarios/papers/world_animation.h"

namespace spook::papers {

using reference::NonsmoothOptions;
using reference::NonsmoothState;
using reference::System;
using reference::Vector;

struct FixedRun {
  NonsmoothState end;
  reference::NonsmoothResult result;
};
FixedRun run_fixed(const System& system, std::string_view method, double t_end, long steps,
                   const NonsmoothOptions& options = {}, const reference::NonsmoothObserver& observer = {});

// values over time of one quantity
struct Trace {
  std::vector<double> t, y;
  void add(double time, double value) { t.push_back(time), y.push_back(value); }
  double variation() const;  // Σ |Δy|
};
Series line(std::string label, const Trace& trace, Stroke stroke = Stroke::solid);
Series marks(std::string label, std::vector<double> x, std::vector<double> y, Mark mark = Mark::circle,
             bool published = false);

std::string yes_no(bool value);
std::string status_of(const reference::NonsmoothResult& result);
std::string sci(double value, int digits = 3);  // always with an exponent, as the tables print
// agrees with a number that was printed to so many significant digits: off by half of the last one at most
bool to_printed_digits(double ours, double printed, int digits);

// a lane of plane motion (x, z) sampled at animation frames from states that come in time order
class Recorder {
 public:
  Recorder(Animation& animation, int lane, double speed = 1.0) : animation_(animation), lane_(lane), speed_(speed) {
    animation.slowness = 1.0 / speed;
  }
  int body(std::string name, ShapeDesc shape);
  // poses of this lane's bodies at time t, in the order they were made
  void frame(double t, const std::vector<Pose>& poses);

 private:
  Animation& animation_;
  int lane_;
  double speed_;
  std::vector<std::size_t> bodies_;
  long frames_ = 0;
};
Pose plane_pose(double x, double z, double angle = 0.0);
ShapeDesc ball_shape(double radius);
ShapeDesc box_shape(double x, double y, double z);

}  // namespace spook::papers
