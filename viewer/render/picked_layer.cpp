#include "viewer/render/picked_layer.h"

#include <algorithm>
#include <cmath>

#include "viewer/render/convert.h"
#include "viewer/render/layer_colours.h"

namespace spook {
namespace {

const glm::vec4 picked_colour(0.98f, 0.92f, 0.35f, 1);
constexpr int ring_sides = 24;

void picked_ring(const glm::vec3& at, const glm::vec3& u, const glm::vec3& v, float radius, const glm::vec4& colour,
                 DrawList& list) {
  glm::vec3 last = at + radius * u;
  for (int i = 1; i <= ring_sides; ++i) {
    const float a = 6.2831853f * float(i) / ring_sides;
    const glm::vec3 next = at + radius * (std::cos(a) * u + std::sin(a) * v);
    list.line(last, next, colour, 2.5f, true);
    last = next;
  }
}

// as high as two half bodies, whatever the load: the inspector is about directions
void picked_cone(const ContactView& contact, float unit, DrawList& list) {
  const glm::vec3 at = to_glm(contact.point), normal = to_glm(contact.normal);
  const glm::vec3 u = to_glm(contact.tangents[0]), v = to_glm(contact.tangents[1]);
  const float height = 2.0f * unit, radius = height * float(contact.friction);
  const glm::vec4 colour = contact.state == ContactState::sliding ? slide_colour : stick_colour;
  picked_ring(at + height * normal, u, v, radius, colour, list);
  for (int i = 0; i < 8; ++i) {
    const float a = 6.2831853f * float(i) / 8;
    list.line(at, at + height * normal + radius * (std::cos(a) * u + std::sin(a) * v),
              colour * glm::vec4(1, 1, 1, 0.5f), 1.2f, true);
  }
  if (contact.impulse[0] <= 0.0) return;
  const float scale = height / float(contact.impulse[0]);
  list.arrow(at, at + height * normal + scale * (float(contact.impulse[1]) * u + float(contact.impulse[2]) * v),
             force_colour, 3.0f, true);
}

}  // namespace

void show_picked(const Snapshot& snapshot, const PickedContact& picked, bool with_cone, const LayerScale& scale,
                 DrawList& list) {
  const glm::vec3 at = to_glm(picked.point);
  for (int k = 0; k < 3; ++k) {
    glm::vec3 u(0), v(0);
    u[k] = 1, v[(k + 1) % 3] = 1;
    picked_ring(at, u, v, 0.35f * scale.unit, picked_colour, list);
  }
  list.dot(at, picked_colour, 8.0f);
  if (!with_cone) return;
  if (const int found = find_picked(snapshot, picked); found >= 0)
    if (const ContactView& contact = snapshot.contacts[std::size_t(found)]; contact.state != ContactState::open)
      picked_cone(contact, scale.unit, list);
}

}  // namespace spook
