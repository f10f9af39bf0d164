#include "scenarios/papers/mechanism_animation.h"

#include <cmath>

namespace spook::papers {

namespace {

using reference::SmoothState;
using reference::System;
using reference::Vector;

constexpr double frame_time = 1.0 / 120.0;

struct BarView {
  double length, thickness;
};

// (x, y, angle) in the plane → upright in the world: x stays, y becomes z
Pose upright(const Eigen::Vector3d& planar) {
  return {{planar.x(), 0.0, planar.y()}, Quat(Eigen::AngleAxisd(-planar.z(), Vec3::UnitY()))};
}

void record(Animation& animation, const std::string& label, const System& system,
            const reference::SmoothIntegrator& integrator, double h, const std::vector<BarView>& bars,
            const std::function<void(const SmoothState&, Vector& bodies)>& to_bodies) {
  const int lane = static_cast<int>(animation.lanes.size());
  animation.lanes.push_back(label);
  animation.frame_time = frame_time;
  const std::size_t first = animation.bodies.size();
  for (std::size_t k = 0; k < bars.size(); ++k) {
    AnimatedBody body;
    body.name = label + " " + std::to_string(k + 1);
    body.lane = lane;
    ShapeDesc bar;
    bar.type = ShapeType::box;
    bar.half_extents = {0.5 * bars[k].length, 0.5 * bars[k].thickness, 0.5 * bars[k].thickness};
    body.shapes = {bar};
    animation.bodies.push_back(std::move(body));
  }
  SmoothState state = reference::initial_state(system);
  Vector bodies;
  const auto frame = [&](const SmoothState& at) {
    to_bodies(at, bodies);
    for (std::size_t k = 0; k < bars.size(); ++k)
      animation.bodies[first + k].poses.push_back(upright(bodies.segment<3>(3 * static_cast<Eigen::Index>(k))));
  };
  frame(state);
  double next = frame_time;
  const long steps = std::lround(system.t_end / h);
  reference::integrate_fixed(system, integrator, state, system.t_end, steps, [&](const SmoothState& at, double) {
    if (at.t < next - 1e-9) return;
    frame(at);
    next += frame_time;
  });
}

}  // namespace

void animate_four_bar(Animation& animation, const std::string& label, const reference::SmoothIntegrator& integrator,
                      double h) {
  const reference::FourBarData data;
  const bool bodies = integrator.name() == "spook";
  record(animation, label, bodies ? reference::four_bar_bodies(data) : reference::four_bar(data), integrator, h,
         {{data.l1, 0.02}, {data.l2, 0.02}, {data.l3, 0.02}}, [&](const SmoothState& state, Vector& q) {
           Vector v;
           if (bodies)
             q = state.q;
           else
             reference::four_bar_to_bodies(data, state.q, state.v, q, v);
         });
}

void animate_slider_crank(Animation& animation, const std::string& label, const reference::SmoothIntegrator& integrator,
                          double h) {
  const reference::SliderCrankData data;
  const bool bodies = integrator.name() == "spook";
  record(animation, label, bodies ? reference::slider_crank_bodies(data) : reference::slider_crank(data), integrator, h,
         {{data.l1, 0.06}, {data.l2, 0.06}, {0.3, 0.16}}, [&](const SmoothState& state, Vector& q) {
           Vector v;
           if (bodies)
             q = state.q;
           else
             reference::slider_crank_to_bodies(data, state.q, state.v, q, v);
         });
}

}  // namespace spook::papers
