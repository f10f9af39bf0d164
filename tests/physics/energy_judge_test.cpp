// The judge is judged: what conserves energy passes, what gains is seen; and seeded scenes are what they are said to
// be.
#include "energy_judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/scene/scene_io.h"
#include "seeded_scenes.h"

namespace spook::test {
namespace {

Scene lone_ball(const Vec3& velocity, const Vec3& spin) {
  Scene scene;
  scene.name = "ball";
  BodyDesc ball;
  ball.name = "ball", ball.velocity = velocity, ball.angular_velocity = spin;
  ball.shapes.resize(1);
  scene.bodies.push_back(ball);
  return scene;
}

JointDesc spring_to_world() {
  JointDesc spring;
  spring.name = "spring", spring.type = JointType::spring, spring.a = "ball";
  spring.anchor_b = Vec3(0, 0, 2), spring.rest_length = 1.5, spring.stiffness = 2e4;
  return spring;
}

TEST(EnergyJudge, LetsAThrownBallAndASpringPass) {
  EXPECT_LE(judge_energy(lone_ball({1, 0, 3}, {0, 100, 200}), 2.0).share, 1e-12);
  Scene hung = lone_ball({0, 0, 1}, {0, 0, 0});
  hung.joints.push_back(spring_to_world());
  EXPECT_LE(judge_energy(hung, 5.0).share, 1e-9);
}

// Pushed sideways with its weight as it falls, a ball has twice the kinetic energy that its fall accounts for.
TEST(EnergyJudge, SeesEnergyFromNowhere) {
  Scene pushed = lone_ball({0, 0, 0}, {0, 0, 0});
  pushed.bodies[0].mass = 2.0;
  pushed.drives.push_back(ForceDrive{"ball", Vec3(2.0 * 9.81, 0, 0)});
  const EnergyVerdict verdict = judge_energy(pushed, 1.0);
  EXPECT_NEAR(verdict.share, 1.0, 1e-3);
  EXPECT_TRUE(verdict.fault.empty());
}

class Seeded : public testing::TestWithParam<SeedFamily> {};

TEST_P(Seeded, ScenesAreWhatIsSaidOfThem) {
  const bool wild = GetParam() == SeedFamily::wild;
  std::set<JointType> kinds;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Scene scene = seeded_scene(GetParam(), seed);
    SCOPED_TRACE(scene.name);
    ASSERT_NO_THROW(validate_scene(scene));
    EXPECT_EQ(write_scene(scene), write_scene(seeded_scene(GetParam(), seed)));
    const auto moving = std::ranges::count(scene.bodies, Motion::dynamic, &BodyDesc::motion);
    EXPECT_TRUE(moving >= 2 && moving <= 10) << moving;
    const auto joints = static_cast<double>(scene.joints.size());
    EXPECT_TRUE(joints >= moving - 1.0 && joints <= 1.6 * moving + 1.0) << joints << " of " << moving << " bodies";
    for (const JointDesc& joint : scene.joints) {
      kinds.insert(joint.type);
      EXPECT_FALSE(joint.motor);
    }
    for (const BodyDesc& body : scene.bodies) {
      EXPECT_LE(body.velocity.norm(), tame_speed * (1 + 1e-12));
      EXPECT_LE(body.angular_velocity.norm(), (wild ? wild_spin : tame_spin) * (1 + 1e-12));
    }
    World world(scene);
    world.step();
    // what begins apart is at most driven together by a step's motion
    for (const ContactView& contact : world.snapshot()->contacts) EXPECT_GT(contact.gap, -1e-9);
  }
  EXPECT_EQ(kinds.size(), 9u);  // every joint type of the scene format but those without a position of their own
}

INSTANTIATE_TEST_SUITE_P(Families, Seeded, testing::Values(SeedFamily::tame, SeedFamily::wild),
                         [](const auto& family) { return std::string(name_of(family.param)); });

}  // namespace
}  // namespace spook::test
