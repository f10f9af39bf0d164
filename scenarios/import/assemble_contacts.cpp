// Which bodies touch, and with what friction.
#include <algorithm>

#include "engine/scene/limits.h"
#include "engine/scene/numbers.h"
#include "scenarios/import/assemble.h"

namespace spook::models {
namespace {

using Filter = std::pair<unsigned, unsigned>;  // category, mask

std::set<Filter> filters_of(const Group& group) {
  std::set<Filter> filters;
  for (const ModelShape* shape : group.solid) filters.emplace(shape->category, shape->mask);
  return filters;
}

bool touch(const Filter& a, const Filter& b) {
  return (a.first & b.second) || (b.first & a.second);
}

struct Touching {
  int yes = 0, no = 0;
};

Touching count_touching(const std::set<Filter>& a, const std::set<Filter>& b) {
  Touching count;
  for (const Filter& one : a)
    for (const Filter& other : b) ++(touch(one, other) ? count.yes : count.no);
  return count;
}

struct Surface {
  double friction;
  bool frictionless;
  auto operator<=>(const Surface&) const = default;  // NOLINT(modernize-use-nullptr): the 0 it compares with
};

std::string surface_name(const Surface& surface) {
  return (surface.frictionless ? "smooth " : "friction ") + format_number(surface.friction);
}

// one material a kind of surface; MuJoCo's rule, the larger friction of the two, as pairs
void add_surfaces(Scene& scene, const std::set<Surface>& surfaces) {
  for (const Surface& one : surfaces) {
    scene.materials[surface_name(one)].friction = one.friction;
    for (const Surface& other : surfaces) {
      if (other < one) continue;
      MaterialPair pair{surface_name(one), surface_name(other), {}, {}, {}, {}};
      pair.friction = one.frictionless && other.frictionless ? 0.0 : std::max(one.friction, other.friction);
      scene.material_pairs.push_back(pair);
    }
  }
}

}  // namespace

void Assembly::make_contacts() {
  // materials
  std::set<Surface> surfaces;
  std::map<std::string, const Group*> by_body;
  for (const auto& [number, group] : groups) {
    by_body[group.body] = &group;
    for (const ModelShape* shape : group.solid) surfaces.insert({shape->friction, shape->frictionless});
  }
  constexpr std::size_t max_surfaces = 40;  // 820 pairs
  if (surfaces.size() == 1) {
    scene.materials["default"].friction = surfaces.begin()->frictionless ? 0.0 : surfaces.begin()->friction;
  } else if (surfaces.size() <= max_surfaces) {
    add_surfaces(scene, surfaces);
    for (BodyDesc& body : scene.bodies) {
      const auto group = by_body.find(body.name);
      if (group == by_body.end() || body.shapes.empty()) continue;
      for (std::size_t s = 0; s < body.shapes.size(); ++s) {
        const ModelShape& shape = *group->second->solid[s];
        body.shapes[s].material = surface_name({shape.friction, shape.frictionless});
      }
    }
  } else {
    notes.add(*model.links[0].at, "more than 40 kinds of friction: all surfaces have the scene's default");
  }

  // who does not touch whom
  std::set<std::pair<std::string, std::string>> apart;
  for (const auto& pair : scene.no_collide) apart.insert(std::minmax(pair[0], pair[1]));
  const auto keep_apart = [&](const Group& a, const Group& b) {
    if (a.body.empty() || b.body.empty() || a.body == b.body) return;
    if (apart.insert(std::minmax(a.body, b.body)).second) scene.no_collide.push_back({a.body, b.body});
  };
  for (const auto& pair : model.no_collide)
    keep_apart(groups.at(group_of[std::size_t(pair[0])]), groups.at(group_of[std::size_t(pair[1])]));
  if (!model.neighbours_of_world_touch)
    for (const auto& [number, group] : groups)
      if (number != 0 && !group.link->joints.empty() && group_of[std::size_t(group.link->parent)] == 0)
        keep_apart(group, groups.at(0));

  // bodies of the same filters at once: most models have one kind
  std::map<std::set<Filter>, std::vector<const Group*>> kinds;
  for (const auto& [number, group] : groups)
    if (!group.body.empty() && !group.solid.empty()) kinds[filters_of(group)].push_back(&group);
  std::size_t filters = 0, pairs = 0;
  for (const auto& [kind, bodies] : kinds) filters += kind.size();
  constexpr std::size_t max_filters = 5000;  // chosen: each is compared with all, in half a second
  if (filters > max_filters)
    model.links[0].at->fail("expected at most " + std::to_string(max_filters) + " kinds of contype and conaffinity");
  for (auto a = kinds.begin(); a != kinds.end(); ++a)
    for (auto b = a; b != kinds.end(); ++b) {
      const auto [yes, no] = count_touching(a->first, b->first);
      if (no == 0 || (a == b && a->second.size() == 1)) continue;
      if (yes > 0) {
        for (const Group* group : b->second)
          notes.add(*group->link->at,
                    "some of its shapes should not touch some of another body: bodies touch as wholes");
        continue;
      }
      pairs += a == b ? a->second.size() * (a->second.size() - 1) / 2 : a->second.size() * b->second.size();
      if (pairs > limits::max_no_collide)
        model.links[0].at->fail("more pairs of bodies are kept from touching than a scene may have (" +
                                std::to_string(limits::max_no_collide) + ")");
      for (std::size_t i = 0; i < a->second.size(); ++i)
        for (std::size_t k = a == b ? i + 1 : 0; k < b->second.size(); ++k) keep_apart(*a->second[i], *b->second[k]);
    }
}

}  // namespace spook::models
