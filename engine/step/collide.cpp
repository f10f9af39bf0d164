// Stages 1 and 2: contacts from poses, and what each carries from the step before.
#include <algorithm>
#include <cmath>
#include <new>

#include "engine/step/crowd.h"
#include "engine/step/linearise.h"
#include "engine/step/step.h"

namespace spook {

namespace {

// what two shapes are made of, their contacts are
bool same_shapes(const Contact& p, const Contact& q) {
  return p.body_a == q.body_a && p.body_b == q.body_b && p.shape_a == q.shape_a && p.shape_b == q.shape_b;
}

void take_material(const ContactPoint& other, ContactPoint& point) {
  point.compliance = other.compliance * other.share / point.share, point.relaxation_steps = other.relaxation_steps;
  point.friction = other.friction, point.restitution = other.restitution;
}

void put_material(const WorldData& world, const Contact& contact, ContactPoint& point) {
  const Body &a = world.bodies[contact.body_a], &b = world.bodies[contact.body_b];
  const auto count = world.given.material_index.size();
  const Material& mixed = world.given.mixed[a.materials[contact.shape_a] * count + b.materials[contact.shape_b]];
  const Parameters& p = world.parameters;
  point.compliance = (p.compliance ? *p.compliance : mixed.compliance) / point.share;
  point.relaxation_steps = p.relaxation_steps ? *p.relaxation_steps : mixed.relaxation_steps;
  point.friction = (p.friction ? *p.friction : mixed.friction) * p.friction_scale;
  point.restitution = (p.restitution ? *p.restitution : mixed.restitution) * p.restitution_scale;
}

// Faces that touch without load, brick beside brick, have gaps that are zero to rounding (1e-13 m) and of either sign;
// each would be a contact that no solver can tell open from closed. So much slack makes them open. A real load does not
// feel it.
constexpr double resting_slack = 2e-12;  // m

// a contact but for its material
ContactPoint bare_point(const Contact& contact) {
  ContactPoint point;
  point.body_a = contact.body_a, point.body_b = contact.body_b;
  point.shape_a = contact.shape_a, point.shape_b = contact.shape_b;
  point.point = 0.5 * (contact.point_a + contact.point_b);
  put_contact_frame(contact.normal, point.frame);
  point.gap = contact.gap + resting_slack;
  point.share = contact.share;
  return point;
}

}  // namespace

ContactPoint contact_point(const WorldData& world, const Contact& contact) {
  ContactPoint point = bare_point(contact);
  put_material(world, contact, point);
  return point;
}

namespace {

// impulse and slip are world vectors: what of them still lies in the contact's plane goes on
void take_over(ContactPoint& point, const CarriedContact& old) {
  point.impulse = point.frame * old.friction_impulse;
  point.impulse[0] = old.normal_impulse;
  const Vec3 normal = point.frame.row(0).transpose();
  point.slip = old.slip - normal * normal.dot(old.slip);
  point.state = old.state;
}

bool same_pair(const ContactKey& a, const ContactKey& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b;
}

// carried contacts whose key has gone are offered to new keys of the same pair, the nearest within reach
constexpr double reach = 0.02;  // of the bodies' sizes
constexpr int pairs_a_task = 64;

// A run of pairs: what is carried for them nobody else looks at.
void match_pairs(WorldData& world, int begin, int end) {
  const std::vector<ContactPair>& pairs = world.scratch.contacts->pairs;
  const std::vector<Contact>& contacts = world.scratch.contacts->contacts;
  std::vector<ContactPoint>& points = world.scratch.points;
  std::vector<char>&found = world.scratch.chosen_contact, &taken = world.scratch.taken;
  const std::vector<CarriedContact>& carried = world.carried;
  const int from = pairs[begin].first, to = pairs[end - 1].first + pairs[end - 1].count;
  const ContactKey start{contacts[from].key.body_a, contacts[from].key.body_b, 0, 0, 0};
  const auto at = std::lower_bound(carried.begin(), carried.end(), start,
                                   [](const CarriedContact& old, const ContactKey& key) { return old.key < key; });

  // both lists are sorted by key: walk them side by side
  std::size_t old = at - carried.begin();
  for (int i = from; i < to; ++i) {
    new (&points[i]) ContactPoint(bare_point(contacts[i]));  // a copy would wait for what was just written
    if (i > from && same_shapes(contacts[i - 1], contacts[i]))
      take_material(points[i - 1], points[i]);
    else
      put_material(world, contacts[i], points[i]);
    while (old < carried.size() && carried[old].key < contacts[i].key) ++old;
    if (old == carried.size() || carried[old].key != contacts[i].key) continue;
    take_over(points[i], carried[old]);
    found[i] = taken[old] = 1;
  }

  // what found no key: the nearest untaken contact of the same pair
  std::size_t first = at - carried.begin();
  for (int i = from; i < to; ++i) {
    if (found[i]) continue;
    const Body& a = world.bodies[contacts[i].body_a];
    const double within = reach * std::max(a.size, 1e-3);
    while (first < carried.size() && carried[first].key < contacts[i].key &&
           !same_pair(carried[first].key, contacts[i].key))
      ++first;
    const Vec3 local = a.state.pose.to_local(points[i].point);
    std::size_t nearest = carried.size();
    double distance = within;
    for (std::size_t j = first; j < carried.size() && same_pair(carried[j].key, contacts[i].key); ++j) {
      const double d = (carried[j].local_point - local).norm();
      if (!taken[j] && carried[j].normal_impulse > 0.0 && d < distance) nearest = j, distance = d;
    }
    if (nearest == carried.size()) continue;
    take_over(points[i], carried[nearest]);
    taken[nearest] = 1;
  }
}

}  // namespace

void stage::collide(WorldData& world) {
  StepWork& scratch = world.scratch;
  scratch.collision_states.resize(world.bodies.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (const Body& body = world.bodies[i]; body.alive)
      scratch.collision_states[i] = {body.state.pose, body.state.velocity, body.state.omega};
  const CollideOptions options{world.parameters.contact_margin, scratch.h, world.parameters.contact_source,
                               world.pool.threads(), &world.pool};
  scratch.contacts = &without_crowds(world, world.collision.collide(scratch.collision_states, options));
}

void stage::match(WorldData& world) {
  const ContactSet& set = *world.scratch.contacts;
  world.scratch.points.resize(set.contacts.size());
  world.scratch.chosen_contact.assign(set.contacts.size(), 0);
  world.scratch.taken.assign(world.carried.size(), 0);
  for_chunks(&world.pool, static_cast<int>(set.pairs.size()), pairs_a_task,
             [&](int begin, int end) { match_pairs(world, begin, end); });
}

}  // namespace spook
