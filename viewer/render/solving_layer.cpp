#include "viewer/render/solving_layer.h"

#include "viewer/render/convert.h"

namespace spook {
namespace {

const glm::vec4& colour_of(SolveBy by) {
  return by == SolveBy::direct ? direct_colour : by == SolveBy::iterative ? swept_colour : automatic_colour;
}

}  // namespace

std::vector<glm::vec4> solving_tints(const Snapshot& snapshot, const MarkLookup& marks) {
  constexpr float paler = 0.35f;  // chosen: dots and lines in the full colours still show before them
  std::vector<glm::vec4> tints(snapshot.bodies.size(), glm::vec4(0.0f));
  for (std::size_t i = 0; i < tints.size(); ++i) {
    const SolveBy by = marks.of_body(snapshot.bodies[i].look->name);
    if (by == SolveBy::automatic) continue;
    const glm::vec3 seen = glm::mix(glm::vec3(colour_of(by)), glm::vec3(1.0f), paler);
    tints[i] = glm::vec4(glm::pow(seen, glm::vec3(2.2f)), 1.0f);
  }
  return tints;
}

void show_solving(const Snapshot& snapshot, const MarkLookup& marks, const LayerScale&, DrawList& list) {
  const float dot = snapshot.contacts.size() > 300 ? 4.5f : 6.5f;  // many would hide one another
  for (const ContactView& contact : snapshot.contacts) {
    const SolveBy by = marks.of_contact(snapshot, contact);
    list.dot(to_glm(contact.point), colour_of(by), by == SolveBy::automatic ? 0.7f * dot : dot);
  }
  for (const JointView& joint : snapshot.joints) {
    const glm::vec4& colour = colour_of(marks.of_joint(snapshot, joint));
    const glm::vec3 at = to_glm(joint.anchor_a);
    for (const int body : {joint.body_a, joint.body_b})
      if (body >= 0 && snapshot.bodies[std::size_t(body)].look->motion == Motion::dynamic)
        list.line(to_glm(snapshot.bodies[std::size_t(body)].pose.position), at, colour, 3.0f, true);
    list.dot(at, colour, 9.0f);
  }
}

}  // namespace spook
