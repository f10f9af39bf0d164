#include "scenarios/papers/mechanism_animation.h"

#include <cmath>

namespace spook::papers {

namespace {

using reference::SmoothState;
using reference::System;
using reference::Vector;

constexpr double frame_time = 1.0 / 120.0, pi = 3.14159265358979323846;

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
  const double interval = frame_time / animation.slowness;
  double next = interval;
  const long steps = std::lround(system.t_end / h);
  reference::integrate_fixed(system, integrator, state, system.t_end, steps, [&](const SmoothState& at, double) {
    if (at.t < next - 1e-9) return;
    frame(at);
    next += interval;
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

void animate_flexible_crank(Animation& animation, const std::string& label,
                            const reference::SmoothIntegrator& integrator, double h) {
  const reference::FlexibleCrankData data;
  constexpr int pieces = 16;
  constexpr double enlarged = 100.0, slowness = 60.0;
  std::vector<BarView> bars{{data.l1, 0.012}};
  for (int k = 0; k < pieces; ++k) bars.push_back({1.1 * data.l2 / pieces, 0.008});
  bars.push_back({0.06, 0.03});
  animation.slowness = slowness;
  record(animation, label, reference::slider_crank_flexible(data), integrator, h, bars,
         [&](const SmoothState& state, Vector& bodies) {
           const double crank = state.q[0], rod = state.q[1];
           const Eigen::Vector2d along(std::cos(rod), std::sin(rod)), aside(-along.y(), along.x());
           const Eigen::Vector2d pin = data.l1 * Eigen::Vector2d(std::cos(crank), std::sin(crank));
           const auto place = [&](double s) -> Eigen::Vector2d {
             const double bend = state.q[3] * std::sin(pi * s) + state.q[4] * std::sin(2 * pi * s);
             return pin + data.l2 * s * along + enlarged * bend * aside;
           };
           bodies.resize(3 * (pieces + 2));
           bodies.head<3>() << 0.5 * pin, crank;
           for (int k = 0; k < pieces; ++k) {
             const Eigen::Vector2d a = place(double(k) / pieces), b = place(double(k + 1) / pieces);
             bodies.segment<3>(3 * (k + 1)) << 0.5 * (a + b), std::atan2(b.y() - a.y(), b.x() - a.x());
           }
           bodies.tail<3>() << state.q[2], 0.0, 0.0;
         });
}

}  // namespace spook::papers
