#include "viewer/interact/selection.h"

#include <algorithm>

namespace spook {

int index_of(const Snapshot& snapshot, BodyId id) {
  const auto found = std::lower_bound(snapshot.bodies.begin(), snapshot.bodies.end(), id,
                                      [](const BodyView& body, BodyId wanted) { return body.id < wanted; });
  return found != snapshot.bodies.end() && found->id == id ? int(found - snapshot.bodies.begin()) : -1;
}

void Selection::forget_gone(const Snapshot& snapshot) {
  std::erase_if(bodies, [&](BodyId id) { return index_of(snapshot, id) < 0; });
  if (index_of(snapshot, hovered) < 0) hovered = {};
}

}  // namespace spook
