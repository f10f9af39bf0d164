#include "scenarios/papers/nonsmooth_tools.h"

#include <cmath>
#include <cstdio>

namespace spook::papers {

FixedRun run_fixed(const System& system, std::string_view method, double t_end, long steps,
                   const NonsmoothOptions& options, const reference::NonsmoothObserver& observer) {
  FixedRun run;
  run.end = reference::nonsmooth_start(system);
  const auto integrator = reference::make_nonsmooth(method, options);
  run.result = march(system, *integrator, run.end, t_end, steps, observer);
  return run;
}

double Trace::variation() const {
  double sum = 0.0;
  for (std::size_t i = 1; i < y.size(); ++i) sum += std::abs(y[i] - y[i - 1]);
  return sum;
}

Series line(std::string label, const Trace& trace, Stroke stroke) {
  Series series;
  series.label = std::move(label);
  series.x = trace.t, series.y = trace.y;
  series.stroke = stroke;
  return series;
}

Series marks(std::string label, std::vector<double> x, std::vector<double> y, Mark mark, bool published) {
  Series series;
  series.label = std::move(label);
  series.x = std::move(x), series.y = std::move(y);
  series.mark = mark;
  if (published) series.stroke = Stroke::none, series.open_mark = true, series.ink = true;
  return series;
}

std::string yes_no(bool value) {
  return value ? "yes" : "no";
}

std::string status_of(const reference::NonsmoothResult& result) {
  if (result.status != reference::LcpStatus::solved) return std::string("LCP ") + name_of(result.status);
  return result.converged ? "solved" : "Newton not converged";
}

std::string sci(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return text;
}

bool to_printed_digits(double ours, double printed, int digits) {
  const double last = std::pow(10.0, std::floor(std::log10(std::abs(printed))) - (digits - 1));
  return std::abs(ours - printed) <= (0.5 + 1e-6) * last;
}

int Recorder::body(std::string name, ShapeDesc shape) {
  AnimatedBody body;
  body.name = std::move(name);
  body.lane = lane_;
  body.shapes = {std::move(shape)};
  bodies_.push_back(animation_.bodies.size());
  animation_.bodies.push_back(std::move(body));
  return int(bodies_.size()) - 1;
}

void Recorder::frame(double t, const std::vector<Pose>& poses) {
  // a frame for every 1/60 s of shown time; a long step repeats the state it ends in
  while (double(frames_) * animation_.frame_time * speed_ <= t + 1e-12) {
    for (std::size_t i = 0; i < bodies_.size() && i < poses.size(); ++i)
      animation_.bodies[bodies_[i]].poses.push_back(poses[i]);
    ++frames_;
  }
}

Pose plane_pose(double x, double z, double angle) {
  return {Vec3(x, 0.0, z), Quat(Eigen::AngleAxisd(-angle, Vec3::UnitY()))};
}

ShapeDesc ball_shape(double radius) {
  ShapeDesc shape;
  shape.type = ShapeType::sphere;
  shape.radius = radius;
  return shape;
}

ShapeDesc box_shape(double x, double y, double z) {
  ShapeDesc shape;
  shape.type = ShapeType::box;
  shape.half_extents = Vec3(x, y, z);
  return shape;
}

}  // namespace spook::papers
