// What stands only because it is balanced: card houses and arches.
#include "scenarios/balance.h"

#include <algorithm>
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// Cards of height h and thickness t lean at `tilt` from the vertical. A pair touches along its inner upper edges, above
// the origin; everything else follows from where the corners of a tilted card are.
struct Card {
  double height = 0.2, width = 0.14, thickness = 0.005, tilt = 20 * degrees;
  double rise() const { return height * std::cos(tilt) + thickness * std::sin(tilt); }  // of a pair
  double reach() const {
    return height * std::sin(tilt) + thickness * std::cos(tilt);
  }  // from the apex to the outermost
};

void lean_pair(Scene& scene, const std::string& name, const Card& card, double x, double z) {
  const double h = card.height / 2, t = card.thickness / 2, s = std::sin(card.tilt), c = std::cos(card.tilt);
  for (double side : {-1.0, 1.0}) {
    // a card tilted toward the apex: its inner upper corner lies on x = 0, its lowest corner on z = 0
    const Vec3 centre(x + side * (h * s + t * c), 0, z + h * c + t * s);
    body(scene, name + (side < 0 ? "_left" : "_right"), {box({t, card.width / 2, h})}, centre,
         turn(Vec3::UnitY(), -side * card.tilt), "card");
  }
}

Scene card_house(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  Material& paper = scene.materials["default"];
  paper.friction = values.at("friction");
  paper.density = 700;
  const int levels = whole(values, "levels");
  Card card;
  card.height = values.at("height"), card.width = 0.7 * card.height, card.thickness = 0.025 * card.height;
  card.tilt = values.at("tilt") * degrees;
  scene.parameters.contact_margin = card.thickness;  // nothing here is further apart than that and about to touch
  const double pitch = 2 * card.reach() + 0.5 * card.thickness, storey = card.rise() + card.thickness;
  for (int level = 0; level < levels; ++level) {
    const int pairs = levels - level;
    const double left = -0.5 * pitch * (pairs - 1), floor = level * storey;
    const std::string name = "level_" + std::to_string(level);
    for (int i = 0; i < pairs; ++i)
      lean_pair(scene, name + "_pair_" + std::to_string(i), card, left + i * pitch, floor);
    // a lying card from apex to apex carries the next level
    for (int i = 0; i + 1 < pairs; ++i)
      body(scene, name + "_flat_" + std::to_string(i), {box({pitch / 2, card.width / 2, card.thickness / 2})},
           {left + (i + 0.5) * pitch, 0, floor + card.rise() + card.thickness / 2}, upright(), "card");
  }
  const double size = std::max(levels * storey, 0.8 * levels * pitch);
  camera(scene, {0.5 * size, -1.4 * size - 0.15, 0.75 * size}, {0, 0, 0.45 * levels * storey}, 0.75);
  return scene;
}

Scene arch(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].friction = values.at("friction");
  const double radius = values.at("radius"), thickness = values.at("thickness") * radius;
  add_arch(scene, "stone", Vec3::Zero(), {radius, thickness, 0.5, whole(values, "stones")});
  const double size = radius + thickness;
  camera(scene, {0.9 * size, -2.3 * size, 1.1 * size}, {0, 0, 0.45 * size}, 0.75);
  return scene;
}

Scene double_arch_bridge(const ScenarioValues& values) {
  Scene scene;
  ground(scene);
  scene.materials["default"].friction = 0.7;
  const double radius = values.at("radius");
  const Arch form{radius, 0.3 * radius, 0.6, whole(values, "stones") | 1};  // odd: a flat crown for the deck
  const double outer = radius + form.thickness, pier = 0.4, deck = pier + outer, space = 0.05;
  // an arch is a polygon: its lowest stones reach further out than its crown is high
  const double reach = outer / std::cos(0.5 * pi / form.stones);
  const double middle = reach + space / 2;  // of an arch, from the middle of the bridge
  // three piers carry two arches
  fixture(scene, "pier_middle", {box({middle - radius, form.depth / 2 + 0.1, pier / 2})}, {0, 0, pier / 2}, upright(),
          "rock");
  for (int side : {-1, 1}) {
    const std::string name = side < 0 ? "left" : "right";
    fixture(scene, "pier_" + name, {box({form.thickness / 2 + 0.05, form.depth / 2 + 0.1, pier / 2})},
            {side * (middle + radius + form.thickness / 2), 0, pier / 2}, upright(), "rock");
    add_arch(scene, name, Vec3(side * middle, 0, pier), form);
  }
  // the deck: planks from a tower to a crown, from crown to crown, and on to the other tower
  const double end = middle + reach + 0.6, seam = 0.002;
  for (int side : {-1, 1}) {
    const std::string name = side < 0 ? "left" : "right";
    fixture(scene, "tower_" + name, {box({0.25, form.depth / 2, deck / 2})}, {side * (end - 0.25), 0, deck / 2},
            upright(), "rock");
    body(scene, "plank_" + name, {box({(end - middle - seam) / 2, 0.3, 0.04})},
         {side * (middle + seam + end) / 2, 0, deck + 0.04}, upright(), "wood");
  }
  body(scene, "plank_middle", {box({middle - seam, 0.3, 0.04})}, {0, 0, deck + 0.04}, upright(), "wood");
  body(scene, "load", {box({0.25, 0.25, 0.2})}, {0, 0, deck + 0.28}, upright(), "metal").mass = values.at("load");
  camera(scene, {2.0 * outer, -4.2 * outer, 2.4 * outer}, {0, 0, 0.6 * deck}, 0.75);
  return scene;
}

}  // namespace

void add_arch(Scene& scene, const std::string& name, const Vec3& centre, const Arch& arch) {
  // every stone is the same wedge: its mid-plane radial, its joints flat against the neighbours'
  const double half = 0.5 * pi / arch.stones, inner = arch.radius, outer = arch.radius + arch.thickness;
  const double si = inner * std::tan(half), so = outer * std::tan(half);
  // centroid of the trapezium, from the centre of the arch
  const double middle = inner + arch.thickness / 3 * (si + 2 * so) / (si + so);
  const std::vector<Vec2> wedge{
      {inner - middle, -si}, {outer - middle, -so}, {outer - middle, so}, {inner - middle, si}};
  for (int i = 0; i < arch.stones; ++i) {
    const double angle = (2 * i + 1) * half;
    const Vec3 out(std::cos(angle), 0, std::sin(angle));
    body(scene, name + "_" + std::to_string(i), {prism(wedge, arch.depth / 2)}, centre + middle * out,
         turn(Vec3::UnitY(), -angle), "rock");
  }
}

std::vector<Scenario> balance() {
  return {
      {"card_house",
       "Field",
       "Cards leaning on one another stand, level upon level, on friction alone.",
       {count("levels", 3, 1, 6, "levels"), number("tilt", 20, 12, 24, "deg", "of a leaning card from the vertical"),
        number("friction", 0.5, 0.5, 1, "", "between cards"), number("height", 0.2, 0.1, 1, "m", "of a card")},
       card_house},
      {"arch",
       "Field",
       "A round arch of wedge stones carries itself with nothing between them.",
       {count("stones", 15, 5, 25, "stones"), number("radius", 2, 0.5, 4, "m", "inner radius"),
        number("thickness", 0.25, 0.2, 0.5, "radii", "of the ring"),
        number("friction", 0.5, 0.5, 1, "", "between stones")},
       arch},
      {"double_arch_bridge",
       "Field",
       "Two stone arches on piers carry a wooden deck and its load.",
       {count("stones", 11, 7, 15, "stones an arch, made odd"), number("radius", 1.5, 1, 2.5, "m", "inner radius"),
        number("load", 200, 1, 400, "kg", "in the middle of the deck")},
       double_arch_bridge},
  };
}

}  // namespace spook::families
