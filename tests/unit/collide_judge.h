// Random pairs of shapes brought near one another, and what their reported contacts are off by against the ground truth
// of collide_oracle.h. The tests and spook-bench collide judge alike.
#pragma once

#include <optional>

#include "tests/unit/collide_oracle.h"
#include "tests/unit/collide_scenes.h"

namespace spook::test {

struct Dice {
  std::mt19937 engine;
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform{0.0, 1.0};
  double number() { return uniform(engine); }
  Vec3 vector() { return Vec3(normal(engine), normal(engine), normal(engine)); }
  Vec3 way() { return vector().normalized(); }
  Quat turn() { return Quat(normal(engine), normal(engine), normal(engine), normal(engine)).normalized(); }
};

inline ShapeDesc any_shape(ShapeType type, double size, Dice& dice) {
  if (type == ShapeType::sphere) return sphere(0.5 * size * (0.5 + dice.number()));
  if (type == ShapeType::box)
    return box(0.5 * size * Vec3(0.3 + dice.number(), 0.3 + dice.number(), 0.3 + dice.number()));
  if (type != ShapeType::hull)
    return rounded(type, 0.3 * size * (0.5 + dice.number()), 0.5 * size * (0.3 + dice.number()));
  std::vector<Vec3> points;
  for (int i = 0; i < 10; ++i) points.push_back(0.5 * size * dice.way() * (0.7 + 0.3 * dice.number()));
  return hull(points);
}

// the contacts of the two, as a world of their own finds them
inline std::vector<Contact> contacts_between(const Solid& a, const Solid& b, double margin, ContactSource source) {
  Stage stage;
  stage.options.margin = margin, stage.options.source = source;
  stage.add({a.shape}, a.pose), stage.add({b.shape}, b.pose);
  return stage.collide().contacts;
}

inline const Contact* deepest_of(const std::vector<Contact>& contacts) {
  const Contact* best = nullptr;
  for (const Contact& contact : contacts)
    if (!best || contact.gap < best->gap) best = &contact;
  return best;
}

// moves b along a way until the reported gap is about what is wanted; the report itself is judged afterwards
inline void bring_near(const Solid& a, Solid& b, const Vec3& way, double far, double wanted, ContactSource source) {
  double distance = far;
  for (int i = 0; i < 8; ++i) {
    b.pose.position = a.pose.position + way * distance;
    const auto contacts = contacts_between(a, b, 1e9, source);
    const Contact* contact = deepest_of(contacts);
    if (!contact) return;
    distance = std::max(1e-3 * far, distance - (contact->gap - wanted));
  }
  b.pose.position = a.pose.position + way * distance;
}

struct ContactErrors {
  double gap_apart = 0.0, gap_overlap = 0.0, normal = 0.0;
  double beside = 0.0;  // most a point stands beside its shape, of the smaller size
  int apart = 0, overlapping = 0, along = 0, missed = 0;
};

// Logs along one another touch along a line: every point has the normal of its own place.
inline bool have_own_normals(const std::vector<Contact>& contacts) {
  for (const Contact& contact : contacts)
    if ((contact.normal - contacts[0].normal).norm() > 1e-12) return true;
  return false;
}

inline Vec3 off_axis(const Solid& solid, const Vec3& point) {
  const Vec3 axis = solid.pose.orientation * Vec3::UnitZ(), arm = point - solid.pose.position;
  return arm - axis * axis.dot(arm);
}

// No normal of the whole pair tells of a place beside the nearest one. There, the points lie on the round sides, the
// contact's normal is one between those of the two surfaces (both, where they are nearest), and the least gap is the
// pair's.
inline void judge_along(const Solid& a, const Solid& b, const std::vector<Contact>& contacts, Dice& dice,
                        ContactErrors& errors) {
  ++errors.along;
  double least = 1e300, off = 0.0;
  for (const Contact& contact : contacts) {
    least = std::min(least, contact.gap);
    const Vec3 of_a = off_axis(a, contact.point_a), of_b = off_axis(b, contact.point_b);
    off = std::max({off, std::abs(of_a.norm() - a.shape.radius), std::abs(of_b.norm() - b.shape.radius)});
    off = std::max({off, outside(a, contact.point_a), outside(b, contact.point_b)});
    off = std::max(off, (contact.point_a - contact.point_b - contact.gap * contact.normal).norm());
    const double from_a = (of_a.normalized() + contact.normal).norm(),
                 from_b = (of_b.normalized() - contact.normal).norm();
    const double open = &contact == deepest_of(contacts) ? 0.0 : (of_a.normalized() + of_b.normalized()).norm();
    errors.normal = std::max(errors.normal, open > 0.0 ? from_a + from_b - open : std::max(from_a, from_b));
  }
  Deepest truth = overlap_by_search(a, b, dice.engine, 60);
  for (const Contact& contact : contacts) truth.offer(a, b, contact.normal);
  double& gap = least > 0.0 ? errors.gap_apart : errors.gap_overlap;
  gap = std::max({gap, off, std::abs(truth.gap - least)});
}

// Apart, two points of the two shapes as far from each other as s(n) prove gap and normal: how much they miss by bounds
// the errors. Overlapping, no direction may leave a greater gap; of equally good normals any will do.
inline void judge(const Solid& a, const Solid& b, const std::vector<Contact>& contacts, double small, Dice& dice,
                  ContactErrors& errors) {
  if (have_own_normals(contacts)) return judge_along(a, b, contacts, dice, errors);
  const Contact& contact = *deepest_of(contacts);
  const double along = std::abs(gap_along(a, b, contact.normal) - contact.gap);
  if (contact.gap > 0.0) {
    ++errors.apart;
    const Vec3 between = contact.point_a - contact.point_b;
    double unproven = std::max(outside(a, contact.point_a), outside(b, contact.point_b));
    errors.beside = std::max(errors.beside, unproven / small);
    // a corner a hair beside a side stands for the crossing next to it: then no direction may leave a greater gap
    if (unproven > 1e-7 * small) {
      const Deepest truth = climb(a, b, {contact.normal, gap_along(a, b, contact.normal)}, dice.engine);
      unproven = truth.gap - contact.gap;
      if (unproven > 1e-9 * small) errors.normal = std::max(errors.normal, (truth.normal - contact.normal).norm());
    }
    errors.gap_apart = std::max({errors.gap_apart, along, unproven, std::abs(between.norm() - contact.gap)});
    errors.normal = std::max(errors.normal, (between.normalized() - contact.normal).norm());
  } else if (contact.gap > -0.2 * small) {
    ++errors.overlapping;
    const bool sharp = is_polytope(a.shape) && is_polytope(b.shape);
    const Deepest truth = sharp ? overlap_of_polytopes(a, b) : overlap_by_search(a, b, dice.engine, 60);
    errors.gap_overlap = std::max({errors.gap_overlap, along, truth.gap - contact.gap});
    if (truth.gap > contact.gap + 1e-9 * small)
      errors.normal = std::max(errors.normal, (truth.normal - contact.normal).norm());
  }
}

// one random pair of these kinds and sizes, up to a tenth of the smaller in one another or a quarter apart
inline void judge_a_pair(ShapeType first, ShapeType second, double size_a, double size_b, ContactSource source,
                         Dice& dice, ContactErrors& errors) {
  const double small = std::min(size_a, size_b);
  const Solid a{any_shape(first, size_a, dice), {Vec3(1, 2, 3), dice.turn()}};
  Solid b{any_shape(second, size_b, dice), {Vec3::Zero(), dice.turn()}};
  const double wanted = (dice.number() < 0.5 ? -0.1 : 0.25) * small * dice.number();
  bring_near(a, b, dice.way(), 2 * (size_a + size_b), wanted, source);
  const auto contacts = contacts_between(a, b, 3 * small, source);
  if (!contacts.empty()) return judge(a, b, contacts, small, dice, errors);
  // they may have been left far apart: some direction that leaves a greater gap says so
  const auto far = contacts_between(a, b, 1e9, source);
  errors.missed += far.empty() || gap_along(a, b, deepest_of(far)->normal) < 3 * small;
}

}  // namespace spook::test
