#include "viewer/render/inside_layer.h"

#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/layer_colours.h"

namespace spook {
namespace {

glm::vec4 colour_of(ContactState state) {
  return state == ContactState::open ? open_colour : state == ContactState::sliding ? slide_colour : stick_colour;
}

const glm::vec3 carried_colour(0.35f, 0.55f, 0.95f);  // linear

}  // namespace

double metres_of_impulse(const InsideStep& step, const LayerScale& scale) {
  const double long_enough =
      6.0 * double(scale.unit);  // chosen: three bodies long, so that smaller ones are still seen
  return std::min(scale.newton / step.time_step, long_enough / std::max(step.usual_impulse, 1e-300));
}

void show_inside(const InsideStep& step, int moment, const LayerScale& scale, float flash, int marked, DrawList& list) {
  if (moment < 0 || moment >= int(step.moments.size())) return;
  const InsideMoment& now = step.moments[std::size_t(moment)];
  const InsidePart& part = step.parts[std::size_t(now.part)];
  const InsideMoment* before = moment > 0 ? &step.moments[std::size_t(moment) - 1] : nullptr;
  const bool comparable = before && before->states.size() == now.states.size();
  const float dot = part.contacts.size() > 300 ? 4.5f : 7.0f;  // many would hide one another
  const double metres = metres_of_impulse(step, scale);
  for (std::size_t c = 0; c < part.contacts.size(); ++c) {
    const ObservedContact& contact = part.contacts[c];
    const glm::vec3 at = to_glm(contact.point);
    const glm::vec4 colour = colour_of(now.states[c]);
    const Vec3 impulse = (pushes_b(step, contact) ? -1.0 : 1.0) * (contact.frame.transpose() * now.impulses[c]);
    const double longest = 10.0 * double(scale.unit);  // chosen: five bodies, which stays in the picture
    const Vec3 arrow = impulse * std::min(metres, longest / std::max(impulse.norm(), 1e-300));
    if (arrow.norm() > 2e-2 * double(scale.unit))
      list.arrow(at, to_glm(Vec3(contact.point + arrow)), colour, 2.2f, true);
    list.dot(at, colour, now.states[c] == ContactState::open ? 0.7f * dot : dot);
    if (comparable && before->states[c] != now.states[c] && flash > 0.0f)
      list.dot(at, glm::vec4(1.0f, 1.0f, 1.0f, flash), dot * (1.3f + 1.3f * flash));
    if (int(c) == marked) {
      const float r = 0.35f * scale.unit;
      for (int k = 0; k < 3; ++k) {
        const glm::vec3 aside = r * glm::vec3(k == 0, k == 1, k == 2);
        list.line(at - aside, at + aside, force_colour, 2.0f, true);
      }
    }
  }
}

void show_carried(const InsideStep& step, int moment, double times, ShapeLibrary& shapes, DrawList& list) {
  if (moment < 0 || moment >= int(step.moments.size()) || times <= 0.0) return;
  const InsideMoment& now = step.moments[std::size_t(moment)];
  const InsidePart& part = step.parts[std::size_t(now.part)];
  const double h = times * step.time_step;
  std::vector<Pose> poses;
  for (const BodyView& body : step.before->bodies) poses.push_back(body.pose);
  std::vector<double> away(poses.size(), 0.0);
  for (std::size_t row = 0; row < part.bodies.size() && row < now.velocities.size(); ++row) {
    const int body = part.bodies[row];
    if (body < 0) continue;
    const Vec3 linear = now.velocities[row].head<3>(), angular = now.velocities[row].tail<3>();
    Pose& pose = poses[std::size_t(body)];
    pose.position += h * linear;
    const double angle = std::min(h * angular.norm(), 3.0);
    if (angle > 1e-12) pose.orientation = Quat(Eigen::AngleAxisd(angle, angular.normalized())) * pose.orientation;
    away[std::size_t(body)] = 1e9;  // drawn wherever it is
  }
  show_ghosts(*step.before, poses, away, carried_colour, shapes, list);
}

}  // namespace spook
