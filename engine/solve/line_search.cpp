// Exact line search on a convex function that is quadratic between breakpoints: the root of its derivative, which
// grows with t. Newton's method on the derivative, kept inside a bracket.
//
//   E'(t) = dvᵀF + t dvᵀM dv − Σ (J dv)·(Λ(t) − Λ(0)),  Λ(t) = proj(y + t dy),  J dv = −T dy
//
// Differences of Λ rather than Λ itself: near the solution E' is far smaller than the terms of E'.
#include <algorithm>
#include <cmath>

#include "engine/solve/island_view.h"

namespace spook {

namespace {

struct Slope {
  double value = 0.0, rise = 0.0;  // E', E''
  void operator+=(const Slope& other) { value += other.value, rise += other.rise; }
};

Slope slope_of_contacts(const IslandView& view, double t) {
  const Workspace& work = view.work;
  return view.sum_contacts<Slope>([&](int c, Slope& slope) {
    const ContactRow& contact = view.problem.contacts[c];
    const Vec3 &y = work.contact_y[c], &dy = work.contact_step[c];
    const double at = y[0] + t * dy[0];
    const double T = contact.compliance;
    slope.value += T * dy[0] * (std::max(at, 0.0) - std::max(y[0], 0.0));
    if (at > 0.0) slope.rise += T * dy[0] * dy[0];
    if (!view.friction || work.disc[c] <= 0.0) return;
    const double R = work.disc[c], T_f = contact.friction_compliance;
    const Vec2 w = y.tail<2>() + t * dy.tail<2>(), d = dy.tail<2>();
    slope.value += T_f * d.dot(project_disc(w, R) - project_disc(y.tail<2>(), R));
    const double length = w.norm();
    if (length <= R) {
      slope.rise += T_f * d.squaredNorm();
    } else {
      const double across = (w[0] * d[1] - w[1] * d[0]) / length;
      slope.rise += T_f * R / length * across * across;
    }
  });
}

Slope slope_of_rows(const IslandView& view, double t) {
  const Workspace& work = view.work;
  Slope slope;
  view.rows([&](int r) {
    const JointRow& row = view.problem.rows[r];
    const double y = work.row_y[r], dy = work.row_step[r], at = y + t * dy;
    const double change = std::clamp(at, row.lower, row.upper) - std::clamp(y, row.lower, row.upper);
    slope.value -= work.row_velocity_step[r] * change;
    if (at > row.lower && at < row.upper) slope.rise -= work.row_velocity_step[r] * dy;
  });
  return slope;
}

}  // namespace

double slope_at_start(const IslandView& view) {
  const Workspace& work = view.work;
  return view.sum_bodies<double>([&](int b, double& sum) { sum += work.step[b].dot(work.gradient[b]); });
}

double line_search(const IslandView& view, double slope0) {
  const double inertia = view.sum_bodies<double>([&](int b, double& sum) {
    const Vec6& dv = view.work.step[b];
    sum += dv.dot(times_mass(view.problem.bodies[b], dv));
  });
  const auto at = [&](double t) {
    const Slope contacts = slope_of_contacts(view, t), rows = slope_of_rows(view, t);
    return Slope{slope0 + t * inertia + contacts.value + rows.value, inertia + contacts.rise + rows.rise};
  };
  constexpr int most = 60;
  const double enough = 1e-3 * std::abs(slope0);
  double low = 0.0, high = 0.0, t = 1.0;
  for (int i = 0; i < most; ++i) {
    const Slope slope = at(t);
    if (std::abs(slope.value) <= enough) return t;
    (slope.value < 0.0 ? low : high) = t;
    double next = t - slope.value / slope.rise;
    if (high == 0.0) {
      next = std::min(std::max(next, 1.5 * t), 10.0 * t);  // still falling: go on
      if (t >= 100.0) return t;
    } else if (!(next > low && next < high)) {
      next = 0.5 * (low + high);
    }
    if (high > 0.0 && high - low <= 1e-12 * high) return t;
    t = next;
  }
  return t;
}

}  // namespace spook
