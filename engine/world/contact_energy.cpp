#include "engine/world/contact_energy.h"

#include <algorithm>

namespace spook {

namespace {

// the account after a step whose impulses gave the bodies so much work; of a spring that holds so much at most
double balance(double stored, double work, double most) {
  const double left = std::clamp(stored - work, 0.0, std::max(most, 0.0));
  return left >= 0.0 ? left : 0.0;  // a number even where the velocities are not
}

}  // namespace

ContactGain keep_contact_account(ContactPoint& point, const ContactMotion& motion) {
  const Vec3 way = 0.5 * (motion.h * motion.after + point.bend);  // from the step's beginning to its middle
  const double overlap = std::min(point.gap + way[0], 0.0);
  double most = point.compliance > 0.0 ? 0.5 * overlap * overlap / point.compliance : 0.0;
  if (point.stored == 0.0 && point.slip.isZero(0.0) && point.impulse.isZero(0.0)) return {0.0, most};
  // sliding the spring stays as long as friction holds it, sticking its length is that of the middle of the step
  Vec2 slip = (point.frame * point.slip).tail<2>();
  if (point.state == ContactState::sticking) slip -= way.tail<2>();
  if (motion.friction_compliance > 0.0) most += 0.5 * slip.squaredNorm() / motion.friction_compliance;
  const double work = 0.5 * point.impulse.dot(motion.before + motion.after), had = point.stored;
  point.stored = balance(had, work, most);
  return {work + point.stored - had, most - std::max(point.stored, had - std::max(work, 0.0))};
}

bool is_blow(const ContactPoint& point, const ContactMotion& motion, double slowest) {
  return point.impulse[0] > 0.0 && motion.before[0] < -slowest;
}

}  // namespace spook
