// Bodies that spin freely or on a point.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

Scene t_handle(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.gravity = Vec3::Zero();
  // a crossbar and a stem with its end inside it, taken as two whole cylinders of 1000 kg/m³
  const double size = values.at("size"), scale = size / 0.2, spin = values.at("spin");
  const double r = 0.02 * scale, half = 0.1 * scale, offset = 0.06 * scale;
  BodyDesc& handle =
      body(scene, "handle",
           {cylinder(r, half, Vec3::UnitY(), {-offset, 0, 0}), cylinder(r, half, Vec3::UnitX(), {offset, 0, 0})},
           {0, 0, 6 * half}, upright(), "metal");
  const double mass = 1000 * pi * r * r * 2 * half, across = mass * (3 * r * r + 4 * half * half) / 12,
               along = mass * r * r / 2;
  const double apart = mass * offset * offset;
  handle.mass = 2 * mass;
  handle.inertia = Vec3(across + along, along + across + 2 * apart, 2 * across + 2 * apart);
  handle.angular_velocity = {spin / 30, spin, 0};
  camera(scene, {2.2 * size, -3.2 * size, 6 * half + 1.6 * size}, {0, 0, 6 * half}, 0.7);
  return scene;
}

// A disc on a stick, held at its foot, its axis at `tilt` from the vertical. It starts in steady precession, so nothing
// nods: the slow root of (I₁ − I₃) cos θ Ω² − I₃ ψ' Ω + m g l = 0, ψ' the spin seen from the precessing frame.
struct Top {
  double radius = 0.4, thick = 0.03, length = 0.3, mass = 2.0, tilt = 0.0, spin = 0.0;
  double axial() const { return 0.5 * mass * radius * radius; }
  double across() const { return mass * (3 * radius * radius + thick * thick) / 12; }  // about the centre
  double precession() const {
    const double a = (across() + mass * length * length - axial()) * std::cos(tilt), b = axial() * spin;
    const double c = mass * gravity * length;
    return 2 * c / (b + std::sqrt(b * b - 4 * a * c));
  }
};

Scene heavy_top(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.substeps = 4;  // an eighth of a radian each
  ground(scene);
  const double stand = 0.5;
  Top top;
  top.tilt = values.at("tilt") * degrees;
  top.spin = values.at("spin");
  const Vec3 foot(0, 0, stand), axis(std::sin(top.tilt), 0, std::cos(top.tilt));
  fixture(scene, "stand", {cone(0.12, stand)}, {0, 0, stand / 2}, upright(), "metal");
  // the stick is drawn; all the mass is the disc's
  BodyDesc& disc =
      body(scene, "top",
           {cylinder(top.radius, top.thick / 2), cylinder(0.02, top.length / 2, Vec3::UnitZ(), {0, 0, -top.length / 2}),
            box({0.05, 0.02, 0.005}, {0.3, 0, top.thick / 2})},
           foot + axis * top.length, turn(Vec3::UnitY(), top.tilt), "wood");
  disc.mass = top.mass;
  disc.inertia = Vec3(top.across(), top.across(), top.axial());
  disc.angular_velocity = top.spin * axis + Vec3(0, 0, top.precession());
  disc.velocity = disc.angular_velocity.cross(axis * top.length);
  joint(scene, JointType::ball, "foot", "top", "", foot);
  scene.no_collide.push_back({"stand", "top"});
  camera(scene, {1.3, -2.0, 1.4}, {0, 0, 0.55}, 0.7);
  return scene;
}

// toy tops with round tips, loose on the floor, each slower than the last
Scene spinning_tops(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.substeps = 8;  // a quarter of a radian each
  ground(scene);
  scene.materials["default"].friction = values.at("friction");
  const int tops = whole(values, "tops");
  static constexpr const char* colours[] = {"red", "orange", "yellow", "green", "blue"};
  const double tip = 0.012, disc = 0.09, lift = 0.07, tilt = 8 * degrees;
  for (int i = 0; i < tops; ++i) {
    const double spin = values.at("spin") * (1.0 - 0.5 * i / std::max(1, tops - 1));
    const Vec3 axis(std::sin(tilt), 0, std::cos(tilt)), foot(0.35 * (i - 0.5 * (tops - 1)), 0, tip);
    BodyDesc& top =
        body(scene, "top_" + std::to_string(i),
             {sphere(tip, {0, 0, -lift}), cylinder(disc, 0.012), cylinder(0.008, 0.05, Vec3::UnitZ(), {0, 0, 0.05}),
              cylinder(0.01, 0.03, Vec3::UnitZ(), {0, 0, -0.04})},
             foot + lift * axis, turn(Vec3::UnitY(), tilt), colours[i % 5]);
    // nearly all the mass is in the disc; it begins in steady precession
    top.mass = 0.3;
    top.inertia = Vec3(0.5, 0.5, 1.0) * (0.5 * 0.3 * disc * disc);
    const double precession = 0.3 * gravity * lift / (top.inertia->z() * spin);
    top.angular_velocity = spin * axis + Vec3(0, 0, precession);
    top.velocity = top.angular_velocity.cross(lift * axis);
  }
  const double row = 0.35 * tops;
  camera(scene, {0.25 * row, -0.35 - 0.75 * row, 0.22 + 0.25 * row}, {0, 0, 0.05}, 0.7);
  return scene;
}

}  // namespace

std::vector<Scenario> spins() {
  return {
      {"spinning_tops",
       "Field",
       "Tops spin on their tips; the faster they are the longer they stand.",
       {count("tops", 5, 1, 8, "tops"), number("spin", 120, 60, 150, "rad/s", "of the fastest; the last has half"),
        number("friction", 0.2, 0.05, 0.5, "", "of the floor")},
       spinning_tops},
      {"t_handle",
       "Field",
       "A T-shaped handle in free fall, spun about its middle axis, flips over again and again.",
       {number("size", 0.2, 0.1, 2, "m", "length of the crossbar"),
        number("spin", 15, 5, 30, "rad/s", "about the middle axis")},
       t_handle},
      {"heavy_top",
       "Field",
       "A spinning disc held at its foot precesses instead of falling.",
       {number("spin", 30, 18, 150, "rad/s", "about its axis"), number("tilt", 40, 5, 75, "deg", "from the vertical")},
       heavy_top},
  };
}

}  // namespace spook::families
