#include "engine/reference/cone_problem.h"

#include <cmath>

namespace spook::reference {

Eigen::Vector3d project_on_cone(const Eigen::Vector3d& r, double friction) {
  const double tangent = r.tail<2>().norm();
  if (tangent <= friction * r[0]) return r;
  if (friction * tangent <= -r[0]) return Eigen::Vector3d::Zero();
  const double normal = (r[0] + friction * tangent) / (1.0 + friction * friction);
  Eigen::Vector3d nearest(normal, 0.0, 0.0);
  nearest.tail<2>() = friction * normal / tangent * r.tail<2>();
  return nearest;
}

double cone_error(const ConeProblem& problem, const Vector& r) {
  const Vector u = problem.w * r + problem.q;
  double sum = 0.0;
  for (int c = 0; c < problem.contacts(); ++c) {
    const Eigen::Vector3d impulse = r.segment<3>(3 * c);
    Eigen::Vector3d velocity = u.segment<3>(3 * c);
    velocity[0] += problem.friction[c] * velocity.tail<2>().norm();
    sum += (impulse - project_on_cone(impulse - velocity, problem.friction[c])).squaredNorm();
  }
  const double scale = problem.q.norm();
  return std::sqrt(sum) / (scale > 0.0 ? scale : 1.0);
}

}  // namespace spook::reference
