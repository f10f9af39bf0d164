#include "viewer/render/draw_list.h"

namespace spook {

void DrawList::clear() {
  for (auto& list : bodies) list.clear();
  for (auto& list : selected) list.clear();
  for (auto& list : ghosts) list.clear();
  planes.clear(), lines.clear(), overlays.clear(), labels.clear();
  bounds.setEmpty(), drawn.setEmpty();
  ground_height = -1e6;
}

void DrawList::line(const glm::vec3& a, const glm::vec3& b, const glm::vec4& colour, float width, bool on_top) {
  (on_top ? overlays : lines).push_back({{a, width * pixel}, {b, width * pixel}, colour});
}

void DrawList::dot(const glm::vec3& at, const glm::vec4& colour, float width) {
  const float wide = width * pixel;
  overlays.push_back({{at, -wide}, {at, -wide}, colour});
}

void DrawList::arrow(const glm::vec3& a, const glm::vec3& b, const glm::vec4& colour, float width, bool on_top) {
  // the head takes the last fifth, tapering to a point
  const glm::vec3 neck = a + (b - a) * 0.8f;
  auto& list = on_top ? overlays : lines;
  width *= pixel;
  list.push_back({{a, width}, {neck, width}, colour});
  list.push_back({{neck, width * 3.2f}, {b, 0.0f}, colour});
}

}  // namespace spook
