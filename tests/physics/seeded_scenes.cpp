#include "seeded_scenes.h"

#include <algorithm>
#include <string>

#include "engine/scene/mass_properties.h"
#include "seed_dice.h"
#include "seeded_joints.h"

namespace spook::test {
namespace {

double bounding_radius(const ShapeDesc& shape) {
  if (shape.type == ShapeType::box) return shape.half_extents.norm();
  if (shape.type == ShapeType::capsule) return shape.radius + shape.half_length;
  if (shape.type == ShapeType::cylinder) return std::hypot(shape.radius, shape.half_length);
  return shape.radius;
}

ShapeDesc random_shape(SeedDice& dice) {
  ShapeDesc shape;
  const double size = dice.between(0.1, 0.5);
  shape.type = dice.pick(ShapeType::box, ShapeType::sphere, ShapeType::capsule, ShapeType::cylinder);
  shape.radius = shape.type == ShapeType::sphere ? size : 0.5 * size;
  shape.half_length = shape.type == ShapeType::capsule ? 0.5 * size : size;
  for (double& half : shape.half_extents) half = size * dice.between(0.3, 1.0);
  return shape;
}

BodyDesc ground_plane() {
  BodyDesc ground;
  ground.name = "ground", ground.motion = Motion::fixed;
  ground.shapes.resize(1), ground.shapes[0].type = ShapeType::plane;
  return ground;
}

// a place where the body's bounding sphere meets no other and no ground; the box it is looked for in grows until it
// fits
Vec3 free_place(const std::vector<BodyDesc>& bodies, double radius, SeedDice& dice) {
  for (double half = 1.0;; half *= 1.02) {
    const Vec3 place = dice.in_box(half) + Vec3(0, 0, 0.1 + half);
    const bool free = place.z() > radius && std::ranges::none_of(bodies, [&](const BodyDesc& other) {
                        return other.motion == Motion::dynamic &&
                               (other.pose.position - place).norm() < radius + bounding_radius(other.shapes[0]);
                      });
    if (free) return place;
  }
}

// Masses apart by up to the family's ratio: by the bodies' size at the same density, or by weight alone.
void spread_masses(Scene& scene, SeedDice& dice) {
  const double span = dice.between(0.0, std::log10(wild_mass_ratio)), heaviest = dice.logarithmic(1.0, 1000.0);
  const bool by_size = dice.chance(0.5);
  for (BodyDesc& body : scene.bodies) {
    if (body.motion != Motion::dynamic) continue;
    const double mass = heaviest * std::pow(10.0, -span * dice.unit());
    if (!by_size) {
      body.mass = mass;
      continue;
    }
    ShapeDesc& shape = body.shapes[0];
    const double scale = std::cbrt(mass / body_mass(body, scene).mass);
    shape.radius *= scale, shape.half_length *= scale, shape.half_extents *= scale;
  }
}

void place_bodies(Scene& scene, SeedDice& dice) {
  const std::vector<BodyDesc> described = std::move(scene.bodies);
  scene.bodies.clear();
  for (BodyDesc body : described) {
    if (body.motion == Motion::dynamic) {
      body.pose.position = free_place(scene.bodies, bounding_radius(body.shapes[0]), dice);
      body.pose.orientation = dice.orientation();
    }
    scene.bodies.push_back(std::move(body));
  }
}

// At rest, all moving as one rigid body (joints lose nothing at the start), or each by itself.
void set_bodies_moving(Scene& scene, SeedFamily family, SeedDice& dice) {
  const int kind = dice.below(4);
  const Vec3 drift = dice.vector(0.0, tame_speed), turn = dice.vector(0.0, tame_spin);
  double fastest = tame_speed;
  for (BodyDesc& body : scene.bodies) {
    if (body.motion != Motion::dynamic || kind == 0) continue;
    const bool as_one = kind == 1;
    const Vec3 own_drift = dice.vector(0.0, tame_speed);
    const Vec3 own_turn = dice.vector(0.0, tame_spin);
    body.velocity = as_one ? Vec3(drift + turn.cross(body.pose.position)) : own_drift;
    body.angular_velocity = as_one ? turn : own_turn;
    fastest = std::max(fastest, body.velocity.norm());
  }
  for (BodyDesc& body : scene.bodies) {
    body.velocity *= tame_speed / fastest, body.angular_velocity *= tame_speed / fastest;
    const bool spins = family != SeedFamily::tame && body.motion == Motion::dynamic && dice.chance(0.5);
    if (!spins) continue;
    const double spin = dice.logarithmic(1.0, wild_spin);
    body.angular_velocity = spin * dice.direction();
  }
}

// all of one scene as large as a grain or as a hill, its bodies as light or heavy as dice will have it
void scale_all(Scene& scene, SeedDice& dice) {
  const double scale = dice.logarithmic(1e-3, 1e3);
  for (BodyDesc& body : scene.bodies) {
    body.pose.position *= scale, body.velocity *= scale;
    for (ShapeDesc& shape : body.shapes) shape.radius *= scale, shape.half_length *= scale, shape.half_extents *= scale;
    if (body.motion == Motion::dynamic) body.mass = dice.logarithmic(1e-4, 1e7);
  }
  for (JointDesc& joint : scene.joints) {
    joint.anchor *= scale, joint.anchor_a *= scale, joint.anchor_b *= scale, joint.rest_length *= scale;
    if (joint.length) *joint.length *= scale;
  }
}

Scene jointed_scene(SeedFamily family, unsigned seed) {
  SeedDice dice(seed);
  Scene scene;
  scene.name = std::string(name_of(family)) + " " + std::to_string(seed);
  if (dice.chance(0.4)) scene.bodies.push_back(ground_plane());
  const int count = 2 + dice.below(9);
  for (int i = 0; i < count; ++i) {
    BodyDesc body;
    body.name = "body_" + std::to_string(i);
    body.shapes.push_back(random_shape(dice));
    scene.bodies.push_back(body);
  }
  if (family == SeedFamily::wild) spread_masses(scene, dice);
  place_bodies(scene, dice);
  set_bodies_moving(scene, family, dice);
  add_random_joints(scene, dice);
  if (family == SeedFamily::scaled) scale_all(scene, dice);
  return scene;
}

ShapeDesc dropped_shape(std::mt19937& dice) {
  std::uniform_real_distribution<double> size(0.1, 0.4);
  ShapeDesc shape;
  constexpr std::array types{ShapeType::sphere,   ShapeType::box,  ShapeType::capsule,
                             ShapeType::cylinder, ShapeType::cone, ShapeType::hull};
  shape.type = types[dice() % types.size()];
  shape.radius = size(dice), shape.half_length = size(dice), shape.height = 2.0 * size(dice);
  for (int i = 0; i < 3; ++i) shape.half_extents[i] = size(dice);
  if (shape.type == ShapeType::hull)
    for (int i = 0; i < 8; ++i)
      shape.points.emplace_back((i & 1 ? 1 : -1) * size(dice), (i & 2 ? 1 : -1) * size(dice),
                                (i & 4 ? 1 : -1) * size(dice));
  return shape;
}

Scene dropped_scene(unsigned seed) {
  std::mt19937 dice(seed);
  const auto pick = [&dice](auto... choices) {
    const std::array all{choices...};
    return all[dice() % all.size()];
  };
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Scene scene;
  scene.name = "dropped " + std::to_string(seed);
  scene.parameters.time_step = pick(1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0);
  scene.parameters.restitution = pick(0.0, 0.5, 1.0);
  scene.parameters.friction = pick(0.0, 0.5, 1.0);
  scene.parameters.impact_law = pick(ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::sequential);
  scene.bodies.push_back(ground_plane());
  for (int i = 0; i < 7; ++i) {
    BodyDesc body;
    body.name = "body_" + std::to_string(i);
    body.mass = pick(1.0, 1.0, 10.0);
    body.shapes.push_back(dropped_shape(dice));
    body.pose.position = Vec3(0.3 * any(dice), 0.3 * any(dice), 1.0 + 1.4 * i);
    body.pose.orientation = Quat(any(dice), any(dice), any(dice), any(dice)).normalized();
    body.velocity = Vec3(any(dice), any(dice), any(dice));
    body.angular_velocity = 4.0 * Vec3(any(dice), any(dice), any(dice));
    scene.bodies.push_back(body);
  }
  return scene;
}

constexpr std::array<std::string_view, 4> family_names{"tame", "wild", "dropped", "scaled"};

}  // namespace

Scene seeded_scene(SeedFamily family, unsigned seed) {
  return family == SeedFamily::dropped ? dropped_scene(seed) : jointed_scene(family, seed);
}

bool find_family(std::string_view name, SeedFamily& family) {
  const auto found = std::ranges::find(family_names, name);
  if (found == family_names.end()) return false;
  family = static_cast<SeedFamily>(found - family_names.begin());
  return true;
}

std::string_view name_of(SeedFamily family) {
  return family_names[static_cast<int>(family)];
}

}  // namespace spook::test
