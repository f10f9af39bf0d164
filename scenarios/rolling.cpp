// What may not slip: a sledge on a blade, a disc that rolls. Both move where their constraints let them, and keep all
// their energy.
#include <cmath>

#include "scenarios/build.h"
#include "scenarios/families.h"

namespace spook::families {

using namespace build;

namespace {

// A plank on ice: two round feet in front, a blade behind that bites sideways. However it is thrown it swings round
// until its mass leads and the blade trails. The moment of inertia is given, so that the page's formulas need two
// numbers.
Scene chaplygin_sleigh(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.substeps = 4;
  scene.materials["default"].friction = 0.0;  // ice
  ground(scene);
  const double ahead = values.at("ahead"), high = 0.12, mass = 4.0, speed = values.at("speed"),
               spin = values.at("spin");
  BodyDesc& sleigh =
      body(scene, "sleigh",
           {box({ahead + 0.1, 0.15, 0.02}), sphere(0.04, {ahead, 0.12, 0.04 - high}),
            sphere(0.04, {ahead, -0.12, 0.04 - high}), box({0.08, 0.004, high / 2}, {-ahead, 0, -high / 2})},
           {0, 0, high}, upright(), "wood");
  sleigh.mass = mass;
  sleigh.inertia = mass * 0.04 * Vec3(1, 1, 1);
  // the blade runs along itself: the mass moves with it and around it
  sleigh.velocity = {speed, ahead * spin, 0};
  sleigh.angular_velocity = {0, 0, spin};
  JointDesc& blade = joint(scene, JointType::skate, "blade", "sleigh", "", {-ahead, 0, 0}, Vec3::UnitX());
  blade.axis2 = Vec3::UnitZ();
  camera(scene, {2.5, -5.0, 4.0}, {1.5, 0, 0}, 0.7);
  return scene;
}

// A leaning disc on a floor without friction: that it rolls is the doing of the wheel's rows alone.
Scene rolling_disc(const ScenarioValues& values) {
  Scene scene;
  scene.parameters.substeps = 4;
  scene.materials["default"].friction = 0.0;
  ground(scene);
  const double radius = 0.3, half = 0.004, lean = values.at("lean") * degrees;
  // round a circle about the z axis of the world at the rate `turn`, rolling at `spin` about the axle
  const Vec3 axle(std::cos(lean), 0, std::sin(lean)), up(-std::sin(lean), 0, std::cos(lean));
  BodyDesc& disc = body(scene, "disc",
                        {cylinder(radius, half), box({0.02, 0.02, 0.006}, {0.7 * radius, 0, half}),
                         box({0.02, 0.02, 0.006}, {-0.7 * radius, 0, half})},
                        radius * up + half * axle.z() * Vec3::UnitZ(), z_along(axle), "wood");
  disc.mass = 2.0, disc.inertia = 0.25 * 2.0 * radius * radius * Vec3(1, 1, 2);
  disc.angular_velocity = -values.at("spin") * axle;
  disc.velocity = disc.angular_velocity.cross(radius * up);
  JointDesc& wheel = joint(scene, JointType::wheel, "wheel", "disc", "", disc.pose.position, axle);
  wheel.axis2 = Vec3::UnitZ(), wheel.radius = radius;
  camera(scene, {1.5, -4.5, 2.6}, {0, 1, 0}, 0.7);
  return scene;
}

}  // namespace

std::vector<Scenario> rolling() {
  return {
      {"chaplygin_sleigh",
       "Field",
       "A sledge thrown backwards on its blade swings round, runs on straight and has lost nothing.",
       {number("speed", -1.5, -3, 3, "m/s", "of the blade along itself, mass in front"),
        number("spin", 0.5, 0.1, 6, "rad/s", "at the start"),
        number("ahead", 0.3, 0.1, 0.6, "m", "from the blade to the centre of mass")},
       chaplygin_sleigh},
      {"rolling_disc",
       "Field",
       "A leaning disc rolls round without a slip on a floor that has no friction.",
       {number("spin", 14, 10, 25, "rad/s", "about its axle"), number("lean", 15, 0, 30, "deg", "from upright")},
       rolling_disc},
  };
}

}  // namespace spook::families
