// What hardly moves keeps its contacts, and they follow it.
#include <gtest/gtest.h>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

// a wall that has been looked at often enough for its pairs to have told all
void build_resting_wall(Stage& stage) {
  build_wall(stage, 5, 6);
  for (int i = 0; i < 3; ++i) stage.collide();
}

void displace(Stage& stage, double by) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> spread(-by, by);
  const auto any = [&] { return Vec3(spread(random), spread(random), spread(random)); };
  for (std::size_t i = 1; i < stage.states.size(); ++i) {
    Pose& pose = stage.states[i].pose;
    const Vec3 half = 0.5 * any();
    pose.position += any();
    pose.orientation = (Quat(1.0, half.x(), half.y(), half.z()) * pose.orientation).normalized();
  }
}

// by a world that never saw the bodies elsewhere
std::vector<Contact> seen_anew(const Stage& stage) {
  Stage other;
  build_wall(other, 5, 6);
  other.states = stage.states;
  return other.collide().contacts;
}

double largest_difference(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    EXPECT_TRUE(a[i].key == b[i].key);
    most = std::max(most, std::abs(a[i].gap - b[i].gap));
  }
  return most;
}

TEST(CollideAtRest, GapsFollowBodiesThatHardlyMove) {
  Stage stage;
  build_resting_wall(stage);
  const std::vector<Contact> before = stage.world.collide(stage.states, stage.options).contacts;
  displace(stage, 2e-13);
  const std::vector<Contact> followed = stage.collide().contacts;
  EXPECT_EQ(followed[7].point_a, before[7].point_a);  // they are those that were found before
  EXPECT_GT(largest_difference(followed, before), 1e-13);
  EXPECT_LT(largest_difference(followed, seen_anew(stage)), 5e-15);
}

TEST(CollideAtRest, WhatMovesFartherIsLookedAtAgain) {
  Stage stage;
  build_resting_wall(stage);
  displace(stage, 1e-9);
  EXPECT_EQ(largest_difference(stage.collide().contacts, seen_anew(stage)), 0.0);
}

TEST(CollideAtRest, AWorldThatRemembersWhereBodiesAreSeenFindsTheSame) {
  Stage stage, other;
  build_resting_wall(stage);
  build_wall(other, 5, 6);
  displace(stage, 2e-13);
  other.states = stage.states;
  other.world.recall(stage.world.remember());
  EXPECT_EQ(largest_difference(stage.collide().contacts, other.collide().contacts), 0.0);
}

TEST(CollideAtRest, ABodyThatComesFastIsLookedAtWhereverItStands) {
  Stage stage;
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  stage.add(sphere(0.1), {0, 0, 0.5});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(stage.collide().contacts.empty());
  stage.states[1].velocity = {0, 0, -60.0};
  EXPECT_EQ(stage.collide().contacts.size(), 1u);
  EXPECT_EQ(stage.collide().contacts.size(), 1u);
  stage.states[1].velocity.setZero();
  EXPECT_TRUE(stage.collide().contacts.empty());
}

}  // namespace
}  // namespace spook::test
