// Covered sides are left out, and only they: corners, curbs and steps stay what they are.
#include <gtest/gtest.h>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

ShapeDesc at(ShapeDesc shape, const Vec3& position) {
  shape.pose.position = position;
  return shape;
}

// contacts of body 1 by the way their normals point, out of the ground
struct Ways {
  int up = 0, sideways = 0, slanted = 0;
};

Ways ways(Stage& stage) {
  Ways ways;
  for (const Contact& contact : stage.collide().contacts) {
    const double z = std::abs(contact.normal.z());
    ++(z > 1.0 - 1e-9 ? ways.up : z < 1e-9 ? ways.sideways : ways.slanted);
  }
  return ways;
}

const ShapeDesc slab = box({1, 1, 0.1});

TEST(CoveredSides, AConcaveCornerKeepsBothItsSides) {
  for (const bool compound : {true, false}) {
    Stage stage;
    const ShapeDesc floor = at(slab, {0, 0, -0.1}), wall = at(box({0.1, 1, 0.5}), {1.1, 0, 0.4});
    stage.add(box({0.2, 0.2, 0.2}), Vec3(0.8, 0, 0.2));
    if (compound) {
      stage.add({floor, wall}, {}, Motion::fixed);
    } else {
      stage.add(std::vector<ShapeDesc>{floor}, {}, Motion::fixed);
      stage.add(std::vector<ShapeDesc>{wall}, {}, Motion::fixed);
    }
    const Ways found = ways(stage);
    EXPECT_EQ(found.up, 4) << compound;
    EXPECT_EQ(found.sideways, 4) << compound;
  }
}

TEST(CoveredSides, ACurbStopsWhatRunsIntoIt) {
  for (const double height : {0.01, 0.1}) {
    Stage stage;
    stage.add(box({0.2, 0.2, 0.2}), Vec3(0.795, 0, 0.2));
    stage.states[0].velocity = Vec3(2, 0, 0);
    stage.add({at(slab, {0, 0, -0.1}), at(slab, {2, 0, -0.1 + height})}, {}, Motion::fixed);
    EXPECT_GE(ways(stage).sideways, 2) << height;
  }
}

TEST(CoveredSides, FlushChildrenTellOfNoSideOrEdgeBetweenThem) {
  const std::vector<ShapeDesc> shapes = {box({0.2, 0.2, 0.2}), sphere(0.2), rounded(ShapeType::cylinder, 0.2, 0.2),
                                         rounded(ShapeType::cone, 0.2, 0.2)};
  for (const ShapeDesc& shape : shapes)
    for (double x = 0.6; x < 1.4; x += 0.0371) {
      Stage stage;
      stage.add(shape, Vec3(x, 0.05, 0.2 - 1e-7));
      stage.states[0].velocity = Vec3(3, 0.3, 0);
      stage.add({at(slab, {0, 0, -0.1}), at(slab, {2, 0, -0.1})}, {}, Motion::fixed);
      const Ways found = ways(stage);
      EXPECT_GE(found.up, 1) << static_cast<int>(shape.type) << " at " << x;
      EXPECT_EQ(found.sideways + found.slanted, 0) << static_cast<int>(shape.type) << " at " << x;
    }
}

TEST(CoveredSides, ASlabFlushInThePlaneOfTheGroundHasNoEdges) {
  Stage stage;
  stage.add(sphere(0.2), Vec3(-1.05, 0, 0.2));
  stage.states[0].velocity = Vec3(3, 0, 0);
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  stage.add(std::vector<ShapeDesc>{at(slab, {0, 0, -0.1})}, {}, Motion::fixed);
  const Ways found = ways(stage);
  EXPECT_GE(found.up, 1);
  EXPECT_EQ(found.slanted + found.sideways, 0);
}

TEST(CoveredSides, TheOuterEdgeOfAFloorIsAnEdge) {
  Stage stage;
  stage.add(sphere(0.2), Vec3(3.1, 0, 0.1));
  stage.add({at(slab, {0, 0, -0.1}), at(slab, {2, 0, -0.1})}, {}, Motion::fixed);
  const Ways found = ways(stage);
  EXPECT_EQ(found.slanted, 1);
}

}  // namespace
}  // namespace spook::test
